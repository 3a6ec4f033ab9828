"""Forged files: a game with a new chain, new checksums and perhaps a signature of its own, a typed sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scorekeeper.core.game import HAND
from scorekeeper.formats.chain import NOTHING_BEFORE, Signer, StoredEvent, UnsavedEvent, chained
from scorekeeper.formats.checksums import checksums_of
from scorekeeper.formats.games import ExportCache, ExportedGame, replay_stored
from scorekeeper.formats.keys import InstanceKeys


def forged(game: ExportedGame, signer: Signer | None = None, game_id: str | None = None) -> ExportedGame:
    """The same game (perhaps with another id) with its first hand's tricks swapped, and all hashes recomputed."""
    entries: list[StoredEvent] = []
    first = next(entry for entry in game.events if entry.kind == HAND)
    for old in game.events:
        payload = {**old.payload, "took": list(reversed(old.payload["took"]))} if old is first else old.payload
        new = UnsavedEvent(kind=old.kind, payload=payload, id=old.id, who=old.who, reason=old.reason, at=old.at)
        previous = entries[-1].hash if entries else NOTHING_BEFORE
        entries.append(chained(game_id or game.id, new, seq=old.seq, previous=previous))
    state = replay_stored(entries)
    return replace(game, id=game_id or game.id, events=tuple(entries), state=state, signer=signer, cache=ExportCache())


def sealed_again(lines: Sequence[str]) -> str:
    """Lines of an export with new checksums in the last line."""
    body = list(lines[:-1])
    seal = checksums_of([line.encode() for line in body])
    last = f'"seal": "{seal}"}}' if lines[-1].startswith('"seal"') else f'[Seal "{seal}"]'
    return "\n".join([*body, last, ""])


def keys_in(folder: Path) -> InstanceKeys:
    """The keys of a new instance."""
    keys = InstanceKeys(folder / "signing_keys")
    keys.make()
    return keys
