"""The courses of games that were looked at lately, kept in memory by (game, seq): only new entries are folded."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from scorekeeper.log import Course, fold
from scorekeeper.storage import Game, entries_of, find_game

MOST_KEPT = 512


class Courses:
    """The latest course of each game, the longest unused given up first. Threads may share them."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[str, Course] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, game_id: str, seq: int) -> Course:
        """The course of a game whose last entry is `seq`."""
        with self._lock:
            kept = self._kept.get(game_id)
        if kept is not None and kept.seq == seq:
            return kept
        course = _caught_up(kept, game_id, seq)
        self.keep(game_id, course)
        return course

    def keep(self, game_id: str, course: Course) -> None:
        """Remember a course, unless a later one is known."""
        with self._lock:
            kept = self._kept.get(game_id)
            if kept is None or kept.seq < course.seq:
                self._kept[game_id] = course
            self._kept.move_to_end(game_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._kept.clear()


COURSES = Courses()


@dataclass(frozen=True, slots=True)
class GameOnTable:
    """A game as it stands now: its row, and its course."""

    game: Game
    course: Course


def game_on_table(game_id: str) -> GameOnTable:
    """The game with this id as it stands now. Raises `NoSuchGame`."""
    game = find_game(game_id)
    return GameOnTable(game, COURSES.get(game.id, game.last_seq))


def _caught_up(kept: Course | None, game_id: str, seq: int) -> Course:
    if kept is None or kept.seq > seq:  # a database that was put back knows less than the memory
        return fold(entries_of(game_id))
    course = kept
    for entry in entries_of(game_id, after=kept.seq):
        course = course.after(entry)
    return course
