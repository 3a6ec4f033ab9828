"""What pairing now would mean, as the desk and the list of teams say it: by what pairs, so it is what comes."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.pages.teams.listing import foot
from scorekeeper.rooms.tournaments.services.pairing import forecast
from tests.each_case import each_case
from tests.rooms.tournaments.fields import enter, latest, pair, stage, tournament

Pairs = Sequence[tuple[int, int]]


def entered(form: str, teams: int, tables: int | None = None, meet: Pairs = (), **settings: object) -> TournamentState:
    given = {"fixtures": [{"round": 1, "teams": list(pair)} for pair in meet]} if meet else {}
    return enter(tournament([stage(form, seeds="entry", settings=settings, **given)], tables=tables), teams)


@each_case(
    ("state", "says"),
    [
        (entered("swiss", 8), "8 teams: 4 tables, nobody sits out"),
        (entered("swiss", 7), "7 teams: 3 tables, 1 sits out"),
        (entered("swiss", 8, tables=3), "8 teams: 3 tables, 2 waves, nobody sits out"),
        (entered("round-robin", 12, pools=4), "12 teams: 4 tables, 4 sit out"),
        (entered("double-elimination", 11), "11 teams: 3 tables, 5 byes"),
        (entered("single-elimination", 8), "8 teams: 4 tables"),
        (entered("fixtures", 4, meet=((1, 2), (3, 4))), "4 teams: 2 tables, nobody sits out"),
        (entered("swiss", 1), "1 team: 0 tables, 1 sits out"),
    ],
)
def test_forecast_is_what_comes(app: Flask, state: TournamentState, says: str) -> None:
    with app.test_request_context():
        assert foot(state) == says
    expected = [pairing for pairing in forecast(state) if not pairing.is_bye]
    paired = latest(pair(state)) if expected else []
    assert sorted(match.pairing.wave for match in paired) == sorted(pairing.wave for pairing in expected)


def test_field_that_takes_long_to_pair_is_only_counted(app: Flask) -> None:
    state = entered("swiss", 101)
    assert forecast(state) == ()
    with app.test_request_context():
        assert foot(state) == "101 teams: 50 tables, 1 sits out"
