"""The desk without JavaScript: pairing once, swapping, withdrawing, results, forfeits, disputes, undo, the clock."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.zip_file import check_zip
from scorekeeper.rooms.tournaments.domain.log.events import NO_SHOW
from scorekeeper.rooms.tournaments.domain.log.results import FORFEIT
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, DONE, FORFEITED, TO_CONFIRM, WAITING, Match
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking
from scorekeeper.rooms.tournaments.pages.directing.needs import needs
from scorekeeper.rooms.tournaments.pages.matches import match_view
from scorekeeper.rooms.tournaments.services.cache import load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.rulings import earlier_rulings
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_teams, entries_of
from scorekeeper.services.recording import Author
from scorekeeper.storage.errors import EventIdTaken
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed, hand
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page


@pytest.fixture
def four(hall: Hall) -> Hall:
    """Four teams are here; nothing is paired."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    return hall


@pytest.fixture
def paired(four: Hall) -> Hall:
    """Round 1 is published."""
    four.pair()
    return four


def status(hall: Hall, match: int) -> str:
    state = hall.state
    return state.match_status(state.matches[match])


def test_repeated_pair_pairs_once(four: Hall) -> None:
    director = four.director
    director.open(four.at("teams"))
    form = next(button.form for button in director.page.buttons if button.label == "Pair round 1")
    director.submit(form)
    paired = four.state
    director.submit(form)
    assert four.state.seq == paired.seq
    assert len(four.state.rounds) == 1


def test_pair_from_an_old_page_is_refused(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("rounds/anyway"))
    form = next(button.form for button in director.page.buttons if button.label == "Pair anyway")
    paired.paper(paired.open_matches[0], 300, 200)
    page = director.submit(form)
    assert "Someone changed the tournament." in page.text
    assert len(paired.state.rounds) == 1


def test_round_is_only_for_the_desk_until_it_is_published(four: Hall) -> None:
    ann = four.phone_of("Ann")
    four.director.open(four.at("teams"))
    four.director.tap("Pair round 1")
    assert "Keep score" not in ann.open(four.at("my-match")).text
    four.director.tap("Publish round 1")
    assert "Keep score" in ann.open(four.at("my-match")).text


def test_two_taps_swap_two_teams(four: Hall) -> None:
    director = four.director
    director.open(four.at("teams"))
    director.tap("Pair round 1")
    matches = list(four.state.matches.values())
    first, second = four.names(matches[0])[0], four.names(matches[1])[0]
    director.tap(first)
    page = director.tap(second)
    assert page.url == four.at("rounds")
    now = list(four.state.matches.values())
    assert [four.names(now[0])[0], four.names(now[1])[0]] == [second, first]


def test_published_round_is_withdrawn_until_a_hand_is_recorded(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("rounds"))
    assert director.can_tap("Withdraw round 1")
    paired.paper(paired.open_matches[0], 300, 200)
    director.open(paired.at("rounds"))
    assert not director.can_tap("Withdraw round 1")
    paired.undo()
    director.open(paired.at("rounds"))
    director.tap("Withdraw round 1")
    assert paired.state.rounds == ()


def test_pair_anyway_while_a_match_runs_on(paired: Hall) -> None:
    first, second = paired.open_matches
    paired.paper(first, 300, 200)
    director = paired.director
    page = director.open(paired.at("desk"))
    assert "1 match still to finish" in page.text
    page = director.tap("Pair anyway")
    assert len(paired.state.rounds) == 1
    assert all(name in page.text for name in paired.names(second))
    assert not any(name in page.text for name in paired.names(first))
    assert "counts nothing in this pairing" in page.text
    director.tap("Pair anyway")
    assert [found.number for found in paired.state.rounds] == [1, 2]
    director.tap("Publish round 2")
    assert second.id in [match.id for match in paired.open_matches]


def test_paper_result_that_both_signed_counts(paired: Hall) -> None:
    match = paired.open_matches[0]
    page = paper_form(paired, match.id, 200, first="312", second="248", signed="yes")
    assert page.url == paired.at("desk")
    assert status(paired, match.id) == DONE
    assert "312" in page.text
    assert "248" in page.text


def test_form_sent_twice_gives_one_result_and_one_changed_since_is_asked_about(paired: Hall) -> None:
    match = paired.open_matches[0]
    director = paired.director
    director.open(paired.at(f"desk/matches/{match.id}"))
    form = director.page.form_with("first")
    for second, events, answer in (("248", 1, 200), ("248", 0, 200), ("258", 0, 409)):
        before = paired.state.seq
        director.submit(form, None, answer, first="312", second=second, signed="yes")
        assert paired.state.seq - before == events
    director.tap("Take mine")
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert result.scores == (312, 258)


def test_unsigned_paper_result_waits_for_the_director(paired: Hall) -> None:
    match = paired.open_matches[0]
    page = paper_form(paired, match.id, 200, first="312", second="248")
    assert status(paired, match.id) == TO_CONFIRM
    assert "Needs you" in page.text
    paired.director.tap("Confirm")
    assert status(paired, match.id) == DONE


@pytest.mark.parametrize(
    ("first", "second", "more", "doubt"),
    [
        ("2005", "150", {}, "2,005 is far above the target of 300."),
        ("300", "300", {}, "The scores are level, and nobody is ticked as the winner."),
        ("300", "150", {"winner": "second"}, "is ticked as the winner with fewer points."),
    ],
)
def test_unusual_paper_result_is_asked_about_first(
    paired: Hall, first: str, second: str, more: dict[str, str], doubt: str
) -> None:
    match = paired.open_matches[0]
    ticked = {"winner": str(match.teams[1])} if more else {}
    page = paper_form(paired, match.id, 422, first=first, second=second, signed="yes", **ticked)
    assert doubt in page.text
    assert not paired.state.is_over(match)
    paired.director.tap("Save it all the same")
    assert status(paired, match.id) == DONE


def test_answer_about_one_result_is_none_about_another(paired: Hall) -> None:
    match = paired.open_matches[0]
    paper_form(paired, match.id, 422, first="2005", second="150")
    form = paired.director.page.form_with("first")
    assert "3,005" in paired.director.submit(form, None, 422, first="3005").text


def test_match_without_a_limit_ends_at_its_target(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="2", kept_on="paper", minutes="")
    hall.pair()
    page = paper_form(hall, hall.open_matches[0].id, 422, first="210", second="150")
    assert "Nobody reached 300" in page.text


def paper_form(hall: Hall, match: int, status_code: int, **typed: str) -> Page:
    hall.director.open(hall.at(f"desk/matches/{match}"))
    return hall.director.submit(hall.director.page.form_with("first"), None, status_code, **typed)


def test_result_that_is_no_number_is_asked_again(paired: Hall) -> None:
    match = paired.open_matches[0]
    page = paper_form(paired, match.id, 422, first="three hundred", second="200")
    assert "Type every final score" in page.text
    assert not paired.state.is_over(match)


def test_level_paper_result_needs_a_winner(paired: Hall) -> None:
    match = paired.open_matches[0]
    paper_form(paired, match.id, 200, first="300", second="300", winner=str(match.teams[1]), signed="yes")
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert result.winner == 1


def test_minus_scores_can_be_typed(paired: Hall) -> None:
    match = paired.open_matches[0]
    paper_form(paired, match.id, 200, first="-40", second="−120", signed="yes")
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert result.scores == (-40, -120)
    assert "−40" in paired.director.open(paired.at("desk")).text
    assert "−120" in paired.director.open(paired.at("tables")).text


def gives_up(hall: Hall, match: Match, side: int) -> Page:
    """Open the match and tap the side that gives up; the question."""
    page = hall.director.open(hall.at(f"desk/matches/{match.id}"))
    assert "Who gives up?" in page.text
    return hall.director.tap(hall.names(match)[side])


def test_forfeit_gives_the_match_to_the_other_team(paired: Hall) -> None:
    match = paired.open_matches[0]
    page = gives_up(paired, match, 0)
    first, second = paired.names(match)
    assert f"{first} Gives up: loses by 300 points" in page.text
    assert f"{second} Wins by 100 points" in page.text
    paired.director.tap("Record the forfeit")
    assert status(paired, match.id) == FORFEITED
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert (result.winner, result.by) == (1, FORFEIT)


def test_forfeit_is_not_recorded_before_the_question_is_answered(paired: Hall) -> None:
    match = paired.open_matches[0]
    gives_up(paired, match, 0)
    assert status(paired, match.id) == WAITING
    page = paired.director.tap("Not now")
    assert page.url.endswith(f"desk/matches/{match.id}")


def test_both_sides_may_give_up_and_not_have_come(paired: Hall) -> None:
    match = paired.open_matches[0]
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    page = paired.director.tap("Both")
    assert page.text.count("Gives up: loses by 300 points") == 2
    paired.director.submit(page.form_with("absent"), absent="yes")
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert (result.winner, result.forfeits, result.by) == (None, (0, 1), NO_SHOW)


def test_address_of_a_forfeit_without_a_team_asks_who_gives_up(paired: Hall) -> None:
    match = paired.open_matches[0]
    page = paired.director.open(paired.at(f"desk/matches/{match.id}/forfeit"))
    assert "Nobody wins" not in page.text
    page = paired.director.submit(page.form_with("absent"), None, 422)
    assert "Tick who gives up." in page.text
    assert status(paired, match.id) == WAITING
    paired.director.submit(page.form_with("absent"), team=str(match.teams[1]))
    result = paired.state.result(paired.state.matches[match.id])
    assert result is not None
    assert result.winner == 0


def test_forfeit_over_a_result_shows_what_it_replaces(paired: Hall) -> None:
    match = paired.open_matches[0]
    paired.paper(match, 312, 248)
    page = gives_up(paired, match, 1)
    assert "There now" in page.text
    assert "312 : 248" in page.text
    paired.director.tap("Record the forfeit")
    assert status(paired, match.id) == FORFEITED


def test_forfeit_in_a_bracket_says_who_goes_on(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="single-elimination")
    hall.pair()
    page = gives_up(hall, hall.open_matches[0], 0)
    assert "Gives up: loses the match" in page.text
    assert "Goes on" in page.text


def test_director_disputes_and_then_confirms_a_result(paired: Hall) -> None:
    match = paired.open_matches[0]
    paired.paper(match, 312, 248, signed=False)
    director = paired.director
    director.open(paired.at(f"desk/matches/{match.id}"))
    director.tap("Disputed")
    assert status(paired, match.id) == DISPUTED
    assert "Disputed" in director.page.text
    director.tap("Look")
    director.tap("Let it stand")
    assert status(paired, match.id) == DONE


def test_undo_and_redo_of_a_result(paired: Hall) -> None:
    match = paired.open_matches[0]
    paired.paper(match, 312, 248)
    director = paired.director
    assert "Undone: result of table" in paired.undo().text
    assert not paired.state.is_over(paired.state.matches[match.id])
    director.tap(f"Redo: result of table {match.pairing.table}")
    assert paired.state.is_over(paired.state.matches[match.id])


def test_round_with_a_result_cannot_be_undone(paired: Hall) -> None:
    from scorekeeper.core.game import NotNow
    from scorekeeper.rooms.tournaments.services.recording import record
    from scorekeeper.services.recording import Author

    paired.paper(paired.open_matches[0], 312, 248)
    published = next(event.seq for event in reversed(paired.state.events) if event.kind == "round")
    with paired.app.app_context(), pytest.raises(NotNow):
        record(paired.id, "take-back", {"entry": published}, author=Author("Alice"))


def test_clock_starts_pauses_and_gets_more_time(paired: Hall) -> None:
    director = paired.director
    page = director.open(paired.at("desk"))
    assert "40:00" in page.text
    director.tap("Start")
    assert paired.state.rounds[0].clocks[1].running_since is not None
    director.tap("+5 min")
    assert paired.state.rounds[0].clocks[1].added == 5 * 60_000
    page = director.tap("Pause")
    clock = paired.state.rounds[0].clocks[1]
    assert clock.running_since is None
    assert clock.started
    assert (director.can_tap("Go on") and "44:5" in page.text) or "45:00" in page.text


def test_tables_and_games_of_two_matches_are_exchanged(paired: Hall) -> None:
    first, second = paired.open_matches
    director = paired.director
    director.open(paired.at(f"desk/matches/{first.id}"))
    director.tap("The tables")
    assert paired.state.matches[first.id].pairing.table == second.pairing.table


def test_rows_to_confirm_have_their_scores_and_are_confirmed_together(paired: Hall) -> None:
    first, second = paired.open_matches
    paired.paper(first, 312, 248, signed=False)
    director = paired.director
    page = director.open(paired.at("desk"))
    assert "312 : 248 · " in page.text
    assert not director.can_tap("Confirm all 2")
    paired.paper(second, 300, 190, signed=False)
    director.open(paired.at("desk"))
    form = next(button.form for button in director.page.buttons if button.label == "Confirm all 2")
    paired.paper(second, 310, 190, signed=False)
    page = director.submit(form)
    assert "1 result confirmed." in page.text
    assert "Another score came meanwhile" in page.text
    assert [status(paired, match.id) for match in (first, second)] == [DONE, TO_CONFIRM]
    paired.paper(first, 312, 249, signed=False)
    director.open(paired.at("desk"))
    assert "2 results confirmed." in director.tap("Confirm all 2").text
    assert [status(paired, match.id) for match in (first, second)] == [DONE, DONE]


def test_match_of_an_earlier_round_says_which(paired: Hall) -> None:
    first = paired.open_matches[0]
    assert "Round 1" not in paired.director.open(paired.at(f"desk/matches/{first.id}")).text
    paired.play_round(EIGHT[:4])
    paired.pair()
    assert "Round 1 of 3 · Done" in paired.director.open(paired.at(f"desk/matches/{first.id}")).text


def test_players_see_the_score_that_waits_for_them(paired: Hall) -> None:
    match = paired.open_matches[0]
    other = paired.state.teams[match.teams[1]].players[0]
    phone = paired.phone_of(other)
    paired.paper(match, 312, 248, signed=False)
    page = phone.open(paired.at("my-match"))
    assert "312 : 248 · typed at the desk" in page.text
    assert "The desk confirms it. If it is wrong, go there." in page.text
    assert not phone.can_tap("Keep score on this phone")


def test_team_that_dropped_out_of_an_open_match_is_on_the_desk(paired: Hall) -> None:
    match = paired.open_matches[0]
    director = paired.director
    director.open(paired.at(f"teams/{match.teams[0]}"))
    director.tap("Drops out")
    name = paired.names(match)[0]
    page = director.open(paired.at("desk"))
    assert f"{name} dropped out, and the match is open" in page.text
    paired.paper(match, 300, 200)
    page = director.open(paired.at("desk"))
    assert "dropped out, and the match is open" not in page.text


@pytest.mark.parametrize(("kept_on", "is_there"), [("players", True), ("paper", False)])
def test_table_that_never_began_is_on_the_desk_at_time(hall: Hall, kept_on: str, is_there: bool) -> None:
    """On paper nobody at the desk knows whether it did."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="2", kept_on=kept_on)
    hall.pair()
    hall.call_last_hand()
    assert ("Not begun, and time is up" in hall.director.open(hall.at("desk")).text) == is_there


def test_who_is_not_paired_is_named_before_and_on_the_draft(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.enter(["Zoe & Zack", "Yves"])
    director = hall.director
    words = "2 of 6 are not here and sit out: Zoe & Zack, Yves."
    assert words in director.open(hall.at("desk")).text
    assert words in director.open(hall.at("teams")).text
    hall.enter(["Kai & Kim", "Lea & Len", "Mia & Max"])
    assert "Zoe & Zack, Yves, Kai & Kim, Lea & Len, 1 more." in director.open(hall.at("teams")).text
    director.tap("Pair round 1")
    words = "5 of 9 are not here and sit out: Zoe & Zack, Yves, Kai & Kim, Lea & Len, Mia & Max."
    assert words in director.page.text
    director.tap("Publish round 1")
    hall.play_round(EIGHT[:4])
    director.open(hall.at("teams/1"))
    director.tap("Drops out")
    page = director.open(hall.at("desk"))
    assert f"Dropped out: {hall.state.teams[1].name}." in page.text
    assert "5 of 8 are not here and sit out" in page.text


def test_late_team_joins_the_next_round(paired: Hall) -> None:
    paired.paste(["Zoe & Zack"])
    assert paired.state.teams[5].plays  # who is entered late is here, unless the box says otherwise
    page = paired.director.open(paired.at("teams"))
    paired.director.submit(page.form_with("teams"), teams="Yves & Yara", here=None)
    assert not paired.state.teams[6].plays
    paired.director.tap("All are here")
    paired.play_round()
    paired.pair()
    playing = {team for match in paired.state.rounds[1].matches for team in paired.state.matches[match].teams}
    assert playing == {1, 2, 3, 4, 5, 6}


def test_dropped_team_is_not_paired_and_comes_back(paired: Hall) -> None:
    paired.play_round()
    director = paired.director
    director.open(paired.at("teams/2"))
    director.tap("Drops out")
    paired.pair()
    playing = {team for match in paired.state.rounds[1].matches for team in paired.state.matches[match].teams}
    assert 2 not in playing
    paired.play_round()
    director.open(paired.at("teams/2"))
    director.tap("Comes back")
    paired.pair()
    assert any(2 in paired.state.matches[match].teams for match in paired.state.rounds[2].matches)


def test_substitute_plays_from_the_next_match_on(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("teams/1"))
    director.submit(director.page.form_with("reserve"), None, 200, player="Ann", partner="Otto")
    assert paired.state.teams[1].players == ("Ann", "Otto")


def test_solo_players_are_joined(hall: Hall) -> None:
    hall.set_up([*EIGHT[:3], "Eve", "Fay"], format="swiss", playoff="0")
    page = hall.director.open(hall.at("teams?show=solo"))
    assert "Eve and Fay" in page.text
    hall.director.tap("Make a team")
    assert hall.state.teams[hall.team("Eve & Fay")].players == ("Eve", "Fay")


def test_pasted_list_with_numbers_and_a_team_name(hall: Hall) -> None:
    hall.set_up([], format="swiss", playoff="0")
    hall.paste(["1. Ann & Abe", "2) Bea, Ben", "The Aces: Cal / Cleo", "", "Dan and Dot"])
    assert [(team.name, team.players) for team in hall.state.teams.values()] == [
        ("Ann & Abe", ("Ann", "Abe")),
        ("Bea & Ben", ("Bea", "Ben")),
        ("The Aces", ("Cal", "Cleo")),
        ("Dan & Dot", ("Dan", "Dot")),
    ]


@each_case(
    ("line", "players", "name"),
    [
        ("12.  Ben, Dee", ("Ben", "Dee"), None),
        ("Gus and Hal", ("Gus", "Hal"), None),
        ("Ida – Jo", ("Ida", "Jo"), None),
        ("Kim - Lee", ("Kim", "Lee"), None),
        ("Mo+Ned;Oz", ("Mo", "Ned", "Oz"), None),
        ("Jean-Luc\tAndrew", ("Jean-Luc", "Andrew"), None),
        ("Pat", ("Pat",), None),
        (" The Aces : Eve /Fay", ("Eve", "Fay"), "The Aces"),
        (": Sue & Tom", ("Sue", "Tom"), None),
    ],
)
def test_line_of_a_pasted_list_is_a_team(line: str, players: tuple[str, ...], name: str | None) -> None:
    assert entries_of(f"\n{line}\n \n") == [Entry(players, name)]


@pytest.mark.parametrize("line", ["Ann & Abe", "Ann & Zed", "Zoe & Zed & Zack", "Zoe & Zoe"])
def test_list_with_a_wrong_line_enters_nobody(four: Hall, line: str) -> None:
    page = four.paste(["Quin & Ray", line], 422)
    assert "Quin" in page.html
    assert len(four.state.teams) == 4


def test_corrected_result_changes_the_standings_and_no_pairing(paired: Hall) -> None:
    number = paired.open_matches[0].id
    paired.play_round(EIGHT[:4])
    first = paired.state.matches[number]
    paired.pair()
    before = [paired.names(match) for match in paired.open_matches]
    won = paired.state.result(first)
    assert won is not None
    paired.paper(first, *((100, 300) if won.winner == 0 else (300, 100)))
    assert [paired.names(match) for match in paired.open_matches] == before
    wins = {place.team: place.record.wins for place in final_ranking(paired.state)}
    assert [wins[team] for team in first.teams] == ([0, 1] if won.winner == 0 else [1, 0])


def test_desk_says_that_a_corrected_result_leaves_the_next_round_as_it_is(paired: Hall) -> None:
    first, director = paired.open_matches[0], paired.director
    paired.paper(first, 300, 200)
    paired.play_round(EIGHT[:4])
    paired.pair()
    assert "A result was corrected" not in director.open(paired.at("desk")).text
    paired.paper(first, 200, 300)
    page = director.open(paired.at("desk"))
    assert "A result was corrected" in page.text
    assert "round 2 stays as it is paired" in page.text
    director.tap("Look")
    assert (
        "Corrected after the next pairing: the standings follow, round 2 stays as it is paired." in director.page.text
    )
    director.tap("Let it stand")
    assert "A result was corrected" not in director.open(paired.at("desk")).text
    paired.paper(first, 210, 300)
    assert "A result was corrected" in director.open(paired.at("desk")).text


def test_result_is_changed_with_a_reason_once_the_next_round_is_played(paired: Hall) -> None:
    first = paired.open_matches[0]
    paired.play_round(EIGHT[:4])
    paired.pair()
    paired.paper(paired.open_matches[0], 300, 200)
    page = paper_form(paired, first.id, 422, first="100", second="300")
    assert "Protests are closed; say why the result changes" in page.text
    paper_form(paired, first.id, 200, first="100", second="300", reason="sheets were swapped")
    given = paired.state.matches[first.id].given
    assert given is not None
    assert (given.scores, given.reason) == ((100, 300), "sheets were swapped")


def test_player_is_found_at_the_desk(paired: Hall) -> None:
    with_cal, other = sorted(paired.open_matches, key=lambda match: "Cal & Cleo" not in paired.names(match))
    page = paired.director.open(paired.at("desk?find=cál"))
    assert all(name in page.text for name in paired.names(with_cal))
    assert not any(name in page.text for name in paired.names(other))
    assert "Nobody of that name plays" in paired.director.open(paired.at("desk?find=Zoe")).text


def test_last_round_of_a_stage_says_what_comes_after_it(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="round-robin", playoff="2", kept_on="paper")

    def still_played() -> str:
        hall.pair()
        page = hall.director.open(hall.at("desk"))
        words = re.search(r"<button class=\"button main\" disabled>(.*?)</button>", page.html)
        assert words
        return f"{words[1]}{', or anyway' if 'Pair anyway' in page.text else ''}"

    found = []
    for _round in range(4):
        found.append(still_played())
        hall.play_round()
    assert found == ["Pair round 2, or anyway", "Pair round 3, or anyway", "Pair the playoff", "Podium"]
    hall.director.open(hall.at("desk"))
    assert hall.director.can_tap("Podium")


def test_result_that_came_after_pair_anyway_is_no_correction(paired: Hall) -> None:
    first, late = paired.open_matches
    paired.paper(first, 300, 200)
    director = paired.director
    director.open(paired.at("desk"))
    director.tap("Pair anyway")
    director.tap("Pair anyway")
    director.tap("Publish round 2")
    paired.paper(late, 300, 200)
    assert "A result was corrected" not in director.open(paired.at("desk")).text


def test_director_alone_is_marked_on_the_own_match(paired: Hall) -> None:
    match = paired.open_matches[0]
    player = paired.state.teams[match.teams[0]].players[0]
    director = paired.director
    director.open(paired.at("my-match"))
    director.tap(player)
    paired.paper(match, 312, 248)
    found = paired.state.matches[match.id].given
    assert found is not None
    assert found.alone
    assert "no other one was there" in director.open(paired.at(f"desk/matches/{match.id}")).text


@pytest.fixture
def corrected(hall: Hall) -> Hall:
    """Single elimination: the final is paired, then the result of a semi-final turns out to be the other way round."""
    hall.set_up(EIGHT[:4], format="single-elimination", playoff="0")
    hall.pair()
    semi_final = hall.open_matches[0].id
    hall.play_round(EIGHT[:4])
    hall.pair()
    match = hall.state.matches[semi_final]
    result = hall.state.result(match)
    assert result is not None
    hall.paper(match, *((100, 300) if result.winner == 0 else (300, 100)))
    return hall


def final_of(hall: Hall) -> int:
    return hall.state.rounds[-1].matches[0]


def test_desk_says_that_a_result_was_corrected_and_puts_the_right_team_in(corrected: Hall) -> None:
    director = corrected.director
    page = director.open(corrected.at("desk"))
    assert "A result was corrected" in page.text
    before = {team for number in corrected.state.rounds[-1].matches for team in corrected.state.matches[number].teams}
    director.tap("Look")
    page = director.tap("Put the right team in")
    now = {team for number in corrected.state.rounds[-1].matches for team in corrected.state.matches[number].teams}
    assert now != before
    assert "A result was corrected" not in page.text
    assert "A result was corrected" not in director.open(corrected.at("desk")).text


def test_director_lets_a_match_stand_though_a_result_was_corrected(corrected: Hall) -> None:
    director = corrected.director
    director.open(corrected.at("desk"))
    before = corrected.state.matches
    director.tap("Look")
    page = director.tap("Let it stand")
    assert "It stands." in page.text
    assert "A result was corrected" not in director.open(corrected.at("desk")).text
    assert {number: match.teams for number, match in corrected.state.matches.items()} == {
        number: match.teams for number, match in before.items()
    }


def test_podium_has_the_best_three_and_two_lines_for_the_chat(paired: Hall) -> None:
    for _ in range(2):
        paired.play_round(EIGHT[:4])
        paired.pair()
    paired.play_round(EIGHT[:4])
    director = paired.director
    director.open(paired.at("desk"))
    page = director.tap("Podium")
    assert page.url == paired.at("podium")
    best = paired.podium()
    assert f"Harbour Open: {best[0]} won, ahead of {best[1]} and {best[2]}." in page.html.replace("&amp;", "&")
    assert "4 teams, 6 matches." in page.html
    picture = director.client.get(paired.at("podium/card.svg")).text
    assert best[3].replace("&", "&amp;") in picture
    assert "Podium" in paired.phone_of("Ann").open(paired.at("my-match")).text
    director.open(paired.at("podium"))
    assert "Export with all games" in director.page.text
    file = director.client.get(paired.at("tournament.zip"))
    assert check_zip(io.BytesIO(file.data), without_end()).findings == []


def test_podium_without_pictures_is_sent_as_text(paired: Hall, without: Callable[[str], None]) -> None:
    for _ in range(2):
        paired.play_round(EIGHT[:4])
        paired.pair()
    paired.play_round(EIGHT[:4])
    without("pictures")
    paired.director.open(paired.at("desk"))
    page = paired.director.tap("Podium")
    assert "4 teams, 6 matches." in page.html
    assert "card.png" not in page.html
    refused = paired.director.client.get(paired.at("podium/card.svg"), headers={"Accept": "text/html"})
    assert refused.status_code == 404
    assert "This server draws no pictures" in refused.text


def test_podium_before_the_end_is_the_standings(paired: Hall) -> None:
    assert paired.director.open(paired.at("podium")).url == paired.at("standings")


def test_match_shows_earlier_rulings_against_its_teams(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
    match = directed.pair()[0]
    guilty, game = match["teams"][0], directed.game(match)
    ruled = {**hand(5, 4, 6), "reneges": [{"by": 0, "to": 1, "books": 2}]}
    directed.program.write(game, "hand", hand=1, **ruled)
    with app.app_context():
        loaded = load_tournament(directed.id)
        later = replace(next(iter(loaded.state.matches.values())), round=2)
        found = earlier_rulings(loaded, guilty, later)
        assert [(one.hand, one.renege.books) for one in found] == [(1, 2)]
        assert earlier_rulings(loaded, match["teams"][1], later) == []


def test_second_ruling_is_proposed_for_more(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    match, other = directed.pair()
    guilty, game = match["teams"][0], directed.game(match)
    ruled = {**hand(5, 4, 6), "reneges": [{"by": 0, "to": 1, "books": 2}]}
    directed.program.write(game, "hand", hand=1, **ruled)
    directed.paper(match, 300, 200)
    directed.paper(other, 300, 200)
    later = next(match for match in directed.pair() if guilty in match["teams"])
    director = directed.phone()
    directed.program.write(directed.game(later), "hand", hand=1, **hand(5, 4, 6))
    director.open(f"/tournaments/{directed.id}/desk/matches/{later['id']}")
    page = director.tap("Rule again")
    name = next(team["name"] for team in directed.now["teams"] if team["id"] == guilty)
    assert f"a ruling cost {name} the game" in page.text


def test_table_without_a_hand_for_long_is_on_the_desk_whatever_else_it_sends(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 2})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
    game = directed.game(directed.pair()[0])
    directed.program.write(game, "hand", hand=1, **hand(5, 4, 6))
    with app.test_request_context():
        loaded = load_tournament(directed.id)
        matches = [*loaded.state.matches.values()]
        later = loaded.games[game].last_activity + timedelta(minutes=13)
        at = milliseconds(later)
        heard = replace(loaded, games={game: replace(loaded.games[game], last_activity=later)})
        rows = [match_view(heard, match, at) for match in matches]
        assert [need["title"] for need in needs(heard, matches, rows, at)] == ["No hand for 13 min"]
        assert needs(heard, matches, rows, at - 2 * 60_000) == []


# What stops others is asked first


def test_end_of_the_tournament_says_first_what_is_not_played(paired: Hall) -> None:
    director = paired.director
    page = director.open(paired.at("rounds/end"))
    assert "2 matches are not over; they will count nothing." in page.text
    assert "This is round 1 of" in page.text
    assert not paired.state.ended
    director.tap("End the tournament")
    assert paired.state.ended


def test_last_hand_is_called_once_the_director_has_seen_for_how_many(paired: Hall) -> None:
    page = paired.director.open(paired.at("desk/clock/last-hand"))
    assert "2 tables play their last hand now, and then their matches are over." in page.text
    assert not paired.state.rounds[0].clocks


@pytest.mark.parametrize(("form", "tiles"), [("swiss", 2), ("open", 1)])
def test_done_match_keeps_its_tile_unless_play_is_open(hall: Hall, form: str, tiles: int) -> None:
    hall.set_up(EIGHT[:4], format=form, playoff="0", kept_on="paper")
    hall.pair()
    assert hall.director.open(hall.at("desk")).html.count('class="tile ') == 2
    hall.paper(hall.open_matches[0], 300, 200)
    assert hall.director.open(hall.at("desk")).html.count('class="tile ') == tiles


def test_list_that_is_sent_twice_enters_its_teams_once(hall: Hall) -> None:
    hall.set_up((), format="swiss", playoff="0")
    teams = [Entry(("Ann", "Abe")), Entry(("Bea", "Ben"))]
    with hall.app.app_context():
        for _ in range(2):
            enter_teams(hall.id, teams, Author("Dora", directs=True), event_id="0b8c5c1e-54a4-4a4e-9d5b-6a1f2c3d4e5f")
        with pytest.raises(EventIdTaken):
            enter_teams(hall.id, [Entry(("Cal",))], Author("Dora"), event_id="0b8c5c1e-54a4-4a4e-9d5b-6a1f2c3d4e5f")
    assert [team.players for team in hall.state.teams.values()] == [("Ann", "Abe"), ("Bea", "Ben")]
