"""Figures that were changed behind the app's back: verification says of which game they are."""

from __future__ import annotations

from sqlalchemy import update

from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.storage.models import Result
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, game_setup
from tests.services.test_verifying import OVER, WHERE, found


def test_changed_figures_are_found_and_mended(table: Table) -> None:
    start_game(table.id, game_setup(*OVER), author=ANN)
    with write_transaction() as session:
        session.execute(update(Result).values(nils=7))
    assert found(table) == [f"The statistics are not what the entries give; run scorekeeper stats rebuild {WHERE}"]
    assert [changed for _game, changed in rebuild()] == [True]
    assert found(table) == []
