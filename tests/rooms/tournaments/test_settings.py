"""What a director sets after the start: settings, bonuses, lots, and hidden standings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.event_words import event_text
from scorekeeper.rooms.tournaments.domain.log.events import SETTINGS
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Override
from scorekeeper.rooms.tournaments.domain.words import TIE_BREAKS
from scorekeeper.rooms.tournaments.pages.showing.printing import PRINTS
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.services.recording import Author
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Four teams, and round 1 of swiss is published."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="2", rounds="2")
    hall.pair()
    return hall


def change(hall: Hall, typed: Mapping[str, str | None], status: int = 200) -> str:
    """Save the settings with these values; what the page says."""
    hall.director.open(hall.at("settings"))
    form = hall.director.page.form_with("hide_standings")
    return hall.director.submit(form, None, status, **typed).text


def test_new_tournament_gives_a_bye_a_win_by_100_until_that_is_changed(paired: Hall) -> None:
    assert paired.state.settings.bye_points == 100
    assert "A bye or a forfeit is won by 100 points." in paired.director.open(paired.at("settings")).text
    assert "is won by 80 points." in change(paired, {"bye_points": "80"})
    change(paired, {"bye_points": "501"}, 422)
    assert paired.state.settings.bye_points == 80
    change(paired, {"bye_points": ""})
    assert paired.state.settings.bye_points is None
    assert "counts the team’s own average" in paired.director.open(paired.at("settings")).text


def test_team_that_sits_out_is_told_by_how_much_it_wins(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0", rounds="2")
    hall.pair()
    (free,) = [match for match in hall.state.matches.values() if match.pairing.is_bye]
    phone = hall.phone_of(hall.state.teams[free.teams[0]].players[0])
    assert "You sit out this round. It counts as a win by 100." in phone.page.text
    assert "Sits out: counts as a win by 100" in hall.director.open(hall.at(f"desk/matches/{free.id}")).text


def test_settings_are_changed_and_the_others_stay(paired: Hall) -> None:
    before = paired.state
    change(
        paired,
        {
            "name": "Harbour Cup",
            "hide_standings": "yes",
            "prizes": "A cake\n\nA pie",
            "cap": "150",
            "no_show_minutes": "10",
            "late_until": "2",
            "stage-1-rounds": "3",
            "stage-1-minutes": "",
            "stage-2-set_third_place": "yes",
            "stage-2-final_target": "500",
        },
    )
    state = paired.state
    assert state.name == "Harbour Cup"
    assert state.settings.prizes == ("A cake", "A pie")
    assert (state.settings.cap, state.settings.no_show_minutes, state.settings.hide_standings) == (150, 10, True)
    assert state.settings.late_until == 2
    assert (state.stages[0].rounds, state.stages[0].minutes) == (3, None)
    assert state.stages[1].settings == {"third_place": True}
    assert state.stages[1].limits(1, "final").options["target"] == 500
    assert state.stages[1].limits(1).options == before.stages[1].options
    assert state.settings.tie_breaks == before.settings.tie_breaks


USUAL = (
    "Winners play winners, 2 rounds",
    "The best 2 go on.",
    "Names with an initial. Standings are shown. No public page.",
    "Players’ phones. Enough tables for every match.",
    "A director starts the clock. A director decides on missing teams.",
    "A result counts after 10 minutes without objection.",
    "Teams that did not pay are paired, too. Rounds that a late team missed are losses.",
    "Every point of difference counts.",
    "The match between them, opponents’ wins, point difference, points, fewest sets",
    "fewest bags, one deciding hand and lots.",
)
OTHERS = {
    "names": "full",
    "hide_standings": "yes",
    "public": "yes",
    "public_hours": "1",
    "prizes": "A cake",
    "kept_on": "paper",
    "tables": "3",
    "starts_after": "2",
    "no_show_minutes": "10",
    "confirm_minutes": "",
    "must_pay": "yes",
    "late": "halves",
    "late_until": "2",
    "cap": "150",
    "stage-1-minutes": "50",
    "stage-1-at_time": "one-more",
}
CHANGED = (
    "Time is called after 50 minutes. Then the hand is finished, and one more is played.",
    "Names in full. Standings are hidden until the end. A public page until 1 hour after the end. 1 prize.",
    "Paper. There are 3 tables.",
    "The clock starts by itself 2 minutes after publishing. A team that is missing after 10 minutes forfeits.",
    "Only confirmed results count.",
    "Only teams that paid are paired. Rounds that a late team missed are half a win. Late teams come in until round 2.",
    "A match counts at most 150 points of difference.",
)


def test_each_group_says_what_is_set(paired: Hall) -> None:
    shown = paired.director.open(paired.at("settings")).text
    assert [words for words in USUAL if words not in shown] == []
    saved = change(paired, OTHERS)
    assert [words for words in CHANGED if words not in saved] == []


def test_words_follow_what_is_typed_and_nothing_is_saved(paired: Hall) -> None:
    before = paired.state.seq
    page = change(paired, {**OTHERS, "again": "1"})
    assert [words for words in CHANGED if words not in page] == []
    assert paired.state.seq == before
    assert "Type a whole number" in change(paired, {"cap": "many", "again": "1"}, 422)


def test_stage_has_rules_of_its_own(paired: Hall) -> None:
    before = paired.state.stages
    change(paired, {"stage-2-rules": "partnership contest"})
    assert paired.state.stages[0] == before[0]
    options = paired.state.stages[1].options
    assert (options["sets_lose"], options["target"]) == (3, before[1].options["target"])
    assert "blind_nil" not in options


def test_final_and_one_round_have_rules_and_limits_of_their_own(paired: Hall) -> None:
    change(
        paired,
        {
            "stage-1-round_1_number": "2",
            "stage-1-round_1_rules": "partnership no-blinds",
            "stage-1-round_1_hands": "6",
            "stage-2-final_rules": "partnership classic",
            "stage-2-final_minutes": "60",
        },
    )
    swiss, playoff = paired.state.stages
    assert (swiss.limits(1).options, swiss.limits(1).hands) == (swiss.options, None)
    assert (swiss.limits(2).options["blind_nil"], swiss.limits(2).hands) == (0, 6)
    assert (playoff.limits(1, "final").options["blind_nil"], playoff.limits(1, "final").minutes) == (200, 60)
    change(paired, {})
    assert paired.state.stages == (swiss, playoff)
    change(paired, {"stage-1-round_1_number": "", "stage-2-final_rules": "", "stage-2-final_minutes": ""})
    assert [stage.overrides for stage in paired.state.stages] == [(), ()]


def test_preset_of_the_set_up_is_chosen_in_the_settings(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="2", rounds="2", rules="partnership classic")
    form = hall.director.open(hall.at("settings")).form_with("hide_standings")
    assert [form.fields[f"stage-{stage}-rules"] for stage in (1, 2)] == ["partnership classic"] * 2


def test_rules_that_a_program_set_stay_until_others_are_chosen(paired: Hall) -> None:
    state = paired.state
    own = (Override(round=2, options={"nil": 150}), Override(round=3, options={"nil": 150, "target": 400}))
    stage = replace(state.stages[0], options={"target": 300, "nil": 50}, overrides=own)
    with paired.app.app_context():
        body = setup_json(state.name, [stage, state.stages[1]], state.settings)
        record(paired.id, SETTINGS, body, author=Author("Program"))
    change(paired, {})
    assert paired.state.stages[0] == stage
    change(paired, {"stage-1-rules": "partnership classic", "stage-1-round_1_rules": ""})
    changed = paired.state.stages[0]
    assert changed.options == {"target": 300, "blind_nil": 200}
    assert changed.overrides == (own[1],)


def test_house_team_fills_an_odd_field(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0")
    director = hall.director
    director.open(hall.at("teams"))
    assert not director.can_tap("Add a house team")
    change(hall, {"stage-1-set_house_team": "yes"})
    director.open(hall.at("teams"))
    director.tap("Add a house team")
    hall.pair()
    assert len(hall.open_matches) == 2


def test_saving_what_is_set_changes_nothing(paired: Hall) -> None:
    before = paired.state
    change(paired, {})
    assert (paired.state.stages, paired.state.settings) == (before.stages, before.settings)


NAMES = {key: sentence_case(name.rpartition("\x04")[2]) for key, name in TIE_BREAKS.items()}  # without its context


def order_of(hall: Hall) -> tuple[str, ...]:
    return hall.state.settings.tie_breaks


def test_tie_breaks_are_moved_up_and_down(paired: Hall) -> None:
    director = paired.director
    first, second, third, *rest = order_of(paired)
    assert (first, second, third) == ("head-to-head", "opponents-wins", "difference")
    director.open(paired.at("settings"))
    tap_tie_breaks(paired)
    page = director.tap("Move Opponents’ wins up")
    assert order_of(paired) == (second, first, third, *rest)
    assert "Opponents’ wins is number 1 of 8 now." in page.text
    page = director.tap("Move Opponents’ wins down")
    page = director.tap("Move Opponents’ wins down")
    assert order_of(paired) == (first, third, second, *rest)
    assert "Opponents’ wins is number 3 of 8 now." in page.text
    director.open(paired.at("settings"))
    assert "the match between them, point difference, opponents’ wins" in director.page.text.lower()


def test_moved_tie_break_keeps_the_focus_and_its_button_says_where_it_is(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("settings/tie-breaks"))
    for label, focused in (
        ("Move Opponents’ wins up", "Move Opponents’ wins down"),
        ("Move The match between them up", "Move The match between them down"),
        ("Move Point difference up", "Move Point difference up"),
        ("Move Point difference down", "Move Point difference down"),
        ("Move One deciding hand down", "Move One deciding hand up"),
        ("Leave Lots out", "Put Lots back"),
        ("Put Lots back", "Move Lots up"),
    ):
        html = director.tap(label).html
        (button,) = [tag for tag in re.findall("<button[^>]*>", html) if "autofocus" in tag]
        assert f'aria-label="{focused}"' in button, label
        assert 'aria-describedby="moved"' in button
        assert "disabled" not in button
        assert "#" not in director.page.url, "with an anchor, no browser gives it the focus"


def test_tie_breaks_are_left_out_and_put_back(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("settings/tie-breaks"))
    for key in order_of(paired):
        assert f"{NAMES[key]} decides nothing now." in director.tap(f"Leave {NAMES[key]} out").text
    assert order_of(paired) == ()
    assert "None: level teams share a place." in director.page.text
    director.tap("Put Lots back")
    page = director.tap("Put Point difference back")
    assert order_of(paired) == ("lots", "difference")
    assert "Point difference is number 2 of 2 now." in page.text
    director.open(paired.at("desk"))
    director.tap("Undo: tie-breaks with point difference")
    assert order_of(paired) == ("lots",)


def test_undo_says_what_was_done_with_a_tie_break(paired: Hall) -> None:
    first, second, third, *rest = order_of(paired)

    def undoes(*order: str, **others: object) -> str:
        paired.set(tie_breaks=list(order), **others)
        state = paired.state
        assert state.undo is not None
        return event_text(state, state.undo)

    assert undoes(second, first, third, *rest) == "tie-breaks: opponents’ wins before the match between them"
    assert undoes(first, third, *rest, second) == "tie-breaks: opponents’ wins last"
    assert undoes(first, third, *rest) == "tie-breaks without opponents’ wins"
    assert undoes(third, *rest, first) == "tie-breaks: the match between them last"
    assert undoes(third, *rest, first, second) == "tie-breaks with opponents’ wins"
    assert undoes(first, second, third, *rest, cap=100) == "settings changed"
    assert undoes(first, second, third, *rest) == "settings changed"
    assert undoes() == "order of tie-breaks"


def tap_tie_breaks(hall: Hall, status: int = 200, **typed: str) -> Page:
    form = hall.director.page.form_with("hide_standings")
    return hall.director.submit(form, None, status, **typed, then="tie-breaks")


def test_what_was_typed_is_saved_on_the_way_to_the_tie_breaks(paired: Hall) -> None:
    before = paired.state
    paired.director.open(paired.at("settings"))
    button = re.search(r"<form[^>]*settings.*?(<button[^>]*>)", paired.director.page.html, re.DOTALL)
    assert button
    assert "then" not in button[1], "Enter presses the first one"
    page = tap_tie_breaks(paired)
    assert page.url == paired.at("settings/tie-breaks")
    assert paired.state.seq == before.seq, "nothing was typed"
    paired.director.open(paired.at("settings"))
    page = tap_tie_breaks(paired, cap="120", prizes="A cake")
    assert page.url == paired.at("settings/tie-breaks")
    assert "Saved." in page.text
    assert paired.state.settings == replace(before.settings, cap=120, prizes=("A cake",))
    paired.director.open(paired.at("settings"))
    page = tap_tie_breaks(paired, 422, cap="many", name="Second night")
    assert page.form_with("hide_standings").fields["name"] == "Second night"


def test_tie_break_is_dragged_to_a_place(paired: Hall) -> None:
    before = order_of(paired)
    assert move(paired, "lots", "2").status_code == 303
    assert order_of(paired) == (before[0], "lots", *before[1:-1])
    assert move(paired, "lots", "99").status_code == 303
    assert order_of(paired) == before


def test_moves_that_cannot_be_change_nothing(paired: Hall) -> None:
    before = paired.state.seq
    for key, to in (("head-to-head", "up"), ("lots", "down"), ("lots", "8"), ("lots", "sideways"), ("points", "")):
        assert move(paired, key, to).status_code == 303, key
    assert move(paired, "coin", "up").status_code == 404
    assert paired.state.seq == before
    director = paired.director
    director.open(paired.at("settings/tie-breaks"))
    paired.enter(("Ina & Ivo",))
    director.open(paired.at("settings/tie-breaks"))
    stale = director.page.forms
    paired.enter(("Jo & Jim",))
    form = next(form for form in stale if form.action.endswith("/lots/move"))
    assert "Someone changed the tournament. Check it and try again." in director.submit(form, None, to="up").text
    assert order_of(paired)[-1] == "lots"


def test_settings_keep_the_order_of_tie_breaks(paired: Hall) -> None:
    move(paired, "lots", "1")
    before = order_of(paired)
    change(paired, {"cap": "120", "tie_difference": "1"})
    assert order_of(paired) == before


def move(hall: Hall, key: str, to: str) -> TestResponse:
    """What a drag sends: the place where the row was let go."""
    director = hall.director
    director.open(hall.at("settings/tie-breaks"))
    token = director.page.form_with("seq").fields
    return director.client.post(hall.at(f"settings/tie-breaks/{key}/move"), data={**token, "to": to})


def test_wrong_figure_is_asked_again(paired: Hall) -> None:
    before = paired.state.seq
    change(paired, {"cap": "many"}, 422)
    assert paired.state.seq == before


def test_bonus_for_a_team_needs_a_reason(paired: Hall) -> None:
    director = paired.director
    director.open(paired.at("teams/1"))
    director.submit(director.page.form_with("penalty"), None, 200, wins="1")
    assert [*paired.state.adjustments] == []
    director.open(paired.at("teams/1"))
    page = director.submit(director.page.form_with("penalty"), None, 200, wins="1", why="free win")
    assert "+1 win: free win" in page.text
    page = director.submit(director.page.form_with("penalty"), None, 200, points="50", penalty="yes", why="late")
    assert "−50 points: late" in page.text
    assert [(given.wins, given.points) for given in paired.state.adjustments] == [(1, 0), (0, -50)]


@pytest.fixture
def level(paired: Hall) -> Hall:
    """After two rounds of one win each with the same scores, all four teams are level, and two go on."""
    for match in paired.open_matches:
        paired.paper(match, 300, 200)
    paired.pair()
    for match in paired.open_matches:
        paired.paper(match, 300, 300)
    return paired


def places(hall: Hall) -> list[int]:
    return [place.rank for place in standings(hall.state, 1)]


def test_tie_at_the_cut_is_settled_by_lots(level: Hall) -> None:
    assert places(level) == [1, 1, 3, 3]
    change(level, {"stage-1-advance": "3"})
    director = level.director
    page = director.open(level.at("desk"))
    assert "A tie at the cut" in page.text
    director.tap("Settle it")
    assert "Not all of them go on." in director.page.text
    director.open(level.at("ties"))
    lots = next(form for form in director.page.forms if form.action.endswith("/ties/lots"))
    director.submit(lots, None, 200)
    assert places(level) == [1, 1, 3, 4]
    assert "A tie at the cut" not in director.open(level.at("desk")).text


def test_deciding_hand_settles_two_level_teams(level: Hall) -> None:
    director = level.director
    director.open(level.at("ties"))
    director.tap("Won the hand")
    assert places(level) == [1, 2, 3, 3]


def test_public_page_has_all_rounds_and_the_bracket_and_the_desk_its_code(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="single-elimination", playoff="0", kept_on="paper")
    assert "A public page" not in hall.director.open(hall.at("desk")).text
    hall.set(public=True)
    desk = hall.director.open(hall.at("desk"))
    assert "A public page" in desk.text
    hall.pair()
    assert hall.at("public") in hall.director.open(hall.at("desk")).html
    hall.play_round()
    hall.pair()
    hall.play_round()
    stranger = hall.new_phone()
    page = stranger.open(hall.at("public"))
    assert "Final 1 Ann & Abe Cal & Cleo 300 200" in page.text
    page = stranger.open(next(link.url for link in page.links if link.label == "Semi-finals"))
    assert "Semi-finals 1 Ann & Abe Bea & Ben 300 200" in page.text
    assert "After round 1 of 2" in page.text
    assert all(name in page.text for name in EIGHT[:4])
    assert "Your way to the final" not in page.text
    assert 'class="bracket"' in page.html
    hall.set(hide_standings=True)
    page = stranger.open(f"{hall.at('public')}?round=1.1")
    assert "Semi-finals 1 Ann & Abe Bea & Ben Done" in page.text
    assert "Not shown until the end" in page.text
    stranger.open(f"{hall.at('public')}?round=7.1")


def test_public_page_is_for_everybody_until_it_closes(paired: Hall) -> None:
    from scorekeeper.rooms.tournaments.pages.showing.public import AN_HOUR, is_public

    stranger = paired.new_phone()
    assert stranger.open(paired.at("public"), 404).status == 404
    change(paired, {"public": "yes", "public_hours": "2"})
    assert paired.at("public") in paired.director.page.html
    page = stranger.open(paired.at("public"))
    assert "Ann & Abe" in page.text
    assert stranger.open(paired.at("standings"), 404).status == 404
    last = paired.state.events[-1].at
    assert is_public(paired.state, last + 2 * AN_HOUR - 1)
    assert not is_public(paired.state, last + 2 * AN_HOUR)


def test_hidden_standings_hide_running_totals_and_places_from_players(paired: Hall) -> None:
    first = paired.open_matches[0]
    paired.paper(first, 312, 248)
    phone = paired.phone_of("Ann")
    assert "312" in phone.open(paired.at("tables")).text
    change(paired, {"hide_standings": "yes"})
    assert "312" not in phone.open(paired.at("tables")).text
    assert "1st" not in phone.open(paired.at("my-match")).text
    assert "312" in paired.director.open(paired.at("tables")).text


def test_everybody_plays_alone_where_partners_change_and_the_rules_have_none(hall: Hall) -> None:
    hall.set_up(["Ann", "Bea", "Cal", "Dee", "Eve", "Fay"], format="rotation", rounds="2", rules="cutthroat")
    teams = hall.director.open(hall.at("teams")).text
    assert "6 of 6 players here" in teams
    assert "6 players: 2 tables, nobody sits out" in teams
    offered = hall.director.open(hall.at("settings")).form_with("stage-1-rules").choices["stage-1-rules"]
    assert {"cutthroat", "partnership classic"} <= {*offered}
    hall.pair()
    assert [[len(side) for side in match.pairing.sides] for match in hall.open_matches] == [[1, 1, 1], [1, 1, 1]]
    first, second = hall.open_matches
    hall.director.open(hall.at(f"desk/matches/{first.id}"))
    form = hall.director.page.form_with("third")
    assert "Type every final score" in hall.director.submit(form, None, 422, first="120", second="-30").text
    hall.director.submit(form, None, 200, first="120", second="-30", third="250", third_sets="1")
    result = hall.state.result(hall.state.matches[first.id])
    assert result is not None
    assert (result.scores, result.winner) == ((120, -30, 250), 2)
    for page in (
        "desk",
        "rounds",
        "standings",
        "tables",
        "wall",
        *(f"print/{what}" for what in PRINTS if what not in ("bracket", "fixtures")),
    ):
        assert hall.director.open(hall.at(page)).text
    hall.director.open(hall.at(f"desk/matches/{second.id}"))
    assert "bids" in hall.director.tap("Start the game here").text
    assert change(hall, {"stage-1-rules": "berkley-three-1"})
    assert hall.state.stages[0].rules == "berkley-three-1"


def test_teams_of_one_play_winners_against_winners(hall: Hall) -> None:
    hall.set_up(["Ann", "Bea", "Cal", "Dee"], format="swiss", playoff="0", rounds="1", rules="two-player")
    assert "4 players: 2 tables, nobody sits out" in hall.director.open(hall.at("teams")).text
    hall.pair()
    assert [[len(side) for side in match.pairing.sides] for match in hall.open_matches] == [[1, 1], [1, 1]]


def test_rules_that_do_not_suit_the_format_are_refused(hall: Hall) -> None:
    hall.director.open("/tournaments/new")
    form = hall.director.page.form_with("format")
    page = hall.director.submit(form, None, 422, name="Harbour Open", format="swiss", rules="cutthroat")
    assert "These rules are for 3 sides. Choose “New partner every round”, where all play alone." in page.text
