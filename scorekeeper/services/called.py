"""What those who only watch a table read of players whom a room calls by a number.

Rows of the games that the room names have the number. So have all other lists of the table, but for somebody who also
sits in its other games: these name that player to everybody anyway.
"""

from collections.abc import Mapping

from scorekeeper import hooks
from scorekeeper.storage.called import BY_NAME, CALLED, Called
from scorekeeper.storage.players import main_ids_named, names_in_other_games


def call_by_number(table_id: str) -> None:
    """Let this request read numbers for names, as whoever only watches the table does."""
    CALLED.set(called_at(table_id))


def call_by_name() -> None:
    """Let what runs next read every name."""
    CALLED.set(BY_NAME)


def called_at(table_id: str) -> Called:
    """Who at the table is called by a number, as those read it who only watch."""
    found = everybody_called(table_id)
    if not found.players:
        return found
    regulars = names_in_other_games(table_id, found.players, found.games)
    return Called({name: called for name, called in found.players.items() if name not in regulars}, found.games)


def games_for_desk(table_id: str) -> frozenset[str]:
    """The table's games whose pads have such a name: only the desk and the phones of their match may open them."""
    return frozenset(everybody_called(table_id).games)


def unnamed_at(table_id: str) -> frozenset[str]:
    """The table's players whom those who only watch read by a number in every list."""
    return frozenset(called_at(table_id).players)


def players_for_desk(table_id: str) -> set[int]:
    """The ids of everybody at the table who is called by a number: their own figures list their games."""
    everyone = everybody_called(table_id).players
    return main_ids_named(table_id, everyone) if everyone else set()


def everybody_called(table_id: str) -> Called:
    """What everybody is called who is called by a number anywhere at the table, and in which games."""
    players: dict[str, str] = {}
    games: dict[str, Mapping[str, str]] = {}
    no_page = no_pad = ""
    for found in hooks.called_by_number(table_id):
        players |= found.players
        games |= found.games
        no_page, no_pad = found.why_no_page or no_page, found.why_no_pad or no_pad
    return Called(players, games, no_page, no_pad)
