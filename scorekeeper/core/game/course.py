"""The course of a game: what its entries come to. Each entry gives the next course; nothing in one is ever edited."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.core.game.entered import (
    BIDS,
    CLOSE,
    CORRECTION,
    ERASE,
    HAND,
    MISDEAL,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    TAKE_BACK,
    AlreadyRecorded,
    Entered,
    Irregular,
    NotNow,
)
from scorekeeper.core.game.signs import Sign, signs
from scorekeeper.core.game.undo import in_force, taken_back, to_redo, to_undo
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs import game_faults as faults
from scorekeeper.core.inputs.faults import HandNumber
from scorekeeper.core.rules.errors import MalformedHand
from scorekeeper.core.rules.record import Bid, HandRecord
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet, Substitute, read_hand, read_head
from scorekeeper.core.sheet.hands import HAND as HAND_PARTS
from scorekeeper.core.sheet.hands import read_draft
from scorekeeper.core.sheet.model import hand_refused
from scorekeeper.core.sheet.reading import HEAD
from scorekeeper.core.sheet.substitutes import with_substitutes

Draft = tuple[Bid | None, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A game as far as its entries go: the scoreboard, the bids that came in for the next hand, and the table's stop.

    `head` is the sheet without hands, with whoever came in later. `written` has for each hand the entry it stands by:
    its own, or a correction. `forfeit` is the side that gave up, where the table's stop says so.
    """

    head: Sheet
    entries: tuple[Entered, ...]
    board: Scoreboard
    draft: Draft
    closed: str | None = None
    written: tuple[Entered, ...] = ()
    forfeit: Side | None = None

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].seq

    @property
    def sheet(self) -> Sheet:
        """The sheet that stands."""
        hands = tuple(hand.record for hand in self.board.hands)
        return replace(self.head, hands=hands, closed=self.closed, forfeit=self.forfeit)

    @property
    def undo(self) -> Entered | None:
        """The entry that an undo would take back."""
        return to_undo(self.entries)

    @property
    def redo(self) -> Entered | None:
        """The take-back that a redo would take back."""
        return to_redo(self.entries)

    @property
    def signs(self) -> tuple[Sign, ...]:
        """What each side said of the record, side by side; a seal that was broken since says so."""
        return signs(self.entries)

    def after(self, entry: Entered) -> "Course":
        """The course after one more entry. Raises `InvalidInput`, `AlreadyRecorded`, `NotNow`; this one stays."""
        entries = (*self.entries, entry)
        if entry.kind in (HAND, BIDS, MISDEAL):
            self._check_next(entry.payload["hand"])
        elif entry.kind == CORRECTION and entry.payload["hand"] > len(self.board.hands):
            raise NotNow(faults.NOT_RECORDED_YET, FieldPath.to("hand", entry.payload["hand"]), None)
        elif entry.kind == TAKE_BACK:
            self._check_take_back(entry)
        elif entry.kind == SUBSTITUTE:
            self._check_seated(entry.payload["hand"])
        elif entry.kind == CLOSE and self.board.outcome is not None:
            over = faults.game_over(self.board, self.head.names)
            raise NotNow(faults.STOPPED_TOO_LATE, FieldPath.to("close"), over)
        elif entry.kind == REOPEN and self.closed is None:
            raise NotNow(faults.NOTHING_TO_REOPEN, FieldPath.to("reopen"), None)
        if entry.kind == HAND:
            board = scored(self.board, record_of(entry, self.head), self.head)
            written = (*self.written, entry)
            return replace(self, entries=entries, board=board, draft=no_bids(self.head), written=written)
        if entry.kind == BIDS:
            return replace(self, entries=entries, draft=read_bids(entry, self.board, self.head))
        if entry.kind == SIGN:
            self._check_signed(entry.payload.get("hand", 0))
            return replace(self, entries=entries)
        return fold(entries)

    def objected(self, entry: Entered, after: "Course") -> Irregular | None:
        """What the rules object to in the hand that this entry records, unless the table let it stand."""
        if entry.kind not in (HAND, CORRECTION) or entry.payload.get("overruled"):
            return None
        number = entry.payload["hand"]
        found = after.board.hands[number - 1].objections
        if not found:
            return None
        objected = faults.Objected(found, self.head.names)
        return Irregular(faults.OBJECTED, FieldPath.to("hand", number), objected)

    def _check_next(self, number: int) -> None:
        here = FieldPath.to("hand", number)
        if number <= len(self.board.hands):
            raise AlreadyRecorded(faults.RECORDED_ALREADY, here, None)
        if self.board.outcome is not None:
            raise NotNow(faults.GAME_IS_OVER, here, faults.game_over(self.board, self.head.names))
        if number > self.board.next_number:
            raise NotNow(faults.ANOTHER_HAND_IS_NEXT, here, faults.NextHand(self.board.next_number))

    def _check_signed(self, number: int) -> None:
        last = len(self.board.hands)
        if number > last:
            raise NotNow(faults.NOT_TO_SIGN_YET, FieldPath.to("sign"), HandNumber(number, last))

    def _check_seated(self, number: int) -> None:
        last = len(self.board.hands) + (1 if self.board.outcome is None else 0)
        if number > last:
            raise NotNow(faults.NOT_TO_SIT_YET, FieldPath.to("substitute"), HandNumber(number, last))

    def _check_take_back(self, entry: Entered) -> None:
        target, here = entry.payload["entry"], FieldPath.to("take-back")
        meant = faults.EntryNumber(target, self.seq)
        if target >= entry.seq:
            raise NotNow(faults.NO_SUCH_ENTRY, here, meant)
        if target in taken_back(self.entries):
            raise NotNow(faults.TAKEN_BACK_ALREADY, here, meant)
        taken = self.entries[target - 1]
        if taken.kind == ERASE:
            raise NotNow(faults.NAME_IS_ERASED, here, meant)
        if taken.kind == HAND and taken.payload["hand"] < len(self.board.hands):
            number = taken.payload["hand"]
            raise NotNow(faults.HAND_STANDS_ON_IT, here, HandNumber(number, number + 1))


@dataclass(slots=True)
class _Standing:
    """What stands, entry by entry, before the hands are scored."""

    written: list[Entered] = field(default_factory=list)
    bids: Entered | None = None
    stop: Entered | None = None
    changes: list[Substitute] = field(default_factory=list)

    def take(self, entry: Entered) -> None:
        number = entry.payload.get("hand", 0)
        if entry.kind == HAND:
            self._take_hand(entry, number)
        elif entry.kind == CORRECTION and number <= len(self.written):
            self.written[number - 1] = entry
        elif entry.kind == BIDS:
            self.bids = entry
        elif entry.kind == MISDEAL:
            self.bids = None
        elif entry.kind in (CLOSE, REOPEN):
            self.stop = entry if entry.kind == CLOSE else None
        elif entry.kind == SUBSTITUTE:
            self.changes.append(Substitute(number, entry.payload["seat"], entry.payload["player"]))

    def _take_hand(self, entry: Entered, number: int) -> None:
        if number <= len(self.written):
            raise AlreadyRecorded(faults.RECORDED_SINCE, FieldPath.to("hand", number), None)
        if number > len(self.written) + 1:
            before = faults.NextHand(len(self.written) + 1)
            raise NotNow(faults.HAND_BEFORE_IT, FieldPath.to("hand", number), before)
        self.written.append(entry)
        self.bids = None


def fold(entries: Iterable[Entered]) -> Course:
    """The course that these entries come to; the first is the start. Raises `InvalidInput` where they do not fit.

    Hands that were recorded before a take-back or a correction ended the game earlier are kept, as not counted.
    """
    listed = tuple(entries)
    head = read_head({name: value for name, value in listed[0].payload.items() if name in HEAD})
    standing = _Standing()
    for entry in in_force(listed)[1:]:
        standing.take(entry)
    head = with_substitutes(head, standing.changes)
    board = _replayed(head, standing.written)
    closed = None if standing.stop is None else standing.stop.reason or ""
    forfeit = None if standing.stop is None else standing.stop.payload.get("forfeit")
    if closed is not None and board.outcome is None:
        board = board.closed(closed, forfeit)
    draft = no_bids(head)
    if standing.bids is not None and standing.bids.payload["hand"] == board.next_number and board.outcome is None:
        draft = read_bids(standing.bids, board, head)
    return Course(head, listed, board, draft, closed, tuple(standing.written), forfeit)


def no_bids(head: Sheet) -> Draft:
    """A hand that nobody has bid on yet."""
    return (None,) * len(head.rules.seating.bidders)


def record_of(entry: Entered, head: Sheet) -> HandRecord:
    """The hand that an entry writes down."""
    parts = {name: value for name, value in entry.payload.items() if name in HAND_PARTS}
    return read_hand(parts, entry.payload["hand"], head)


def read_bids(entry: Entered, board: Scoreboard, head: Sheet) -> Draft:
    """The bids of the next hand that an entry keeps. Raises `InvalidInput` for a call that the hand does not have."""
    number = entry.payload["hand"]
    draft = read_draft(entry.payload["bids"], number, head)
    try:
        board.bidding(draft)
    except MalformedHand as error:
        raise hand_refused(error, head.names) from error
    return draft


def scored(board: Scoreboard, record: HandRecord, head: Sheet) -> Scoreboard:
    """The scoreboard after one more hand, or a `InvalidInput` that names the side."""
    try:
        return board.after(record)
    except MalformedHand as error:
        raise hand_refused(error, head.names) from error


def _replayed(head: Sheet, written: Sequence[Entered]) -> Scoreboard:
    board = new_game(head.rules, head.dealer)
    for entry in written:
        board = scored(board, record_of(entry, head), head)
    return board
