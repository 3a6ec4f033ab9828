"""The state of a game after its events. Applying an event returns a new state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.core.game.checks import AlreadyRecorded, Irregular, NotNow, check
from scorekeeper.core.game.events import (
    BidsPlaced,
    DealerCorrected,
    Draft,
    Event,
    EventUndone,
    GameClosed,
    GameReopened,
    GameStarted,
    HandCorrected,
    HandEvent,
    HandMisdealt,
    HandRecorded,
    PlayerSubstituted,
    ScoreSigned,
    SeatsSwapped,
    TimeCalled,
    in_force,
    to_redo,
    to_undo,
)
from scorekeeper.core.game.sign_off import SignOff, signs
from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.rules.endings import TimeCall
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import DealerChange, Seat, Side, dealer_of
from scorekeeper.core.sheet import Sheet, SideNames, Substitute
from scorekeeper.core.sheet.deals import check_dealers, check_substitutes, with_dealers, with_substitutes


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after its events: the scoreboard, the bids made for the next hand, and whether the table ended it.

    `setup` is the sheet without hands, with its substitutes. `written` has for each hand the event that counts: the
    recorded hand or its latest correction. `forfeit` is the side that conceded, if any.
    """

    setup: Sheet
    events: tuple[Event, ...]
    board: Scoreboard
    draft: Draft
    closed: str | None = None
    written: tuple[HandEvent, ...] = ()
    forfeit: Side | None = None

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq

    @property
    def sheet(self) -> Sheet:
        """The sheet after these events."""
        hands = tuple(hand.record for hand in self.board.hands)
        return replace(self.setup, hands=hands, closed=self.closed, forfeit=self.forfeit, time=self.board.time)

    @property
    def undo(self) -> Event | None:
        """The event that the next undo undoes."""
        return to_undo(self.events)

    @property
    def redo(self) -> EventUndone | None:
        """The undo that the next redo undoes."""
        return to_redo(self.events)

    @property
    def signs(self) -> tuple[SignOff, ...]:
        """The latest signature of each side."""
        return signs(self.events)

    def apply(self, event: Event) -> "GameState":
        """The state after one more event. This one is unchanged.

        Raises `InvalidInput`, `AlreadyRecorded`, `NotNow`.
        """
        check(event, self.events, self.board, self.setup, self.closed is not None)
        events = (*self.events, event)
        if isinstance(event, HandRecorded):
            board = scored(self.board, event, self.setup)
            return replace(self, events=events, board=board, draft=no_bids(board), written=(*self.written, event))
        if isinstance(event, BidsPlaced):
            return replace(self, events=events, draft=_fitting(event, self.board, self.setup))
        if isinstance(event, ScoreSigned):
            return replace(self, events=events)
        after = replay(events)
        check_substitutes(len(after.setup.substitutes))
        check_dealers(len(after.setup.dealers))
        return after

    def objected(self, event: Event, after: "GameState") -> Irregular | None:
        """The rules' objections to the hand that this event records, unless the table overruled them."""
        if not isinstance(event, HandRecorded | HandCorrected) or event.record.overruled:
            return None
        objections = after.board.hands[event.hand - 1].objections
        if not objections:
            return None
        objected: faults.Objected = {"objections": objections, "names": self.setup.names}
        return Irregular(faults.OBJECTED.at(FieldPath.to("hand", event.hand), objected))


@dataclass(slots=True)
class _InForce:
    """The events in force, before the hands are scored."""

    written: list[HandEvent] = field(default_factory=list)
    bids: dict[int, BidsPlaced] = field(default_factory=dict)  # by hand: undoing a hand brings its own bids back
    stop: GameClosed | None = None
    changes: list[PlayerSubstituted | SeatsSwapped] = field(default_factory=list)
    dealers: list[tuple[int, Seat | None]] = field(default_factory=list)  # None: the deal of this hand passes
    time: TimeCall | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, HandRecorded):
            _check_order(event.hand, len(self.written))
            self.written.append(event)
            self.bids.clear()
        elif isinstance(event, HandCorrected) and event.hand <= len(self.written):
            self.written[event.hand - 1] = event
        elif isinstance(event, BidsPlaced):
            self.bids[event.hand] = event
        elif isinstance(event, HandMisdealt):
            self.bids.pop(event.hand, None)
            self.dealers.append((event.hand, None))
        elif isinstance(event, GameClosed | GameReopened):
            self.stop = event if isinstance(event, GameClosed) else None
        elif isinstance(event, PlayerSubstituted | SeatsSwapped):
            self.changes.append(event)
        elif isinstance(event, DealerCorrected):
            self.dealers.append((event.hand, event.seat))
        elif isinstance(event, TimeCalled):
            if self.time is not None:  # a redo brought back what had been called again
                raise NotNow(faults.TIME_IS_CALLED.at(FieldPath.to("time"), {"hand": self.time.hand}))
            self.time = TimeCall(event.hand, event.minutes)


def replay(events: Iterable[Event]) -> GameState:
    """The state after these events; the first is the start.

    Raises `InvalidInput` if they do not fit together.

    If an undo or a correction ends the game earlier, the hands after that are kept, but do not count.
    """
    listed = tuple(events)
    start = listed[0]
    if not isinstance(start, GameStarted):
        raise InvalidInput(faults.NO_START.at(FieldPath.to("entry", 1), {}))
    counting = _InForce()
    for event in in_force(listed)[1:]:
        counting.take(event)
    setup = with_dealers(_seated(start.setup, counting.changes), _dealers(start.setup, counting.dealers))
    board = _replayed(setup, counting.written, counting.time)
    stop = counting.stop
    closed = None if stop is None else stop.reason or ""
    forfeit = None if stop is None else stop.forfeit
    if closed is not None and board.outcome is None:
        board = board.closed(closed, forfeit)
    draft = no_bids(board)
    bids = counting.bids.get(board.next_number)
    if bids is not None and board.outcome is None:
        draft = _fitting(bids, board, setup)
    return GameState(setup, listed, board, draft, closed, tuple(counting.written), forfeit)


def _seated(setup: Sheet, changes: Sequence[PlayerSubstituted | SeatsSwapped]) -> Sheet:
    """The setup with these players on their seats; two that swap are each other's substitutes."""
    substitutes: list[Substitute] = []
    for change in changes:
        if isinstance(change, SeatsSwapped):
            seated = with_substitutes(setup, substitutes)
            one, other = change.seats
            substitutes += [
                Substitute(change.hand, one, seated.player_at(other, change.hand)),
                Substitute(change.hand, other, seated.player_at(one, change.hand)),
            ]
        else:
            substitutes.append(Substitute(change.hand, change.seat, change.player))
    return with_substitutes(setup, substitutes)


def _dealers(setup: Sheet, changes: Sequence[tuple[int, Seat | None]]) -> list[DealerChange]:
    """Who deals out of turn: set right by the table, or the next player after a misdeal where that passes the deal."""
    dealers: list[DealerChange] = []
    for hand, seat in sorted(changes, key=lambda change: change[0]):
        if seat is not None:
            dealers.append(DealerChange(hand, seat))
        elif setup.rules.scoring.misdeal_passes:
            before = dealer_of(setup.rules.seating, setup.dealer, dealers, hand)
            dealers = [change for change in dealers if change.hand < hand]
            dealers.append(DealerChange(hand, setup.rules.seating.after(before)))
    return dealers


def rematch_setup(state: GameState) -> Sheet:
    """The setup of a rematch: the same rules and the players of the last hand; the next seat deals first."""
    setup = state.setup
    first = state.board.hands[0].dealer if state.board.hands else setup.dealer
    sides = [SideNames(setup.names[side], setup.players_of(side)) for side in setup.rules.seating.sides]
    dealer = setup.rules.seating.after(first)
    return replace(setup, sides=tuple(sides), dealer=dealer, substitutes=(), dealers=())


def no_bids(board: Scoreboard) -> Draft:
    """The bids of a new hand: None for each bidder; empty in a hand without bidding."""
    return (None,) * len(board.bidding_order)


def scored(board: Scoreboard, event: HandEvent, setup: Sheet) -> Scoreboard:
    """The scoreboard after one more hand. Raises `InvalidInput`, naming the side."""
    try:
        return board.after(event.record)
    except InvalidInput as error:
        raise error.with_names(setup.names) from error


def _fitting(event: BidsPlaced, board: Scoreboard, setup: Sheet) -> Draft:
    """The bids of the next hand. Raises `InvalidInput` for a call that the hand does not have."""
    try:
        board.bidding(event.bids)
    except InvalidInput as error:
        raise error.with_names(setup.names) from error
    return event.bids


def _check_order(number: int, recorded: int) -> None:
    if number <= recorded:
        raise AlreadyRecorded(faults.RECORDED_SINCE.at(FieldPath.to("hand", number), {}))
    if number > recorded + 1:
        raise NotNow(faults.HAND_BEFORE_IT.at(FieldPath.to("hand", number), {"hand": recorded + 1}))


def _replayed(setup: Sheet, written: Sequence[HandEvent], time: TimeCall | None) -> Scoreboard:
    board = new_game(setup.rules, setup.dealer, setup.dealers, time)
    for event in written:
        board = scored(board, event, setup)
    return board
