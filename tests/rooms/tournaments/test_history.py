"""What was played: any round on desk, standings, wall and print, a team’s matches, and a correction that is late."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from scorekeeper.rooms.tournaments.domain.log.earlier import after_round
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.services.recording import Author, record as record_in_game
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_desk_roles import HELPER, joined
from tests.rooms.tournaments.test_ways_in import send
from tests.web.browsing import Page

FOUR = EIGHT[:4]


@pytest.fixture
def third(hall: Hall) -> Hall:
    """Four teams in round 3 of 3: rounds 1 and 2 are played."""
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3", kept_on="paper")
    for _ in range(2):
        hall.pair()
        hall.play_round(FOUR)
    hall.pair()
    return hall


def rounds_on(page: Page) -> dict[str, str]:
    """The rounds that a page offers, with their addresses."""
    return {link.attributes.get("aria-label", link.label): link.url for link in page.links if "round=" in link.url}


@pytest.mark.parametrize("where", ["desk", "standings", "tables", "print"])
def test_earlier_rounds_are_offered(third: Hall, where: str) -> None:
    page = third.director.open(third.at(where))
    assert set(rounds_on(page)) >= {"Round 1", "Round 2"}
    assert "Round 3" not in rounds_on(page)  # it is shown


def test_no_round_is_offered_while_there_is_one(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3")
    hall.pair()
    assert rounds_on(hall.director.open(hall.at("desk"))) == {}


@pytest.mark.parametrize("start", ["desk", "tables", "wall?show=tables"])
def test_every_played_match_is_two_taps_away(third: Hall, start: str) -> None:
    played = {match.id for match in third.state.matches.values() if third.state.is_over(match)}
    reached: set[int] = set()
    for name, address in rounds_on(third.director.open(third.at(start))).items():
        if start.startswith("wall"):
            assert "300" in third.director.open(address).text, name
            continue
        page = third.director.open(address)
        found = [re.search(r"/matches/(\d+)$", link.url) for link in page.links]
        reached |= {int(each[1]) for each in found if each}
    assert start.startswith("wall") or reached == played


def test_desk_stays_live_beside_an_earlier_round(third: Hall) -> None:
    page = third.director.open(third.at("desk?round=1.1"))
    assert "Round 3 of 3" in page.text
    assert page.text.count("300") >= 2
    assert third.director.can_tap("Call last hand")


@pytest.mark.parametrize("asked", ["1.3", "1.9", "7.1", "1", "x", "1.1.1", "0.0", "1." + "9" * 50])
def test_round_that_does_not_exist_shows_the_one_that_is_played(third: Hall, asked: str) -> None:
    for where in ("desk", "standings", "tables", "print", "print/pairings"):
        third.director.open(third.at(f"{where}?round={asked}"))
    assert "after round 1" not in third.director.open(third.at(f"standings?round={asked}")).text


def test_unpublished_round_is_not_shown_to_others(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.play_round(FOUR)
    hall.director.open(hall.at("desk"))
    hall.director.tap("Pair round 2")
    phone = hall.phone_of("Ann")
    assert rounds_on(phone.open(hall.at("tables?round=1.2"))) == {}


def test_standings_after_a_round_count_that_round_only(third: Hall) -> None:
    third.play_round(FOUR)
    page = third.director.open(third.at("standings?round=1.1"))
    assert "after round 1 of 3" in page.text
    assert {"1–0", "0–1"} <= set(re.findall(r"\d–\d", page.text))
    assert "3–0" not in page.text


def test_standings_after_a_round_leave_later_teams_and_bonuses_out(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.play_round(FOUR)
    before = standings(hall.state, 1)
    hall.paste(["Kim & Lee"])
    hall.pair()
    send(hall.director, hall.at("teams/4/adjust"), entry_id=str(uuid4()), wins="2", why="free win")
    state = hall.state
    then = standings(after_round(state, state.rounds[0]), 1)
    assert [(place.rank, place.team) for place in then] == [(place.rank, place.team) for place in before]
    assert {place.team for place in standings(state, 1)} == {1, 2, 3, 4, 5}


def test_standings_after_the_last_round_of_a_stage_that_another_followed(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="4", rounds="2", kept_on="paper")
    for _ in range(3):
        hall.pair()
        hall.play_round(FOUR)
    page = hall.director.open(hall.at("standings?round=1.2"))
    assert "after round 2 of 2" in page.text
    assert "2–0" in page.text


def test_print_is_of_the_chosen_round(third: Hall) -> None:
    menu = third.director.open(third.at("print?round=1.1"))
    assert any(link.url.endswith("print/pairings?round=1.1") for link in menu.links)
    for what in ("pairings", "sheets"):
        text = third.director.open(third.at(f"print/{what}?round=1.1")).text
        assert "Round 1" in text
        assert "Round 3" not in text
    assert "after round 1 of 3" in third.director.open(third.at("print/standings?round=1.1")).text


def test_wall_shows_an_earlier_round_when_asked(third: Hall) -> None:
    page = third.director.open(third.at("wall?show=tables&round=1.2"))
    assert "Round 2" in page.text
    assert page.text.count("300") >= 2


def test_hidden_totals_stay_hidden_in_earlier_rounds(third: Hall) -> None:
    third.set(hide_standings=True)
    watcher = third.phone_of("Ann")
    assert "300" not in watcher.open(third.at("tables?round=1.1")).text
    assert "300" not in third.director.open(third.at("wall?show=tables&round=1.1")).text
    assert "300" not in watcher.open(third.at("standings/1")).text


# A team


def test_team_page_lists_its_matches_with_their_points(third: Hall) -> None:
    first = third.state.teams[third.team(FOUR[0])]
    page = third.director.open(third.at(f"teams/{first.id}"))
    assert page.text.count("300–200") == 2
    assert "1st of 4" in page.text
    assert len({link.url for link in page.links if "/desk/matches/" in link.url}) == 3


def test_everybody_in_the_hall_sees_a_team_from_the_standings(third: Hall) -> None:
    phone = third.phone_of("Bea")
    phone.open(third.at("standings"))
    page = phone.tap(FOUR[0])
    assert page.text.count("300–200") == 2
    assert "desk/matches" not in page.html


def test_team_page_is_404_for_no_team(third: Hall) -> None:
    third.director.open(third.at("standings/99"), 404)
    third.director.open(third.at("teams/99"), 404)


def test_team_page_names_a_bonus_with_its_reason(third: Hall) -> None:
    send(third.director, third.at("teams/1/adjust"), entry_id=str(uuid4()), wins="1", why="free win")
    assert "+1 win: free win" in third.phone_of("Bea").open(third.at("standings/1")).text


def test_team_page_says_which_round_a_late_team_missed(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.play_round(FOUR)
    hall.paste(["Kim & Lee"])
    hall.pair()
    hall.play_round([*FOUR, "Kim & Lee"])
    assert "Not there: a loss" in hall.director.open(hall.at(f"teams/{hall.team('Kim & Lee')}")).text


def test_team_page_lists_the_rulings_against_it_at_the_desk_only(hall: Hall) -> None:
    hall.set_up(FOUR, format="swiss", playoff="0", rounds="3")
    hall.pair()
    match = hall.open_matches[0]
    with hall.app.app_context():
        game = start_match(hall.id, match.id, "Dora")
        reneges = [{"by": 0, "to": 1, "books": 2}]
        hand = {"hand": 1, "bids": [["3", "3"], ["3", "3"]], "took": [7, 6], "reneges": reneges}
        record_in_game(game, "hand", hand, author=Author("Hal"))
    assert "Rulings" in hall.director.open(hall.at(f"teams/{match.teams[0]}")).text
    assert "Rulings" not in hall.director.open(hall.at(f"teams/{match.teams[1]}")).text
    assert "Rulings" not in hall.phone_of("Bea").open(hall.at(f"standings/{match.teams[0]}")).text


# A correction that is late


def test_late_paper_correction_is_two_taps_away_and_asks_for_a_reason(third: Hall) -> None:
    for match in third.open_matches[:1]:
        third.paper(match, 300, 200)
    third.director.open(third.at("desk"))
    third.director.open(rounds_on(third.director.page)["Round 1"])
    link = next(link for link in third.director.page.links if link.url.endswith("/matches/1"))
    page = third.director.open(link.url)
    form = page.form_with("first")
    third.director.submit(form, None, 422, first="200", second="300", signed="yes")
    assert "reason" in third.director.page.text
    page = third.director.submit(third.director.page.form_with("first"), None, 200, reason="the sheets were swapped")
    given = third.state.matches[1].given
    assert given is not None
    assert (given.scores, given.reason) == ((200, 300), "the sheets were swapped")


def test_helper_sees_a_closed_result_and_no_form_to_change_it(third: Hall) -> None:
    third.paper(third.open_matches[0], 300, 200)
    page = joined(third, HELPER).open(third.at("desk/matches/1"))
    assert "only a director changes the result" in page.text
    assert not any("first" in form.fields for form in page.forms)
