"""A table's ZIP has its tournaments: it is verified, and imported with all games into another table."""

from __future__ import annotations

import io
import zipfile

import pytest

from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.zip_file import check_zip
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.storage import tournaments_of
from scorekeeper.services.erasing import erase_table
from scorekeeper.services.exporting import table_in_form
from scorekeeper.services.importing import import_file
from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Two rounds are played; a phone has begun to keep the score of one match."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    hall.play_round()
    hall.pair()
    hall.keeper("Ann")
    return hall


def packed(hall: Hall) -> bytes:
    with hall.app.app_context():
        return b"".join(table_in_form(hall.director_table, "zip"))


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    """The ZIP with a text in its tournament replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            text = before.read(name)
            after.writestr(name, text.replace(old, new) if name.startswith("tournaments/") else text)
    return out.getvalue()


def test_backup_has_the_tournament_and_verifies(played: Hall) -> None:
    content = packed(played)
    with zipfile.ZipFile(io.BytesIO(content)) as found:
        assert "tournaments/000001.json" in found.namelist()
    assert check_zip(io.BytesIO(content), without_end()).findings == []


@pytest.mark.parametrize(("old", "new"), [('"Abe"', '"Art"'), ('"scores":[', '"scores":[1')])
def test_changed_tournament_is_found(played: Hall, old: str, new: str) -> None:
    altered = changed(packed(played), old.encode(), new.encode())
    findings = check_zip(io.BytesIO(altered), without_end()).findings
    assert [fault_text(fault) for fault in findings]


def test_backup_is_imported_with_its_tournament_and_games(played: Hall) -> None:
    content, before = packed(played), played.podium()
    with played.app.app_context():
        erase_table(played.director_table)
        (table,) = import_file(io.BytesIO(content)).tables
        (row,) = tournaments_of(table)
        state = load_tournament(row.id).state
        assert row.id == played.id
        assert [state.teams[place.team].name for place in final_ranking(state)] == before
        assert any(result.hands == 0 for result in state.results.values())
        assert len(state.results) == 1


def test_second_import_adds_nothing(played: Hall) -> None:
    content = packed(played)
    with played.app.app_context():
        import_file(io.BytesIO(content), played.director_table)
        assert len(tournaments_of(played.director_table)) == 1
