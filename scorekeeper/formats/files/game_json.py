"""JSON: one game with its events, or a table's games in one document; also reads bare sheets."""

from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.core.inputs.fields import Step
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.game_json.read import read_game
from scorekeeper.formats.game_json.write import FIRST_LINE, game_json, games_json, needs_events
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.registry import Export, Format, Reader
from scorekeeper.formats.strict_json import LARGEST, Budget, parse_json
from scorekeeper.formats.text_file import GAMES_LINE, Block, blocks, lines_of, pieces_of, text_start, with_checksums
from scorekeeper.formats.text_record.read import BEGINS


def write_game(export: Export) -> Iterator[bytes]:
    """One game."""
    return (game_json(game).encode("utf-8") for game in export.games)


def write_table(export: Export) -> Iterator[bytes]:
    """All games in one document, a game at a time."""
    return (piece.encode("utf-8") for piece in games_json(iter(export.games)))


def recognizes(start: bytes) -> bool:
    """Whether a file begins like JSON; a tag of a text record begins with a bracket too."""
    first = text_start(start)
    return first.startswith((b"{", b"[")) and not first.startswith(BEGINS.encode())


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame]:
    """The games: those of an export one at a time, by its lines; those of any other document together."""
    start = text_start(file.read(4096))
    file.seek(0)
    if start.startswith((FIRST_LINE.encode(), GAMES_LINE)):
        yield from _exported(file)
    else:
        yield from _whole(file)


def _exported(file: BinaryIO) -> Iterator[ImportedGame]:
    number = 0
    for part in blocks(lines_of(pieces_of(file))):
        if isinstance(part, Block):
            number += 1
            text = b"\n".join(part.lines)
            game = parse_json(text.removesuffix(b",") if part.checksums is not None else text)
            imported = read_game(game, Step("game", number))
            yield with_checksums(imported, part)


def _whole(file: BinaryIO) -> Iterator[ImportedGame]:
    value = parse_json(file.read(LARGEST + 1))
    if isinstance(value, dict) and isinstance(value.get("games"), list):
        value = value["games"]
    for number, game in enumerate(value if isinstance(value, list) else [value], start=1):
        yield read_game(game, Step("game", number))


FORMAT = Format(
    key="json",
    name=translatable("JSON"),
    note=translatable("Everything about the game, tamper-evident; can be re-imported"),
    suffix=".json",
    media_type="application/json",
    order=60,
    write_game=write_game,
    write_table=write_table,
    needs_events=needs_events,
    reader=Reader(translatable("JSON"), recognizes, read),
)
