"""Evil Spades: forty-five hands, each with its own bidding rule."""

from dataclasses import replace

from scorekeeper.core.rules.endings import AfterHands
from scorekeeper.core.rules.ruleset import Choice, Option, Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rulesets._club_options import blind_numbers_alone
from scorekeeper.core.rulesets._options import (
    BAG_OPTIONS,
    BLIND_BEHIND,
    BLIND_NIL,
    FAILED_NIL_UNSCORED,
    NIL_ALWAYS,
    TARGET,
    TIE_OR_CONTRACT,
)
from scorekeeper.core.rulesets._scripted import (
    ALL_ALIKE,
    DOUBLE_NIL,
    NIL,
    PARTNERS_ALIKE,
    RISING,
    all_bid,
    at_least,
    at_most,
    each_pair_one,
    each_pair_some,
    exactly,
    hand,
    one_of,
    some_bid,
    sum_at_most,
    sum_is,
    with_double_nil,
)
from scorekeeper.core.rulesets._standard import checked_deals, ranking_of, standard_scoring

ACES = ("nil", "3", "4", "6", "7", "9", "10", "13")
EVEN = ("nil", "2", "4", "6", "8", "10", "12", "13")
EIGHTS = ("nil", "3", "6", "9", "12")

HOMICIDE = (sum_is(14), at_least(2, 1, 3))

# fmt: off
HANDS = (
    # 1 to 9
    hand("regular", "Bid as usual."),
    hand("mirrors", "Bid the number of spades you hold.", sum_is(13)),
    hand("suicide", "One of each pair bids nil, the other as usual.", each_pair_one("nil")),
    hand("pressure", "Bid as usual. Anyone out of suit must trump, even a partner’s trick."),
    with_double_nil(hand("double nil", "One of each pair bids double nil, the other as usual.",
                         each_pair_one("double-nil"))),
    hand("homicide", "The last bidder brings the bids to 14; the 1st and the 3rd bid at least 2.", *HOMICIDE),
    hand("bags", "Everyone bids 1.", all_bid("1")),
    hand("insane", "One of each pair bids nil, the other bids the spades they hold.",
         each_pair_some("nil"), sum_at_most(13)),
    hand("nil", "Everyone bids nil.", all_bid("nil")),
    # 10 to 18
    with_double_nil(hand("blind", "Everyone bids double nil.", all_bid("double-nil"))),
    hand("kiss of death", "Everyone bids 4.", all_bid("4")),
    hand("face off", "Bid the jacks, queens and kings you hold; there are twelve.", sum_is(12)),
    hand("diamond mirror", "Bid the number of diamonds you hold.", sum_is(13)),
    hand("deuce", "Whoever holds the 2♠ bids 2, the others as usual.", some_bid("2")),
    hand("accident", "Whoever holds the A♠ bids 9, the others nil.", exactly(1, "9"), exactly(3, "nil")),
    hand("backseat", "Bid the same as your partner.", PARTNERS_ALIKE),
    hand("succession", "The first bids 1, the second 2, the third 3, the fourth 4.",
         one_of(("1",), 1), one_of(("2",), 2), one_of(("3",), 3), one_of(("4",), 4)),
    hand("copycat", "Everyone bids what the first bidder bid.", ALL_ALIKE),
    # 19 to 27
    with_double_nil(hand("nil and double nil", "One of each pair bids nil, the other double nil.",
                         each_pair_one("nil"), each_pair_one("double-nil"))),
    hand("niner", "Whoever holds the 9♠ bids nil, the others as usual.", some_bid("nil")),
    hand("hang 'em", "The 1st and the 2nd bid 2, the 3rd as usual, the 4th brings the bids to 14; nobody bids 1.",
         one_of(("2",), 1, 2), at_most(0, "1"), sum_is(14)),
    hand("club mirrors", "Bid the number of clubs you hold.", sum_is(13)),
    hand("jack", "Whoever holds the J♦ bids nil, the others as usual.", some_bid("nil")),
    hand("crazy eight", "Bid 3 for each eight you hold.", one_of(EIGHTS), sum_is(12)),
    hand("low ball", "Bid as usual. Play the cards of each suit from low to high."),
    hand("aces up", "Bid 3 for each red ace and the ace of clubs, 4 for the A♠.", one_of(ACES), sum_is(13)),
    hand("acey deucey", "Bid 2 for each ace and each deuce you hold.", one_of(EVEN), sum_is(16, unless=("13",))),
    # 28 to 36
    hand("screamers", "Bid as usual. Nobody may lead a spade while holding another suit."),
    hand("progression", "Bid one more than the bid before yours.", RISING),
    hand("murder", "One of each pair bids nil; all play their cards from low to high.", each_pair_one("nil")),
    hand("chance", "Anyone who holds five spades or more says so, but not how many, and bids 8; the others bid 3.",
         one_of(("8", "3")), at_most(2, "8")),
    hand("hang 'em high", "Bid 3 for each of the J♠, Q♠ and K♠, 4 for the A♠; with none of them, nil.",
         one_of(ACES), sum_is(13)),
    hand("headache", "Whoever holds the Q♠ bids nil, the others as usual.", some_bid("nil")),
    hand("shovels", "Anyone who holds two spades or more bids 2, the others as usual.", some_bid("2")),
    hand("forty-niner", "Whoever holds the 9♠ bids 9, the others nil.", exactly(1, "9"), exactly(3, "nil")),
    with_double_nil(hand("psycho", "The 1st and the 2nd bid nil or double nil, the others as usual.",
                         one_of(NIL + DOUBLE_NIL, 1, 2)), (1, 2)),
    # 37 to 45
    hand("split", "The 1st and the 4th bid their hearts, the 2nd and the 3rd their clubs.",
         sum_at_most(13, 1, 4), sum_at_most(13, 2, 3)),
    hand("fire", "The 2nd and the 3rd bid their diamonds, the 1st and the 4th their hearts.",
         sum_at_most(13, 2, 3), sum_at_most(13, 1, 4)),
    hand("chaos", "The 1st bids their clubs, the 2nd their diamonds, the 3rd their hearts, the 4th their spades."),
    hand("burned", "Whoever holds the 2♠ bids 2, the others nil.", exactly(1, "2"), exactly(3, "nil")),
    hand("dirty spades", "The first bidder names a suit; everyone bids the cards they hold in it.", sum_is(13)),
    hand("laughter", "Anyone who holds the J♥ or the J♠ bids nil, the others the spades they hold.",
         some_bid("nil"), sum_at_most(12)),
    hand("vice", "As homicide, and nobody may lead a spade while holding another suit.", *HOMICIDE),
    hand("sirens", "Everyone bids 3. Anyone out of suit must trump, no matter what was played.", all_bid("3")),
    with_double_nil(hand("winner takes all", "The first bidder bids 13, everyone else double nil.",
                         one_of(("13",), 1), one_of(DOUBLE_NIL, 2, 3, 4))),
)
# fmt: on

AS_USUAL = (1, 4, 14, 20, 23, 25, 28, 33, 34)
"""The hands in which players, or all but who holds a card, bid as usual."""

ALL_HANDS = Option(
    "all_hands",
    "Play all hands",
    "The game ends after the forty-fifth hand, whatever the target.",
    False,
    values=(True, False),
    sentence="Play all 45 hands",
    choices=(Choice(False, "off", "Stop at the target"),),
    question="Do we play all the hands?",
    answer="Yes: all 45, whatever the target.",
    answers=((False, "No: only until a side has {target}."),),
    examples=("after-hands", "two-at-target"),
)
TO_TARGET = replace(TARGET, no_effect_when=((("all_hands", True),),))


def options(shape: Shape) -> tuple[Option, ...]:
    blind = (BLIND_NIL, BLIND_BEHIND, *blind_numbers_alone(shape))
    return (TO_TARGET, ALL_HANDS, *BAG_OPTIONS, NIL_ALWAYS, *blind, FAILED_NIL_UNSCORED, TIE_OR_CONTRACT)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    table = seating(shape, tricks=13)
    deals = checked_deals(table, options, HANDS, AS_USUAL)
    to_the_last = [AfterHands(len(HANDS), ranking_of(options))] if options["all_hands"] else None
    return standard_scoring(table, options, deals, to_the_last)


RULES = RuleSet(
    key="evil",
    name="Evil Spades",
    source="Evil Spades, contributed by Denise Never",
    idea=(
        "Partnership Spades with a different rule for the bidding or the play of every hand. "
        "There are forty-five hands, each with a name. "
        "Scores are those of the partnership game, and some hands grant a double nil for twice the stakes."
    ),
    shapes=(Shape(2, 2),),
    options=options,
    scoring=scoring,
    reading=(
        "The source gives no scores; the partnership table is used, and a double nil is twice a nil.",
        "Where a hand’s rule turns on cards, a score pad checks only what follows from the bids.",
        (
            "A double nil is called only in hands 5, 10, 19 and 45, and by the first two bidders in hand 36; "
            "elsewhere it is irregular."
        ),
        "In “insane” the partner of the nil may hold no spades, and then bids nil too.",
        (
            "In “acey deucey” seven or eight aces and deuces in one hand come to more than 13 tricks; such a "
            "hand bids 13, and the sum is not checked."
        ),
        "The source also calls “accident” crazy, and “backseat” reflection.",
        "Hand 37 is called “split” here; the source’s name for it is used as an insult today.",
        "In “laughter” the bids come to 12 at most, because whoever holds the J♠ bids nil.",
    ),
    revision=3,
    order=70,
)
