"""What an erasure will change, computed before anything is written: names, games, texts, devices."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any
from uuid import UUID, uuid4

from scorekeeper.core.game import GameState
from scorekeeper.core.game.pseudonyms import Pseudonyms, forms
from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.model import LONGEST_AGREED_LINE
from scorekeeper.formats.chain import START, StoredEvent
from scorekeeper.formats.games import replay_stored
from scorekeeper.services.game_cache import is_same_summary, summary_of
from scorekeeper.storage import (
    Game,
    GameSummary,
    Table,
    events_of,
    find_game,
    find_table,
    players_of,
    scripted_games_of,
)
from scorekeeper.storage.erasing import all_members, games_with
from scorekeeper.storage.house_rules import table_presets
from scorekeeper.storage.search import find_main_player

WORDS = ("Player", "Somebody", "Guest")
FROM_CONTENT = 5
"""The UUID version of ids that are hashes of a game's content, with which a guessed name could be confirmed."""


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game after the erasure: its head, rewritten events and row values, and the free text before and after."""

    game_id: str
    number: int
    last_seq: int
    head: Sheet
    entries: tuple[StoredEvent, ...]
    row: dict[str, Any]
    game_summary: GameSummary
    texts: tuple[tuple[str, str], ...]
    unsalted: int


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """Everything that erasing a player changes at a table.

    `instead` maps each of the player's names to its pseudonym. `texts` are notes, reasons and other free text, before
    and after. `unsalted` counts events of older versions, whose hash can still confirm a guessed name.
    """

    table_id: str
    instead: dict[str, str]
    pseudonyms: Pseudonyms
    games: tuple[GameChange, ...]
    devices: dict[int, tuple[str, str]]
    table_name: tuple[str, str] | None
    scripted_games: dict[int, dict[str, Any]]
    agreed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    presets: dict[int, str] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Free text before and after, without repeats."""
        agreed = zip(*self.agreed, strict=True) if self.agreed else ()
        lines = [(old, new) for old, new in agreed if old != new]
        return tuple(dict.fromkeys([*lines, *(text for game in self.games for text in game.texts)]))

    @property
    def unsalted(self) -> int:
        """How many events have a hash that can still confirm a guessed name."""
        return sum(game.unsalted for game in self.games)


def plan_erasure(table_id: str, player_id: int) -> ErasurePlan:
    """What erasing this player changes; writes nothing. Raises `NoSuchTable`, `NoSuchPlayer`."""
    table, main_player = find_table(table_id), find_main_player(table_id, player_id)
    names = [main_player.player.name, *main_player.other_names]
    others = [player.name for player in players_of(table_id) if player.name not in names]
    instead = _pseudonyms_for(names, others)
    pseudonyms = Pseudonyms(instead, tuple(others))
    games = [plan_game(game_id, pseudonyms) for game_id in games_with(table_id, _spellings(names))]
    named = pseudonyms.text(table.name, LONGEST_NAME)
    rows = scripted_games_of(table_id)
    scripted_games = {row.id: (row.content, pseudonyms.value(row.content)) for row in rows}
    return ErasurePlan(
        table_id,
        instead,
        pseudonyms,
        tuple(game for game in games if game is not None),
        _devices(table_id, pseudonyms),
        (table.name, named) if named != table.name else None,
        {scripted_id: new for scripted_id, (old, new) in scripted_games.items() if new != old},
        _agreed(table, pseudonyms),
        _presets(table_id, pseudonyms),
    )


def plan_game(game_id: str, pseudonyms: Pseudonyms) -> GameChange | None:
    """What changes in one game; None if the player is not in it."""
    game, entries = find_game(game_id), events_of(game_id)
    after = [_rewritten(entry, pseudonyms) for entry in entries]
    changed = [(old, new) for old, new in zip(entries, after, strict=True) if new is not old]
    state = replay_stored(after)
    game_summary = _summary_after(game, state, pseudonyms)
    row = {
        "sides": pseudonyms.value(game.sides),
        "not_counted": None if game.not_counted is None else pseudonyms.text(game.not_counted),
        "differences": pseudonyms.value(game.differences),
    }
    if not changed and game_summary.summary == game.summary and all(getattr(game, name) == row[name] for name in row):
        return None
    texts = [pair for old, new in changed for pair in _texts(old, new)]
    if game.not_counted is not None and row["not_counted"] != game.not_counted:
        texts.append((game.not_counted, str(row["not_counted"])))
    unsalted = sum(1 for old, _ in changed if old.salt is None)
    new_entries = tuple(new for _, new in changed)
    last_seq = entries[-1].seq
    return GameChange(
        game_id, game.number, last_seq, state.head, new_entries, row, game_summary, tuple(texts), unsalted
    )


def _pseudonyms_for(names: list[str], others: list[str]) -> dict[str, str]:
    """A pseudonym for each name that nobody at the table has and that reveals nothing."""
    word = next(word for word in (*WORDS, "—") if not any(name.casefold() in word.casefold() for name in names))
    taken = {name.casefold() for name in (*others, *names)}
    free = (f"{word} {number}" for number in count(1) if f"{word} {number}".casefold() not in taken)
    return {name: next(free) for name in names}


def _spellings(names: list[str]) -> list[str]:
    """Spellings of the names to search for, since the database ignores case for ASCII letters only."""
    cases = (str, str.lower, str.upper, str.title, str.casefold)
    return list(dict.fromkeys(case(form) for name in names for form in forms(name) for case in cases))


def _rewritten(entry: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    payload = pseudonyms.value(entry.payload)
    who, reason = (None if text is None else pseudonyms.text(text) for text in (entry.who, entry.reason))
    if (payload, who, reason) == (entry.payload, entry.who, entry.reason):
        return entry
    names_content = entry.kind == START and UUID(entry.id).version == FROM_CONTENT
    new_id = str(uuid4()) if names_content else entry.id
    return replace(entry, id=new_id, payload=payload, who=who, reason=reason, salt=None)


def _summary_after(game: Game, state: GameState, pseudonyms: Pseudonyms) -> GameSummary:
    """The game's summary with the new names; figures of an older rule set revision stay as they were."""
    new = summary_of(state)
    if is_same_summary(GameSummary(game.status, game.ended_by, game.summary), new):
        return new
    summary = {**game.summary, "text": pseudonyms.text(str(game.summary["text"]))} if "text" in game.summary else {}
    return GameSummary(game.status, game.ended_by, summary or game.summary)


def _texts(old: StoredEvent, new: StoredEvent) -> Iterator[tuple[str, str]]:
    """The free text of an event that changes."""
    if old.reason is not None and old.reason != new.reason:
        yield old.reason, str(new.reason)
    yield from _changed(old.payload, new.payload, "")


def _changed(old: Any, new: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(old, dict):
        for (name, one), other in zip(old.items(), new.values(), strict=True):
            yield from _changed(one, other, key if key == "tags" else name)
    elif isinstance(old, list):
        for one, other in zip(old, new, strict=True):
            yield from _changed(one, other, key)
    elif old != new and key not in ("name", "player", "players"):
        yield old, new


def _agreed(table: Table, pseudonyms: Pseudonyms) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The table's own lines before and after; None if they do not contain the names."""
    old = tuple(table.agreed or ())
    new = tuple(pseudonyms.text(line, LONGEST_AGREED_LINE) for line in old)
    return None if new == old else (old, new)


def _presets(table_id: str, pseudonyms: Pseudonyms) -> dict[int, str]:
    """New names, by id, for the table's presets that contain the player's name."""
    presets = table_presets(table_id)
    taken = {preset.name for preset in presets}
    found: dict[int, str] = {}
    for preset in presets:
        name = pseudonyms.text(preset.name, LONGEST_NAME)
        if name != preset.name:
            found[preset.id] = _untaken(name, taken)
            taken.add(found[preset.id])
    return found


def _untaken(name: str, taken: Collection[str]) -> str:
    """The name, numbered if it is taken."""
    numbered = (f"{name[: LONGEST_NAME - 5]} ({number})" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def _devices(table_id: str, pseudonyms: Pseudonyms) -> dict[int, tuple[str, str]]:
    """The devices named after the player: by member number, the name before and after."""
    members = all_members(table_id)
    taken = {member.name for member in members}
    found: dict[int, tuple[str, str]] = {}
    for member in members:
        name = pseudonyms.text(member.name, LONGEST_NAME)
        if name == member.name:
            continue
        new = _untaken(name, taken)
        taken.add(new)
        found[member.id] = (member.name, new)
    return found
