"""A table calls the director: from the pad or “My match”; the desk answers, and everybody hears of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.calls import open_calls
from scorekeeper.rooms.tournaments.domain.log.event_words import event_text
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_CALLS
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.calls import answer_call, call_director
from scorekeeper.services.recording import Author
from tests.rooms.tournaments.fields import field_of, latest, pair, paper, record, refused_with, shown
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page, Phone

WAITS = re.compile(r"Director called at \d+:\d\d")


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Two matches are published, with 40 minutes."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    return hall


@pytest.fixture
def ann(paired: Hall) -> Phone:
    """Ann's phone keeps the score of her match, and shows its pad."""
    return paired.keeper("Ann")


@pytest.fixture
def round_one() -> TournamentState:
    return pair(field_of(4, "swiss", rounds=3))


def call(state: TournamentState, **parts: Any) -> TournamentState:
    """The first table calls, or is answered."""
    return record(state, ev.DIRECTOR_CALL, match=latest(state)[0].id, **parts)


def desk(hall: Hall) -> Page:
    return hall.director.open(hall.at("desk"))


def waiting(hall: Hall) -> list[tuple[int | None, str | None, str]]:
    """Who waits: table, reason, answer."""
    return [(match.pairing.table, call.reason, call.answered) for match, call in open_calls(hall.state)]


# The log


def test_call_waits_until_it_is_answered_as_done(round_one: TournamentState) -> None:
    state = call(round_one, at=5000, reason="ruling")
    ((match, found),) = open_calls(state)
    assert (match.id, found.at, found.reason, found.answered) == (1, 5000, "ruling", "")
    state = call(state, at=9000, answered="coming")
    assert [found.answered for _match, found in open_calls(state)] == ["coming"]
    assert open_calls(call(state, answered="done")) == []


def test_who_waits_longest_is_first_and_who_was_answered_last(round_one: TournamentState) -> None:
    first, second = latest(round_one)
    state = record(round_one, ev.DIRECTOR_CALL, at=2000, match=second.id)
    state = record(state, ev.DIRECTOR_CALL, at=7000, match=first.id)
    assert [match.id for match, _call in open_calls(state)] == [second.id, first.id]
    state = record(state, ev.DIRECTOR_CALL, match=second.id, answered="coming")
    assert [match.id for match, _call in open_calls(state)] == [first.id, second.id]


def test_table_says_why_after_it_called(round_one: TournamentState) -> None:
    state = call(call(round_one, at=5000), at=8000, reason="score")
    assert [(found.at, found.reason) for _match, found in open_calls(state)] == [(5000, "score")]


def test_call_ends_with_its_match(round_one: TournamentState) -> None:
    state = paper(call(round_one), latest(round_one)[0], (350, 200))
    assert open_calls(state) == []


def test_refusals(round_one: TournamentState) -> None:
    with refused_with("no-open-call"):
        call(round_one, answered="coming")
    with refused_with("no-such-match"):
        record(round_one, ev.DIRECTOR_CALL, match=99)
    called = call(round_one, reason="time")
    for reason in (None, "time"):
        with refused_with("called-already"):
            call(called, reason=reason)
    with refused_with("match-is-closed"):
        call(paper(round_one, latest(round_one)[0], (350, 200)))
    with refused_with("match-is-bye"):
        odd = pair(field_of(5, "swiss", rounds=3))
        record(odd, ev.DIRECTOR_CALL, match=next(m.id for m in odd.matches.values() if m.pairing.is_bye))
    with refused_with("round-not-published"):
        call(pair(field_of(4, "swiss", rounds=3), published=False))
    with refused_with("tournament-over"):
        call(record(round_one, ev.END))


def test_number_of_calls_is_bounded(round_one: TournamentState) -> None:
    state = round_one
    for _ in range(MAX_CALLS):
        state = call(call(state), answered="done")
    with refused_with("too-many-calls"):
        call(state)


def test_undo_of_the_desk_goes_past_what_a_table_recorded(round_one: TournamentState) -> None:
    called = call(round_one)
    assert called.undo == round_one.undo
    assert event_text(called, called.events[-1]) == "call of table 1"
    coming = call(called, answered="coming")
    assert coming.undo is not None
    assert event_text(coming, coming.undo) == "“coming” to table 1"
    undone = record(coming, ev.TAKE_BACK, entry=coming.seq)
    assert shown(undone) == shown(called)
    other = latest(round_one)[1]
    assert record(undone, ev.DIRECTOR_CALL, match=other.id).redo == undone.redo


def test_open_play_pairs_nobody_because_a_table_called_after_an_undo() -> None:
    from scorekeeper.rooms.tournaments.domain.pairing import pair_free

    state = pair(field_of(4, "open", minutes=120), now=1)
    state = paper(state, latest(state)[0], (350, 200))
    state = paper(state, latest(state)[-1], (350, 200))
    assert pair_free(state, seq=state.seq + 1, lot_seed=1, now=10) is not None
    undone = record(state, ev.TAKE_BACK, entry=state.seq)
    called = record(undone, ev.DIRECTOR_CALL, match=latest(undone)[-1].id)
    assert pair_free(called, seq=called.seq + 1, lot_seed=1, now=10) is None


# The pad, “My match” and the desk


def test_one_tap_on_the_pad_calls_and_the_desk_shows_it_on_top(paired: Hall, ann: Phone) -> None:
    page = ann.tap("Director")
    assert page.url.startswith("/games/")
    assert WAITS.search(page.text)
    page = desk(paired)
    assert "Calls you" in page.text
    assert "Ann" in page.text
    assert "data-since" in page.html
    assert page.html.index('class="need calls') < page.html.index('<details id="message"')


def test_pad_says_why_that_somebody_comes_and_that_nobody_is_needed(paired: Hall, ann: Phone) -> None:
    ann.tap("Director")
    assert "· Ruling" in ann.tap("Ruling").text
    assert waiting(paired)[0][1:] == ("ruling", "")
    assert "Calls you: Ruling" in desk(paired).text
    paired.director.tap("Coming")
    page = ann.open(ann.page.url)
    assert re.search(r"Director called at \d+:\d\d · Ruling · coming", page.text)
    ann.tap("Not needed")
    assert waiting(paired) == []
    assert "Director called" not in ann.open(ann.page.url).text
    assert "Calls you" not in desk(paired).text


def test_done_ends_the_call_and_undo_brings_it_back(paired: Hall, ann: Phone) -> None:
    ann.tap("Director")
    desk(paired)
    paired.director.tap("Coming")
    paired.director.tap("Done")
    assert waiting(paired) == []
    paired.undo()
    assert [answer for *_rest, answer in waiting(paired)] == ["coming"]


def test_my_match_calls_with_a_reason_in_one_tap(paired: Hall) -> None:
    ben = paired.phone_of("Ben")
    page = ben.tap("Score")
    assert page.url == paired.at("my-match")
    assert "· Score" in page.text
    assert not ben.can_tap("Call the director")
    ben.tap("Not needed")
    assert ben.can_tap("Call the director")


def test_call_reaches_every_page_that_is_followed(paired: Hall, ann: Phone) -> None:
    game = ann.page.url
    followed = [
        (ann, f"{game}/version"),
        (ann, paired.at("players/version")),
        (paired.director, paired.at("desk/version")),
    ]
    before = [phone.client.get(address).headers["ETag"] for phone, address in followed]
    ann.tap("Director")
    after = [phone.client.get(address).headers["ETag"] for phone, address in followed]
    assert all(old != new for old, new in zip(before, after, strict=True))
    room = json.loads(ann.client.get(f"{game}/events").data)["room"]
    assert room[-2].startswith(paired.at("my-match/call"))
    assert WAITS.search(room[-1])


def test_call_ends_with_a_match_that_its_sides_confirmed(paired: Hall, ann: Phone) -> None:
    ann.tap("Director")
    match = next(match for match, _call in open_calls(paired.state))
    paired.paper(match, 300, 200)
    with paired.app.app_context():
        record_due(paired.id)
    assert paired.state.calls[match.id].answered == ev.MATCH_DONE
    assert "Director called" not in ann.open(f"/games/{match.game}").text


def test_watchers_and_phones_of_no_match_cannot_call(paired: Hall, ann: Phone) -> None:
    game = ann.page.url
    asks = paired.claims("Ben")  # not let in yet
    assert not asks.can_tap("Call the director")
    for phone, status in ((asks, 303), (paired.new_phone(), 404), (paired.director, 303)):
        token = phone.open("/settings").forms[0].fields["csrf_token"]
        answer = phone.client.post(paired.at("my-match/call"), data={"csrf_token": token})
        assert answer.status_code == status
        assert waiting(paired) == []
    assert not any("my-match/call" in form.action for form in paired.director.open(game).forms)


def test_phone_of_another_match_calls_for_its_own(paired: Hall, ann: Phone) -> None:
    own = {team for match in paired.state.matches.values() if match.game for team in match.teams}
    other = next(team for team in paired.state.teams.values() if team.id not in own)
    paired.phone_of(other.players[0]).tap("Call the director")
    assert all(other.id in match.teams for match, _call in open_calls(paired.state))


def test_calls_are_limited(paired: Hall, ann: Phone) -> None:
    paired.app.extensions["scorekeeper-limits"].enabled = True
    token = ann.open("/settings").forms[0].fields["csrf_token"]
    codes = [ann.client.post(paired.at("my-match/call"), data={"csrf_token": token}).status_code for _ in range(8)]
    assert codes == [303] * 6 + [429] * 2


def test_pad_without_a_connection_says_so(ann: Phone) -> None:
    assert 'data-unsent="Offline: the call can’t be sent. Walk to the desk."' in ann.page.html


def test_reason_is_one_of_three(paired: Hall, ann: Phone) -> None:
    token = ann.open("/settings").forms[0].fields["csrf_token"]
    ann.client.post(paired.at("my-match/call"), data={"csrf_token": token, "reason": "hunger"})
    assert waiting(paired) == []


def test_same_call_sent_twice_is_recorded_once(paired: Hall, ann: Phone) -> None:
    match = next(match for match in paired.state.matches.values() if match.game).id
    event_id = "2f3a1a5e-7a52-4a53-9c5c-0e9d3a1c7b11"
    with paired.app.app_context():
        assert call_director(paired.id, match, None, Author("Ann"), event_id).new
        assert not call_director(paired.id, match, None, Author("Ann"), event_id).new
        answer_call(paired.id, match, "coming", Author("Dora"))
    assert paired.state.calls[match].made == 1
