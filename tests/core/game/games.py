"""Games for the tests: a partnership game hand by hand, and random games with every kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scorekeeper.core.game import (
    BIDS,
    CLOSE,
    CORRECTION,
    HAND,
    MISDEAL,
    REOPEN,
    TAKE_BACK,
    TIME,
    GameState,
    read_event,
    read_start,
    replay,
)
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import hand_json, read_sheet, sheet_json
from tests.core.rules.games import TABLES, hand_of
from tests.fast_strategies import between, pick, picks
from tests.hand_notation import Hand, Seats, hand
from tests.strategies import options_of
from tests.tables import sheet_of

PAIRS = Seats(sides=2, players_per_side=2, tricks=13)

EVEN = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6"
"""+70 for Ann & Cal; +51 for Ben & Dee, one bag."""

BIG = "Ann 9 and Cal 4 took 13, Ben 1 and Dee 1 took 0"
"""+130 for Ann & Cal; −20 for Ben & Dee. Four of them reach 500."""


def begin(head: Mapping[str, Any]) -> GameState:
    """A game with nothing recorded yet."""
    return replay([read_start(head)])


def partnership(**options: Any) -> GameState:
    """Ann & Cal against Ben & Dee to 500; Dee deals first, so Ann bids first."""
    return begin(sheet_of("partnership", dealer="Dee", **options))


def write(state: GameState, kind: str, **body: object) -> GameState:
    """The state after one more event."""
    return state.apply(read_event(kind, body, state.setup, state.seq + 1))


def played_sheet(sheet: Mapping[str, Any]) -> GameState:
    """A sheet's game as far as it goes, recorded hand by hand."""
    read = read_sheet(sheet)
    state = begin(sheet_json(replace(read, hands=(), closed=None)))
    for number, record in enumerate(read.hands, start=1):
        if state.board.outcome is not None:
            break
        state = write(state, HAND, hand=number, **hand_json(record, read.rules.seating))
    return state


def play(state: GameState, *hands: str) -> GameState:
    """The state after these hands, in the tests' notation."""
    for words in hands:
        state = write(state, HAND, hand=state.board.next_number, **hand(PAIRS, words))
    return state


def bid(state: GameState, ann: str | None, ben: str | None, cal: str | None, dee: str | None) -> GameState:
    """The state after these bids of the next hand, None for a seat that has not bid."""
    return write(state, BIDS, hand=state.board.next_number, bids=[[ann, cal], [ben, dee]])


def correct(state: GameState, number: int, words: str, reason: str = "miscounted") -> GameState:
    """The state after a correction."""
    return write(state, CORRECTION, hand=number, reason=reason, **hand(PAIRS, words))


def take_back(state: GameState, seq: int) -> GameState:
    """The state after undoing event `seq`."""
    return write(state, TAKE_BACK, entry=seq)


def undo(state: GameState) -> GameState:
    """What the undo button does."""
    assert state.undo is not None
    return take_back(state, state.undo.seq)


def redo(state: GameState) -> GameState:
    """What the redo button does."""
    assert state.redo is not None
    return take_back(state, state.redo.seq)


def shown(state: GameState) -> tuple[object, ...]:
    """Everything that the table sees of a game."""
    return state.board, state.board.dealer, state.board.bidding_order, state.draft, state.closed


def totals(state: GameState) -> list[int]:
    """The totals, side by side."""
    return [score.total for score in state.board.scores]


@st.composite
def heads(draw: st.DrawFn) -> Hand:
    """The head of a standard-family game, with any house rules; its target is low enough to reach."""
    key, shape = pick(draw, TABLES)
    seats = Seats(shape.sides, shape.players_per_side, rule_set(key).with_options({}, shape).seating.tricks)
    options = options_of(draw, rule_set(key).options(shape), one_in=4) | {"target": pick(draw, [50, 120, 300])}
    dealer = draw(between(0, len(seats.players) - 1))
    return {"rules": key, "options": options, "sides": seats.named(), "dealer": dealer}


def seats_of(state: GameState) -> Seats:
    """The players of the game."""
    return Seats(len(state.setup.sides), len(state.setup.sides[0].players), state.setup.rules.seating.tricks)


def may_be_written(state: GameState) -> list[str]:
    """The kinds of events that this game can take now."""
    kinds = [CORRECTION] * bool(state.board.hands)
    if state.board.outcome is None:
        kinds += [HAND, HAND, HAND, BIDS, BIDS, MISDEAL, CLOSE]
        if state.board.time is None:
            kinds.append(TIME)
    if state.closed is not None:
        kinds.append(REOPEN)
    return kinds


def body_of(draw: st.DrawFn, state: GameState, kind: str) -> dict[str, Any]:
    """An event of this kind that fits the game."""
    seats = seats_of(state)
    number = state.board.next_number
    if kind == CORRECTION:
        number = draw(between(1, len(state.board.hands)))
    if kind in (HAND, CORRECTION):
        why = {"reason": "miscounted"} if kind == CORRECTION else {}
        return {"hand": number, **hand_of(draw, seats, state.setup.rules, number), "overruled": True, **why}
    if kind == BIDS:
        deal = state.board.next_deal
        if not deal.is_bid:
            return {"hand": number, "bids": None}
        spoken = picks(draw, [None, *deal.codes], len(seats.players))
        if deal.partner_may_share_bid:  # one partner of each pair has not bid yet
            spoken = [None if i % 2 else call for i, call in enumerate(spoken)]
        bids = [spoken[2 * i : 2 * i + 2] if seats.players_per_side > 1 else spoken[i] for i in range(seats.sides)]
        return {"hand": number, "bids": bids}
    if kind == TIME:
        return {"hand": draw(between(max(1, number - 1), number)), "minutes": draw(between(0, 90))}
    if kind == MISDEAL:
        return {"hand": number, "reason": "exposed card"}
    return {"reason": "late"}


@st.composite
def games(draw: st.DrawFn, most: int = 8) -> list[GameState]:
    """A game from its start: the state after each event. Nothing is undone."""
    states = [begin(draw(heads()))]
    for _ in range(draw(between(0, most))):
        kind = pick(draw, may_be_written(states[-1]))
        states.append(write(states[-1], kind, **body_of(draw, states[-1], kind)))
    return states
