"""A corrected result in a bracket: the right team, play it again, or let it stand, always all three, said first."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.domain.format import Replacement
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from tests.each_case import each_case
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page


def wrong_in(hall: Hall) -> list[Replacement]:
    state = hall.state
    return format_of(state, 1).replacements(state, 1)


def turned_round(hall: Hall, number: int) -> None:
    """The result of a match turns out to be the other way round; protests are closed."""
    match = hall.state.matches[number]
    result = hall.state.result(match)
    assert result is not None
    first, second = result.scores[::-1]
    director = hall.director
    director.open(hall.at(f"desk/matches/{number}"))
    form = director.page.form_with("first")
    director.submit(form, None, 200, first=str(first), second=str(second), signed="yes", reason="sheet misread")


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Four teams: the final has its result on paper, then a semi-final turns out to be the other way round."""
    hall.set_up(EIGHT[:4], format="single-elimination", playoff="0", kept_on="paper")
    hall.pair()
    semi_final = hall.open_matches[0].id
    hall.play_round(EIGHT[:4])
    hall.pair()
    hall.play_round(EIGHT[:4])
    hall.director.open(hall.at(f"desk/matches/{semi_final}"))
    turned_round(hall, semi_final)
    return hall


@pytest.fixture
def with_bye(hall: Hall) -> Hall:
    """Five teams, lose twice: who lost in round 1 has a bye in round 2, and did not lose at all."""
    hall.set_up(EIGHT[:5], format="double-elimination", playoff="0", kept_on="paper")
    hall.pair()
    first = next(match for match in hall.open_matches)
    hall.play_round(EIGHT[:5])
    hall.pair()
    hall.play_round(EIGHT[:5])
    turned_round(hall, first.id)
    assert any(hall.state.matches[one.match].pairing.is_bye for one in wrong_in(hall))
    return hall


def look(hall: Hall, one: Replacement) -> Page:
    return hall.director.open(hall.at(f"desk/matches/{one.match}"))


def match_of(hall: Hall, one: Replacement) -> Match:
    return hall.state.matches[one.match]


def test_all_three_ways_are_there_and_say_what_they_do(played: Hall) -> None:
    (one,) = wrong_in(played)
    page = look(played, one)
    assert one.right is not None
    right, wrong = (played.state.teams[team].name for team in (one.right, one.wrong))
    assert f"{right} should play here, not {wrong}" in page.text
    assert f"{right} plays against" in page.text
    assert "the result of this match goes." in page.text
    assert "play this match once more; its result goes." in page.text
    assert f"{wrong} stays, and all that is played and paired stays as it is." in page.text
    for way in ("Put the right team in", "Play it again", "Let it stand"):
        assert played.director.can_tap(way), way


def test_right_team_comes_into_a_match_that_was_played_on_paper(played: Hall) -> None:
    (one,) = wrong_in(played)
    look(played, one)
    page = played.director.tap("Put the right team in")
    assert "The right team is in." in page.text
    match = match_of(played, one)
    assert one.right in match.teams
    assert one.wrong not in match.teams
    assert played.state.result(match) is None
    assert wrong_in(played) == []
    assert "A result was corrected" not in played.director.open(played.at("desk")).text


@each_case(
    ("way", "undone"),
    [
        ("Put the right team in", "result of table {table} taken out, two teams swapped"),
        ("Play it again", "result of table {table} taken out, table {table} stands"),
        ("Let it stand", "table {table} stands"),
    ],
)
def test_one_undo_takes_each_of_the_three_ways_back_and_names_all_of_it(played: Hall, way: str, undone: str) -> None:
    (one,) = wrong_in(played)
    before = played.state
    look(played, one)
    played.director.tap(way)
    after = played.state
    words = undone.format(table=match_of(played, one).pairing.table)
    played.director.open(played.at("desk"))
    page = played.director.tap(f"Undo: {words}")
    assert f"Undone: {words}." in page.text
    assert played.state.matches == before.matches
    assert wrong_in(played) == [one]
    page = played.director.tap(f"Redo: {words}")
    assert f"Redone: {words}." in page.text
    assert played.state.matches == after.matches
    assert wrong_in(played) == []
    played.director.tap(f"Undo: {words}")
    assert played.state.matches == before.matches


def test_match_is_played_again_by_those_who_are_there(played: Hall) -> None:
    (one,) = wrong_in(played)
    before = match_of(played, one).teams
    look(played, one)
    played.director.tap("Play it again")
    match = match_of(played, one)
    assert match.teams == before
    assert played.state.result(match) is None
    assert wrong_in(played) == []


def test_match_that_was_played_on_paper_stands(played: Hall) -> None:
    (one,) = wrong_in(played)
    before = match_of(played, one)
    look(played, one)
    played.director.tap("Let it stand")
    after = match_of(played, one)
    assert (after.teams, after.given) == (before.teams, before.given)
    assert wrong_in(played) == []


def test_match_of_a_bye_has_a_page_where_the_right_team_gets_it(with_bye: Hall) -> None:
    one = next(one for one in wrong_in(with_bye) if match_of(with_bye, one).pairing.is_bye)
    director = with_bye.director
    director.open(with_bye.at("desk"))
    page = look(with_bye, one)
    assert "should play here, not" in page.text
    assert "has the bye." in page.text
    assert "the result of that match goes, too." in page.text
    assert "A bye is not played, so there is nothing to play again." in page.text
    assert not director.can_tap("Play it again")
    assert director.can_tap("Let it stand")
    director.tap("Put the right team in")
    assert match_of(with_bye, one).teams == (one.right,)
    assert wrong_in(with_bye) == []


def test_what_follows_from_another_bye_is_said(with_bye: Hall) -> None:
    one = next(one for one in wrong_in(with_bye) if match_of(with_bye, one).pairing.is_bye)
    words = "What was paired from it is asked about then."
    assert words not in look(with_bye, one).text
    with_bye.pair()
    assert words in look(with_bye, one).text


def test_bye_that_stands_leaves_the_desk(with_bye: Hall) -> None:
    for one in wrong_in(with_bye):
        look(with_bye, one)
        with_bye.director.tap("Let it stand")
    assert wrong_in(with_bye) == []
    assert "A result was corrected" not in with_bye.director.open(with_bye.at("desk")).text


def test_later_round_is_named_before_a_match_is_cleared(hall: Hall) -> None:
    hall.set_up(EIGHT, format="single-elimination", playoff="0", kept_on="paper")
    hall.pair()
    first = hall.open_matches[0].id
    for _ in range(2):
        hall.play_round()
        hall.pair()
    turned_round(hall, first)
    one = next(one for one in wrong_in(hall) if match_of(hall, one).round == 2)
    words = "Round 3 is paired from it; it stays until this match has its result, and is asked about then."
    assert look(hall, one).text.count(words) == 2
    hall.director.tap("Put the right team in")
    match = match_of(hall, one)
    assert one.right in match.teams
    hall.paper(match, 300 if match.side_of(one.right or 0) == 0 else 200, 250)
    assert [match_of(hall, later).round for later in wrong_in(hall)] == [3]


def test_team_that_left_is_taken_out_and_the_other_goes_on(played: Hall) -> None:
    (one,) = wrong_in(played)
    played.director.open(played.at(f"teams/{one.right}"))
    played.director.tap("Drops out")
    (one,) = wrong_in(played)
    assert one.right is None
    name = played.state.teams[one.wrong].name
    page = look(played, one)
    assert "goes on without a match." in page.text
    played.director.tap(f"Without {name}")
    match = match_of(played, one)
    result = played.state.result(match)
    assert result is not None
    assert result.forfeits == (match.side_of(one.wrong),)
    assert wrong_in(played) == []

    page = played.director.open(played.at("desk"))
    table = match.pairing.table
    page = played.director.tap(
        f"Undo: result of table {table} taken out, result of table {table}, table {table} stands"
    )
    assert wrong_in(played) == [one]
    assert played.state.result(match_of(played, one)) is not None
