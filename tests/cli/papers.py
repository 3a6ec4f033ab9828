"""The expected paper score sheet of the `evening`, a hundred columns wide."""

EVENING = """\
Partnership Spades
House rules: blind_nil 200

Hand   Us                                            Them
       Ann & Cal                                     Ben & Dee

   1   5 and nil, took 6                             4 and 3>2, took 7
        +50 Bid 5, took 5                            +60 Bid 6, took 7
       −100 Nil set, took 1                           +1 1 bag (now 1)
         +1 1 bag from the nil (now 1)               = 61, 1 bag
       = −49, 1 bag
       ! 3 became 2; once said, a bid may not change (Them)
       Note: Dee took long

   2   1 and 1, took 12                              1 and nil, took 1
        +20 Bid 2, took 12                            +10 Bid 1, took 1
        +10 10 bags (now 1)                          +100 Nil made
       −100 10 bags (hands 1, 2)                     = 171, 1 bag
        −30 Agreed: talking
       = −149, 1 bag

Total  −149                                          171

Them won 171 to −149; the table stopped after 2 hands (the last train).
"""
