"""Names of a file that look alike, or like a name of the table. An import takes each of them as the file has it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.parts import CheckedPart, PartWords
from scorekeeper.services.importing import Compared, ComparedGame, ComparedPart
from scorekeeper.services.names import KnownNames, names_alike
from scorekeeper.services.part_kinds import kind_in
from scorekeeper.storage.players import names_now_of, names_of

ALIKE = translatable(
    "“{name}” and “{other}” look alike and are taken as two people. You can merge them later under Players"
)
PLAYERS, TEAMS = "players", "teams"
MAX_COMPARED = 1000
"""New names of a file that are compared with those before them: comparing takes its time."""


@dataclass(frozen=True, slots=True)
class NamesAlike:
    """A name of a file, and another of the file or the table that looks like it or is the same: of what, and a sentence
    without its full stop.
    """

    of: str
    name: str
    other: str
    text: str


class NamesOfFile:
    """The names that an import would bring to a table (None: to a new one), gathered part by part."""

    def __init__(self, table_id: str | None) -> None:
        self._table_id = table_id
        self._players: dict[str, None] = {}  # in the order of the file
        self._merged: Mapping[str, str] = {}
        self._parts: list[CheckedPart] = []
        self._going_on: dict[str, list[str]] = {}  # by the folder of their kind
        self._going_on_here: dict[str, Sequence[str]] = {}

    def add(self, part: Compared) -> None:
        """Take the names of the next part of the file, as far as an import would bring them."""
        if isinstance(part, ExportedTable):
            self._players.update(dict.fromkeys(map(composed, part.players)))
            self._merged = part.merged
        elif isinstance(part, ComparedGame) and part.will_import:
            self._players.update(dict.fromkeys(map(composed, part.players)))
        elif isinstance(part, ComparedPart) and isinstance(part.part, CheckedPart) and part.will_import:
            self._players.update(dict.fromkeys(map(composed, part.part.players)))
            self._parts.append(part.part)
            if part.going_on is not None:
                folder = part.part.exported.folder
                self._going_on_here[folder] = part.going_on
                self._going_on.setdefault(folder, []).extend([] if part.part.is_over else [part.part.name])

    def alike(self) -> list[NamesAlike]:
        """Each name that looks like an earlier one, or one of the table, with that one."""
        return [*self._players_alike(), *self._teams_alike(), *self._parts_alike()]

    def _players_alike(self) -> Iterator[NamesAlike]:
        merged = set(map(composed, self._merged))  # these are other names of somebody
        players = [name for name in self._players if name not in merged]
        known = [] if self._table_id is None else names_of(self._table_id)
        now = {} if self._table_id is None else names_now_of(self._table_id)
        found = set[str]()
        for name, alike in names_alike(players, known):
            found.add(name)
            other = now.get(alike, alike)
            yield NamesAlike(PLAYERS, name, other, _(ALIKE, name=name, other=other))
        near, new = KnownNames(known), [name for name in players if name not in found]
        for name in new[:MAX_COMPARED]:
            slip = None if name in near else near.near(name)
            if slip is not None:
                other = now.get(slip, slip)
                yield NamesAlike(PLAYERS, name, other, _(ALIKE, name=name, other=other))
            near.add(name)

    def _teams_alike(self) -> Iterator[NamesAlike]:
        for part in self._parts:
            words = _words_of(part.exported.folder)
            yield from _named(TEAMS, names_alike(part.teams, (), twins=True), words.teams_alike, words.teams_same)

    def _parts_alike(self) -> Iterator[NamesAlike]:
        for folder, names in self._going_on.items():
            words = _words_of(folder)
            yield from _named(
                folder, names_alike(names, self._going_on_here[folder], twins=True), words.alike, words.same
            )


def _words_of(folder: str) -> PartWords:
    """What is said of a kind of parts that a room here took."""
    kind = kind_in(folder)
    assert kind is not None
    return kind.words


def _named(of: str, found: Iterable[tuple[str, str]], alike: str, same: str) -> Iterator[NamesAlike]:
    for name, other in found:
        yield NamesAlike(of, name, other, _(same, name=name) if name == other else _(alike, name=name, other=other))
