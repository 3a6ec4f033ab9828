"""Names of a file that look alike, or like a name of the table. An import takes each of them as the file has it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.inputs.faults import Named
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.parts import CheckedPart
from scorekeeper.services.importing import Compared, ComparedGame, ComparedPart
from scorekeeper.services.names import names_alike
from scorekeeper.storage.players import names_of

ALIKE = {
    Named.PLAYERS: translatable(
        "“{name}” and “{other}” look alike and are taken as two people. You can merge them later under Players"
    ),
    Named.TEAMS: translatable("Teams “{name}” and “{other}” of one tournament look alike; they stay two teams"),
    Named.TOURNAMENTS: translatable("Tournaments “{name}” and “{other}” look alike; they stay two tournaments"),
}
SAME = {
    Named.TEAMS: translatable("Two teams of one tournament are called “{name}”; they stay two teams"),
    Named.TOURNAMENTS: translatable("Two tournaments are called “{name}”; they stay two tournaments"),
}


@dataclass(frozen=True, slots=True)
class NamesAlike:
    """A name of a file, and another of the file or the table that looks like it or is the same."""

    of: Named
    name: str
    other: str

    @property
    def text(self) -> str:
        """Says so in a sentence without its full stop."""
        if self.name == self.other:
            return _(SAME[self.of], name=self.name)
        return _(ALIKE[self.of], name=self.name, other=self.other)


class NamesOfFile:
    """The names that an import would bring to a table (None: to a new one), gathered part by part."""

    def __init__(self, table_id: str | None) -> None:
        self._table_id = table_id
        self._players: dict[str, None] = {}  # in the order of the file
        self._merged: Mapping[str, str] = {}
        self._parts: list[CheckedPart] = []
        self._going_on: list[str] = []
        self._going_on_here: Sequence[str] = ()

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
                self._going_on_here = part.going_on
                self._going_on += [] if part.part.is_over else [part.part.name]

    def alike(self) -> list[NamesAlike]:
        """Each name that looks like an earlier one, or one of the table, with that one."""
        return [*self._players_alike(), *self._teams_alike(), *self._tournaments_alike()]

    def _players_alike(self) -> Iterator[NamesAlike]:
        merged = set(map(composed, self._merged))  # these are other names of somebody
        players = [name for name in self._players if name not in merged]
        known = [] if self._table_id is None else names_of(self._table_id)
        for name, other in names_alike(players, known):
            yield NamesAlike(Named.PLAYERS, name, other)

    def _teams_alike(self) -> Iterator[NamesAlike]:
        for part in self._parts:
            for name, other in names_alike(part.teams, (), twins=True):
                yield NamesAlike(Named.TEAMS, name, other)

    def _tournaments_alike(self) -> Iterator[NamesAlike]:
        for name, other in names_alike(self._going_on, self._going_on_here, twins=True):
            yield NamesAlike(Named.TOURNAMENTS, name, other)
