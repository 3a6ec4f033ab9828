"""What an erasure writes, computed before: every game with its rewritten events, and what changes beside the games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from scorekeeper.core.game import GameState
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import START, StoredEvent
from scorekeeper.formats.games import replay_stored
from scorekeeper.services.game_cache import is_same_summary, summary_of
from scorekeeper.services.table_change import TableChange, plan_table
from scorekeeper.storage.erasing import NamedRow, games_with, versions_of_games
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import GameSummary, find_game
from scorekeeper.storage.models import Game

FROM_CONTENT = 5
"""The UUID version of ids that are hashes of a game's content, with which a guessed name could be confirmed."""


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game after the erasure: its last event so far, its head, rewritten events and row values."""

    game_id: str
    number: int
    last: StoredEvent
    head: Sheet
    entries: tuple[StoredEvent, ...]
    row: dict[str, Any]
    game_summary: GameSummary


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """Everything that erasing a player changes at a table."""

    table: TableChange
    games: tuple[GameChange, ...]
    versions: frozenset[str]
    """Of all games of the table before they were searched."""


def plan_erasure(table_id: str, player_id: int) -> ErasurePlan:
    """What erasing this player changes; writes nothing. Raises `NoSuchTable`, `NoSuchPlayer`."""
    table, versions = plan_table(table_id, player_id), versions_of_games(table_id)
    games = (plan_game(game_id, table.pseudonyms) for game_id in games_with(table_id, table.spellings))
    return ErasurePlan(table, tuple(game for game in games if game is not None), versions)


def plan_game(game_id: str, pseudonyms: Pseudonyms) -> GameChange | None:
    """What changes in one game; None if the player is not in it."""
    game, entries = find_game(game_id), events_of(game_id)
    after = [_rewritten(entry, pseudonyms) for entry in entries]
    changed = tuple(new for old, new in zip(entries, after, strict=True) if new is not old)
    row = changed_columns(game, pseudonyms)
    if not changed and not row:
        return None
    state = replay_stored(after)
    game_summary = _summary_after(game, state, pseudonyms)
    return GameChange(game_id, game.number, entries[-1], state.head, changed, row, game_summary)


def changed_columns(row: Game | NamedRow, pseudonyms: Pseudonyms) -> dict[str, Any]:
    """The columns of a game's row that change, with the new names."""
    after = {
        "sides": pseudonyms.value(row.sides),
        "not_counted": None if row.not_counted is None else pseudonyms.text(row.not_counted),
        "differences": pseudonyms.value(row.differences),
        "summary": _renamed_summary(row.summary, pseudonyms),
    }
    return {name: value for name, value in after.items() if value != getattr(row, name)}


def _renamed_summary(summary: Mapping[str, Any], pseudonyms: Pseudonyms) -> dict[str, Any]:
    """The summary with the new names; one of an older version has a sentence."""
    sentence = {"text": pseudonyms.text(str(summary["text"]))} if "text" in summary else {}
    return {**pseudonyms.value(dict(summary)), **sentence}


def _rewritten(entry: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    payload = pseudonyms.value(entry.payload)
    who, reason = (None if text is None else pseudonyms.text(text) for text in (entry.who, entry.reason))
    if (payload, who, reason) == (entry.payload, entry.who, entry.reason):
        return entry
    names_content = entry.kind == START and UUID(entry.id).version == FROM_CONTENT
    new_id = str(uuid4()) if names_content else entry.id
    return entry._replace(id=new_id, payload=payload, who=who, reason=reason, salt=None)


def _summary_after(game: Game, state: GameState, pseudonyms: Pseudonyms) -> GameSummary:
    """The game's summary with the new names; figures of an older rule set revision stay as they were."""
    new = summary_of(state)
    if is_same_summary(GameSummary(game.status, game.ended_by, game.summary), new):
        return new
    return GameSummary(game.status, game.ended_by, _renamed_summary(game.summary, pseudonyms))
