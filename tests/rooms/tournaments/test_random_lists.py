"""Random lists of fixtures and of teams: each line is read or named, and none is a fault of ours."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.services.fixture_plan import plan_of
from scorekeeper.rooms.tournaments.services.team_lists import read_team_list
from scorekeeper.rooms.tournaments.services.teams import entries_of
from tests.hypothesis_budget import examples
from tests.random_lists import random_list
from tests.rooms.tournaments.fields import enter, stage, tournament
from tests.sampled import seed


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
            for entry in entries_of(read_team_list(random_list(Random(number))).lines):
                assert all(player.strip() for player in entry.players)


HEADS = (
    ("Round", "Home", "Away", "Home Score", "Away Score"),
    ("Spieltag", "Heim", "Gast", "Punkte Heim", "Punkte Gast"),
    ("Jornada", "Local", "Visitante", "Tanteo local", "Tanteo visitante"),
    ("Round", "Team 1", "Team 2", "Score 1", "Score 2"),
    ("Round", "Home", "Away", "Home Pts", "Away Pts"),
    ("Matchday", "Home team", "Away team", "Score", "Score"),
    (),
)


def test_no_list_of_fixtures_is_saved_with_scores_other_than_its_own() -> None:
    """In any order of the columns, with headings or without; what is not understood is asked about, or named."""
    state, saved = enter(tournament([stage("fixtures")]), 4), 0
    for number in range(examples(300, 60_000)):
        lots = Random(f"{seed()} {number}")
        teams, mark = lots.sample((1, 2, 3, 4), 2), lots.choice((",", ";", "\t"))
        scores = [lots.choice((512, 700, 248, 90, 2, 0, 12)), lots.choice((-48, 5, 9, 301, 499, 510))]
        cells = ["1", *(f"Ann {team} & Ben {team}" for team in teams)]
        cells += [str(score).replace("-", lots.choice(("-", "−", "–"))) for score in scores]
        heads = lots.choice(HEADS)
        order = lots.sample(range(5), 5) if heads and heads[3] != heads[4] else range(5)
        rows = ([[heads[place] for place in order]] if heads else []) + [[cells[place] for place in order]]
        plan = plan_of(state, "\n".join(mark.join(row) for row in rows))
        for (_round, own), found in plan.results.items():
            saved += 1
            assert dict(zip(own, found, strict=True)) == dict(zip(teams, scores, strict=True)), rows
    assert saved
