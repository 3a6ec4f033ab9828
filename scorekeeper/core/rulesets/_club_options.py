"""House rules of clubs, for any game on the standard table."""

from dataclasses import replace

from scorekeeper.core.rules.deal import BOOKS, GAME, SET
from scorekeeper.core.rules.prices import BOSTON as BOSTON_PRICES, FAILED_BY_BID, NOTHING, SHORT
from scorekeeper.core.rules.ruleset import Choice, Option, Topic
from scorekeeper.core.rules.seating import Shape

NO_NIL = ((("nil", 0), ("blind_nil", 0)), (("zero", "refused"), ("blind_nil", 0)))
"""What makes rules about nils idle."""

HIGHEST_BID = Option(
    "highest_bid",
    "Highest bid",
    "A contract above this is irregular. 0: any contract will do.",
    0,
    values=(0,),
    low=8,
    high=12,
    sentence="Highest bid of a side {value}",
    choices=(Choice(0, "any", "No highest bid"),),
    topic=Topic.BIDDING,
    question="How high may a side bid?",
    answer="{value} at most; a higher bid is scored as it stands, and noted.",
    answers=((0, "As high as it likes, up to all {tricks} tricks."),),
    examples=("most-bid",),
)


def highest_bid_option(shape: Shape) -> Option:
    """Where nobody can bid more than 8, it does nothing."""
    most = HIGHEST_BID.low // shape.players_per_side
    return replace(HIGHEST_BID, rare_when=tuple((("tricks", tricks),) for tricks in range(1, most + 1)))


LOSE_AT = Option(
    "lose_at",
    "Lose at",
    "The game ends when a side falls to this score or below; the highest score wins.",
    None,
    values=(None,),
    low=-1000,
    high=-100,
    step=50,
    sentence="Lose at {value} points",
    choices=(Choice(None, "off", "No losing score"),),
    question="Can a side lose by falling too low?",
    answer="Yes: at {value} or less the game is over, and the highest score wins.",
    answers=((None, "No: a side may fall as low as it will."),),
    examples=("at-floor", "far-below", "after-hands", "two-at-target"),
)
NUMBER = "number"
REFUSED = "refused"
ZERO = Option(
    "zero",
    "A bid of 0",
    "nil: a bid of 0 is nil. number: it promises nothing, and all its tricks are overtricks; nil is bid by name. "
    "refused: nobody bids 0, and there is no nil.",
    "nil",
    values=("nil", NUMBER, REFUSED),
    choices=(Choice("nil", "is nil"), Choice("number", "is a number"), Choice("refused", "isn’t allowed")),
    topic=Topic.NIL,
    question="Is 0 a nil?",
    answers=(
        ("nil", "Yes: a bid of 0 is nil."),
        (NUMBER, "No: it promises nothing, and all its tricks are bags; nil is bid by name."),
        (REFUSED, "No: nobody bids 0, and there is no nil."),
    ),
    examples=("zero-bid", "call-made-nil", "least-bid"),
)
ZERO_BESIDE_NIL = replace(
    ZERO,
    help="nil: a bid of 0 is nil. number: it promises nothing, and all its tricks are overtricks; nil is bid by name.",
    values=("nil", NUMBER),
)
OVERTRICK_POINTS = Option(
    "overtrick_points",
    "Points for a bag",
    "What each trick above a made bid scores; it is a bag all the same.",
    1,
    low=-10,
    high=10,
    sentence="Each bag scores {value}",
    choices=(Choice(0, "0", "Bags score nothing"),),
    topic=Topic.BAGS,
    question="Does a bag score?",
    answer="Yes: {value} for each trick above a made bid.",
    answers=((0, "No: it only counts as a bag."),),
    examples=("two-to-spare", "most-bid"),
)
SEATS = "seats"
PAIR = "pair"
PAIR_BIDS = Option(
    "pair_bids",
    "Bids in a pair",
    "seats: each partner bids, and the numbers are added. pair: one number for both; nil is for one of them.",
    SEATS,
    values=(SEATS, PAIR),
    sentence="Partners {value}",
    choices=(Choice("seats", "each bid"), Choice("pair", "say one number for both")),
    topic=Topic.BIDDING,
    question="Does each partner bid, or the pair?",
    answers=(
        (SEATS, "Each bids, and the two numbers are added."),
        (PAIR, "The pair says one number; nil is for one of them."),
    ),
    examples=("to-the-trick", "most-bid"),
)

SET_COSTS = Option(
    "set_costs",
    "A contract that is set",
    "bid: costs 10 for each trick bid. short: costs 10 for each trick short. nothing: no points.",
    "bid",
    values=("bid", SHORT, NOTHING),
    sentence="A set costs {value}",
    choices=(Choice("bid", "10 a trick bid"), Choice("short", "10 a trick short"), Choice("nothing", "nothing")),
    topic=Topic.SETS,
    question="We were set: do our tricks count?",
    answers=(
        ("bid", "No: the side loses 10 for each trick that it bid."),
        (SHORT, "Yes: the side loses 10 only for each trick that is missing."),
        (NOTHING, "No, but the side loses nothing either."),
    ),
    examples=("set", "one-too-many", "most-missed"),
)
DOUBLE_COSTS = Option(
    "double_costs",
    "Twice the bid",
    "A contract with twice its tricks or more fails: it costs 10 for each trick bid, and its overtricks are no bags.",
    False,
    values=(True, False),
    sentence="Taking twice the bid costs it",
    choices=(Choice(False, "off", "Taking twice the bid makes it"),),
    topic=Topic.SETS,
    question="We took twice our bid: does it count?",
    answer="No: it is a set, and costs 10 for each trick bid.",
    answers=((False, "Yes: the bid is made, whatever is taken above it."),),
    examples=("twice-the-bid", "to-the-trick", "most-bid"),
)
WINS = "wins"
BOSTON = Option(
    "boston",
    "A contract of all the tricks",
    "plain: a contract like any other. 200 or 350: it wins or loses that many points. "
    "wins: made, it wins the game with that hand.",
    "plain",
    values=("plain", *BOSTON_PRICES, WINS),
    older=tuple((points, word) for word, points in BOSTON_PRICES.items()),  # a number is plain enough in a sheet
    sentence="A made bid of all the tricks {value}",
    choices=(Choice("plain", "scores as usual"), Choice("wins", "wins the game")),
    topic=Topic.SETS,
    question="All the tricks, bid and taken: what is it worth?",
    answers=(
        ("plain", "10 for each trick, unless a high bid has its own price."),
        (WINS, "The game: it wins with that hand."),
    ),
    examples=("most-bid",),
)
BOSTON_FAILED = Option(
    "boston_failed",
    "A failed contract of all the tricks",
    "Where it has a price of its own. same: loses as much as it would win. bid: costs 10 for each trick bid.",
    "same",
    values=("same", FAILED_BY_BID),
    no_effect_when=((("boston", "plain"),), (("boston", WINS),), (("set_costs", SHORT),), (("set_costs", NOTHING),)),
    sentence="A failed bid of all the tricks costs {value}",
    choices=(Choice("same", "what it would win"), Choice(FAILED_BY_BID, "10 a trick bid")),
    topic=Topic.SETS,
    question="All the tricks bid, and one is missing: what does it cost?",
    answers=(("same", "As much as it would win."), (FAILED_BY_BID, "10 for each trick bid.")),
    examples=("most-missed",),
)
BLIND_NUMBERS = Option(
    "blind_numbers",
    "Blind numbers of a pair",
    "The least number that a pair may bid before looking, for both partners; made, it is worth 20 a trick. 0: none.",
    0,
    values=(0,),
    low=4,
    high=13,
    sentence="Blind numbers from {value}",
    choices=(Choice(0, "off", "No blind numbers"),),
    topic=Topic.NIL,
    question="May a pair bid a number blind?",
    answer="Yes, from {value} up, both partners together and before looking: it wins 20 a trick.",
    answers=((0, "No: numbers are bid after looking."),),
    examples=("call-made-blind", "to-the-trick", "most-bid"),
)


def blind_numbers_option(shape: Shape) -> Option:
    """A hand of fewer tricks has no such number."""
    return replace(BLIND_NUMBERS, rare_when=tuple((("tricks", tricks),) for tricks in range(1, BLIND_NUMBERS.low)))


JOINT = "joint"
TWO_NILS = Option(
    "two_nils",
    "Nils of both partners",
    "apart: each is scored on its own. joint: they are one call, worth both, which fails if either takes a trick; a "
    "nil and a blind nil stay apart.",
    "apart",
    values=("apart", JOINT),
    no_effect_when=((("pair_bids", PAIR),),),
    sentence="Nils of both partners {value}",
    choices=(Choice("apart", "are scored one by one"), Choice(JOINT, "are one call, worth both")),
    topic=Topic.NIL,
    question="Both partners bid nil: one fails, what then?",
    answers=(
        ("apart", "Each is scored on its own: the other may still be made."),
        (JOINT, "Both have failed: the two are one call, and cost twice a nil."),
    ),
    examples=("two-nils", "call-failed-nil"),
)
DOUBLE = "double"
BLIND_FAILED = Option(
    "blind_failed",
    "A blind number that fails",
    "single: costs 10 for each trick bid. double: 20 for each.",
    "single",
    values=("single", DOUBLE),
    no_effect_when=((("blind_numbers", 0),),),
    sentence="A failed blind number costs {value}",
    choices=(Choice("single", "10 a trick"), Choice("double", "20 a trick")),
    topic=Topic.NIL,
    question="A blind number fails: what does it cost?",
    answers=(("single", "10 for each trick bid."), (DOUBLE, "20 for each trick bid, as much as it wins.")),
    examples=("call-one-short-blind", "set", "most-missed"),
)
OPEN = "open"
BLIND_ALL = Option(
    "blind_all",
    "A blind bid of all the tricks",
    "Where a pair may bid it. open: 20 a trick, or what the same bid is worth after looking if that is more. double: "
    "twice what it is worth after looking. A number: that many points. It fails as any blind number does.",
    OPEN,
    values=(OPEN, DOUBLE),
    low=200,
    high=1000,
    step=50,
    no_effect_when=((("blind_numbers", 0),),),
    sentence="A blind bid of all the tricks wins {value}",
    choices=(Choice(OPEN, "no less than an open one"), Choice(DOUBLE, "twice what an open one wins")),
    topic=Topic.NIL,
    question="All the tricks bid blind: what is it worth?",
    answer="{value}, if it is made.",
    answers=(
        (OPEN, "20 a trick, or what the same bid wins after looking if that is more."),
        (DOUBLE, "Twice what the same bid wins after looking."),
    ),
    examples=("blind-most", "most-bid"),
)
SETS_LOSE = Option(
    "sets_lose",
    "Lost by sets",
    "A side loses the game when its contract is set this often. 0: nobody loses by sets.",
    0,
    values=(0, 2, 3, 4),
    sentence="Lose after {value} sets",
    choices=(Choice(0, "off", "Sets never lose the game"),),
    topic=Topic.SETS,
    question="Do too many sets lose the game?",
    answers=((0, "No: sets only cost points."),),
    examples=("set-often-loses", "set", "most-missed"),
    settled_by=("sets",),
)
SETS_IN_A_ROW = Option(
    "sets_in_a_row",
    "Sets in a row",
    "Only sets in consecutive hands count. It is how older games say that sets in a row lose.",
    False,
    values=(True, False),
    no_effect_when=((("sets_lose", 0),),),
    rare_when=((("sets_in_a_row", False),),),  # offered only where it is on, to be switched off
    sentence="Only sets in a row count",
    choices=(Choice(False, "off", "All sets of a game count"),),
    not_with=((True, "sets_in_a_row_lose", (2, 3)),),
    topic=Topic.SETS,
    question="Do only sets in a row count?",
    answer="Yes: a hand without a set starts the count again.",
    answers=((False, "No: all sets of the game count."),),
    examples=("set-often-loses", "set-in-a-row-loses", "set", "most-missed"),
)
SETS_IN_A_ROW_LOSE = Option(
    "sets_in_a_row_lose",
    "Lost by sets in a row",
    "A side loses the game when it is set this often in consecutive hands, or as often as “Lost by sets” says. "
    "0: no number in a row loses.",
    0,
    values=(0, 2, 3),
    sentence="Lose after {value} sets in a row",
    choices=(Choice(0, "off", "Sets in a row never lose the game"),),
    topic=Topic.SETS,
    question="Do sets in a row lose the game?",
    answers=((0, "No: sets in a row only cost points."),),
    examples=("set-in-a-row-loses", "set", "most-missed"),
    settled_by=("sets",),
)
SETS_LOSE_NIL = Option(
    "sets_lose_nil",
    "A failed nil is a set",
    "A failed nil, blind or not, counts as a set where sets lose the game; a hand brings one set at most.",
    False,
    values=(True, False),
    no_effect_when=((("sets_lose", 0), ("sets_in_a_row_lose", 0)), *NO_NIL),
    sentence="A failed nil counts as a set",
    choices=(Choice(False, "off", "A failed nil is no set"),),
    topic=Topic.SETS,
    question="Is a failed nil a set?",
    answer="Yes, but a hand brings one set at most.",
    answers=((False, "No: only a number that fails is a set."),),
    examples=("call-failed-nil", "call-failed-blind-nil"),
)
LEAST_HANDS = Option(
    "least_hands",
    "Hands at least",
    "Until this hand neither a score nor sets end the game; a bid that wins outright and the last hand do. 0: any hand "
    "can end it.",
    0,
    low=0,
    high=10,
    sentence="Play at least {value} hands",
    choices=(Choice(0, "off", "Any hand can end the game"), Choice(1, "1", "Play at least 1 hand")),
    question="Can the game end this early?",
    answer="Not before hand {value} has been played, unless a bid wins outright.",
    answers=((0, "Yes: any hand can end it, the first too."),),
    examples=("too-early", "two-at-target", "after-hands"),
)
BIDS_ITSELF = "bids-itself"
FIRST_HAND = Option(
    "first_hand",
    "The first hand",
    "bid: like any other. bids-itself: nobody bids, each trick is worth 10 points, and nobody is set.",
    "bid",
    values=("bid", BIDS_ITSELF),
    choices=(Choice("bid", "is bid"), Choice("bids-itself", "bids itself")),
    topic=Topic.BIDDING,
    question="Is the first hand bid?",
    answers=(("bid", "Yes, like any other."), (BIDS_ITSELF, "No: each trick is worth 10 points, and nobody is set.")),
    examples=("first-hand", "to-the-trick", "most-bid"),
)
FIRST_HAND_LEAST = Option(
    "first_hand_least",
    "Tricks in the first hand",
    "A side that takes fewer tricks in a first hand that bids itself loses the game. 0: any number will do.",
    0,
    low=0,
    high=6,
    no_effect_when=((("first_hand", "bid"),),),
    sentence="A side with fewer than {value} tricks in the first hand loses",
    choices=(Choice(0, "off", "Nobody loses in the first hand"),),
    topic=Topic.SETS,
    question="Too few tricks in the first hand: is it lost?",
    answer="Yes: a side with fewer than {value} loses the game.",
    answers=((0, "No: any number of tricks will do."),),
    examples=("too-few-at-first", "first-hand"),
)
LEAST_TOTAL = Option(
    "least_total",
    "Bids to play a hand",
    "Bids that add up to fewer are not played; 0: every hand is played.",
    0,
    values=(0, 10, 11, 12),
    sentence="Play only if the bids total {value}",
    choices=(Choice(0, "any number", "Every hand is played"),),
    topic=Topic.BIDDING,
    question="All bid low: is the hand played?",
    answer="Only if all bids together are {value} or more.",
    answers=((0, "Yes: every hand is played, however low the bids are."),),
    examples=("thrown-in", "least-bid"),
)
MOST_TOTAL = Option(
    "most_total",
    "Bids in all at most",
    "All the bids of a hand together may not add up to more. 0: they may.",
    0,
    values=(0,),
    low=13,
    high=26,
    sentence="Bids may total {value} at most",
    choices=(Choice(0, "any number", "The bids may total any number"),),
    topic=Topic.BIDDING,
    question="May all bids together be more than the tricks?",
    answer="No: all bids together are {value} at most.",
    answers=((0, "Yes: all bids together may be more than {tricks}."),),
    examples=("total-over", "total", "most-bid"),
)


def most_total_option(shape: Shape) -> Option:
    """Where nobody can bid so much, it does nothing."""
    most = MOST_TOTAL.low // (shape.sides * shape.players_per_side)
    return replace(MOST_TOTAL, rare_when=tuple((("tricks", tricks),) for tricks in range(1, most + 1)))


UNPLAYED = Option(
    "unplayed",
    "A hand that is not played",
    "books: each side scores 10 for each trick that it bid. nothing: no points.",
    "books",
    values=("books", NOTHING),
    no_effect_when=((("least_total", 0),),),
    sentence="A hand that is not played scores {value}",
    choices=(Choice("books", "10 a trick bid"), Choice(NOTHING, "nothing")),
    topic=Topic.BIDDING,
    question="What does a hand score that is not played?",
    answers=(("books", "10 for each trick that a side bid."), (NOTHING, "Nothing.")),
    examples=("thrown-in",),
)


PASSES = "passes"
MISDEAL = Option(
    "misdeal",
    "After a misdeal",
    "same: the same player deals again. passes: the next player deals.",
    "same",
    values=("same", PASSES),
    sentence="After a misdeal the deal {value}",
    choices=(Choice("same", "stays"), Choice(PASSES, "passes")),
    topic=Topic.CARDS,
    question="A misdeal: who deals now?",
    answers=(("same", "The same player deals again."), (PASSES, "The next player deals.")),
    examples=("misdealt",),
)


RENEGE = Option(
    "renege",
    "A renege",
    "What its ruling offers first. books: 1 to 3 tricks move. set: the side’s number counts as set. game: the side has "
    "lost.",
    BOOKS,
    values=(BOOKS, SET, GAME),
    sentence="A renege costs {value}",
    choices=(Choice(BOOKS, "1 to 3 books"), Choice(SET, "the contract"), Choice(GAME, "the game")),
    question="Someone didn’t follow suit: what does it cost?",
    answers=(
        (BOOKS, "1 to 3 tricks go to the other side."),
        (SET, "The side’s bid: it counts as set."),
        (GAME, "The game: the side has lost."),
    ),
    examples=("reneged",),
)
RULE_SENTENCES = (MISDEAL, RENEGE)


BLIND_ALL_AS_USUAL = BLIND_ALL.without(
    DOUBLE,
    "Where a pair may bid it. open: 20 a trick. A number: that many points. It fails as any blind number does.",
)
"""Where the same bid after looking is worth no more than ten a trick, so that twice that is what it is worth anyway."""


def blind_of_pairs(shape: Shape) -> tuple[Option, ...]:
    """Blind numbers, what they cost, and what one of all the tricks wins."""
    return (blind_numbers_option(shape), BLIND_FAILED, BLIND_ALL)


def blind_numbers_alone(shape: Shape) -> tuple[Option, ...]:
    """The same in a game in which contracts of many tricks have no price of their own."""
    return (blind_numbers_option(shape), BLIND_FAILED, BLIND_ALL_AS_USUAL)


def club_options(shape: Shape) -> tuple[Option, ...]:
    """The house rules of clubs."""
    pairs = (PAIR_BIDS, *blind_of_pairs(shape)) if shape.players_per_side > 1 else ()
    two = (LEAST_TOTAL, UNPLAYED, most_total_option(shape)) if shape.sides == 2 else ()
    return (
        *pairs,
        OVERTRICK_POINTS,
        SET_COSTS,
        DOUBLE_COSTS,
        BOSTON,
        BOSTON_FAILED,
        highest_bid_option(shape),
        LOSE_AT,
        SETS_LOSE,
        SETS_IN_A_ROW,
        SETS_IN_A_ROW_LOSE,
        SETS_LOSE_NIL,
        LEAST_HANDS,
        FIRST_HAND,
        FIRST_HAND_LEAST,
        *two,
    )
