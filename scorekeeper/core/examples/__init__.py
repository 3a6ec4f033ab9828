"""Worked examples of a table's rules: bids made and set, each special call, penalties and runs, the end.

The hands are made up from the calls of the rules, and scored by the engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.core.examples import games
from scorekeeper.core.examples.games import end_examples, run_examples
from scorekeeper.core.examples.hands import (
    OURS,
    Example,
    Ours,
    bidder_name,
    board_for,
    by_the_rules,
    empty_board,
    example_of,
    numbers,
    record,
    shown,
)
from scorekeeper.core.rules.calls import PARTNER, Aim, Call, CountedOver
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.rules.pot import Pot
from scorekeeper.core.rules.ruleset import HouseRules

USUAL_BID = 5


def worked_examples(rules: HouseRules) -> list[Example]:
    """An example of everything that can happen under these rules."""
    rules = replace(rules, scoring=replace(rules.scoring, first=None))
    if any(isinstance(step, Pot) for step in rules.scoring.steps):
        return [*_pot_examples(rules), *end_examples(rules)]
    singles = [*_number_examples(rules), *_zero_examples(rules), *_first_examples(rules), *_dear_examples(rules)]
    return [*singles, *run_examples(rules), *end_examples(rules)]


def usual(rules: HouseRules) -> Call:
    """The number nearest to a usual bid."""
    return min(numbers(rules), key=lambda call: abs(call.tricks - USUAL_BID))


def example_with(rules: HouseRules, code: Code[games.OurHand], tried: Sequence[Ours], call: Call) -> list[Example]:
    """The first of these hands that breaks no rule, as an example; empty if none does."""
    allowed = by_the_rules(rules, tried)
    if allowed is None:
        return []
    alone, ours = allowed
    board = board_for(alone, ours)
    board = board.after(record(board, ours))
    bidders = tuple(bidder_name(rules, seat) for seat in rules.seating.bidders_of(OURS))
    return [example_of(code, games.OurHand(bidders, ours, _name(call), call.tricks), (shown(board, OURS),))]


def _name(call: Call) -> str:
    """The call that an example is about; nils for either hand count as the same."""
    return call.reason if call.is_nil and not call.is_number else call.code


def taking(rules: HouseRules, call: Call, took: int) -> list[Ours]:
    """The ways for our side to bid this number and take this many tricks: partners share, or one of them bids nil."""
    if len(rules.seating.bidders_of(OURS)) == 1:
        return [Ours(((call.code,),), took)]
    low = call.tricks // 2
    return [
        Ours(((str(call.tricks - low),), (str(low),)), took),
        Ours(((str(call.tricks),), (PARTNER,)), took),
        Ours((("nil",), (str(call.tricks),)), took, (0, took)),
    ]


def _number_examples(rules: HouseRules) -> Iterator[Example]:
    call = usual(rules)
    yield from example_with(rules, games.TO_THE_TRICK, taking(rules, call, call.tricks), call)
    if call.overtricks:
        yield from example_with(rules, games.TWO_TO_SPARE, taking(rules, call, call.tricks + 2), call)
    if call.aim is Aim.AT_MOST:
        yield from example_with(rules, games.TWO_FEWER, taking(rules, call, call.tricks - 2), call)
        yield from example_with(rules, games.ONE_TOO_MANY, taking(rules, call, call.tricks + 1), call)
    else:
        yield from example_with(rules, games.SET, taking(rules, call, call.tricks - 1), call)
    exact = [other for other in numbers(rules) if other.aim is Aim.EXACTLY]
    for highest in exact[-1:]:
        yield from example_with(rules, games.EXACT_MADE, taking(rules, highest, highest.tricks), highest)
        yield from example_with(rules, games.EXACT_FAILED, taking(rules, highest, highest.tricks + 1), highest)


def _zero_examples(rules: HouseRules) -> Iterator[Example]:
    """Each promise to take no tricks, made and failed."""
    seen = set()
    for call in rules.hand_rules_of(1).calls:
        kind = (call.reason, call.rule)
        if call.is_nil and kind not in seen:
            seen.add(kind)
            yield from example_with(rules, games.CALL_MADE, [_zero(rules, call, 0), _alike(rules, call, 0)], call)
            yield from example_with(rules, games.CALL_FAILED, [_zero(rules, call, 2), _alike(rules, call, 2)], call)


def _zero(rules: HouseRules, call: Call, took: int) -> Ours:
    number = usual(rules)
    if call.counted_over is CountedOver.HAND:
        seats = tuple(took if hand == call.hand else number.tricks for hand in range(len(rules.seating.hand_names)))
        return Ours(((number.code, call.code),), sum(seats), seats)
    if len(rules.seating.bidders_of(OURS)) == 1:
        return Ours(((call.code,),), took)
    return Ours(((call.code,), (number.code,)), took + number.tricks, (took, number.tricks))


def _alike(rules: HouseRules, call: Call, took: int) -> Ours:
    """Both partners make this bid, for deals that require it."""
    seats = rules.seating.bidders_of(OURS)
    counts = tuple(took if seat == seats[0] else 0 for seat in seats) if len(seats) > 1 else ()
    return Ours(tuple((call.code,) for _ in seats), took, counts)


def _first_examples(rules: HouseRules) -> Iterator[Example]:
    """Each promise of the first tricks, made and missed, added to a number."""
    number = usual(rules)
    for call in rules.hand_rules_of(1).calls:
        if call.aim is Aim.FIRST:
            tricks = max(number.tricks, call.tricks)
            bids = ((number.code, call.code),)
            made, missed = Ours(bids, tricks, made=(call.code,)), Ours(bids, number.tricks)
            yield from example_with(rules, games.FIRST_MADE, [made], call)
            yield from example_with(rules, games.FIRST_MISSED, [missed], call)


def _dear_examples(rules: HouseRules) -> Iterator[Example]:
    """A blind number, and a call that wins the game."""
    calls = [call for call in rules.hand_rules_of(1).calls if call.is_number and call.tricks]
    blind = next((call for call in calls if call.blind and call.tricks >= USUAL_BID), None)
    if blind is not None:
        alone = len(rules.seating.bidders_of(OURS)) == 1
        bids = ((blind.code,),) if alone else ((blind.code,), (PARTNER,))
        yield from example_with(rules, games.CALL_MADE, [Ours(bids, blind.tricks)], blind)
        if blind.aim is Aim.EXACTLY:
            yield from example_with(rules, games.CALL_ONE_OVER, [Ours(bids, blind.tricks + 1)], blind)
        else:
            yield from example_with(rules, games.CALL_ONE_SHORT, [Ours(bids, blind.tricks - 1)], blind)
    wins = next((call for call in calls if call.wins), None)
    if wins is not None:
        yield from example_with(rules, games.WINS_OUTRIGHT, taking(rules, wins, wins.tricks), wins)


def _pot_examples(rules: HouseRules) -> Iterator[Example]:
    """A pot won, and a pot shared, for all sides."""
    tricks, others = rules.seating.tricks, len(rules.seating.sides) - 2
    level = tricks // 3 + 1
    bid = (str(level - 1),)
    for code, first, second in ((games.POT_WON, level + 2, level - 1), (games.POT_SHARED, level, level)):
        left = tricks - first - second
        took = (first, second, *(left // others + (position < left % others) for position in range(others)))
        board = empty_board(rules)
        board = board.after(record(board, Ours((bid,), first), bid, took=took))
        yield example_of(code, games.PotHand(bid, took), tuple(shown(board, side) for side in rules.seating.sides))
