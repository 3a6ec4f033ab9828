"""Worked examples by name, for what tables ask: those of the rules page, and hands that only a question is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.examples import USUAL_BID, example_with, games, taking, usual, worked_examples
from scorekeeper.core.examples.hands import (
    OURS,
    Codes,
    Example,
    Ours,
    bidder_name,
    by_the_rules,
    empty_board,
    example_of,
    names_of,
    numbers,
    record,
    shown,
)
from scorekeeper.core.rules.calls import PARTNER, Aim, Call
from scorekeeper.core.rules.deal import BOOKS, GAME, Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side


@dataclass(frozen=True, slots=True)
class AllHands:
    """One hand of all sides: each bid in seat order, and what each side took; unplayed it has no tricks."""

    bids: tuple[Codes, ...]
    took: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reneged:
    """A hand of our side after which it reneges: `books` tricks go to the other side, if that is what it costs."""

    hand: games.OurHand
    costs: str
    books: int
    other: str


@dataclass(frozen=True, slots=True)
class Misdealt:
    """Who dealt wrong, and who deals then."""

    dealer: str
    then: str


LEAST_BID = Code("least-bid", games.OurHand)
MOST_BID = Code("most-bid", games.OurHand)
MOST_MISSED = Code("most-missed", games.OurHand)
TEN_MADE = Code("ten-made", games.OurHand)
TWICE_THE_BID = Code("twice-the-bid", games.OurHand)
ZERO_BID = Code("zero-bid", games.OurHand)
TWO_NILS = Code("two-nils", games.OurHand)
BLIND_MOST = Code("blind-most", games.OurHand)
FIRST_HAND = Code("first-hand", AllHands)
THROWN_IN = Code("thrown-in", AllHands)
TOTAL = Code("total", AllHands)
TOTAL_OVER = Code("total-over", AllHands)
RENEGED = Code("reneged", Reneged)
MISDEALT = Code("misdealt", Misdealt)
FAR_BELOW = Code("far-below", games.End)
TOO_EARLY = Code("too-early", games.End)


def asked_examples(rules: HouseRules) -> dict[str, Example]:
    """Each example by its name: its code, and for calls also with its kind, such as `call-made-blind-nil`."""
    rules = replace(rules, scoring=replace(rules.scoring, first=None))  # which is bid unlike all others
    found: dict[str, Example] = {}
    for example in [*worked_examples(rules), *_asked(rules)]:
        found.setdefault(example.code, example)
        if isinstance(example.params, games.OurHand):
            found.setdefault(f"{example.code}-{_kind(example.params.call)}", example)
    return found


def _kind(call: str) -> str:
    """`nil`, `blind-nil`, or `blind` for a blind number."""
    return "blind" if call.startswith("blind-") and call != "blind-nil" else call


def _asked(rules: HouseRules) -> Iterator[Example]:
    yield from _contracts(rules)
    yield from _nils(rules)
    yield from _of_all(rules)
    yield from _rulings(rules)
    yield from _open_ends(rules)


def _contracts(rules: HouseRules) -> Iterator[Example]:
    """The lowest and the highest number that these rules allow, and others that have a price of their own."""
    calls = [call for call in numbers(rules) if call.aim is not Aim.AT_MOST and call.tricks <= rules.seating.tricks]
    least = len(rules.seating.bidders_of(OURS))
    yield from _first(rules, LEAST_BID, [(call, call.tricks) for call in calls if call.tricks >= least])
    yield from _first(rules, MOST_BID, [(call, call.tricks) for call in reversed(calls)])
    yield from _first(rules, MOST_MISSED, [(call, call.tricks - 1) for call in reversed(calls)])
    yield from _first(rules, TEN_MADE, [(call, call.tricks) for call in calls if call.tricks == 10])
    lower = [call for call in calls if 2 * call.tricks <= rules.seating.tricks]
    near = sorted(lower, key=lambda call: abs(call.tricks - USUAL_BID))
    yield from _first(rules, TWICE_THE_BID, [(call, 2 * call.tricks) for call in near])


def _first(rules: HouseRules, code: Code[games.OurHand], tried: Sequence[tuple[Call, int]]) -> list[Example]:
    """The first of these numbers, with what is taken, that breaks no rule."""
    for call, took in tried:
        found = example_with(rules, code, taking(rules, call, took), call)
        if found:
            return found
    return []


def _nils(rules: HouseRules) -> Iterator[Example]:
    """A bid of 0 that is a number, nils of both partners, and a blind bid of as many tricks as can be."""
    by_code, number = rules.hand_rules_of(1).by_code, usual(rules)
    pairs = len(rules.seating.bidders_of(OURS)) > 1
    if "0" in by_code:
        ours = Ours((("0",), (number.code,)), number.tricks + 2, (2, number.tricks)) if pairs else Ours((("0",),), 2)
        yield from example_with(rules, ZERO_BID, [ours], by_code["0"])
    if pairs and "nil" in by_code:
        yield from example_with(rules, TWO_NILS, [Ours((("nil",), ("nil",)), 2, (2, 0))], by_code["nil"])
    blind = [call for call in by_code.values() if call.is_number and call.blind and call.tricks]
    if blind:
        most, least = max(blind, key=_tricks), min(blind, key=_tricks)
        tried = ((BLIND_MOST, most, most.tricks), (games.CALL_ONE_OVER, least, least.tricks + 1))
        for code, call, took in tried:
            bids = ((call.code,), (PARTNER,)) if pairs else ((call.code,),)
            yield from example_with(rules, code, [Ours(bids, took)], call)


def _tricks(call: Call) -> int:
    return call.tricks


def _of_all(rules: HouseRules) -> Iterator[Example]:
    """A first hand that bids itself, a hand too low to play, and bids that add up to all the tricks, or to one more."""
    tricks, sides = rules.seating.tricks, len(rules.seating.sides)
    played = rules.ruleset.with_options(rules.options, rules.shape, rules.script)
    if played.scoring.first is not None and not played.scoring.first.calls:
        took = tuple(tricks // sides + (side < tricks % sides) for side in range(sides))
        board = empty_board(played).after(HandRecord((), tuple(Took(count) for count in took)))
        yield _hand_of_all(FIRST_HAND, board, (), took)
    if rules.hand_rules_of(1).least_total:
        low = "2" if len(rules.seating.bidders_of(OURS)) > 1 else "4"
        bids = _bids_of_all(rules, low)
        if bids:
            yield _hand_of_all(THROWN_IN, empty_board(rules).after(HandRecord(bids, ())), _codes(bids), ())
    yield from _total(rules, TOTAL, tricks, tricks - 1)
    yield from _total(rules, TOTAL_OVER, tricks + 1)


def _bids_of_all(rules: HouseRules, number: str) -> tuple[Bid, ...]:
    """This number from each, or one for each pair where a pair says one; empty if there is no such number."""
    if number not in rules.hand_rules_of(1).by_code:
        return ()
    return tuple(Bid((number,)) for _ in rules.seating.bidders)


def _total(rules: HouseRules, code: Code[AllHands], *totals: int) -> Iterator[Example]:
    """A hand with the first of these sums of all bids that the rules allow; our side takes what it bid."""
    seating = rules.seating
    theirs = str(seating.tricks // len(seating.bidders))
    others = len(seating.bidders) - len(seating.bidders_of(OURS))
    calls = {call.tricks: call for call in numbers(rules)}
    for total in totals:
        call = calls.get(total - int(theirs) * others)
        allowed = by_the_rules(rules, taking(rules, call, call.tricks)) if call else None
        if call is None or allowed is None or theirs not in rules.hand_rules_of(1).by_code:
            continue
        board = empty_board(allowed[0])
        hand = record(board, allowed[1], (theirs,))
        if sum(int(part) for codes in _codes(hand.bids) for part in codes if part.isdecimal()) == total:
            yield _hand_of_all(code, board.after(hand), _codes(hand.bids), tuple(took.tricks for took in hand.took))
            return


def _codes(bids: Sequence[Bid]) -> tuple[Codes, ...]:
    return tuple(bid.calls for bid in bids)


def _hand_of_all(code: Code[AllHands], board: Scoreboard, bids: tuple[Codes, ...], took: tuple[int, ...]) -> Example:
    return example_of(code, AllHands(bids, took), tuple(shown(board, side) for side in board.rules.seating.sides))


BOOKS_MOVED = 2


def _rulings(rules: HouseRules) -> Iterator[Example]:
    """A renege that costs what these rules say first, and a misdeal."""
    board = empty_board(rules)
    dealer = board.dealer
    after = rules.seating.bidders[(rules.seating.bidders.index(dealer) + 1) % len(rules.seating.bidders)]
    then = after if rules.scoring.misdeal_passes else dealer
    yield example_of(MISDEALT, Misdealt(bidder_name(rules, dealer), bidder_name(rules, then)), ())
    call = usual(rules)
    allowed = by_the_rules(rules, taking(rules, call, call.tricks))
    if allowed is None:
        return
    alone, ours = allowed
    costs = rules.scoring.renege_costs
    books = min(BOOKS_MOVED, ours.tricks) if costs == BOOKS else 0
    board = empty_board(alone)
    ruled = Renege(OURS, Side(1) if books else None, books, costs=costs)
    board = board.after(replace(record(board, ours), reneges=(ruled,)))
    bidders = tuple(bidder_name(rules, seat) for seat in rules.seating.bidders_of(OURS))
    params = Reneged(games.OurHand(bidders, ours, call.code, call.tricks), costs, books, names_of(rules)[1])
    yield example_of(RENEGED, params, () if costs == GAME else (shown(board, OURS),))


FAR = -500


def _open_ends(rules: HouseRules) -> Iterator[Example]:
    """A game that its table stops, and scores that end none: far below zero, and past the target too early."""
    stopped = games.after_hand(replace(rules, scoring=replace(rules.scoring, endings=())), (games.AHEAD, 0))
    if stopped is not None:
        yield games.end_of(games.TABLE_STOPS, stopped.closed(""))
    past = rules.scoring.target
    tried = ((FAR_BELOW, (0, FAR)), (TOO_EARLY, (past + games.AHEAD, past)))
    for code, totals in tried if past else tried[:1]:
        board = games.after_hand(rules, totals)
        if board is not None and board.outcome is None:
            yield games.end_of(code, board)
