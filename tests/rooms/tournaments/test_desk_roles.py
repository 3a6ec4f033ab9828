"""Each action at the desk: page and API let the same roles do it, and a closed result is a director's to change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.core.game import NotNow
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.services.invites import permanent_link
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_ways_in import send
from tests.web.at_table import start_table
from tests.web.browsing import Page, Phone

Json = dict[str, Any]
RESULT = {"scores": [100, 300], "signed": True}


@dataclass(frozen=True)
class Action:
    """What the desk does, as a form of a page and as a call; `{match}` is one whose result is closed."""

    page: str
    form: dict[str, str]
    call: str
    body: Json
    least: Role
    method: str = "POST"


ENTRY = "entries"
DIRECTOR, HELPER = Role.KEEPER, Role.SCORER
SCORES = {"first": "100", "second": "300", "signed": "yes"}
CLOSED = "desk/matches/{match}"
ACTIONS = {
    "change a closed result": Action(f"{CLOSED}/result", SCORES, "matches/{match}/result", RESULT, DIRECTOR),
    "change one by an entry": Action(
        f"{CLOSED}/result", SCORES, ENTRY, {"kind": "result", "match": 1, **RESULT, "by": "paper"}, DIRECTOR
    ),
    "let a closed match be forfeited": Action(
        f"{CLOSED}/forfeit", {"team": "1"}, "matches/{match}/result", {"forfeit": [1]}, DIRECTOR
    ),
    "type a result": Action("desk/matches/{open}/result", SCORES, "matches/{open}/result", RESULT, HELPER),
    "confirm a result": Action(
        "desk/matches/{open}/confirm", {}, ENTRY, {"kind": "confirm", "match": 1, "verdict": "agreed"}, DIRECTOR
    ),
    "dispute a closed result": Action(
        f"{CLOSED}/confirm",
        {"verdict": "disputed"},
        ENTRY,
        {"kind": "confirm", "match": 1, "verdict": "disputed"},
        DIRECTOR,
    ),
    "let it stand": Action(f"{CLOSED}/stand", {}, ENTRY, {"kind": "confirm", "match": 1, "stands": True}, DIRECTOR),
    "choose a score": Action(
        f"{CLOSED}/choose", {"score": "0"}, ENTRY, {"kind": "take-out", "match": 1, "record": 9}, DIRECTOR
    ),
    "take a result out": Action(f"{CLOSED}/out", {}, ENTRY, {"kind": "take-out", "match": 1}, DIRECTOR),
    "play again": Action(f"{CLOSED}/again", {}, "matches/{match}/game", {"again": True}, DIRECTOR),
    "start a game": Action("desk/matches/{open}/game", {}, "matches/{open}/game", {}, HELPER),
    "set the clock": Action(
        "desk/clock", {"act": "start"}, ENTRY, {"kind": "clock", "stage": 1, "round": 2, "act": "start"}, DIRECTOR
    ),
    "send a message": Action("desk/message", {"text": "Coming"}, ENTRY, {"kind": "message", "text": "Coming"}, HELPER),
    "give a bonus": Action(
        "teams/1/adjust",
        {"wins": "1", "reason": "free win"},
        ENTRY,
        {"kind": "adjust", "stage": 1, "team": 1, "wins": 1, "reason": "free win"},
        DIRECTOR,
    ),
    "enter a team": Action("teams", {"teams": "Kim & Lee"}, "teams", {"players": ["Max", "Nia"]}, HELPER),
    "let a team arrive": Action(
        "teams/1/status", {"status": "arrived"}, "teams/1", {"status": "arrived"}, HELPER, "PATCH"
    ),
    "let one arrive by an entry": Action(
        "teams/1/status",
        {"status": "arrived"},
        ENTRY,
        {"kind": "team-status", "teams": [1], "status": "arrived"},
        HELPER,
    ),
    "change a team": Action(
        "teams/1", {"player": "Ann", "partner": "Zed"}, "teams/1", {"players": ["Ann", "Zed"]}, HELPER, "PATCH"
    ),
    "pair": Action("rounds", {}, "rounds", {}, DIRECTOR),
    "withdraw": Action("rounds/withdraw", {}, ENTRY, {"kind": "withdraw", "stage": 1, "round": 2}, DIRECTOR),
    "swap": Action(
        "rounds/swap",
        {"what": "tables", "first": "1", "second": "2"},
        ENTRY,
        {"kind": "swap", "what": "tables", "stage": 1, "round": 2, "first": 1, "second": 2},
        DIRECTOR,
    ),
    "draw lots": Action("ties/lots", {}, ENTRY, {"kind": "lots", "stage": 1, "order": [1, 2]}, DIRECTOR),
    "change settings": Action("settings", {}, ENTRY, {"kind": "settings"}, DIRECTOR),
    "end": Action("rounds/end", {}, ENTRY, {"kind": "end"}, DIRECTOR),
    "undo": Action("rounds/undo", {}, "undo", {}, DIRECTOR),
}


@pytest.fixture
def closed(hall: Hall) -> Hall:
    """A hall in round 2, where a result is typed: those of round 1 are closed."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    hall.play_round(EIGHT[:4])
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 200)
    return hall


def joined(hall: Hall, role: Role) -> Phone:
    """A phone with this role."""
    phone = hall.new_phone()
    with hall.app.app_context():
        token = permanent_link(hall.director_table, role).token
    phone.open(f"/join/{token}")
    if phone.page.url == "/join":
        phone.tap(next(button.label for button in phone.page.buttons if button.label.startswith("Join")))
    return phone


def program(hall: Hall, role: Role) -> dict[str, str]:
    with hall.app.app_context():
        return {"Authorization": f"Bearer {permanent_link(hall.director_table, role).token}"}


def first_match(hall: Hall) -> Match:
    return next(iter(hall.state.matches.values()))


@pytest.mark.parametrize("role", Role)
def test_page_and_api_let_the_same_roles_do_it(closed: Hall, role: Role) -> None:
    phone, bearer = joined(closed, role), program(closed, role)
    assert closed.state.is_closed(first_match(closed))
    wrong = []
    for name, action in ACTIONS.items():
        numbers = {"match": first_match(closed).id, "open": 4}
        page = send(phone, closed.at(action.page.format(**numbers)), entry_id=str(uuid4()), **action.form)
        call = closed.app.test_client().open(
            f"/api/v1/tournaments/{closed.id}/{action.call.format(**numbers)}",
            method=action.method,
            headers=bearer,
            json=action.body,
        )
        refused = not role.may(action.least)
        if (page == 403, call.status_code == 403) != (refused, refused) or 404 in (page, call.status_code):
            wrong.append(f"{role} {name}: page {page}, call {call.status_code}")
    assert wrong == []


@pytest.mark.parametrize("after_the_podium", [False, True])
def test_closed_result_needs_a_director_and_a_reason(closed: Hall, after_the_podium: bool) -> None:
    match = first_match(closed)
    if after_the_podium:
        closed.paper(closed.open_matches[0], 300, 200)
        closed.director.open(closed.at("desk"))
        send(closed.director, closed.at("rounds/end"), entry_id=str(uuid4()))
        assert closed.state.ended
    before = closed.state.seq
    helper, director = joined(closed, HELPER), closed.director
    at = f"/api/v1/tournaments/{closed.id}/matches/{match.id}/result"
    for body in (RESULT, {**RESULT, "reason": "swapped"}):
        assert closed.app.test_client().post(at, headers=program(closed, HELPER), json=body).status_code == 403
    assert send(helper, closed.at(f"desk/matches/{match.id}/result"), **SCORES, reason="swapped") == 403
    without = closed.app.test_client().post(at, headers=program(closed, DIRECTOR), json=RESULT)
    assert (without.status_code, without.get_json()["error"]["fault"]["code"]) == (422, "protests-closed")
    entry = {"kind": "result", "match": match.id, "by": "paper", **RESULT}
    by_entry = closed.app.test_client().post(
        f"/api/v1/tournaments/{closed.id}/entries", headers=program(closed, DIRECTOR), json=entry
    )
    assert by_entry.status_code == 422
    assert send(director, closed.at(f"desk/matches/{match.id}/result"), **SCORES) == 422
    assert closed.state.seq == before
    given: dict[str, object] = {**RESULT, "reason": "the sheets were swapped"}
    asked = closed.app.test_client().post(at, headers=program(closed, DIRECTOR), json=given)
    assert asked.status_code == 409
    given |= {part: asked.get_json()["error"]["fault"]["params"][part] for part in ("instead", "record")}
    assert closed.app.test_client().post(at, headers=program(closed, DIRECTOR), json=given).status_code == 201


def test_helper_does_not_correct_the_game_of_a_closed_match(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    match, other = hall.open_matches
    hall.director.open(hall.at(f"desk/matches/{match.id}"))
    game = hall.director.tap("Start the game here").url.rsplit("/", 1)[-1]
    played: Json = {"bids": [["3", "3"], ["3", "3"]], "took": [7, 6]}
    correction: Json = {"hand": 1, "bids": [["3", "3"], ["3", "3"]], "took": [6, 7], "reason": "miscounted"}
    helper, director = Author("Hal", 900), Author("Dora", None, directs=True)
    with hall.app.app_context():
        record(game, "hand", {"hand": 1, **played}, author=helper)
        record(game, "close", {}, author=helper)
        record(game, "correction", correction, author=helper)
        for side in (0, 1):
            record(game, "sign", {"side": side, "verdict": "agreed"}, author=helper)
    hall.paper(other, 300, 200)
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 200)
    with hall.app.app_context():
        with pytest.raises(NotNow) as refused:
            record(game, "correction", {**correction, "took": [7, 6]}, author=helper)
        assert refused.value.fault.code == "match-is-closed"
        record(game, "correction", {**correction, "took": [7, 6]}, author=director)


def test_share_says_roles_in_the_words_of_the_hall(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    share = f"/tables/{hall.director_table}/share"
    page = hall.director.open(share)
    for words in (
        "Harbour Open · Director",
        "Help at the desk Arrivals, results, forfeits",
        "Direct Pairs, decides disputes",
    ):
        assert words in page.text, words
    assert "Anyone with this code or link enters arrivals, results and forfeits at the desk." in page.text
    helper = hall.new_phone()
    helper.open(link_on(page))
    if helper.page.url.startswith("/join"):
        helper.tap("Join")
    assert "You’re a scorer at the desk" in helper.page.text


def link_on(page: Page) -> str:
    """The invite link that the share page shows, without its host."""
    return "/join" + page.html.split("/join", 1)[1].split('"')[0]


def test_share_of_a_table_without_a_tournament_says_what_it_said(hall: Hall) -> None:
    page = hall.director.open(f"{start_table(hall.director)}/share")
    assert "Keep score Bids, counts, fixes and undo" in page.text
    assert "Help at the desk" not in page.text
