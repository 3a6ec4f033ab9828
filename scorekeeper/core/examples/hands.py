"""Hands made up for an example: one side's bid and tricks, while the others bid low and take the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.deal import Adjustment, Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Code, F, LineItem
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Seating, Side

CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
OURS = Side(0)

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One side's part of an example: its lines, and its points for the hand."""

    name: str
    lines: tuple[LineItem, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a code with its params says what it shows, `sides` are the engine's result.

    `example_of` makes one.
    """

    code: str
    params: object
    sides: tuple[Shown, ...]


def example_of(code: Code[F], params: F, sides: tuple[Shown, ...]) -> Example:
    """An example, with the params of its code."""
    return Example(code.key, params, sides)


@dataclass(frozen=True, slots=True)
class Ours:
    """Our side: the bid of each of its bidders, its tricks or those of each seat, and the facts made."""

    bids: tuple[Codes, ...]
    tricks: int
    seats: tuple[int, ...] = ()
    made: tuple[str, ...] = ()


def names_of(rules: HouseRules) -> tuple[str, ...]:
    """The sides' names: the first of a fixed cast, partners across."""
    seating = rules.seating
    if seating.bids_by_side:
        return CAST[: len(seating.sides)]
    return tuple(" & ".join(CAST[seat] for seat in seating.seats_of[side]) for side in seating.sides)


def empty_board(rules: HouseRules) -> Scoreboard:
    """A game in which the others deal first."""
    return new_game(rules, rules.seating.bidders[-1])


def numbers(rules: HouseRules) -> list[Call]:
    """The number bids after looking, from the lowest, without 0."""
    calls = rules.hand_rules_of(1).calls
    return sorted((c for c in calls if c.is_number and not c.blind and c.tricks), key=lambda call: call.tricks)


def board_for(rules: HouseRules, ours: Ours) -> Scoreboard:
    """A game in which our side is as far behind as its blind calls need."""
    calls = [rules.hand_rules_of(1).by_code[code] for codes in ours.bids for code in codes]
    behind = max(call.behind for call in calls)
    board = empty_board(rules)
    return replace(board, scores=tuple(SideScore(0 if side == OURS else behind) for side in rules.seating.sides))


def by_the_rules(rules: HouseRules, tried: Sequence[Ours]) -> tuple[HouseRules, Ours] | None:
    """The first of these hands that the rules of some deal allow, with the house rules of that deal alone.

    None if they all break a bidding rule or take too many tricks.
    """
    for deal in rules.scoring.deals:
        alone = replace(rules, scoring=replace(rules.scoring, deals=(deal,)))
        for ours in tried:
            has_calls = all(code in deal.by_code for codes in ours.bids for code in codes)
            if has_calls and ours.tricks <= rules.seating.tricks and _their_bids(board_for(alone, ours), ours, ()):
                return alone, ours
    return None


def can_be_bid(rules: HouseRules) -> bool:
    """Whether some hand can be bid without an objection, and is then played; house rules may leave none."""
    return any(_can_be_bid(rules, deal) for deal in rules.scoring.deals)


def _can_be_bid(rules: HouseRules, deal: HandRules) -> bool:
    board = empty_board(replace(rules, scoring=replace(rules.scoring, deals=(deal,), first=None)))
    bids: tuple[Bid | None, ...] = tuple(None for _ in rules.seating.bidders)
    return bool(_completed(board, bids, _choices(deal)))


def _choices(deal: HandRules) -> list[Bid]:
    """The calls that are a bid by themselves, low numbers first."""
    calls = sorted((call for call in deal.calls if not call.slot and not call.blind), key=_from_low)
    return [Bid((call.code,)) for call in calls]


def _their_bids(board: Scoreboard, ours: Ours, theirs: Codes) -> tuple[Bid, ...]:
    """All bids of a regular hand with these bids of our side; the others bid low, or as given.

    Empty if none fit.
    """
    seating = board.rules.seating
    by_seat = dict(zip(seating.bidders_of(OURS), ours.bids, strict=True))
    bids = tuple(Bid(by_seat[seat]) if seat in by_seat else None for seat in seating.bidders)
    return _completed(board, bids, [*([Bid(theirs)] if theirs else []), *_choices(board.next_deal)])


def _from_low(call: Call) -> tuple[bool, int]:
    """Numbers first, from the lowest."""
    return (call.tricks == 0, call.tricks)


def _completed(board: Scoreboard, bids: tuple[Bid | None, ...], choices: Sequence[Bid]) -> tuple[Bid, ...]:
    try:
        bidding = board.bidding(bids)
        if board.objections(bidding) or not bidding.is_played:
            return ()
    except InvalidInput:
        return ()
    side_of = board.rules.seating.side_of
    missing = [seat for seat, bid in enumerate(bids) if bid is None]
    if not missing:
        return tuple(bid for bid in bids if bid is not None)
    seat = min(missing, key=lambda seat: side_of[seat])  # side by side: what partners cannot bid shows soonest
    for bid in choices:
        completed = _completed(board, (*bids[:seat], bid, *bids[seat + 1 :]), choices)
        if completed:
            return completed
    return ()


def record(
    board: Scoreboard,
    ours: Ours,
    theirs: Codes = (),
    *,
    took: tuple[int, ...] = (),
    adjusted: tuple[int, ...] = (),
) -> HandRecord:
    """A hand with these bids and tricks of our side; the others share the rest, unless `took` has everyone's tricks.

    `adjusted` are agreed points, side by side.
    """
    seating, deal = board.rules.seating, board.next_deal
    left, others = seating.tricks - ours.tricks, len(seating.sides) - 1
    counts = took[1:] or tuple(left // others + (position < left % others) for position in range(others))
    bids = _their_bids(board, ours, theirs)
    shared = [_shared(seating, deal, bids, side, counts[side - 1]) for side in seating.sides[1:]]
    return HandRecord(
        bids=bids,
        took=(Took(ours.tricks, ours.seats, ours.made), *shared),
        adjustments=tuple(Adjustment(Side(side), points, "so far") for side, points in enumerate(adjusted) if points),
    )


def _shared(seating: Seating, deal: HandRules, bids: tuple[Bid, ...], side: Side, tricks: int) -> Took:
    """The tricks of another side; if one partner bid nil, the other takes them all."""
    seats = seating.bidders_of(side)
    takers = [seat for seat in seats if not deal.by_code[bids[seat].calls[0]].is_nil]
    if len(seats) == 1 or len(takers) == len(seats):
        return Took(tricks)
    taker = (takers or list(seats))[0]
    return Took(tricks, tuple(tricks if seat == taker else 0 for seat in seats))


def shown(board: Scoreboard, side: Side) -> Shown:
    """A side's part of the last hand."""
    scored = board.hands[-1].sides[side]
    return Shown(names_of(board.rules)[side], scored.lines, scored.points)


def bidder_name(rules: HouseRules, seat: Seat) -> str:
    """Who bids for this seat."""
    return CAST[seat] if not rules.seating.bids_by_side else CAST[rules.seating.side_of[seat]]
