"""Exporting: games as they are kept, one in memory at a time, in every form that leaves the house."""

from collections.abc import Callable, Iterator

from scorekeeper.exports import KeptGame
from scorekeeper.exports.csv_rows import hands_csv, lines_csv
from scorekeeper.exports.game_json import games_json
from scorekeeper.exports.table_zip import KeptTable, instance_zip, record_of, table_zip
from scorekeeper.log import fold
from scorekeeper.play.statistics import every_game, every_table
from scorekeeper.storage import Game, db, entries_of, find_game, find_table, players_of
from scorekeeper.storage.people import names_by_id

Seen = Callable[[int], None]
"""Told after each game how many are out."""


def kept_game(game_id: str) -> KeptGame:
    """The game with this id, as it is kept. Raises `NoSuchGame`."""
    return kept(find_game(game_id))


def kept(game: Game) -> KeptGame:
    """A game with its entries, folded."""
    entries = tuple(entries_of(game.id))
    return KeptGame(game.id, fold(entries), entries, game.number, game.not_counted, tuple(game.differences or ()))


def kept_games(table_id: str, seen: Seen | None = None) -> Iterator[KeptGame]:
    """All games of a table in their order."""
    for count, game in enumerate(every_game(table_id), start=1):
        yield kept(game)
        if seen is not None:
            seen(count)


def kept_table(table_id: str) -> KeptTable:
    """The table with its people. Raises `NoSuchTable`."""
    table, players = find_table(table_id), players_of(table_id)
    into = names_by_id([player.merged_into for player in players if player.merged_into is not None])
    merged = {player.name: into[player.merged_into] for player in players if player.merged_into is not None}
    return KeptTable(table.name, [player.name for player in players], merged)


def zip_of_table(table_id: str, seen: Seen | None = None) -> Iterator[bytes]:
    """A table as a ZIP."""
    return table_zip(kept_table(table_id), kept_games(table_id, seen))


def zip_of_instance(seen: Seen | None = None) -> Iterator[bytes]:
    """Every table of the instance as one ZIP, the oldest first."""
    ids = list(reversed(list(every_table())))
    parts = ((f"tables/{n:05}/", kept_table(table), kept_games(table, seen)) for n, table in enumerate(ids, start=1))
    return instance_zip(parts)


def text_of_table(table_id: str, seen: Seen | None = None) -> Iterator[str]:
    """All text records of a table, an empty line between them."""
    for number, game in enumerate(kept_games(table_id, seen)):
        yield ("\n" if number else "") + record_of(game)


def json_of_table(table_id: str, seen: Seen | None = None) -> Iterator[str]:
    """All games of a table as one JSON document."""
    return games_json(kept_games(table_id, seen))


def hands_of_table(table_id: str, seen: Seen | None = None) -> Iterator[str]:
    """A row for each side and hand of a table, as CSV."""
    return hands_csv(kept_games(table_id, seen))


def lines_of_table(table_id: str, seen: Seen | None = None) -> Iterator[str]:
    """A row for each score line of a table, as CSV."""
    return lines_csv(kept_games(table_id, seen))


def let_go() -> None:
    """Give the connection back: a stream may end long after its page."""
    db.session.remove()
