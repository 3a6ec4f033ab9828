"""The bracket on the wall: all of a small one, of a large one a part at a time, with what is played now."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.pages.showing import wall
from scorekeeper.rooms.tournaments.pages.showing.wall_bracket import COLUMNS, ROWS, bracket_pages
from tests.each_case import each_case
from tests.rooms.tournaments.fields import by_number, enter, field_of, pair, play, stage, tournament
from tests.rooms.tournaments.hall import Hall


def pages(state: TournamentState) -> list[dict[str, Any]]:
    """The parts of the bracket as the wall has them."""
    return list(bracket_pages(state, {team.id: team.name for team in state.teams.values()}))


def sizes(page: dict[str, Any]) -> list[int]:
    """How many matches each round of a part has."""
    return [len(column["matches"]) for column in page["columns"]]


def names_on(found: list[dict[str, Any]]) -> set[str]:
    """The teams that these parts name."""
    matches = [match for page in found for column in page["columns"] for match in column["matches"]]
    return {side["name"] for match in matches for side in match["sides"] if side["is_team"]}


@each_case(
    ("form", "teams", "rounds", "expected"),
    [
        ("single-elimination", 8, 1, [[4, 2, 1]]),
        ("single-elimination", 16, 1, [[8, 4, 2, 1]]),
        ("single-elimination", 16, 3, [[8, 4, 2, 1]]),
        ("single-elimination", 32, 1, [[8, 4, 2, 1]] * 2),
        ("single-elimination", 32, 2, [[8, 4, 2, 1]]),
        ("single-elimination", 64, 1, [[8, 4, 2, 1]] * 4),
        ("double-elimination", 8, 1, [[4, 2, 1, 1]]),
        ("double-elimination", 8, 2, [[4, 2, 1, 1], [2, 2, 1, 1]]),
    ],
)
def test_parts_are_what_is_legible(form: str, teams: int, rounds: int, expected: list[list[int]]) -> None:
    state = field_of(teams, form, seeds="entry")
    for _ in range(rounds - 1):
        state = play(pair(state), by_number)
    found = pages(pair(state))
    assert [sizes(page) for page in found] == expected
    assert all(len(page["columns"]) <= COLUMNS and max(sizes(page)) <= ROWS for page in found)


@each_case(("teams",), [(8,), (16,), (32,), (64,), (24,), (11,)])
def test_every_team_is_on_one_of_the_parts_of_the_first_round(teams: int) -> None:
    state = pair(field_of(teams, "single-elimination", seeds="entry"))
    assert names_on(pages(state)) == {team.name for team in state.teams.values()}


def test_round_played_now_is_marked_and_winners_stand_in_the_next_one() -> None:
    state = pair(play(pair(field_of(8, "single-elimination", seeds="entry")), by_number))
    (page,) = pages(state)
    assert [column["is_now"] for column in page["columns"]] == [False, True, False]
    second = page["columns"][1]["matches"]
    assert {side["name"] for match in second for side in match["sides"]} == {f"Ann {n} & Ben {n}" for n in range(1, 5)}
    assert all(match["is_playing"] for match in second)


def test_long_names_have_fewer_rounds_beside_them() -> None:
    state = pair(field_of(8, "double-elimination", seeds="entry"))
    long = {team: f"Alexander H. & Kimberly {team}" for team in state.teams}
    shown = [len(page["columns"]) for page in bracket_pages(state, long)]
    assert max(shown) == 3 < max(len(page["columns"]) for page in pages(state))
    assert {page["size"] for page in bracket_pages(state, long)} == {"long"}


def test_lines_lead_to_the_final_and_not_to_the_match_for_third_place() -> None:
    state = enter(tournament([stage("single-elimination", seeds="entry", settings={"third_place": True})]), 4)
    (page,) = pages(pair(state))
    semi_finals, final = page["columns"]
    assert [match.get("note") for match in final["matches"]] == [None, "Third place"]
    assert (semi_finals["joins"], semi_finals["leads_on"], final["follows"]) == (True, False, True)


def test_totals_that_are_hidden_are_not_on_the_wall() -> None:
    state = pair(field_of(4, "single-elimination", seeds="entry", settings={"hide_standings": True}))
    matches = [match for page in pages(state) for column in page["columns"] for match in column["matches"]]
    assert {side["score"] for match in matches for side in match["sides"]} == {""}


def test_no_bracket_without_a_draw_or_in_another_format() -> None:
    assert pages(field_of(8, "single-elimination")) == []
    assert pages(pair(field_of(8, "swiss"))) == []


def test_wall_has_the_bracket_once_the_pairing_is_not_new(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.set_up(format="single-elimination", playoff="0")
    hall.pair()
    assert "wall-bracket" not in hall.director.open(hall.at("wall")).html
    monkeypatch.setattr(wall, "milliseconds", lambda moment: int(moment.timestamp() * 1000 + 2 * 60_000))
    page = hall.director.open(hall.at("wall?show=bracket"))
    assert "Winner of table 1" in page.text
    assert page.html.count('class="wall-bracket') == 1
    assert "wall-bracket" not in hall.director.open(hall.at("wall?show=tables")).html
