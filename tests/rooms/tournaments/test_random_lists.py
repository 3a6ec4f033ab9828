"""Random lists of fixtures and of teams: each line is read or named, and none is a fault of ours."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.services.fixtures import plan_of
from scorekeeper.rooms.tournaments.services.teams import entries_of
from tests.hypothesis_budget import examples
from tests.random_lists import random_list
from tests.rooms.tournaments.fields import enter, stage, tournament


def test_any_list_of_fixtures_is_read_or_named() -> None:
    state, read = enter(tournament([stage("fixtures")]), 4), 0
    for number in range(examples(300, 60_000)):
        lots = Random(number)
        before = lots.choice(("", "1, 4, Ann 1 & Ben 1, Ann 2 & Ben 2\n"))
        plan = plan_of(state, before + random_list(lots))
        read += len(plan.read)
        assert all(line.why for line in plan.not_read)
    assert read


def test_any_list_of_teams_is_read() -> None:
    for number in range(examples(300, 60_000)):
        with suppress(InvalidInput):
            for entry in entries_of(random_list(Random(number))):
                assert all(player.strip() for player in entry.players)
