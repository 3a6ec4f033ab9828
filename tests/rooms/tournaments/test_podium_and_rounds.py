"""What holds from set-up to podium: rounds that were set stay, one record of all stages, the target that was chosen."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking, standings
from scorekeeper.rooms.tournaments.pages.page import rounds_of_stage
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.fields import enter, field_of, latest, pair, paper, play
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_desk_roles import joined
from tests.rooms.tournaments.test_hall_screens import later

SIX = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
NINE = (*EIGHT, "Kim & Lee")


@pytest.mark.parametrize("set_rounds", ["", "3"])
def test_late_team_leaves_the_number_of_rounds(hall: Hall, set_rounds: str) -> None:
    hall.set_up(EIGHT, format="swiss", playoff="0", rounds=set_rounds, kept_on="paper")
    hall.pair()
    assert "of 3" in hall.director.open(hall.at("desk")).text
    hall.play_round()
    hall.paste(["Kim & Lee"])
    hall.pair()
    assert "Round 2 of 3" in hall.director.open(hall.at("desk")).text
    hall.play_round(NINE)
    hall.pair()
    hall.play_round(NINE)
    assert hall.director.open(hall.at("desk")).text.count("Pair round") == 0
    assert hall.director.can_tap("Podium")


def test_late_player_leaves_the_number_of_rounds_of_a_rotation() -> None:
    state = play(pair(field_of(8, "rotation", hands=8)), lambda _match: (100, 50))
    before = rounds_of_stage(state, 1)
    assert rounds_of_stage(enter(state, 1, solo=True), 1) == before == 7


def test_podium_has_one_record_of_all_stages(hall: Hall) -> None:
    hall.set_up(NINE, format="swiss", playoff="4", rounds="3", kept_on="paper")
    for _ in range(5):
        hall.settle_tie()
        hall.pair()
        hall.play_round(NINE)
    hall.director.open(hall.at("desk"))
    page = hall.director.tap("Podium")
    first = final_ranking(hall.state)[0]
    assert (first.record.wins, first.record.losses) == (5, 0)
    assert "5–0" in page.text
    assert "5–0" in hall.director.open(hall.at("standings")).text
    phone = hall.phone_of("Ann")
    text = phone.open(hall.at("my-match")).text
    assert "of 9" in text
    assert "5 wins" in text
    assert "of 4" not in text


def test_podium_of_a_rotation_shows_the_points_that_rank_it(hall: Hall) -> None:
    hall.set_up(SIX[:4], format="rotation", rounds="2", kept_on="paper")
    for _ in range(2):
        hall.pair()
        for match in hall.open_matches:
            hall.paper(match, 123, 45)
    hall.director.open(hall.at("desk"))
    page = hall.director.tap("Podium")
    best = standings(hall.state, 1)[0].record.points
    assert f"{best} points" in page.text
    assert f"{best} points" in hall.director.open(hall.at("wall")).text


@pytest.mark.parametrize(
    ("form", "words"), [("swiss", "counts as a win"), ("rotation", "scores the player’s own average")]
)
def test_bye_says_what_it_is_worth(hall: Hall, form: str, words: str) -> None:
    hall.set_up(EIGHT[:3] if form == "swiss" else SIX[:5], format=form, playoff="0", rounds="3")
    hall.pair()
    assert f"Sits out: {words}" in hall.director.open(hall.at("rounds")).text


# Set-up


def rules_called(hall: Hall, name: str) -> str:
    """The value of the rules of this name in the set-up."""
    html = hall.director.open("/tournaments/new").html
    before = html[: html.index(f"{name}</span>")]
    return before.rsplit('value="', 1)[1].split('"')[0]


@pytest.mark.parametrize(("typed", "target"), [({}, 350), ({"target": "500"}, 500)])
def test_contest_keeps_its_own_target_unless_another_is_chosen(hall: Hall, typed: dict[str, str], target: int) -> None:
    hall.set_up(EIGHT[:4], format="swiss", rules=rules_called(hall, "Contest"), **typed)
    assert hall.state.stages[0].options.get("target", 500) == target


def test_rules_without_a_target_of_their_own_are_played_to_300(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss")
    assert hall.state.stages[0].options["target"] == 300


@pytest.mark.parametrize(("hands", "expected"), [(None, (8, None)), ("4", (4, None)), ("", (None, 40))])
def test_rotation_begins_with_hands(hall: Hall, hands: str | None, expected: tuple[int | None, int | None]) -> None:
    hall.set_up(SIX[:4], format="rotation", **({} if hands is None else {"hands": hands}))
    stage = hall.state.stages[0]
    assert (stage.hands, stage.minutes) == expected
    assert hands == "" or "target" not in stage.options


def test_other_formats_have_no_hands(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss")
    assert (hall.state.stages[0].hands, hall.state.stages[0].minutes) == (None, 40)


# The wall


def standings_wins(state: TournamentState, team: int) -> int:
    """A team’s wins."""
    return next(place.record.wins for place in standings(state, 1) if place.team == team)


def test_team_that_still_plays_comes_first_among_level_ones_and_says_so() -> None:
    state = play(pair(field_of(8, "swiss", rounds=3)), lambda match: (300, 100 * (match.id % 2)))
    state = pair(state)
    one, other, *_rest = (match for match in latest(state) if standings_wins(state, match.teams[0]) == 1)
    state = paper(state, one, (500, 0))  # the loser is 1–1 and far behind, those of the other match are 1–0
    level = [place for place in standings(state, 1) if place.record.score == 2]
    playing = set(other.teams)
    assert [place.team in playing for place in level] == sorted(
        (place.team in playing for place in level), reverse=True
    )
    assert {why.code for place in level if place.team in playing for why in place.why} == {"still-playing"}
    assert level[-1].rank > level[0].rank


def test_two_players_with_the_same_short_name_are_told_apart(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.set_up(("Ashley Reed & Ann", "Ashley Robertson & Bea", "Cal & Cleo", "Dan & Dot"), format="swiss", playoff="0")
    hall.pair()
    later(monkeypatch, 2)
    text = hall.director.open(hall.at("wall?show=names")).text
    assert "Ashley R. (1)" in text
    assert "Ashley R. (2)" in text
    assert "Cal (" not in text


# Who watches


def test_watcher_sees_the_round_that_is_played_and_the_way_to_the_wall(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    watcher = joined(hall, Role.WATCHER)
    page = watcher.open(f"/tables/{hall.director_table}")
    assert "Round 1 of 3" in page.text
    assert "No game yet" not in page.text
    assert "Ann & Abe" in watcher.tap("Tables").text.replace("Ann &amp;", "Ann &")
    watcher.open(f"/tables/{hall.director_table}")
    assert watcher.tap("Wall").url == hall.at("wall")


@pytest.mark.parametrize("role", [Role.SCORER, Role.KEEPER])
def test_whoever_comes_to_help_finds_the_desk_on_the_table_page_before_round_1(hall: Hall, role: Role) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3", kept_on="paper")
    helper = joined(hall, role)
    page = helper.open(f"/tables/{hall.director_table}")
    assert "Ready to play" not in page.text, "a game outside of the tournament is not what they came for"
    assert helper.tap("Desk").url == hall.at("desk")
    helper.open(f"/tables/{hall.director_table}")
    assert helper.tap("Teams").url == hall.at("teams")
    hall.pair()
    assert "Round 1 of 3" in helper.open(f"/tables/{hall.director_table}").text


def test_desk_names_who_sits_out_beside_the_tables(hall: Hall) -> None:
    hall.set_up(("Ann", "Bea", "Cal", "Dan", "Eve"), format="rotation", rounds="3", kept_on="paper")
    hall.pair()
    state = hall.state
    out = next(match for match in state.matches.values() if match.pairing.is_bye)
    page = hall.director.open(hall.at("desk"))
    assert f"Bye: {hall.names(out)[0]}" in page.text
    sought = hall.director.open(hall.at(f"desk?find={hall.names(out)[0]}"))
    assert "Bye: " not in sought.text, "the list has only that match then"


def test_player_of_a_rotation_signs_up_without_a_partner(hall: Hall) -> None:
    hall.set_up(("Ann", "Bea", "Cal", "Dan"), format="rotation", rounds="3", kept_on="paper")
    zoe = hall.new_phone()
    page = zoe.open(hall.sign_up)
    assert "New player" in page.text
    assert "partner" not in page.text
    zoe.submit(page.form_with("player"), None, 200, player="Zoe")
    assert hall.team("Zoe")


def test_pages_of_players_speak_of_no_teams_and_partners(hall: Hall) -> None:
    hall.set_up(("Ann", "Bea", "Cal", "Dan"), format="rotation", rounds="3", kept_on="paper")
    page = hall.director.open(hall.at("teams"))
    assert "Players, one a line" in page.text
    for words in ("Add teams", "looks for a partner", "Solo"):
        assert words not in page.text, words
    hall.director.submit(page.form_with("teams"), None, 200, teams="Eve")
    page = hall.director.open(hall.at(f"teams/{hall.team('Eve')}"))
    for words in ("Partner", "Reserve", "Name of the team", "The results are the team’s"):
        assert words not in page.text, words
    hall.director.submit(page.form_with("table"), None, 200, player="Eva")
    assert hall.state.teams[5].players == ("Eva",)
