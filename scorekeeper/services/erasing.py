"""Erases a player's names (scores and hash chains stay) or a whole table; plans and previews what that changes."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from blinker import Signal
from flask import current_app
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper import hooks
from scorekeeper.chance import new_id
from scorekeeper.core.game import GameState, PlayerErased, read_start
from scorekeeper.core.game.pseudonyms import NAMES, Pseudonyms
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.spelling import forms
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.model import MAX_AGREED_LINE_LENGTH
from scorekeeper.formats.chain import START, StoredEvent, hash_of
from scorekeeper.formats.games import replay_stored
from scorekeeper.hooks import ErasedInRoom
from scorekeeper.services.game_cache import GAME_CACHE, SHAPELESS, is_same_summary, summary_of
from scorekeeper.services.recording import Author, new_event
from scorekeeper.storage.cleaning import clean_file, mark_unclean
from scorekeeper.storage.custom_games import custom_games_of
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import (
    NamedRow,
    RewrittenGame,
    changed_games,
    events_with,
    games_with,
    has_more_events,
    members_with,
    names_like,
    names_of_members,
    remove_table,
    rename_member,
    rename_players,
    rename_table,
    rewrite_custom_game,
    rewrite_games,
    rows_with,
    taken_names,
    unlink_devices,
    versions_of_games,
    written_by,
)
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import GameSummary, find_game, find_table, store_agreed_lines
from scorekeeper.storage.log import chained_after
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import find_main_player
from scorekeeper.storage.presets import rename_table_preset, table_presets

WORDS = ("Player", "Somebody", "Guest")
TRIED_AT_ONCE = 20
"""How many new names are looked up together."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """What erasing a player changes at a table beside its games.

    `instead` maps each of the player's names to its pseudonym, `spellings` are how they may be written. `played` counts
    the player's finished games that count. `devices` have the name before and after.
    """

    table_id: str
    instead: dict[str, str]
    spellings: tuple[str, ...]
    pseudonyms: Pseudonyms
    played: int
    devices: dict[int, tuple[str, str]]
    table_name: tuple[str, str] | None
    custom_games: dict[int, dict[str, Any]]
    in_rooms: tuple[ErasedInRoom, ...] = ()
    agreed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    presets: dict[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The table's own lines, and texts in rooms, that change, before and after."""
        lines = [(old, new) for old, new in zip(*self.agreed, strict=True) if old != new] if self.agreed else []
        return (*lines, *(text for room in self.in_rooms for text in room.texts))

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """The names of presets, of what rooms have, of devices and the table that change, before and after."""
        in_rooms = (names for room in self.in_rooms for names in room.renamed)
        named = (*self.presets.values(), *in_rooms, *self.devices.values())
        return (*named, self.table_name) if self.table_name else named


def plan_table(table_id: str, player_id: int) -> TableChange:
    """What erasing this player changes beside the games; writes nothing. Raises `NoSuchTable`, `NoSuchPlayer`."""
    table, main_player = find_table(table_id), find_main_player(table_id, player_id)
    names = [main_player.player.name, *main_player.other_names]
    spellings = _spellings(names)
    instead = _pseudonyms_for(table_id, names)
    pseudonyms = Pseudonyms(instead, tuple(sorted(names_like(table_id, names, spellings))))
    named = pseudonyms.text(table.stored_name, MAX_NAME_LENGTH)
    custom_games = {row.id: (row.content, pseudonyms.value(row.content)) for row in custom_games_of(table_id)}
    return TableChange(
        table_id,
        instead,
        spellings,
        pseudonyms,
        main_player.player.games,
        _devices(table_id, spellings, pseudonyms),
        (table.stored_name, named) if named != table.stored_name else None,
        {custom_game_id: new for custom_game_id, (old, new) in custom_games.items() if new != old},
        tuple(planned for room in hooks.rows_of(table_id) if (planned := room.erasure(pseudonyms)) is not None),
        _agreed(table, pseudonyms),
        renamed(table_presets(table_id), pseudonyms),
    )


def _pseudonyms_for(table_id: str, names: list[str]) -> dict[str, str]:
    """A pseudonym for each name that nobody at the table has and that reveals nothing."""
    word = next(word for word in (*WORDS, "—") if not any(name.casefold() in word.casefold() for name in names))
    tried = (f"{word} {number}" for number in count(1))
    free: list[str] = []
    while len(free) < len(names):
        some = list(islice(tried, TRIED_AT_ONCE))
        taken = taken_names(table_id, some)
        free += [name for name in some if name.lower() not in taken]
    return dict(zip(names, free, strict=False))


def _spellings(names: list[str]) -> tuple[str, ...]:
    """Spellings of the names to search for, since the database ignores case for ASCII letters only."""
    cases = (str, str.lower, str.upper, str.title, str.casefold)
    return tuple(dict.fromkeys(case(form) for name in names for form in forms(name) for case in cases))


def _agreed(table: Table, pseudonyms: Pseudonyms) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The table's own lines before and after; None if they do not contain the names."""
    old = tuple(table.agreed or ())
    new = tuple(pseudonyms.text(line, MAX_AGREED_LINE_LENGTH) for line in old)
    return None if new == old else (old, new)


class Named(Protocol):
    """What has a name that no other of its kind has at a table."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


def renamed(named: Sequence[Named], pseudonyms: Pseudonyms) -> dict[int, tuple[str, str]]:
    """All of a kind at a table that contain the player's name: by id, the name before and after."""
    taken = {each.name for each in named}
    found: dict[int, tuple[str, str]] = {}
    for each in named:
        name = pseudonyms.text(each.name, MAX_NAME_LENGTH)
        if name != each.name:
            new = _untaken(name, taken.intersection)
            taken.add(new)
            found[each.id] = each.name, new
    return found


def _devices(table_id: str, spellings: Collection[str], pseudonyms: Pseudonyms) -> dict[int, tuple[str, str]]:
    """The devices named after the player: by member number, the name before and after."""
    found: dict[int, tuple[str, str]] = {}
    given = set[str]()
    for member_id, old in members_with(table_id, spellings).items():
        name = pseudonyms.text(old, MAX_NAME_LENGTH)
        if name != old:
            new = _untaken(name, lambda names: given.intersection(names) | names_of_members(table_id, names))
            given.add(new)
            found[member_id] = old, new
    return found


def _untaken(name: str, taken: Callable[[list[str]], Collection[str]]) -> str:
    """The name, numbered if it is taken."""
    numbered = chain([name], (f"{name[: MAX_NAME_LENGTH - 5]} ({number})" for number in count(2)))
    while True:
        some = list(islice(numbered, TRIED_AT_ONCE))
        used = taken(some)
        for each in some:
            if each not in used:
                return each


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game after the erasure: its last event so far, its setup, rewritten events and row values."""

    game_id: str
    number: int
    last: StoredEvent
    setup: Sheet
    events: tuple[StoredEvent, ...]
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
    game, events = find_game(game_id), events_of(game_id)
    after = [rewritten_event(event, pseudonyms) for event in events]
    changed = tuple(new for old, new in zip(events, after, strict=True) if new is not old)
    row = changed_columns(game, pseudonyms)
    if not changed and not row:
        return None
    try:
        state = replay_stored(after)
        setup, game_summary = state.setup, _summary_after(game, state, pseudonyms)
    except SHAPELESS:  # it is damaged: its names go all the same
        setup = read_start(after[0].payload).setup
        game_summary = GameSummary(game.status, game.ended_by, _renamed_summary(game.summary, pseudonyms))
    return GameChange(game_id, game.number, events[-1], setup, changed, row, game_summary)


FROM_CONTENT = 5
"""The UUID version of ids that are hashes of a game's content, with which a guessed name could be confirmed."""


def rewritten_event(event: StoredEvent, pseudonyms: Pseudonyms) -> StoredEvent:
    """The event with the new names; the same object if it has none of them."""
    payload = pseudonyms.value(event.payload)
    who, reason = (None if text is None else pseudonyms.text(text) for text in (event.who, event.reason))
    if (payload, who, reason) == (event.payload, event.who, event.reason):
        return event
    names_content = event.kind == START and UUID(event.id).version == FROM_CONTENT
    own_id = new_id() if names_content else event.id
    return event._replace(id=own_id, payload=payload, who=who, reason=reason, salt=None)


def changed_columns(row: Game | NamedRow, pseudonyms: Pseudonyms) -> dict[str, Any]:
    """The columns of a game's row that change, with the new names."""
    after = {
        "sides": pseudonyms.value(row.sides),
        "not_counted": None if row.not_counted is None else pseudonyms.text(row.not_counted),
        "counted_by": None if row.counted_by is None else pseudonyms.text(row.counted_by),
        "differences": pseudonyms.value(row.differences),
        "summary": _renamed_summary(row.summary, pseudonyms),
        "room": pseudonyms.value(row.room),
    }
    return {name: value for name, value in after.items() if value != getattr(row, name)}


def _renamed_summary(summary: Mapping[str, Any], pseudonyms: Pseudonyms) -> dict[str, Any]:
    """The summary with the new names; one of an older version has a sentence."""
    sentence = {"text": pseudonyms.text(str(summary["text"]))} if "text" in summary else {}
    return {**pseudonyms.value(dict(summary)), **sentence}


def _summary_after(game: Game, state: GameState, pseudonyms: Pseudonyms) -> GameSummary:
    """The game's summary with the new names; figures of an older rule set revision stay as they were."""
    new = summary_of(state)
    if is_same_summary(GameSummary(game.status, game.ended_by, game.summary), new):
        return new
    return GameSummary(game.status, game.ended_by, _renamed_summary(game.summary, pseudonyms))


IMPORTS_FOLDER = "imports"
"""The instance's folder of previewed files that are not imported yet."""


class _TableChanged(Exception):
    """The table changed since the erasure was planned, so that it has to be planned again."""


MAX_ATTEMPTS = 5


def erase_player(table_id: str, player_id: int, author: Author) -> tuple[ErasurePlan, bool]:
    """Replace a player's names by pseudonyms everywhere at the table, in one transaction.

    Most of the work is done before it: nobody can save during the transaction. Also returns whether the database file
    is clean: False if another program has it open. Raises `NoSuchTable`, `NoSuchPlayer`, and `DatabaseBusy` if names of
    the table change all the time.
    """
    for _ in range(MAX_ATTEMPTS):
        plan = plan_erasure(table_id, player_id)
        games = {game.game_id: _game_to_write(game, plan.table, author) for game in plan.games}
        try:
            return _write(plan, games, player_id, author), _clean()
        except (_TableChanged, IntegrityError):
            continue
    raise DatabaseBusy


def _write(plan: ErasurePlan, games: Mapping[str, RewrittenGame], player_id: int, author: Author) -> ErasurePlan:
    """Write the plan, with the games that changed since, and return it with these. Raises `_TableChanged`."""
    table = plan.table
    with write_transaction() as session:
        if plan_table(table.table_id, player_id) != table:
            raise _TableChanged
        changed = changed_games(plan.versions, versions_of_games(table.table_id))
        later = [change for id_ in changed if (change := plan_game(id_, table.pseudonyms)) is not None]
        kept = [rewritten for id_, rewritten in games.items() if id_ not in changed]
        rewrite_games(session, [*kept, *(_game_to_write(change, table, author) for change in later)])
        _write_table(session, table, author)
        mark_unclean(session)
        session.expire_all()
    return replace(plan, games=(*(game for game in plan.games if game.game_id not in changed), *later))


def _write_table(session: Session, table: TableChange, author: Author) -> None:
    """Write what changes beside the games."""
    unlink_devices(session, table.table_id, table.instead)
    for room in table.in_rooms:
        room.write(table.pseudonyms, author.name)
    rename_players(session, table.table_id, table.instead)
    for member_id, (_, name) in table.devices.items():
        rename_member(session, member_id, name)
    for custom_game_id, content in table.custom_games.items():
        rewrite_custom_game(session, custom_game_id, content)
    if table.agreed is not None:
        store_agreed_lines(table.table_id, table.agreed[1])
    for preset_id, (_, name) in table.presets.items():
        rename_table_preset(table.table_id, preset_id, name)
    if table.table_name is not None:
        rename_table(session, table.table_id, table.table_name[1])


def erase_table(table_id: str) -> bool:
    """Delete a table with its games, players and devices; returns whether the file is clean. Raises `NoSuchTable`."""
    find_table(table_id)
    delete_table(table_id)
    return _clean()


def delete_table(table_id: str) -> None:
    """Delete a table with its games, players and devices, and what rooms have of it."""

    def delete_of_rooms() -> None:
        for room in hooks.rows_of(table_id):
            room.delete()

    remove_table(table_id, delete_of_rooms)


def _game_to_write(change: GameChange, table: TableChange, author: Author) -> RewrittenGame:
    """What is written of a game, with the event that lists the new hashes if one of its events changes."""
    row = change.row | {"summary": change.game_summary.summary}
    if not change.events:
        return RewrittenGame(change.game_id, row, (), None)
    last = change.last
    who = None if author.name is None else table.pseudonyms.text(author.name)
    hashes = tuple((event.seq, hash_of(event)) for event in change.events)
    new = new_event(PlayerErased(seq=last.seq + 1, who=who, hashes=hashes), change.setup)
    event = chained_after(last, new)
    position = {"last_seq": event.seq, "last_hash": event.hash, "last_activity": event.at}
    return RewrittenGame(change.game_id, row | position | change.game_summary.columns(event.seq), change.events, event)


def _clean() -> bool:
    """Drop this process's cached games and previewed files, and whether the database's file could be cleaned."""
    _drop_caches()
    return clean_file()


names_erased = Signal("Sent when what this process has drawn or cached may hold an erased name.")


def _drop_caches() -> None:
    """Drop this process's cached games, and previewed files."""
    GAME_CACHE.clear()
    names_erased.send()
    hooks.names_erased()
    for file in Path(current_app.instance_path, IMPORTS_FOLDER).rglob("*"):
        if file.is_file():
            file.unlink(missing_ok=True)


MAX_GAMES, MAX_EVENTS = 1000, 10_000
"""A table with more games or events is only searched when somebody asks: most tables never have as many."""


@dataclass(frozen=True, slots=True)
class GamesFound:
    """What an erasure changes in the games of a table.

    `texts` are notes, reasons and other free text, before and after, without repeats. `unsalted` counts events
    without a salt, whose hash can still confirm a guessed name: those of older versions, and those in which another
    name was erased.
    """

    games: int
    texts: tuple[tuple[str, str], ...]
    unsalted: int


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What erasing a player changes; `found` is None if the table is large and its games were not searched."""

    change: TableChange
    found: GamesFound | None

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Free text, and names of devices and the table, before and after, without repeats."""
        in_games = self.found.texts if self.found else ()
        return tuple(dict.fromkeys([*self.change.texts, *in_games, *self.change.renamed]))


def preview_erasure(table_id: str, player_id: int, *, search: bool) -> ErasurePreview:
    """What erasing this player changes, without planning it game by game; writes nothing.

    Without `search`, only the games of a small table are searched. Raises `NoSuchTable`, `NoSuchPlayer`.
    """
    change = plan_table(table_id, player_id)
    search = search or not has_more_events(table_id, MAX_GAMES, MAX_EVENTS)
    return ErasurePreview(change, _search(table_id, change.spellings, change.pseudonyms) if search else None)


def _search(table_id: str, spellings: Collection[str], pseudonyms: Pseudonyms) -> GamesFound:
    """What changes in the table's games. Events with nothing but their writer's name are counted, but not read."""
    renamed = cache(lambda who: pseudonyms.text(who) != who)
    games, unsalted = set[str](), 0
    for written in written_by(table_id, spellings):
        if renamed(written.who):
            games.add(written.game_id)
            unsalted += written.unsalted
    texts = dict[tuple[str, str], None]()
    for event in events_with(table_id, spellings):
        payload = pseudonyms.value(event.payload)
        reason = None if event.reason is None else pseudonyms.text(event.reason)
        if (payload, reason) == (event.payload, event.reason):
            continue
        games.add(event.game_id)
        texts |= dict.fromkeys([*changed_texts(event.reason, reason), *changed_texts(event.payload, payload)])
        is_counted = event.who is not None and renamed(event.who)
        unsalted += event.salt is None and not is_counted
    for row in rows_with(table_id, spellings):
        columns = changed_columns(row, pseudonyms)
        if columns:
            games.add(row.game_id)
        if "not_counted" in columns:
            texts[str(row.not_counted), columns["not_counted"]] = None
    return GamesFound(len(games), tuple(texts), unsalted)


def changed_texts(old: Any, new: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The free text that changes, before and after."""
    if isinstance(old, dict):
        for (name, one), other in zip(old.items(), new.values(), strict=True):
            yield from changed_texts(one, other, key if key == "tags" else name)
    elif isinstance(old, list):
        for one, other in zip(old, new, strict=True):
            yield from changed_texts(one, other, key)
    elif old != new and key not in NAMES:
        yield old, new
