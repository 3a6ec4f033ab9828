"""Why an event does not fit a game as it is now: the codes of a refusal, with their figures."""

from dataclasses import dataclass

from scorekeeper.core.inputs.faults import HandNumber
from scorekeeper.core.rules.codes import Code
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.scoreboard import Scoreboard


@dataclass(frozen=True, slots=True)
class GameOver:
    """How the game ended, with its sides' names, totals and overtricks."""

    outcome: Outcome
    names: tuple[str, ...]
    totals: tuple[int, ...]
    overtricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextHand:
    """The hand that comes next."""

    hand: int


@dataclass(frozen=True, slots=True)
class EntryNumber:
    """An entry that is meant, and the game's last one."""

    entry: int
    last: int


@dataclass(frozen=True, slots=True)
class Objected:
    """What the rules object to, and the sides' names."""

    objections: tuple[Objection, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfSide:
    """The name of the side that it is about."""

    name: str


def game_over(board: Scoreboard, names: tuple[str, ...]) -> GameOver:
    """How a game that is over ended."""
    assert board.outcome is not None
    totals = tuple(standing.total for standing in board.standings)
    return GameOver(board.outcome, names, totals, tuple(standing.overtricks for standing in board.standings))


NOTHING = type(None)

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
HAND_STANDS_ON_IT = Code("hand-stands-on-it", HandNumber)
NO_REASON = Code("no-reason", NOTHING)
NOTHING_TO_UNDO = Code("nothing-to-undo", NOTHING)
NOTHING_TO_REDO = Code("nothing-to-redo", NOTHING)
NOT_OVER_YET = Code("not-over-yet", NOTHING)
TOO_MANY_EVENTS = Code("too-many-events", EntryNumber)
TOO_MANY_PHONES = Code("too-many-phones", NOTHING)
OBJECTED = Code("objected", Objected)
SET_BY_SERVER = Code("set-by-server", OfSide)
SIDE_CODE_NEEDED = Code("side-code-needed", NOTHING)
SIGNED_ELSEWHERE = Code("signed-for-another-side", OfSide)
JUST_SIGNED_ELSEWHERE = Code("just-signed-for-another-side", NOTHING)
