"""The scoring table of standard Spades, shared by the standard family."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.calls import BLIND, PARTNER, Aim, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.club_steps import BooksMade, CompareContracts, CountSets, TricksTaken
from scorekeeper.core.rules.deal import BOOKS, BiddingLimit, HandRules, hand_rules
from scorekeeper.core.rules.endings import (
    HIGHER_CONTRACT,
    PLAY_ON,
    AfterHands,
    Ending,
    LosingScore,
    Outright,
    Ranking,
    SetTooOften,
    Target,
)
from scorekeeper.core.rules.limits import BehindEnough, HighestBid, MostTotal, NotTheTricks, SideMinimum, WithinTricks
from scorekeeper.core.rules.prices import A_TRICK, BOSTON, NOTHING, SHORT, contract_price
from scorekeeper.core.rules.rebidding import BlindComesFirst, NoRebid
from scorekeeper.core.rules.ruleset import Options, ScoringRules, Value
from scorekeeper.core.rules.scoring import ScoringStep
from scorekeeper.core.rules.scripted_deals import ScriptedDeal
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.rules.steps import Adjustments, Contracts, OvertrickPenalty, Overtricks
from scorekeeper.core.rulesets._club_options import (
    BIDS_ITSELF,
    DOUBLE,
    JOINT,
    NUMBER,
    OPEN,
    PAIR,
    PASSES,
    REFUSED,
    WINS,
)
from scorekeeper.core.rulesets._options import whole

DOUBLE_NIL = "double-nil"
EVERYONE = (1, 2, 3, 4)
A_BLIND_TRICK = 20


def contract(number: int, tricks: int, options: Options) -> Call:
    """A contract: 10 a trick, lost if it is set. Partners may bid more than all the tricks, which can only fail."""
    boston = str(options.get("boston")) if number == tricks else ""
    prices = (str(options.get("ten_for_200")), str(options.get("set_costs")), boston, str(options.get("boston_failed")))
    return _contract(number, *prices, bool(options.get("double_costs")))


@lru_cache(maxsize=500)  # most of the time of putting a rule set together
def _contract(number: int, ten_for_200: str, costs: str, boston: str, failed_boston: str, double_costs: bool) -> Call:
    made, failed = contract_price(number, ten_for_200, costs, BOSTON.get(boston, 0), failed_boston)
    return Call(
        str(number),
        Aim.AT_LEAST,
        number,
        made,
        failed,
        counted_over=CountedOver.SIDE,
        overtricks=True,
        wins=boston == WINS,
        each_short=costs == SHORT,
        twice=-A_TRICK * number if double_costs else 0,
    )


def nil(code: str, points: int, options: Options, behind: int = 0, blind: bool = False) -> Call:
    """A promise to take no tricks, worth the same points either way."""
    failed_tricks = FailedNilTricks(options["failed_nil"])
    if failed_tricks is FailedNilTricks.UNSCORED and not options["bags"]:
        failed_tricks = FailedNilTricks.NOWHERE  # bags that neither score nor cost anything
    return Call(
        code,
        Aim.EXACTLY,
        0,
        points,
        -points,
        reason=code,
        rule=code,
        blind=blind,
        behind=behind,
        failed_tricks=failed_tricks,
        joint=options.get("two_nils") == JOINT and options.get("pair_bids") != PAIR,
    )


def standard_calls(seating: Seating, options: Options, nil_always: bool = False) -> tuple[list[Call], list[Call]]:
    """The calls of a seat, and the contracts that the numbers of partners add up to."""
    tricks, players_per_side = seating.tricks, len(seating.seats_of[0])
    contracts = [contract(number, tricks, options) for number in range(1, tricks * players_per_side + 1)]
    calls = contracts[:tricks]
    if options.get("zero") == NUMBER:
        calls = [contract(0, tricks, options), *calls]
    if nil_always or (options["nil"] and options.get("zero") != REFUSED):
        calls = [nil("nil", whole(options["nil"]), options), *calls]
    if options["blind_nil"]:
        calls = [
            *calls,
            nil("blind-nil", whole(options["blind_nil"]), options, whole(options["blind_behind"]), blind=True),
        ]
    least_blind = _least_blind(tricks, options)
    if least_blind:
        calls = [*calls, *(blind_number(number, tricks, options) for number in range(least_blind, tricks + 1))]
    if options.get("pair_bids") == PAIR or least_blind:
        calls = [
            *calls,
            Call(PARTNER, Aim.AT_LEAST, 0, 0, 0, reason=PARTNER, rule="pair-bids", counted_over=CountedOver.SIDE),
        ]
    return calls, contracts if players_per_side > 1 else []


def _least_blind(tricks: int, options: Options) -> int:
    """The least number that a pair may bid blind; 0 if it may not, or a hand has fewer tricks."""
    least = whole(options.get("blind_numbers", 0))
    return least if least <= tricks else 0


def blind_number(number: int, tricks: int, options: Options) -> Call:
    """A pair's number before looking: 20 a trick, and it costs 10 or 20 a trick.

    One of all the tricks is worth no less than after looking, or what the table says.
    """
    as_usual = A_BLIND_TRICK * number
    after_looking = contract(number, tricks, options)
    return replace(
        after_looking,
        code=f"{BLIND}{number}",
        made=_all_blind(as_usual, after_looking.made, options["blind_all"]) if number == tricks else as_usual,
        failed=-as_usual if options["blind_failed"] == DOUBLE else -A_TRICK * number,
        rule="blind",
        blind=True,
        behind=whole(options["blind_behind"]),
        each_short=False,
    )


def _all_blind(as_usual: int, after_looking: int, worth: Value) -> int:
    """What a blind bid of all the tricks wins."""
    if worth == OPEN:
        return max([as_usual, after_looking])
    return 2 * after_looking if worth == DOUBLE else whole(worth)


def standard_limits(seating: Seating, options: Options) -> tuple[BiddingLimit, ...]:
    """The bidding limits with these options."""
    limits: list[BiddingLimit] = [NoRebid()]
    if options["blind_nil"] or _least_blind(seating.tricks, options):
        behind = whole(options["blind_behind"])
        limits += [BehindEnough(behind), BlindComesFirst()] if behind else [BlindComesFirst()]
    if options.get("team_minimum"):
        limits.append(SideMinimum(whole(options["team_minimum"])))
    if options.get("highest_bid"):
        limits.append(HighestBid(whole(options["highest_bid"])))
    if options.get("may_total_tricks") is False:
        limits.append(NotTheTricks())
    if options.get("most_total"):
        limits.append(MostTotal(whole(options["most_total"])))
    if len(seating.seats_of[0]) > 1:
        limits.append(WithinTricks())
    return tuple(limits)


def standard_steps(options: Options, from_nils: bool) -> tuple[ScoringStep, ...]:
    """Contracts, a point per bag, also `from_nils` that failed, and the bag penalty."""
    every = whole(options["bags"])
    each_short = options.get("set_costs") == SHORT
    but_blind = each_short and bool(options.get("blind_numbers"))
    contracts = Contracts(each_short, but_blind, bool(options.get("double_costs")))
    carries, points = not every or bool(options["bags_carry"]), whole(options.get("overtrick_points", 1))
    steps: list[ScoringStep] = [contracts, Overtricks("bag", every, carries, points, from_nils=from_nils)]
    if every:
        steps.append(OvertrickPenalty("bag", every, whole(options["bag_penalty"]), carries))
    if options.get("first_hand") == BIDS_ITSELF:
        steps.append(TricksTaken(A_TRICK, whole(options["first_hand_least"])))
    if options.get("least_total"):
        steps.append(BooksMade(whole(options["least_total"]), 0 if options["unplayed"] == NOTHING else A_TRICK))
    if ranking_of(options).compares_contracts:
        steps.append(CompareContracts())
    most, in_a_row = sets_that_lose(options)
    if most or in_a_row:
        steps.append(CountSets(most, in_a_row, bool(options.get("sets_lose_nil"))))
    return (*steps, Adjustments())


def sets_that_lose(options: Options) -> tuple[int, int]:
    """How many sets lose the game, in all and in a row; 0 if none do."""
    most = whole(options.get("sets_lose", 0))
    return (0, most) if options.get("sets_in_a_row") else (most, whole(options.get("sets_in_a_row_lose", 0)))


def ranking_of(options: Options) -> Ranking:
    """Who leads at the end, as the table plays."""
    by_contract = options.get("both_reach") == HIGHER_CONTRACT
    return Ranking(str(options.get("tie", PLAY_ON)), whole(options["target"]) if by_contract else 0)


def standard_endings(options: Options, *game_endings: Ending) -> tuple[Ending, ...]:
    """A contract that wins, the target or the game's own end, the floor, the last hand."""
    ranking = ranking_of(options)
    endings: list[Ending] = [Outright()] if options.get("boston") == WINS else []
    most, in_a_row = sets_that_lose(options)
    first_tricks = whole(options["first_hand_least"]) if options.get("first_hand") == BIDS_ITSELF else 0
    if most or in_a_row or first_tricks:
        nils = bool(options.get("sets_lose_nil")) and bool(most or in_a_row)
        endings.append(SetTooOften(most, in_a_row, ranking, first_tricks, nils))
    target = whole(options.get("target", 0))
    endings += game_endings or ([Target(target, ranking)] if target else [])
    if options.get("lose_at") is not None:
        endings.append(LosingScore(whole(options["lose_at"]), ranking))
    if options.get("hands") and not game_endings:
        endings.append(AfterHands(whole(options["hands"]), ranking, at_most=bool(endings)))
    return tuple(endings)


def standard_hand_rules(seating: Seating, options: Options, name: str = "", text: str = "") -> HandRules:
    """A hand bid as usual; with a name and text if there is something to announce."""
    calls, partnership_contracts = standard_calls(seating, options)
    return replace(
        hand_rules(
            calls,
            partnership_contracts=partnership_contracts,
            limits=standard_limits(seating, options),
            name=name,
            text=text,
        ),
        one_number_a_pair=options.get("pair_bids") == PAIR,
        least_total=whole(options.get("least_total", 0)),
    )


def checked_deals(
    seating: Seating,
    options: Options,
    hands: Sequence[ScriptedDeal],
    free: Sequence[int] = (),
    with_double_nil: bool = True,
) -> list[HandRules]:
    """Hands with their own bidding rules. Nil is always allowed, and double nil if the hand grants it.

    In the hands `free`, from 1, partners bid as they like, so not more than the tricks; in the others the cards or
    limits decide.
    """
    calls, partnership_contracts = standard_calls(seating, options, nil_always=True)
    if with_double_nil:
        calls.insert(1, replace(nil(DOUBLE_NIL, 2 * whole(options["nil"]), options), joint=False))
    usual = replace(
        standard_hand_rules(seating, options),
        calls=tuple(calls),
        by_code={call.code: call for call in calls},
        partnership_contracts=tuple(partnership_contracts),
    )
    limited = replace(usual, limits=tuple([limit for limit in usual.limits if not isinstance(limit, WithinTricks)]))
    return [
        _checked_deal(usual if number in free else limited, hand, with_double_nil)
        for number, hand in enumerate(hands, start=1)
    ]


def _checked_deal(usual: HandRules, deal: ScriptedDeal, with_double_nil: bool) -> HandRules:
    limits = deal.limits
    if with_double_nil and deal.double_nil != EVERYONE:
        limits = (*limits, ScriptedLimit("only-by", bids=(DOUBLE_NIL,), by=deal.double_nil))
    own_limit = (BiddingRule(limits),) if limits else ()
    return replace(usual, name=deal.name, text=deal.text, limits=(*usual.limits, *own_limit))


def standard_scoring(
    seating: Seating, options: Options, deals: Sequence[HandRules] = (), endings: Sequence[Ending] | None = None
) -> ScoringRules:
    """A game on the standard table: every hand bid alike, up to the target, or with its own deals or endings."""
    hand_kinds = tuple(deals) or (standard_hand_rules(seating, options),)
    calls = [call for hand in hand_kinds for call in hand.calls]
    unscored = any(call.failed_tricks is FailedNilTricks.UNSCORED for call in calls)
    return ScoringRules(
        seating=seating,
        deals=hand_kinds,
        steps=standard_steps(options, not unscored),
        endings=standard_endings(options) if endings is None else tuple(endings),
        target=whole(options["target"]) if endings is None else 0,
        bags_per_penalty=whole(options["bags"]),
        overtrick_word="bag",
        first=hand_rules([], name=hand_kinds[0].name, text=hand_kinds[0].text)
        if options.get("first_hand") == BIDS_ITSELF
        else None,
        least_hands=whole(options.get("least_hands", 0)),
        misdeal_passes=options.get("misdeal") == PASSES,
        renege_costs=str(options.get("renege", BOOKS)),
    )
