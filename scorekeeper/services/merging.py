"""Merges two names of one player, and undoes it, in the rows of the table and of its rooms."""

from scorekeeper import hooks
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.names import nearly
from scorekeeper.storage import merging
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.merging import Moved, NobodyCalled
from scorekeeper.storage.models import Player
from scorekeeper.storage.players import names_of


def merge_players(table_id: str, name: str, into: str) -> None:
    """Make `name` another name of the player `into`. Raises `CannotMerge` with the reason."""
    try:
        with write_transaction():
            _move(table_id, merging.merge_players(table_id, name, into), renamed=False)
    except NobodyCalled as error:
        near = nearly(error.name, names_of(table_id))
        if near is None:
            raise
        words = _("Nobody at this table is called {name}. The nearest name is {other}", name=error.name, other=near)
        raise NobodyCalled(words, error.name, near) from None


def rename_player(table_id: str, player: Player, name: str) -> None:
    """Show the player by another name, which is new to the table or one of their own."""
    with write_transaction():
        _move(table_id, merging.rename_player(table_id, player, name), renamed=True)


def unmerge_players(table_id: str, name: str) -> None:
    """Undo a merge: `name` is a player again. Raises `CannotMerge`."""
    with write_transaction():
        _move(table_id, merging.unmerge_players(table_id, name), renamed=False)


def _move(table_id: str, moved: Moved, *, renamed: bool) -> None:
    for room in hooks.rows_of(table_id):
        room.names_moved(*moved, renamed=renamed)
