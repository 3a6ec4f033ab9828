"""Whole tournaments from set-up to podium, as a director taps them without JavaScript."""

from __future__ import annotations

import pytest

from tests.rooms.tournaments.hall import EIGHT, Hall


def test_swiss_with_eight_teams_from_set_up_to_podium(hall: Hall) -> None:
    hall.set_up(format="swiss", playoff="0", rounds="3")
    for _ in range(3):
        hall.pair()
        hall.play_round()
    hall.director.open(hall.at("desk"))
    page = hall.director.tap("Podium")
    assert page.url == hall.at("podium")
    assert hall.podium()[0] == EIGHT[0]
    assert hall.state.ended
    assert "3–0" in hall.director.open(hall.at("standings")).text


def test_single_elimination_with_six_teams_from_set_up_to_podium(hall: Hall) -> None:
    teams = EIGHT[:6]
    hall.set_up(teams, format="single-elimination")
    for _ in range(3):
        hall.pair()
        hall.play_round()
    hall.director.open(hall.at("desk"))
    hall.director.tap("Podium")
    assert hall.podium()[:1] == [teams[0]]


def test_swiss_then_playoff_of_the_best_four(hall: Hall) -> None:
    hall.set_up(format="swiss", playoff="4", rounds="3")
    for _ in range(5):
        hall.pair()
        hall.play_round()
    hall.director.open(hall.at("desk"))
    hall.director.tap("Podium")
    assert hall.podium()[0] == EIGHT[0]
    assert [round_.stage for round_ in hall.state.rounds] == [1, 1, 1, 2, 2]


def test_set_up_to_first_published_round_takes_at_most_twelve_taps(hall: Hall) -> None:
    """Home, the form as it is, a pasted list, pair, publish."""
    director = hall.director
    director.open("/")
    taps = ["More", "Tournament"]
    director.tap("Tournament")
    page = director.submit(director.page.form_with("format"))
    taps += ["Open sign-up"]
    hall.id = page.url.split("/")[2]
    page = director.submit(director.page.form_with("teams"), None, 200, teams="\n".join(EIGHT))
    taps += ["Add"]
    for label in ("All are here", "Pair round 1", "Publish round 1"):
        director.tap(label)
        taps.append(label)
    assert len(taps) <= 12
    assert hall.state.rounds[0].published
    assert len(hall.open_matches) == 4


def test_next_round_takes_two_taps_and_a_paper_result_five(hall: Hall) -> None:
    hall.set_up(format="swiss", playoff="0", rounds="3")
    hall.pair()
    director = hall.director
    match = hall.open_matches[0]
    director.open(hall.at("desk"))
    first_tap = next(link for link in director.page.links if link.url.endswith(f"/matches/{match.id}"))
    director.open(first_tap.url)
    sheet = director.page.form_with("first")
    director.submit(sheet, None, 200, first="300", second="120", signed="yes")  # two fields, a tick, and Save
    assert hall.state.is_over(hall.state.matches[match.id])
    hall.play_round()
    director.open(hall.at("desk"))
    director.tap("Pair round 2")
    director.tap("Publish round 2")
    assert hall.state.rounds[-1].number == 2
    assert hall.state.rounds[-1].published


def test_open_play_pairs_the_teams_that_are_free(hall: Hall) -> None:
    hall.set_up(format="open", playoff="0")
    hall.pair()
    first = hall.open_matches[:2]
    for match in first:
        hall.paper(match, 300, 200)
    hall.director.open(hall.at("desk"))
    assert len(hall.open_matches) >= 3
    assert {team for match in hall.open_matches for team in match.teams} >= {match.teams[0] for match in first}


def open_hall_night(hall: Hall, minutes: str = "30") -> None:
    """Eight teams in open play, with the evening's clock running and three matches done."""
    hall.set_up(format="open", playoff="0", minutes=minutes, kept_on="paper")
    hall.pair()
    hall.director.open(hall.at("desk"))
    hall.director.tap("Start")
    for _ in range(3):
        hall.paper(hall.open_matches[0], 300, 200)


@pytest.mark.parametrize("minutes", ["", "30"])
def test_open_play_has_the_clock_of_the_evening(hall: Hall, minutes: str) -> None:
    open_hall_night(hall, minutes)
    page = hall.director.open(hall.at("desk"))
    assert "120:00" in page.text or "119:5" in page.text
    assert hall.director.can_tap("Pause")


def test_desk_of_open_play_counts_tables_and_pairs_by_itself(hall: Hall) -> None:
    open_hall_night(hall)
    page = hall.director.open(hall.at("desk"))
    playing = len(hall.open_matches)
    assert f"{playing} tables play" in page.text
    assert "Teams that are free are paired at once." in page.text
    assert not any(button.label.startswith("Pair") for button in page.buttons)


def test_wall_of_open_play_has_each_player_once(hall: Hall) -> None:
    open_hall_night(hall)
    names = [*hall.director.open(hall.at("wall?show=names")).text.split()]
    playing = {
        player for match in hall.open_matches for team in match.teams for player in hall.state.teams[team].players
    }
    assert playing
    assert {player: names.count(player) for player in playing} == dict.fromkeys(playing, 1)


def test_match_of_open_play_plays_by_its_own_rules(hall: Hall) -> None:
    hall.set_up(format="open", playoff="0", minutes="30")
    hall.pair()
    ann = hall.phone_of("Ann")
    page = ann.tap("Keep score on this phone")
    hall.director.open(hall.at("desk"))
    hall.director.tap("Start")
    page = ann.open(page.url)
    assert "data-clock" in page.html  # its own 30 minutes
    assert "data-ends-at" not in page.html  # not those of the evening
    hall.call_last_hand()
    assert "data-due" in ann.open(page.url).html


def test_set_up_shows_how_long_each_format_takes(hall: Hall) -> None:
    page = hall.director.open("/tournaments/new")
    assert "6 rounds, about" in page.text
    page = hall.director.submit(page.form_with("format"), next(b for b in page.buttons if b.name == "more"))
    assert page.form_with("format").fields["teams"] == "17"
    assert "One team sits out each round" in page.text


def test_set_up_without_a_name_or_with_a_strange_choice_asks_again(hall: Hall) -> None:
    page = hall.director.open("/tournaments/new")
    form = page.form_with("format")
    assert "Give the tournament a name." in hall.director.submit(form, None, 422, name="").text
    hall.director.submit(form, None, 422, format="whist")
    hall.director.submit(form, None, 422, target="a lot")
    hall.director.submit(form, None, 422, rules="")
