"""Caches game states in memory, and summarizes them for lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.game import NO_EVENT, EventUndone, GameState
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.vocabulary import POINTS, TENTHS
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.games import ExportCache, damage_of, event_of, replay_stored
from scorekeeper.services.damaged import DamagedGame, fault_of
from scorekeeper.services.log_cache import Cached, LogCache
from scorekeeper.storage.called import CALLED
from scorekeeper.storage.events import GAMES
from scorekeeper.storage.games import GameSummary
from scorekeeper.storage.log import ChainEnd, end_of
from scorekeeper.storage.models import PLAYING, Game
from scorekeeper.storage.search import ListedGame
from scorekeeper.storage.visits import GameRow, game_row

MAX_ENTRIES = 512
MAX_EXPORTED_EVENTS = 3000
"""The states after this many take about 6 MB, and the texts written from them 4 MB."""


CachedGame = Cached[GameState, ExportCache]
"""What is kept of a game's state is what exports have written from it."""


class GameCache(LogCache[GameState, ExportCache]):
    """The latest state of recently used games.

    Exported games fill the room that these leave, so that the next export need not score them again.
    """

    def __init__(self, most: int = MAX_ENTRIES) -> None:
        super().__init__(GAMES, replayed, _applied, lambda _before: ExportCache(), most)
        self._exported: dict[str, CachedGame] = {}
        self._exported_events = 0

    def after(self, events: Sequence[StoredEvent]) -> CachedGame:
        """The state after all events of a game, for an export. Raises `DamagedGame` if one does not fit."""
        last = events[-1] if events else None
        known = None if last is None else self.known(last.game_id, last.hash)
        if known is not None:
            return known
        made = Cached(replayed(events[-1].game_id if events else "", events), end_of(events[-1]), ExportCache())
        self._keep_exported(events[-1].game_id, made)
        return made

    def clear(self) -> None:
        """Drop all states."""
        with self._lock:
            super().clear()
            self._exported.clear()
            self._exported_events = 0

    def _known(self, owner_id: str) -> CachedGame | None:
        with self._lock:
            return self._cached.get(owner_id) or self._exported.get(owner_id)

    def _keep_exported(self, game_id: str, made: CachedGame) -> None:
        with self._lock:
            self._drop_exported(game_id)
            in_use = self._cached.get(game_id)
            if in_use is not None:
                self._cached[game_id] = made if in_use.state.seq < made.state.seq else in_use
                return
            has_room = len(self._cached) + len(self._exported) < self._most
            if has_room and self._exported_events + made.state.seq <= MAX_EXPORTED_EVENTS:
                self._exported[game_id] = made
                self._exported_events += made.state.seq

    def _drop_exported(self, game_id: str) -> None:
        dropped = self._exported.pop(game_id, None)
        if dropped is not None:
            self._exported_events -= dropped.state.seq

    def _put(self, owner_id: str, made: CachedGame, instead_of: CachedGame | None) -> None:
        with self._lock:
            super()._put(owner_id, made, instead_of)
            self._drop_exported(owner_id)
            while self._exported and len(self._cached) + len(self._exported) > self._most:
                self._drop_exported(next(reversed(self._exported)))


def replayed(game_id: str, events: Sequence[StoredEvent]) -> GameState:
    """The state after all events of a game. Raises `DamagedGame`."""
    try:
        return replay_stored(events)
    except Exception as error:  # whatever it is, the record is why, and other games must not suffer
        raise damaged_game(game_id, events, error) from error


def damaged_game(game_id: str, events: Sequence[StoredEvent], error: Exception) -> DamagedGame:
    """The damage of a game whose events could not be read because of this error."""
    try:
        unreadable, last = damage_of(events)
    except Exception:  # not even its start
        return DamagedGame(game_id, fault_of(error), None)
    return DamagedGame(game_id, fault_of(error), unreadable or last)


def _applied(state: GameState, stored: StoredEvent) -> GameState | None:
    event = event_of(stored, state.setup)
    if isinstance(event, EventUndone) and event.event == NO_EVENT:  # nothing new can be one
        return None
    return state.apply(event)


GAME_CACHE = GameCache()


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game's row, its current state, and its last event."""

    game: GameRow
    state: GameState
    end: ChainEnd


def load_game(game_id: str) -> LoadedGame:
    """The game with this id. Raises `NoSuchGame`, `DamagedGame`."""
    game = game_row(game_id)
    known = GAME_CACHE.get(game.id, game.last_hash)
    return LoadedGame(game, known.state, known.end)


def sound_state(game_id: str) -> GameState | None:
    """The state of a game; None if it is damaged. Raises `NoSuchGame`."""
    try:
        return load_game(game_id).state
    except DamagedGame:
        return None


OVER = "over"


def summary_of(state: GameState) -> GameSummary:
    """What lists show of a game in this state; its `sides` if other players sit there now than at the start."""
    found, setup = summary_on(state.board), state.setup
    if not setup.substitutes:
        return found
    sides = [{"name": setup.names[side], "players": list(setup.players_of(side))} for side in setup.rules.seating.sides]
    return replace(found, summary={**found.summary, "sides": sides})


SHAPELESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a game's row raises whose columns are damaged."""


def sides_now(game: Game | ListedGame) -> list[tuple[str, list[str]]]:
    """The sides of a game with their players as they sit now, from its row, as this reader may read them; none from a
    damaged one.
    """
    try:
        sides = _sides_now(game)
    except SHAPELESS:
        return []
    called = CALLED.get().games.get(game.id)
    return sides if called is None else [_called(name, players, called) for name, players in sides]


def _called(name: str, players: list[str], called: Mapping[str, str]) -> tuple[str, list[str]]:
    """A side as a reader may read it who does not read all of its players' names."""
    if not any(player in called for player in players):
        return name, players
    shown = [called.get(player, player) for player in players]
    return " & ".join(shown), shown


def _sides_now(game: Game | ListedGame) -> list[tuple[str, list[str]]]:
    if "sides" in game.summary:
        return [(str(side["name"]), [str(name) for name in side["players"]]) for side in game.summary["sides"]]
    return [(str(side["name"]), [str(player["name"]) for player in side["players"]]) for side in game.sides]


def summary_on(board: Scoreboard) -> GameSummary:
    """Totals, hands and, after the end, the winners and why, as codes that `ending_text` puts into words."""
    summary: dict[str, object] = {
        "totals": [score.total for score in board.scores],
        "hands": sum(1 for hand in board.hands if hand.counted),
    }
    if board.rules.scoring.unit == TENTHS:
        summary["unit"] = TENTHS
    if board.outcome is None:
        return GameSummary(PLAYING, None, summary)
    outcome = board.outcome
    summary["winners"] = list(outcome.winners)
    summary["overtricks"] = [score.overtricks for score in board.scores]
    summary["outcome"] = {
        "decided_by": outcome.decided_by,
        "hand": outcome.hand,
        "figure": outcome.figure,
        "forfeit": outcome.forfeit,
    }
    return GameSummary(OVER, outcome.ended_by, summary)


def ending_text(game: Game | ListedGame) -> str:
    """Who won and why, from the game's row; empty for a game in progress.

    Rows of older versions have the sentence itself, in the language of the phone that ended the game.
    """
    found: Mapping[str, Any] | None = game.summary.get("outcome")
    if found is None or game.ended_by is None:
        return str(game.summary.get("text", ""))
    outcome = Outcome(
        winners=tuple(Side(side) for side in game.summary["winners"]),
        ended_by=game.ended_by,
        decided_by=found["decided_by"],
        hand=found["hand"],
        figure=found["figure"],
        forfeit=None if found["forfeit"] is None else Side(found["forfeit"]),
    )
    names = [name for name, _players in sides_now(game)]
    unit = str(game.summary.get("unit", POINTS))
    return outcome_text(outcome, names, game.summary["totals"], game.summary["overtricks"], unit)


def is_same_summary(stored: GameSummary, expected: GameSummary) -> bool:
    """Whether a row's summary matches its events, names aside.

    For rows with a sentence instead of codes, only the figures count.
    """
    without = ("sides", *(("text", "outcome", "overtricks") if "text" in stored.summary else ()))
    rows = [{key: value for key, value in each.summary.items() if key not in without} for each in (stored, expected)]
    return (stored.status, stored.ended_by, rows[0]) == (expected.status, expected.ended_by, rows[1])
