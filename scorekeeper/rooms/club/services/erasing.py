"""Erases a player's names from the names of seasons."""

from dataclasses import dataclass

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.rooms.club.storage.seasons import change_season, seasons_of
from scorekeeper.services.erasing import renamed


@dataclass(frozen=True, slots=True)
class ErasedInSeasons:
    """The table's seasons whose names change: by id, the name before and after."""

    table_id: str
    names: dict[int, tuple[str, str]]
    texts: tuple[tuple[str, str], ...] = ()

    @property
    def renamed(self) -> tuple[tuple[str, str], ...]:
        """The names before and after."""
        return tuple(self.names.values())

    def write(self, _pseudonyms: Pseudonyms, _who: str | None) -> None:
        """Rename the seasons."""
        for season_id, (_old, name) in self.names.items():
            change_season(self.table_id, season_id, name=name)


def plan_seasons(table_id: str, pseudonyms: Pseudonyms) -> ErasedInSeasons:
    """What changes in the names of the table's seasons; writes nothing."""
    return ErasedInSeasons(table_id, renamed(seasons_of(table_id), pseudonyms))
