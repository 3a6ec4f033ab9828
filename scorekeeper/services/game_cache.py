"""Game states in memory, by game and last event: only new events are applied. Also how a game stands at a table."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.core.game import ERASE, GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.formats.exported_game import event_of, replay_stored
from scorekeeper.storage import PLAYING, Game, Standing, entries_of, find_game

MOST_KEPT = 512


@dataclass(frozen=True, slots=True)
class Kept:
    """A course, and when its last entry was written: a database that was put back may have another of that number."""

    course: GameState
    at: datetime


class Courses:
    """The latest course of each game, the longest unused given up first. Threads may share them."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, game_id: str, seq: int, at: datetime) -> GameState:
        """The course of a game whose last entry is `seq`, written `at`."""
        with self._lock:
            known = self._kept.get(game_id)
        if known is not None and (known.course.seq, known.at) == (seq, at):
            return known.course
        caught_up = _caught_up(known, game_id)
        self._put(game_id, caught_up, known)
        return caught_up.course

    def keep(self, game_id: str, course: GameState, at: datetime) -> None:
        """Remember a course whose last entry was written `at`, unless a later one is known."""
        self._put(game_id, Kept(course, at), None)

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._kept.clear()

    def _put(self, game_id: str, kept: Kept, instead_of: Kept | None) -> None:
        with self._lock:
            known = self._kept.get(game_id)
            if known is None or known is instead_of or known.course.seq < kept.course.seq:
                self._kept[game_id] = kept
            self._kept.move_to_end(game_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


COURSES = Courses()


@dataclass(frozen=True, slots=True)
class GameOnTable:
    """A game as it stands now: its row, and its course."""

    game: Game
    course: GameState


def game_on_table(game_id: str) -> GameOnTable:
    """The game with this id as it stands now. Raises `NoSuchGame`."""
    game = find_game(game_id)
    return GameOnTable(game, COURSES.get(game.id, game.last_seq, game.last_activity))


def _caught_up(known: Kept | None, game_id: str) -> Kept:
    since = [] if known is None else entries_of(game_id, after=known.course.seq - 1)
    if known is None or not since or since[0].at != known.at:  # none yet, or of a database that was put back since
        return _whole(game_id)
    if any(entry.kind == ERASE for entry in since[1:]):  # what came before was rewritten
        return _whole(game_id)
    course = known.course
    for entry in since[1:]:
        course = course.apply(event_of(entry, course.head))
    return Kept(course, since[-1].at)


def _whole(game_id: str) -> Kept:
    entries = entries_of(game_id)
    return Kept(replay_stored(entries), entries[-1].at)


OVER = "over"


def standing_of(course: GameState) -> Standing:
    """Where the course stands."""
    return standing_on(course.board, course.head.names)


def standing_on(board: Scoreboard, names: Sequence[str]) -> Standing:
    """Totals, hands and, when it is over, the winners and why."""
    summary: dict[str, object] = {
        "totals": [standing.total for standing in board.standings],
        "hands": sum(1 for hand in board.hands if hand.counted),
    }
    if board.outcome is None:
        return Standing(PLAYING, None, summary)
    summary["winners"] = list(board.outcome.winners)
    summary["text"] = outcome_text(board, names)
    return Standing(OVER, board.outcome.ended_by, summary)
