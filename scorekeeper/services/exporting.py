"""Exporting: games as they are kept, one in memory at a time, in every form that leaves the house."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from tempfile import TemporaryFile
from typing import BinaryIO

from scorekeeper.core.game.figures import figures_of
from scorekeeper.formats.csv.write import hands_csv, lines_csv
from scorekeeper.formats.exported_game import KeptGame
from scorekeeper.formats.game_json.write import game_json, games_json
from scorekeeper.formats.stored_events import replay_stored
from scorekeeper.formats.xlsx import Person, game_xlsx, table_xlsx
from scorekeeper.formats.zip.write import KeptTable, instance_zip, record_of, table_zip
from scorekeeper.services.signatures import instance_signer
from scorekeeper.services.statistics import every_game, every_table
from scorekeeper.storage import Game, db, entries_of, find_game, find_table, players_of
from scorekeeper.storage.people import names_by_id, people_of

PIECE = 1 << 16

Seen = Callable[[int], None]
"""Told after each game how many are out."""


def kept_game(game_id: str) -> KeptGame:
    """The game with this id, as it is kept. Raises `NoSuchGame`."""
    return kept(find_game(game_id))


def kept(game: Game) -> KeptGame:
    """A game with its entries, folded; this instance signs it as it goes out."""
    entries = tuple(entries_of(game.id))
    noted = tuple(game.differences or ())
    return KeptGame(game.id, replay_stored(entries), entries, game.number, game.not_counted, noted, instance_signer())


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


def game_in_form(game_id: str, form: str) -> Iterator[bytes]:
    """One game in the form of this name. Raises `NoSuchGame`."""
    game = kept_game(game_id)
    if form == "xlsx":
        return _written(lambda file: game_xlsx(game, people_of_game(game), file))
    if form == "zip":
        return table_zip(replace(kept_table(find_game(game_id).table_id), merged={}), [game])
    forms: dict[str, Callable[[], Iterable[str]]] = {
        "json": lambda: [game_json(game)],
        "text": lambda: [record_of(game)],
        "csv": lambda: hands_csv([game]),
        "lines": lambda: lines_csv([game]),
    }
    return (piece.encode("utf-8") for piece in forms[form]())


def table_in_form(table_id: str, form: str, seen: Seen | None = None) -> Iterator[bytes]:
    """A table in the form of this name. Raises `NoSuchTable`."""
    find_table(table_id)
    if form == "zip":
        return zip_of_table(table_id, seen)
    if form == "xlsx":
        return _written(lambda file: table_xlsx(kept_games(table_id, seen), people_of_table(table_id), file))
    forms: dict[str, Callable[[str, Seen | None], Iterator[str]]] = {
        "json": json_of_table,
        "text": text_of_table,
        "csv": hands_of_table,
        "lines": lines_of_table,
    }
    return (piece.encode("utf-8") for piece in forms[form](table_id, seen))


def people_of_game(game: KeptGame) -> list[Person]:
    """The people of one game with their figures."""
    return [
        Person(f.name, 1, f.won, f.hands, f.bids, f.made, f.nils, f.nils_made, f.overtricks)
        for f in figures_of(game.sheet, game.board)
    ]


def people_of_table(table_id: str) -> list[Person]:
    """Everyone at the table who finished a game, with their sums."""
    sums = ("games", "won", "hands", "bids", "made", "nils", "nils_made", "overtricks")
    return [
        Person(person.player.name, *(getattr(person.tally, name) for name in sums))
        for person in people_of(table_id)
        if person.tally is not None
    ]


def _written(write: Callable[[BinaryIO], None]) -> Iterator[bytes]:
    """What is written to a file, in pieces: a workbook is whole before its first byte can leave."""
    with TemporaryFile() as file:
        write(file)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def let_go() -> None:
    """Give the connection back: a stream may end long after its page."""
    db.session.remove()
