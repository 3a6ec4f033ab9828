"""What an erasure changes at a table beside its games: the player's names, devices, and the table's own texts."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import chain, count, islice
from typing import Any

from scorekeeper.core.game.pseudonyms import Pseudonyms, forms
from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.sheet.model import LONGEST_AGREED_LINE
from scorekeeper.storage.erasing import members_with, names_like, names_of_members, taken_names
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import table_presets
from scorekeeper.storage.scripted_games import scripted_games_of
from scorekeeper.storage.search import find_main_player

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
    scripted_games: dict[int, dict[str, Any]]
    agreed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    presets: dict[int, str] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The table's own lines that change, before and after."""
        return tuple((old, new) for old, new in zip(*self.agreed, strict=True) if old != new) if self.agreed else ()

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """The names of devices and of the table that change, before and after."""
        return (*self.devices.values(), *([self.table_name] if self.table_name else []))


def plan_table(table_id: str, player_id: int) -> TableChange:
    """What erasing this player changes beside the games; writes nothing. Raises `NoSuchTable`, `NoSuchPlayer`."""
    table, main_player = find_table(table_id), find_main_player(table_id, player_id)
    names = [main_player.player.name, *main_player.other_names]
    spellings = _spellings(names)
    instead = _pseudonyms_for(table_id, names)
    pseudonyms = Pseudonyms(instead, tuple(sorted(names_like(table_id, names, spellings))))
    named = pseudonyms.text(table.name, LONGEST_NAME)
    scripted_games = {row.id: (row.content, pseudonyms.value(row.content)) for row in scripted_games_of(table_id)}
    return TableChange(
        table_id,
        instead,
        spellings,
        pseudonyms,
        main_player.tally.games if main_player.tally else 0,
        _devices(table_id, spellings, pseudonyms),
        (table.name, named) if named != table.name else None,
        {scripted_id: new for scripted_id, (old, new) in scripted_games.items() if new != old},
        _agreed(table, pseudonyms),
        _presets(table_id, pseudonyms),
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
            found[preset.id] = _untaken(name, taken.intersection)
            taken.add(found[preset.id])
    return found


def _devices(table_id: str, spellings: Collection[str], pseudonyms: Pseudonyms) -> dict[int, tuple[str, str]]:
    """The devices named after the player: by member number, the name before and after."""
    found: dict[int, tuple[str, str]] = {}
    given = set[str]()
    for member_id, old in members_with(table_id, spellings).items():
        name = pseudonyms.text(old, LONGEST_NAME)
        if name != old:
            new = _untaken(name, lambda names: given.intersection(names) | names_of_members(table_id, names))
            given.add(new)
            found[member_id] = old, new
    return found


def _untaken(name: str, taken: Callable[[list[str]], Collection[str]]) -> str:
    """The name, numbered if it is taken."""
    numbered = chain([name], (f"{name[: LONGEST_NAME - 5]} ({number})" for number in count(2)))
    while True:
        some = list(islice(numbered, TRIED_AT_ONCE))
        used = taken(some)
        for each in some:
            if each not in used:
                return each
