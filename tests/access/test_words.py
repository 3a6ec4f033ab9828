"""A refusal says why, and what to do next."""

from __future__ import annotations

import re

import pytest

from scorekeeper.storage.members import Role
from tests.access.cast import Cast


@pytest.mark.parametrize("name", ["charlie", "olga"])
def test_stranger_gets_the_same_page_as_for_an_unknown_url(cast: Cast, name: str) -> None:
    real = cast.clients[name].get(f"/tables/{cast.table}")
    made_up = cast.clients[name].get("/tables/there-is-no-such-table")
    of_the_request = re.compile(r"<code[^>]*>[^<]*</code>|Reference [0-9a-f]+|\b[0-9a-f]{16}\b")
    alike = [(answer.status_code, of_the_request.sub("", answer.text)) for answer in (real, made_up)]
    assert alike[0] == alike[1]
    assert "Ask someone at the table for a link or code" in real.text
    assert 'href="/join"' in real.text


def test_refusal_says_how_a_watcher_can_keep_score(cast: Cast) -> None:
    answer = cast.wendy.get(f"/tables/{cast.table}/games/new")
    assert answer.status_code == 403
    assert "You’re watching this table. To keep score, ask for a scorer link or code." in answer.text


def test_refusal_sends_a_scorer_to_a_keeper(cast: Cast) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    answer = cast.bob.post(f"/tables/{cast.table}/devices/1/out")
    assert answer.status_code == 403
    assert "Only a keeper can do this" in answer.text


@pytest.mark.parametrize(
    ("language", "of_three", "of_one"),
    [
        ("en", "This link works for 2 more devices,", "This link works for one device,"),
        ("de", "Dieser Link gilt noch für 2 Geräte,", "Dieser Link gilt für ein Gerät,"),
        ("es", "Este enlace vale todavía para 2 dispositivos,", "Este enlace vale para un dispositivo,"),
    ],
)
def test_link_says_how_many_devices_it_still_lets_in(cast: Cast, language: str, of_three: str, of_one: str) -> None:
    link, single = cast.invited(Role.WATCHER, uses=3).token, cast.invited(Role.WATCHER, uses=1).token
    cast.joins("olga", str(link))
    asked = {"follow_redirects": True, "headers": {"Accept-Language": language}}
    assert of_three in cast.charlie.get(f"/join/{link}", **asked).text
    assert of_one in cast.charlie.get(f"/join/{single}", **asked).text


@pytest.mark.parametrize(
    ("name", "reason"), [("rita", "Older links and codes don’t work"), ("xenia", "Your guest link has expired")]
)
def test_former_member_sees_the_reason(cast: Cast, name: str, reason: str) -> None:
    answer = cast.clients[name].get(f"/games/{cast.game}")
    assert answer.status_code == 403
    assert reason in answer.text


@pytest.mark.parametrize(
    ("name", "status", "code", "message"),
    [
        ("charlie", 401, "no-token", "Send the token of one of the table’s links"),
        ("olga", 404, "not-found", "The address may be cut off"),
        ("rita", 403, "revoked", "Ask the table for a new link"),
        ("xenia", 403, "expired", "Your guest link has expired"),
        ("wendy", 403, "forbidden", "You’re watching this table"),
    ],
)
def test_program_is_refused_in_json(cast: Cast, name: str, status: int, code: str, message: str) -> None:
    place = f"/api/v1/games/{cast.game}/entries"
    answer = cast.charlie.post(place, json={"kind": "close"}, headers=cast.bearer(name))
    assert answer.status_code == status
    assert answer.json is not None
    error = answer.json["error"]
    assert set(error) == {"code", "message", "where"}
    assert error["code"] == code
    assert error["message"].startswith(message)
    assert error["message"].endswith(".")


def test_unknown_token_is_refused(cast: Cast) -> None:
    basic = f"Basic {cast.tokens['bob']}"
    for given in ("Bearer nobody", "bearer  ", "Basic abc", basic, "nobody", "Bearer " + "x" * 9000, "Bearer \xe9"):
        answer = cast.charlie.get(f"/api/v1/games/{cast.game}", headers={"Authorization": given})
        assert answer.status_code == 401, given
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Scorekeeper"'
        assert answer.json is not None
        assert answer.json["error"]["code"] == "unknown-token"
        assert answer.json["error"]["message"].startswith("No table knows this token. It may be cut off.")


def test_spaces_and_capitals_around_a_token_do_not_matter(cast: Cast) -> None:
    for scheme in ("Bearer ", "bearer ", "BEARER   "):
        given = f"{scheme}{cast.tokens['bob']} "
        answer = cast.charlie.get(f"/api/v1/games/{cast.game}", headers={"Authorization": given})
        assert answer.status_code == 200, given


def test_link_for_one_device_is_no_program_token(cast: Cast) -> None:
    from scorekeeper.storage.members import Role

    token = cast.invited(Role.SCORER, uses=1).token
    answer = cast.charlie.get(f"/api/v1/games/{cast.game}", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 403
    assert "A program needs a link without a limit" in answer.text
