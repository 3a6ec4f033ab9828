"""Imports: duplicates are recognised, nothing stored changes, all or nothing."""

from scorekeeper.formats.text_record import record_of
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.services.importing import import_file
from scorekeeper.storage.models import Table
from tests.formats.imports.files import GAME, OVER, file


def test_an_imported_game_that_is_over_has_its_statistics_at_once(table: Table) -> None:
    import_file(file(f"{record_of(GAME)}\n{record_of(OVER)}"), table.id)
    assert {each.player.name: each.totals.games for each in every_sum(table.id)} == {"Ann": 1, "Ben": 1}
    assert [changed for _game, changed in rebuild(table.id)] == [False, False]
