"""A game as JSON: sheet, scoreboard and the entries with their chain, a thing a line, signed by the server, sealed."""

import json
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.core.sheet import scoreboard_json, sheet_json
from scorekeeper.formats.chain import Entry, canonical_json, canonical_time, head_of
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.exported_game import ExportedGame
from scorekeeper.formats.fingerprint import fingerprint

FORMAT = "scorekeeper-game/1"
GAMES_FORMAT = "scorekeeper-games/1"
FIRST_LINE = f'{{"format": "{FORMAT}",'
SIGNATURE = ("key", "at", "value")
ENTRY = ("seq", "id", "kind", "payload", "who", "at", "reason", "previous", "hash")
SALT = "salt"
"""Stands beside these where the entry has one."""

Json = dict[str, object]


def game_json(game: ExportedGame) -> str:
    """One game, sealed: the file that comes back in, and that `check` proves."""
    lines = list(_lines(game))
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, f'"seal": "{checksums}"}}', ""])


def about(game: ExportedGame) -> Json:
    """What is known of the game beside its entries."""
    written: Json = {
        "game": game.id,
        "started": canonical_time(game.started),
        "rules_card": fingerprint(game.sheet.rules),
    }
    if game.not_counted is not None:
        written["not_counted"] = game.not_counted
    if game.differences:
        written["differences"] = list(game.differences)
    return written


def entry_json(entry: Entry) -> Json:
    """An entry as it is exported; the game that it belongs to is said once, at the top."""
    written: Json = {name: getattr(entry, name) for name in ENTRY}
    salt: Json = {} if entry.salt is None else {SALT: entry.salt}
    return written | {"at": canonical_time(entry.at)} | salt


def _lines(game: ExportedGame) -> Iterator[str]:
    yield FIRST_LINE
    yield f'"about": {json_line(about(game))},'
    yield from _spread("sheet", sheet_json(game.sheet))
    yield from _spread("scoreboard", scoreboard_json(game.board, game.sheet.names))
    yield '"entries": ['
    yield from _listed([canonical_json(entry_json(entry)) for entry in game.entries])
    yield "],"
    if game.signer is not None:
        signature = game.signer(head_of(game.entries), None)
        yield f'"signature": {json_line({name: getattr(signature, name) for name in SIGNATURE})},'


def _spread(name: str, value: Mapping[str, object]) -> Iterator[str]:
    """An object with its hands last, a hand a line."""
    hands = value["hands"]
    head = {key: part for key, part in value.items() if key != "hands"}
    yield f'"{name}": {json_line(head)[:-1]}, "hands": ['
    yield from _listed([json_line(hand) for hand in hands] if isinstance(hands, list) else [])
    yield "]},"


def _listed(parts: Sequence[str]) -> Iterator[str]:
    for place, part in enumerate(parts, start=1):
        yield f"{part}," if place < len(parts) else part


def json_line(value: object) -> str:
    """JSON on one line, its names in the order in which a person reads them."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def games_json(games: Iterator[ExportedGame]) -> Iterator[str]:
    """All games of a table as one JSON document, a game at a time."""
    yield f'{{"format": "{GAMES_FORMAT}", "games": [\n'
    first = True
    for game in games:
        yield ("" if first else ",\n") + game_json(game).rstrip("\n")
        first = False
    yield "\n]}\n"
