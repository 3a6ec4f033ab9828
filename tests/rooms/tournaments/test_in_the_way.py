"""What stood in a director's way: states that said actions, messages that reached nobody, the wall's first minute."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.pages.showing import wall
from tests.rooms.tournaments.hall import EIGHT, Hall


@pytest.fixture
def four(hall: Hall) -> Hall:
    """Four teams are here; nothing is paired."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="2", rounds="2", kept_on="paper")
    return hall


def test_paid_and_here_say_the_state_and_a_tap_changes_it(four: Hall) -> None:
    director = four.director
    director.open(four.at(f"teams/{four.team('Ann & Abe')}"))
    assert "Who paid?" in director.page.text
    assert "Not paid" not in director.page.text
    director.tap("Ann")
    assert four.state.teams[1].paid == ("Ann",)
    assert director.can_tap("Paid")
    assert director.can_tap("Not paid")  # for Abe
    director.tap("Here")
    assert four.state.teams[1].here == ("Abe",)
    assert director.can_tap("Not here")


def test_team_drops_out_in_three_taps_though_another_is_missing(four: Hall) -> None:
    four.pair()
    four.paste(["Zoe & Zack"])
    director = four.director
    director.open(four.at("desk"))
    director.tap("Teams")
    director.open(next(link.url for link in director.page.links if "Bea & Ben" in link.label))
    assert "it can come back" in director.page.text
    director.tap("Drops out")
    assert four.state.teams[four.team("Bea & Ben")].status == "dropped"


def test_message_to_all_reaches_players_who_wait(four: Hall) -> None:
    waiting = four.phone_of("Ann")
    four.pair()
    four.play_round()
    four.director.open(four.at("desk"))
    four.director.submit(four.director.page.form_with("text"), None, 200, text="Lunch at noon")
    assert "Lunch at noon" in waiting.open(four.at("my-match")).text
    four.director.open(four.at("desk"))
    four.director.tap("Take the message away")
    assert "Lunch at noon" not in waiting.open(four.at("my-match")).text


def test_message_to_another_table_does_not_reach_who_waits(four: Hall) -> None:
    waiting = four.phone_of("Ann")
    four.pair()
    own, other = sorted(four.open_matches, key=lambda match: "Ann & Abe" not in four.names(match))
    four.paper(own, 300, 200)
    four.director.open(four.at(f"desk/matches/{other.id}"))
    four.director.tap("The director is coming")
    assert "the director is coming" not in waiting.open(four.at("my-match")).text


def test_wall_shows_names_first_in_the_first_minute_of_a_pairing(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    kinds = [view.split('"')[0] for view in four.director.open(four.at("wall")).html.split('class="wall-grid ')[1:]]
    assert kinds[0].startswith("by-name")
    assert "data-begins" in four.director.page.html
    monkeypatch.setattr(wall, "milliseconds", lambda moment: int(moment.timestamp() * 1000 + 90_000))
    page = four.director.open(four.at("wall"))
    assert "data-begins" not in page.html
    assert page.html.split('class="wall-grid ')[1].startswith("grid-")


def test_phone_of_a_table_card_gets_the_message_of_its_match(four: Hall) -> None:
    ann = four.phone_of("Ann")
    four.pair()
    own = next(match for match in four.open_matches if "Ann & Abe" in four.names(match))
    four.director.open(four.at(f"desk/matches/{own.id}"))
    four.director.tap("The director is coming")
    assert "the director is coming" in ann.open(four.at("my-match")).text


def test_rounds_of_a_playoff_have_their_names(hall: Hall) -> None:
    hall.set_up(EIGHT, format="single-elimination", playoff="0", kept_on="paper")
    for name, after in (("quarter-finals", "semi-finals"), ("semi-finals", "final"), ("final", "")):
        hall.director.open(hall.at("teams"))
        assert hall.director.can_tap(f"Pair the {name}")
        hall.pair()
        title = name.capitalize()
        for page in ("desk", "wall", "bracket", "rounds", "print/pairings"):
            text = hall.director.open(hall.at(page)).text
            assert title in text, page
            assert "Round 1" not in text, page
        hall.play_round()
        if after:
            assert f"Pair the {after}" in hall.director.open(hall.at("desk")).text


def test_rounds_of_other_formats_keep_their_numbers(four: Hall) -> None:
    four.pair()
    assert "Round 1 of 2" in four.director.open(four.at("desk")).text


@pytest.fixture
def second_round(four: Hall) -> Hall:
    """Round 2 is paired, and not published."""
    four.pair()
    four.play_round()
    four.director.open(four.at("desk"))
    four.director.tap("Pair round 2")
    return four


def swapped(hall: Hall, first: str, second: str) -> str:
    hall.director.open(hall.at("rounds"))
    hall.director.tap(first)
    return hall.director.tap(second).text


def rematch(hall: Hall) -> tuple[str, str]:
    """Two teams whose swap lets those of round 1 meet again."""
    matches = list(hall.state.matches.values())
    one, other = hall.names(matches[0])
    in_second = next(hall.names(match) for match in matches[2:] if one in hall.names(match))
    return next(name for name in in_second if name != one), other


def test_swap_that_makes_a_rematch_is_asked_about_first(second_round: Hall) -> None:
    before = second_round.state.seq
    text = swapped(second_round, *rematch(second_round))
    assert "met in round 1." in text
    assert second_round.state.seq == before
    page = second_round.director.tap("Swap all the same")
    assert page.url == second_round.at("rounds")
    assert second_round.state.seq == before + 1


def test_reason_that_all_pairings_share_is_said_once(hall: Hall) -> None:
    hall.set_up(EIGHT[:7], format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    assert hall.director.open(hall.at("rounds")).text.lower().count("drawn by lot") == 1
    hall.play_round()
    hall.pair()
    assert hall.director.open(hall.at("rounds")).text.count("not met yet") == 3


def test_other_swaps_are_made_at_once(hall: Hall) -> None:
    hall.set_up(EIGHT, format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.director.open(hall.at("desk"))
    hall.director.open(hall.at("teams"))
    hall.director.tap("Pair round 1")
    matches = list(hall.state.matches.values())
    text = swapped(hall, hall.names(matches[0])[0], hall.names(matches[1])[0])
    assert "rematch" not in text
    assert hall.names(hall.state.matches[matches[1].id])[0] == hall.names(matches[0])[0]


def test_swap_after_which_two_do_not_meet_is_asked_about_where_everybody_meets(hall: Hall) -> None:
    hall.set_up(EIGHT[:6], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    hall.play_round()
    hall.director.open(hall.at("desk"))
    hall.director.tap("Pair round 2")
    one, other = [match for match in hall.state.matches.values() if match.round == 2][:2]
    before = hall.state.seq
    text = swapped(hall, hall.names(one)[0], hall.names(other)[0])
    assert text.count("would not meet at all.") == 2
    assert text.count("met in round") + text.count("will also meet in round") == 2
    assert hall.state.seq == before
    hall.director.tap("Swap all the same")
    assert hall.names(hall.state.matches[one.id])[0] == hall.names(other)[0]


def test_swap_where_all_meet_twice_is_asked_about_for_whom_it_is_too_often_and_too_seldom(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0", kept_on="paper")
    hall.director.open(hall.at("settings"))
    hall.director.submit(hall.director.page.form_with("stage-1-set_legs"), None, 200, **{"stage-1-set_legs": "2"})
    for number in range(1, 5):
        hall.pair()
        if number < 4:
            hall.play_round()
    matches = [match for match in hall.state.matches.values() if match.round == 4]
    text = swapped(hall, *(hall.names(match)[0] for match in matches))
    assert text.count("would meet only once.") == 2
    assert text.count("met in round") == 2
    assert text.count("will also meet in round") == 2


def test_partners_who_would_play_together_again_are_asked_about(hall: Hall) -> None:
    players = ["Ann", "Ben", "Cleo", "Dot"]
    hall.set_up(players, format="rotation", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.paper(hall.open_matches[0], 90, 140)
    hall.director.open(hall.at("desk"))
    hall.director.tap("Pair round 2")
    first, then = (match.pairing.sides for match in hall.state.matches.values())
    name = {team.id: team.name for team in hall.state.teams.values()}
    one, other = first[0]
    partner = next(team for side in then if one in side for team in side if team != one)
    assert "played together in round 1." in swapped(hall, name[partner], name[other])


def test_pairings_keep_their_place_while_teams_are_swapped(second_round: Hall) -> None:
    director = second_round.director
    director.open(second_round.at("rounds"))
    assert all("#match-" in link.url for link in director.page.links if "?first=" in link.url)


# Set-up


def test_every_figure_of_set_up_has_its_unit_and_two_hours_can_be_said(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="open", playoff="0", kept_on="paper", minutes="120", open_minutes="180")
    stage = hall.state.stages[0]
    assert (stage.minutes, stage.settings["play_minutes"]) == (120, 180)
    text = hall.director.open("/tournaments/new").text
    for words in ("300 points", "30 min", "60 min", "2 h", "3 h"):
        assert words in text


def test_partners_change_for_an_evening_unless_the_director_says_so(hall: Hall) -> None:
    page = hall.director.open("/tournaments/new")
    form = page.form_with("kept_on")
    assert "For solo players 6 rounds, about 6 h" in page.text
    typed = {"format": "rotation", "teams": "48", "rounds": "12", "name": "Progressive"}
    assert "12 rounds, about 12 h" in hall.director.submit(form, None, 200, **typed, again="1").text
    for players, rounds in (("5", "5"), ("8", "7"), ("9", "6"), ("40", "6")):
        page = hall.director.submit(form, None, 200, **{**typed, "teams": players, "rounds": "", "again": "1"})
        assert f"For solo players {rounds} rounds, about" in page.text, players
    hall.set_up([], format="rotation", playoff="0", rounds="", hands="")
    assert (hall.state.stages[0].rounds, hall.state.stages[0].minutes) == (6, 40)


def test_estimates_are_worked_out_without_starting_anything(hall: Hall) -> None:
    hall.director.open("/tournaments/new")
    form = hall.director.page.form_with("format")
    page = hall.director.submit(form, None, 200, again="1", teams="40", name="")
    assert "20 tables" in page.text
    assert page.url == "/tournaments"
    two_hours = hall.director.submit(form, None, 200, again="1", teams="40", minutes="120").text
    assert two_hours != page.text


def test_format_can_change_while_nobody_is_paired(four: Hall) -> None:
    director = four.director
    director.open(four.at("settings"))
    director.submit(director.page.form_with("names"), None, 200, **{"stage-1-format": "round-robin"})
    assert [stage.format for stage in four.state.stages] == ["round-robin", "single-elimination"]
    four.pair()
    page = director.open(four.at("settings"))
    assert "stage-1-format" not in page.form_with("names").choices
    director.submit(page.form_with("names"), None, 422, **{"stage-1-format": "swiss"})
    assert four.state.stages[0].format == "round-robin"


@pytest.mark.parametrize("key", ["rotation", "single-elimination", "nonsense"])
def test_format_that_does_not_suit_its_place_is_refused(four: Hall, key: str) -> None:
    director = four.director
    director.open(four.at("settings"))
    director.submit(director.page.form_with("names"), None, 422, **{"stage-1-format": key})
    assert four.state.stages[0].format == "swiss"


def test_desk_and_print_are_there_before_the_first_round(four: Hall) -> None:
    director = four.director
    page = director.open(four.at("desk"))
    assert page.url == four.at("desk")
    assert "4 of 4 teams here" in page.text
    director.tap("Print table cards")
    assert director.page.url == four.at("print/cards")
    director.open(four.at("desk"))
    director.tap("Pair round 1")
    assert director.open(four.at("desk")).url == four.at("desk")
    director.tap("Look at round 1")
    assert director.can_tap("Publish round 1")


def test_desk_without_teams_leads_to_them(hall: Hall) -> None:
    hall.set_up([])
    hall.director.open(hall.at("desk"))
    assert hall.director.tap("Enter teams").url == hall.at("teams")
