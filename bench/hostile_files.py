"""Files that cost a server much more than their sender: for the bench, and for the tests of limits."""

import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from uuid import UUID

from bench.game import game, record, sheet
from scorekeeper.core.game import TAKE_BACK, payload_of
from scorekeeper.formats.chain import NOTHING_BEFORE, START, StoredEvent, UnsavedEvent, chained
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame, replay_stored
from scorekeeper.formats.text_record import record_of
from scorekeeper.services.starting import events_of_sheet, setup_of

EIGHT_MB = 8 * 1024 * 1024
STARTED = datetime(2026, 11, 20, 20, 14, tzinfo=UTC)


def lines(members: int) -> bytes:
    """A ZIP of members with eight megabytes of empty lines each: about a kilobyte for a megabyte."""
    content = b"a\n" * (EIGHT_MB // 2)
    return zip_of({f"games/{number:06}.json": content for number in range(1, members + 1)})


def long_sheets(members: int, games: int = 80, hands: int = 1000) -> bytes:
    """A ZIP of identical sheets of a thousand hands: half a million hands are some thirty kilobytes."""
    return zip_of({f"games/{number:06}.json": many_hands(games, hands, number) for number in range(1, members + 1)})


def zip_of(members: Mapping[str, bytes]) -> bytes:
    """A ZIP of these members, as small as it can be."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, content in members.items():
            out.writestr(name, content)
    return packed.getvalue()


def tiny_games(count: int) -> bytes:
    """Text records of one hand each, one after the other."""
    text = _record(1)
    return "\n".join(text.replace("2026-11-20", f"{1000 + n % 9000:04}-01-02") for n in range(count)).encode()


def take_backs(count: int) -> bytes:
    """A game with one hand, undone and redone this many times, with a valid chain."""
    return game_json(_exported(_written(1), count)).encode()


def many_hands(games: int, hands: int = 1000, first: int = 1) -> bytes:
    """Sheets of many hands as one list of JSON, each with its own tag."""
    played = sheet(0) | {"hands": [record(1)] * hands}
    listed = [played | {"tags": {"n": f"{first}-{number}"}} for number in range(games)]
    return json.dumps(listed, separators=(",", ":")).encode()


def huge_number(digits: int = 4400) -> bytes:
    """A sheet with a number that Python refuses to read."""
    return json.dumps(sheet(1)).replace('"dealer": 0', f'"dealer": {"9" * digits}').encode()


def _record(hands: int) -> str:
    return record_of(_exported(_written(hands), 0))


def _written(hands: int) -> list[tuple[str, object]]:
    """The kinds and payloads of a game's events after its start."""
    sheet = game(hands)
    return [(event.kind, payload_of(event, sheet)) for event in events_of_sheet(sheet)[1:]]


def _exported(written: list[tuple[str, object]], undone: int) -> ExportedGame:
    payloads = [(START, setup_of(game(0)).payload()), *written]
    payloads += [(TAKE_BACK, {"entry": 1 + len(written) + n}) for n in range(undone)]
    entries: list[StoredEvent] = []
    for seq, (kind, payload) in enumerate(payloads, start=1):
        new = UnsavedEvent(kind=kind, payload=payload, id=str(UUID(int=seq, version=4)), at=STARTED)  # type: ignore[arg-type]
        entries.append(chained("a" * 22, new, seq=seq, previous=entries[-1].hash if entries else NOTHING_BEFORE))
    return ExportedGame("a" * 22, replay_stored(entries), tuple(entries))
