"""What the room tells the pads: minutes, the clock, the last hand, messages; and where players go at the end."""

from __future__ import annotations

import json

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.state import LAST_HAND, Match
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.events import events_of
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_followed_pages import followed
from tests.web.browsing import Page, Phone

HAND = {"hand": 1, "bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Four teams are paired, with 40 minutes."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    return hall


@pytest.fixture
def ann(paired: Hall) -> Phone:
    """Ann's phone keeps the score of her match."""
    return paired.keeper("Ann")


def match_of(hall: Hall, player: str) -> Match:
    state = hall.state
    return next(m for m in state.matches.values() for team in m.teams if player in state.teams[team].players)


def game_of(hall: Hall, player: str) -> str:
    return f"/games/{match_of(hall, player).game}"


def around(hall: Hall, phone: Phone) -> dict[str, object]:
    """What the phone hears of the game beside its events."""
    answer = phone.client.get(f"{game_of(hall, 'Ann')}/events")
    found: dict[str, object] = json.loads(answer.data)
    return found


def version(hall: Hall, phone: Phone) -> str:
    return phone.client.get(f"{game_of(hall, 'Ann')}/version").headers["ETag"]


def save_hand(hall: Hall, number: int = 1) -> None:
    """Ann's phone records a hand."""
    with hall.app.app_context():
        record(str(match_of(hall, "Ann").game), "hand", HAND | {"hand": number}, author=Author("Ann"))


def call_form(page: Page) -> dict[str, str] | None:
    """The fields of the form that the phone sends at time."""
    return next((dict(form.fields) for form in page.forms if form.action.endswith("/rulings/time")), None)


def other_phone(hall: Hall, match: Match) -> Phone:
    """A phone of a player of the other match."""
    other = next(found for found in hall.open_matches if found.id != match.id)
    return hall.phone_of(hall.state.teams[other.teams[0]].players[0])


def desk(hall: Hall) -> Page:
    return hall.director.open(hall.at("desk"))


def test_game_of_a_match_has_its_minutes(paired: Hall, ann: Phone) -> None:
    with paired.app.app_context():
        assert events_of(str(match_of(paired, "Ann").game))[0].payload["minutes"] == 40


def test_clock_of_the_room_reaches_the_pad(paired: Hall, ann: Phone) -> None:
    page = ann.open(game_of(paired, "Ann"))
    assert f'data-stands="{40 * 60_000}"' in page.html
    before = version(paired, ann)
    desk(paired)
    paired.director.tap("Start")
    assert version(paired, ann) != before
    since = paired.state.rounds[0].clocks[1].running_since
    assert since is not None
    assert f'data-ends-at="{since + 40 * 60_000}"' in ann.open(game_of(paired, "Ann")).html
    paired.director.tap("+5 min")
    known = around(paired, ann)["room"]
    assert isinstance(known, list)
    assert known[1:3] == [since + 45 * 60_000, None]
    paired.director.tap("Pause")
    assert "data-ends-at" not in ann.open(game_of(paired, "Ann")).html


def test_undone_clock_stands_again(paired: Hall, ann: Phone) -> None:
    desk(paired)
    paired.director.tap("Start")
    paired.undo()
    assert f'data-stands="{40 * 60_000}"' in ann.open(game_of(paired, "Ann")).html


def test_minutes_for_one_table_reach_only_its_pad(paired: Hall, ann: Phone) -> None:
    match = match_of(paired, "Ann")
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    paired.director.tap("+5 min here")
    assert f'data-stands="{45 * 60_000}"' in ann.open(game_of(paired, "Ann")).html
    other = other_phone(paired, match)
    assert f'data-stands="{40 * 60_000}"' in other.tap("Keep score on this phone").html


def test_keeping_phone_calls_time_with_its_own_hand(paired: Hall, ann: Phone) -> None:
    page = ann.open(game_of(paired, "Ann"))
    fields = call_form(page)
    assert fields is not None
    assert fields["hand"] == "1"
    assert "data-due" not in page.html
    form = next(form for form in page.forms if form.action.endswith("/rulings/time"))
    ann.submit(form)
    state = paired.state
    assert state.match_status(match_of(paired, "Ann")) == LAST_HAND


def test_table_is_asked_where_no_bid_says_which_hand_is_played(paired: Hall, ann: Phone) -> None:
    save_hand(paired)
    page = ann.open(game_of(paired, "Ann"))
    assert call_form(page) is None
    assert "data-at-time" in page.html


def test_phone_that_watches_never_calls_time(paired: Hall, ann: Phone) -> None:
    opponents = next(team for team in match_of(paired, "Ann").teams if "Ann" not in paired.state.teams[team].players)
    watcher = paired.phone_of(paired.state.teams[opponents].players[0])
    page = watcher.open(game_of(paired, "Ann"))
    assert "data-clock" in page.html
    assert "data-at-time" not in page.html
    assert "data-at-time" not in paired.director.open(game_of(paired, "Ann")).html


def test_desk_calls_the_last_hand_on_all_pads(paired: Hall, ann: Phone) -> None:
    paired.call_last_hand()
    assert "data-at-time data-due" in ann.open(game_of(paired, "Ann")).html
    assert paired.state.rounds[0].clocks[1].called


def test_hand_that_the_director_made_the_last_is_called_once_it_is_reached(paired: Hall, ann: Phone) -> None:
    from scorekeeper.rooms.tournaments.services.results import set_clock
    from scorekeeper.services.recording import Author

    with paired.app.app_context():
        set_clock(paired.id, ev.LAST_HAND, Author("Alice"), match=match_of(paired, "Ann").id, hand=2)
    assert "data-due" not in ann.open(game_of(paired, "Ann")).html
    save_hand(paired)
    page = ann.open(game_of(paired, "Ann"))
    fields = call_form(page)
    assert fields is not None
    assert fields["hand"] == "2"
    assert "data-due" in page.html


def test_desk_shows_a_table_where_time_is_not_called(paired: Hall, ann: Phone) -> None:
    paired.call_last_hand()
    assert "Time not called" in desk(paired).text
    page = ann.open(game_of(paired, "Ann"))
    ann.submit(next(form for form in page.forms if form.action.endswith("/rulings/time")))
    assert "Time not called" not in desk(paired).text


def test_undo_of_the_last_hand_reaches_the_pads(paired: Hall, ann: Phone) -> None:
    paired.call_last_hand()
    page = ann.open(game_of(paired, "Ann"))
    ann.submit(next(form for form in page.forms if form.action.endswith("/rulings/time")))
    assert "Hand 1, the last" in ann.page.text
    assert "Undone: last hand called in round 1." in paired.undo().text
    page = ann.open(game_of(paired, "Ann"))
    assert "the last" not in page.text
    assert "data-due" not in page.html


def test_undo_of_the_last_hand_leaves_a_match_that_has_ended(paired: Hall, ann: Phone) -> None:
    paired.call_last_hand()
    page = ann.open(game_of(paired, "Ann"))
    ann.submit(next(form for form in page.forms if form.action.endswith("/rulings/time")))
    save_hand(paired)
    paired.undo()
    assert "Game over" in ann.open(game_of(paired, "Ann")).text


def test_message_to_all_is_on_every_pad_until_it_is_taken_away(paired: Hall, ann: Phone) -> None:
    before = version(paired, ann)
    desk(paired)
    paired.director.submit(paired.director.page.form_with("text"), None, 200, text="Dinner is ready")
    assert version(paired, ann) != before
    assert "Dinner is ready" in ann.open(game_of(paired, "Ann")).text
    paired.undo()
    assert "Dinner is ready" not in ann.open(game_of(paired, "Ann")).text


def test_message_to_one_table_is_only_on_its_pad(paired: Hall, ann: Phone) -> None:
    match = match_of(paired, "Ann")
    other = other_phone(paired, match)
    address = other.tap("Keep score on this phone").url
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    paired.director.tap("The director is coming")
    words = f"Table {match.pairing.table}: the director is coming"
    assert words in ann.open(game_of(paired, "Ann")).text
    assert words not in other.open(address).text


def test_empty_message_is_asked_again(paired: Hall, ann: Phone) -> None:
    desk(paired)
    page = paired.director.submit(paired.director.page.form_with("text"), None, 200, text="  ")
    assert "Type a message." in page.text
    assert paired.state.messages == ()


def test_end_of_a_match_shows_where_the_player_goes_and_no_rematch(paired: Hall, ann: Phone) -> None:
    with paired.app.app_context():
        record(str(match_of(paired, "Ann").game), "close", {"forfeit": 0}, author=Author("Ann"))
    page = ann.open(game_of(paired, "Ann"))
    assert "Rematch" not in page.text
    assert ann.open(paired.at("my-match")).text
    assert paired.at("my-match") in page.html


def test_end_of_a_match_is_confirmed_above_its_buttons(paired: Hall, ann: Phone) -> None:
    save_hand(paired)
    with paired.app.app_context():
        record(str(match_of(paired, "Ann").game), "close", {}, author=Author("Ann"))
    words = ann.open(game_of(paired, "Ann")).text
    assert words.index("That’s wrong") < words.index("Share result")
    assert words.count("That’s wrong") == 2  # a side each


def test_end_of_a_match_offers_no_rematch_while_the_room_is_closed(
    paired: Hall, ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    with paired.app.app_context():
        record(str(match_of(paired, "Ann").game), "close", {"forfeit": 0}, author=Author("Ann"))
    monkeypatch.setitem(paired.app.config, "ROOMS", ())
    page = ann.open(game_of(paired, "Ann"))
    assert "Share result" in page.text
    assert "Rematch" not in page.text
    assert paired.at("my-match") not in page.html


def test_one_more_hand_is_played_after_the_one_at_time(hall: Hall) -> None:
    from scorekeeper.rooms.tournaments.services.recording import record
    from scorekeeper.services.recording import Author

    hall.set_up(EIGHT[:2], format="swiss", playoff="0", rounds="1")
    body = setup_json(hall.state.name, hall.state.stages, hall.state.settings)
    kept = ("format", "rules", "options", "rounds", "minutes")
    body["stages"] = [{part: body["stages"][0][part] for part in kept} | {"at_time": "one-more"}]
    with hall.app.app_context():
        record(hall.id, ev.SETTINGS, body, author=Author("Alice"))
    hall.pair()
    ann = hall.phone_of("Ann")
    ann.tap("Keep score on this phone")
    page = ann.open(game_of(hall, "Ann"))
    fields = call_form(page)
    assert fields is not None
    assert fields["hand"] == "2"
    assert "then play one more" in page.html
    save_hand(hall)
    page = ann.open(f"{game_of(hall, 'Ann')}/rulings/time")
    assert "One more hand is played after it." in page.text
    form = page.form_with("hand")
    assert form.choices["hand"] == ["2", "3"]  # hand 1 was saved, or hand 2 was being played
    ann.submit(form, hand="3")
    save_hand(hall, 2)
    assert hall.state.match_status(match_of(hall, "Ann")) == LAST_HAND
    save_hand(hall, 3)
    result = hall.state.result(match_of(hall, "Ann"))
    assert result is not None
    assert (result.hands, result.ended_by) == (3, "time")


# Phones of the tournament land on their own match


def end_game(hall: Hall, ann: Phone) -> None:
    """Ann's game ends after its first hand, by the time that was called."""
    page = ann.open(game_of(hall, "Ann"))
    ann.submit(next(form for form in page.forms if form.action.endswith("/rulings/time")))
    save_hand(hall)


def test_other_side_sees_at_once_that_the_game_ended(paired: Hall, ann: Phone) -> None:
    other = next(name for name in paired.names(match_of(paired, "Ann")) if "Ann" not in name)
    phone = paired.phone_of(other.split(" & ")[0])
    paired.call_last_hand()
    page = phone.open(paired.at("my-match"))
    assert "Confirm it" not in page.text
    version_then, address = followed(page.html)
    ask = {"If-None-Match": f'"{version_then}"'}
    assert phone.client.get(address, headers=ask).status_code == 304
    end_game(paired, ann)
    assert phone.client.get(address, headers=ask).status_code == 200
    assert "Confirm it" in phone.open(paired.at("my-match")).text


def finish_all(hall: Hall, ann: Phone) -> None:
    """Every match of the round is over: Ann's was called after its first hand, the others are on paper."""
    hall.call_last_hand()
    end_game(hall, ann)
    for match in hall.open_matches:
        if match.game is None:
            hall.paper(match, 300, 200)
    hall.director.open(hall.at(f"desk/matches/{match_of(hall, 'Ann').id}"))
    hall.director.tap("Confirm the result")


def test_published_round_reaches_a_phone_that_shows_game_over(paired: Hall, ann: Phone) -> None:
    finish_all(paired, ann)
    game = game_of(paired, "Ann")
    assert "Where you play next" in ann.open(game).text
    before = version(paired, ann)
    paired.pair()
    assert ann.client.get(f"{game}/version").headers["ETag"] != before
    page = ann.open(game)
    assert page.links
    assert ann.tap("Round 2: where you play").url == paired.at("my-match")


def test_phone_on_an_old_game_is_led_to_its_match(paired: Hall, ann: Phone) -> None:
    old = game_of(paired, "Ann")
    finish_all(paired, ann)
    paired.pair()
    new = next(match for match in paired.open_matches if paired.team("Ann & Abe") in match.teams)
    paired.director.open(paired.at(f"desk/matches/{new.id}"))
    paired.director.tap("Start the game here")
    ann.client.environ_base["HTTP_ACCEPT"] = "text/html"
    assert ann.open(old).url == paired.at("my-match")
    assert ann.open(f"/tables/{paired.director_table}/share").url == paired.at("my-match")


def test_finished_match_offers_no_game_in_other_seats(paired: Hall, ann: Phone) -> None:
    finish_all(paired, ann)
    page = ann.open(game_of(paired, "Ann"))
    assert not any("swapped" in link.url or "/games/new" in link.url for link in page.links)


def test_opponents_phone_leads_to_the_score_that_it_confirms(paired: Hall, ann: Phone) -> None:
    match = match_of(paired, "Ann")
    save_hand(paired)
    teams = [paired.state.teams[team] for team in match.teams]
    other = paired.phone_of(next(team.players[0] for team in teams if "Ann" not in team.players))
    with paired.app.app_context():
        record(str(match.game), "close", {"reason": "out of time"}, author=Author("Ann"))
    page = other.open(paired.at("my-match"))
    assert "from the hands" in page.text
    assert "/games/" in other.tap("Confirm it, or say what is wrong").url
