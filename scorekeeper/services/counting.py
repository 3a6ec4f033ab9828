"""Which games count: leaving one out of statistics, and taking away one that was imported by mistake."""

from datetime import datetime

from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.inputs.faults import NOT_IMPORTED
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.services.who_played import game_recounted
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import mark_not_counted, mark_taken_away
from scorekeeper.storage.visits import GameRow


def set_counted(loaded: LoadedGame, reason: str | None, who: str | None = None) -> None:
    """Exclude a game from statistics, with a reason, or (None) include it again; `who` says so."""
    with write_transaction():
        mark_not_counted(loaded.game.id, reason, who)
        game_recounted(loaded.game.id, loaded.state)


def can_take_away(game: GameRow) -> bool:
    """Whether the game came from a file, so that it can be taken away; what was started here has other ways."""
    return bool(game.imported) and game.match_of is None


def take_away(loaded: LoadedGame, who: str | None = None) -> None:
    """Hide a game that was imported by mistake from lists, figures and exports; `who` says so. Raises `NotNow` if it
    was not imported.
    """
    if not can_take_away(loaded.game):
        raise NotNow(NOT_IMPORTED.at(NOWHERE, {}))
    if loaded.game.taken_away is None:
        _set_taken_away(loaded, utc_now(), who)


def bring_back(loaded: LoadedGame, who: str | None = None) -> None:
    """Undo `take_away`."""
    _set_taken_away(loaded, None, who)


def _set_taken_away(loaded: LoadedGame, taken_away: datetime | None, who: str | None) -> None:
    with write_transaction():
        mark_taken_away(loaded.game.id, taken_away, who)
        game_recounted(loaded.game.id, loaded.state)
