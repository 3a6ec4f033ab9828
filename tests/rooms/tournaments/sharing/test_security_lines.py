"""Each line of the security log: what happened, to which device and link, at which table."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services import phones as tournament_phones
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.storage.models import Table
from tests.services.cast import ANN
from tests.sharing.test_security_lines import heard, line, table

__all__ = ["heard", "table"]


def test_each_step_of_a_phone_at_a_tournament_is_a_line(table: Table, heard: pytest.LogCaptureFixture) -> None:
    swiss = (Stage("swiss", "partnership", {}, rounds=1),)
    tournament = start_tournament(table.id, "Friday Open", swiss, TournamentSettings(), ANN)[0].id
    ann = tournament_phones.join_tournament(tournament, None, "Ann", player="Ann").member.id
    ben = tournament_phones.join_tournament(tournament, None, "Ben", card=7).member.id
    tournament_phones.accept_phone(tournament, ben)
    tournament_phones.new_card(tournament, 7)
    tournament_phones.turn_away(tournament, ann)
    assert heard.messages == [
        line("tournament started", table),
        line("joined card=", device=ann, tournament=tournament),
        line("joined card=7", device=ben, tournament=tournament),
        line("phone accepted", device=ben, tournament=tournament),
        line("table card voided number=7", tournament=tournament),
        line("device removed", table, ann),
    ]
