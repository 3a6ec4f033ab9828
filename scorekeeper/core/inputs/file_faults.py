"""Codes of `InvalidInput` for files, and for events that do not fit their game, with the figures of each."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.inputs.faults import HandNumber, Misfit, Number, Parts
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.lines import Code, Objection
from scorekeeper.core.rules.scoreboard import Scoreboard

NOTHING = type(None)


class Due(Enum):
    """The required form of a piece of text."""

    WORDS = "words in quotes"
    WHOLE = "a whole number"
    TAG = "a tag"
    RULING = "a ruling"
    NEXT_RULING = "the next ruling"
    TRICKS = "tricks"
    SUBSTITUTE = "a substitute"
    ONE_TEXT = "one text in quotes"


@dataclass(frozen=True, slots=True)
class Notation:
    """A piece of text, quoted, in the wrong form."""

    found: str
    due: Due


@dataclass(frozen=True, slots=True)
class Column:
    """A column's value, quoted, and the number it must be."""

    name: str
    found: str
    due: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A line that does not begin with the number of the next hand."""

    found: str
    hand: int


@dataclass(frozen=True, slots=True)
class Scores:
    """How many points and totals a hand has."""

    points: int
    totals: int


@dataclass(frozen=True, slots=True)
class Most:
    """The allowed maximum."""

    most: int


@dataclass(frozen=True, slots=True)
class Known:
    """The supported file formats: "JSON"."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorText:
    """A library's own message about the error."""

    words: str


@dataclass(frozen=True, slots=True)
class AtLine:
    """The line and column in the text, both from 1."""

    line: int
    column: int


NOT_UTF8 = Code("not-utf8", NOTHING)
NOT_UTF8_SAVE = Code("not-utf8-file", NOTHING)
NOT_UTF8_JSON = Code("not-utf8-json", NOTHING)
EMPTY_FILE = Code("empty-file", Known)
UNKNOWN_FILE = Code("unknown-file", Known)
WORKBOOK = Code("workbook", NOTHING)
TOO_MANY_BYTES = Code("too-many-bytes", Most)
JSON_TOO_LARGE = Code("json-too-large", Most)
JSON_EMPTY = Code("json-empty", NOTHING)
JSON_TOO_DEEP = Code("json-too-deep", NOTHING)
JSON_MALFORMED = Code("json-malformed", AtLine)
JSON_NUMBER_TOO_LONG = Code("json-number-too-long", NOTHING)
JSON_KEY_TWICE = Code("json-said-twice", Misfit)
JSON_NO_NUMBER = Code("json-no-number", Misfit)
NOT_A_GAME = Code("not-a-game", Misfit)
NO_START = Code("no-start", NOTHING)
TAKES_BACK_LATER = Code("takes-back-later", NOTHING)
NOT_CANONICAL = Code("not-canonical", NOTHING)
BAD_ERASURE = Code("bad-erasure", NOTHING)
NO_TABLE = Code("no-table", NOTHING)
TABLE_PARTS = Code("table-parts", Most)

NOT_A_RECORD = Code("not-a-record", Misfit)
NOTATION = Code("notation", Notation)
LINE_TOO_LONG = Code("line-too-long", Number)
TAG_TOO_LATE = Code("tag-too-late", Misfit)
TAG_TWICE = Code("tag-twice", Misfit)
TAG_NOT_ENDED = Code("tag-not-ended", Misfit)
TAGS_MISSING = Code("tags-missing", NOTHING)
AFTER_SEAL = Code("after-seal", NOTHING)
HAND_OUT_OF_TURN = Code("hand-out-of-turn", HandLine)
HAND_PARTS = Code("hand-parts", NOTHING)
SCORES_MISCOUNTED = Code("scores-miscounted", Scores)

NO_COLUMN = Code("no-column", Parts)
NOT_CSV = Code("not-csv", ErrorText)
NEXT_NUMBER = Code("next-number", Column)
TOTAL_NOT_WHOLE = Code("total-not-whole", Misfit)
TOTAL_NOT_TENTHS = Code("total-not-tenths", Misfit)
NO_HANDS = Code("no-hands", NOTHING)

ZIP_UNREADABLE = Code("zip-unreadable", ErrorText)
ZIP_DAMAGED = Code("zip-damaged", NOTHING)
TWICE_IN_ZIP = Code("twice-in-zip", NOTHING)
ZIP_IN_ZIP = Code("zip-in-zip", NOTHING)
ZIP_LOCKED = Code("zip-locked", NOTHING)
ZIP_OVERLAPS = Code("zip-overlaps", NOTHING)
ZIP_BOMB = Code("zip-bomb", Most)
ZIP_TOO_LARGE = Code("zip-too-large", NOTHING)
ZIP_TOO_MANY = Code("zip-too-many", Most)
TOO_MANY_LINES = Code("too-many-lines", NOTHING)
TOO_MANY_ENTRIES = Code("too-many-entries", Number)
TOO_MUCH_WORK = Code("too-much-work", NOTHING)


@dataclass(frozen=True, slots=True)
class GameOver:
    """How the game ended, with its sides' names, totals (in their unit) and overtricks."""

    outcome: Outcome
    names: tuple[str, ...]
    totals: tuple[int, ...]
    overtricks: tuple[int, ...]
    unit: str


@dataclass(frozen=True, slots=True)
class OtherBid:
    """What another phone bid for a player in the meantime."""

    player: str
    bid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextHand:
    """The next hand."""

    hand: int


@dataclass(frozen=True, slots=True)
class EntryNumber:
    """The number of an event, and that of the game's last one."""

    entry: int
    last: int


@dataclass(frozen=True, slots=True)
class Objected:
    """What the rules object to, and the sides' names."""

    objections: tuple[Objection, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfSide:
    """The name of the side."""

    name: str


@dataclass(frozen=True, slots=True)
class TwoSides:
    """The name of a phone's side, and of the side that it wants to sign for."""

    name: str
    other: str


def game_over(board: Scoreboard, names: tuple[str, ...]) -> GameOver:
    """How a finished game ended."""
    assert board.outcome is not None
    totals = tuple(score.total for score in board.scores)
    overtricks = tuple(score.overtricks for score in board.scores)
    return GameOver(board.outcome, names, totals, overtricks, board.rules.play.unit)


RECORDED_ALREADY = Code("recorded-already", NOTHING)
RECORDED_SINCE = Code("recorded-since", NOTHING)
NOT_RECORDED_YET = Code("not-recorded-yet", NOTHING)
GAME_IS_OVER = Code("game-is-over", GameOver)
STOPPED_TOO_LATE = Code("stopped-too-late", GameOver)
NOTHING_TO_REOPEN = Code("nothing-to-reopen", NOTHING)
ANOTHER_HAND_IS_NEXT = Code("another-hand-is-next", NextHand)
HAND_BEFORE_IT = Code("hand-before-it", NextHand)
NOT_TO_SIGN_YET = Code("not-to-sign-yet", HandNumber)
NOT_TO_SIT_YET = Code("not-to-sit-yet", HandNumber)
NO_SUCH_ENTRY = Code("no-such-entry", EntryNumber)
TAKEN_BACK_ALREADY = Code("taken-back-already", EntryNumber)
NAME_IS_ERASED = Code("name-is-erased", EntryNumber)
ENTRY_STARTS_GAME = Code("entry-starts-game", NOTHING)
HAND_PLAYED_AFTER = Code("hand-played-after", HandNumber)
HAS_HANDS = Code("has-hands", NOTHING)
NO_REASON = Code("no-reason", NOTHING)
NOTHING_TO_UNDO = Code("nothing-to-undo", NOTHING)
NOTHING_TO_REDO = Code("nothing-to-redo", NOTHING)
NOT_OVER_YET = Code("not-over-yet", NOTHING)
TOO_MANY_EVENTS = Code("too-many-events", EntryNumber)
TOO_MANY_PHONES = Code("too-many-phones", NOTHING)
OBJECTED = Code("objected", Objected)
NO_SUCH_KEY = Code("no-such-key", NOTHING)
BIDDING_IS_OVER = Code("bidding-is-over", NOTHING)
BID_SINCE = Code("bid-since", OtherBid)
WHO_GIVES_UP = Code("who-gives-up", NOTHING)
WHO_GETS_UP = Code("who-gets-up", NOTHING)
WHO_SITS_DOWN = Code("who-sits-down", NOTHING)
NOT_AGREED_POINTS = Code("not-agreed-points", NOTHING)
NOT_AGREED_TENTHS = Code("not-agreed-tenths", NOTHING)
POINTS_FOR_WHAT = Code("points-for-what", NOTHING)
SET_BY_SERVER = Code("set-by-server", OfSide)
SIDE_CODE_NEEDED = Code("side-code-needed", NOTHING)
SIGNED_ELSEWHERE = Code("signed-for-another-side", TwoSides)
JUST_SIGNED_ELSEWHERE = Code("just-signed-for-another-side", NOTHING)
