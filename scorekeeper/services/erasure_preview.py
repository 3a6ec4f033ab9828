"""What a person sees of an erasure before it: the new names, how many games change, and the texts before and after."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.core.game.pseudonyms import NAMES, Pseudonyms
from scorekeeper.services.erasure_plan import changed_columns
from scorekeeper.services.table_change import TableChange, plan_table
from scorekeeper.storage.erasing import events_with, has_more_events, rows_with, written_by

MOST_GAMES, MOST_EVENTS = 1000, 10_000
"""A table with more games or events is only searched when somebody asks: most tables never have as many."""


@dataclass(frozen=True, slots=True)
class GamesFound:
    """What an erasure changes in the games of a table.

    `texts` are notes, reasons and other free text, before and after, without repeats. `unsalted` counts events of
    older versions, whose hash can still confirm a guessed name.
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
    search = search or not has_more_events(table_id, MOST_GAMES, MOST_EVENTS)
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
        texts |= dict.fromkeys([*_changed(event.reason, reason), *_changed(event.payload, payload)])
        is_counted = event.who is not None and renamed(event.who)
        unsalted += event.salt is None and not is_counted
    for row in rows_with(table_id, spellings):
        columns = changed_columns(row, pseudonyms)
        if columns:
            games.add(row.game_id)
        if "not_counted" in columns:
            texts[str(row.not_counted), columns["not_counted"]] = None
    return GamesFound(len(games), tuple(texts), unsalted)


def _changed(old: Any, new: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The free text that changes, before and after."""
    if isinstance(old, dict):
        for (name, one), other in zip(old.items(), new.values(), strict=True):
            yield from _changed(one, other, key if key == "tags" else name)
    elif isinstance(old, list):
        for one, other in zip(old, new, strict=True):
            yield from _changed(one, other, key)
    elif old != new and key not in NAMES:
        yield old, new
