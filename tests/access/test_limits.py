"""Guesses and new tables are limited per address; a valid link or token is never counted or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from time import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.test import TestResponse

from scorekeeper.access import limits
from scorekeeper.access.limits import RateLimit
from scorekeeper.access.setup import trust_proxies
from scorekeeper.services.invites import new_code
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.each_case import each_case
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

GUESSES = 15
TABLES = 20
A_HUNDRED = 100
AT_A_TIME = 25


def test_guessing_links_is_limited(cast: Cast) -> None:
    for guess in range(GUESSES):
        assert cast.charlie.get(f"/join/{guess:022}").status_code == 404
    answer = cast.charlie.get("/join/one-more")
    assert answer.status_code == 429
    seconds = int(answer.headers["Retry-After"])
    assert 1 < seconds <= 61
    assert f"Too many wrong links or tokens from this address. Wait {seconds} seconds, then try again." in answer.text


def test_long_wait_is_given_in_minutes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.RateLimit.GUESSES, "_value_", ("1 per hour", "Enough."))
    cast.charlie.get("/join/a-guess")
    assert "Enough. Wait 60 minutes, then try again." in cast.charlie.get("/join/one-more").text


def test_shortest_wait_is_a_second(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.RateLimit.GUESSES, "_value_", ("1 per hour", "Enough."))
    cast.charlie.get("/join/a-guess")
    monkeypatch.setattr(limits.BoundedMemoryStorage, "get_expiry", lambda *_: time() - 5)  # it is over by then
    assert "Enough. Wait 1 second, then try again." in cast.charlie.get("/join/one-more").text


def test_guessing_codes_is_limited_even_for_the_right_one(cast: Cast) -> None:
    """A guesser beyond the limit might hit the right code: no answer gives that away."""
    invite_link = cast.invited(Role.SCORER)
    with cast.app.app_context():
        right = new_code(cast.table, invite_link.invite.id)
    phone = cast.phone("charlie")
    phone.open("/join")
    for _ in range(GUESSES):
        phone.submit(phone.page.form_with("code"), None, 404, code="00000000")
    typed = phone.page.form_with("code")
    phone.submit(typed, None, 429, code="00000000")
    phone.submit(typed, None, 429, code=right)
    assert "A link or QR code still works" in phone.page.text


def test_guessing_tokens_is_limited(cast: Cast) -> None:
    place = f"/api/v1/games/{cast.game}"
    for guess in range(GUESSES):
        assert cast.charlie.get(place, headers={"Authorization": f"Bearer {guess}"}).status_code == 401
    answer = cast.charlie.get(place, headers={"Authorization": "Bearer x"})
    assert answer.status_code == 429
    assert answer.json is not None
    assert answer.json["error"]["code"] == "too-many"
    assert "Retry-After" in answer.headers


def test_other_addresses_are_not_limited(cast: Cast) -> None:
    for guess in range(GUESSES + 1):
        cast.charlie.get(f"/join/{guess}")
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert cast.charlie.get("/join/x", environ_overrides=elsewhere).status_code == 404


def test_ipv6_household_counts_as_one_address(cast: Cast) -> None:
    for guess in range(GUESSES):
        place = {"REMOTE_ADDR": f"2001:db8:1:2::{guess:x}"}
        assert cast.charlie.get(f"/join/{guess}", environ_overrides=place).status_code == 404
    assert cast.charlie.get("/join/x", environ_overrides={"REMOTE_ADDR": "2001:db8:1:2::ffff"}).status_code == 429
    assert cast.charlie.get("/join/x", environ_overrides={"REMOTE_ADDR": "2001:db8:1:3::1"}).status_code == 404


def test_valid_links_and_tokens_are_not_counted(cast: Cast) -> None:
    for _ in range(GUESSES * 3):
        assert cast.charlie.get(f"/join/{cast.tokens['bob']}").status_code == 303


def test_new_tables_are_limited(make_app: MakeApp) -> None:
    phone = Phone(make_app().test_client())
    for _ in range(TABLES):
        phone.open("/tables/new")
        phone.submit(phone.page.form_with("name"), name="Thursday")
    phone.open("/tables/new")
    phone.submit(phone.page.form_with("name"), None, 429, name="Thursday")
    assert "Too many new tables" in phone.page.text


def test_limits_can_be_switched_off(make_app: MakeApp) -> None:
    client = make_app(RATE_LIMITS=False).test_client()
    assert {client.get(f"/join/{guess}").status_code for guess in range(GUESSES * 2)} == {404}


def test_valid_link_works_after_many_guesses(cast: Cast) -> None:
    for guess in range(GUESSES + 5):
        cast.charlie.get(f"/join/{guess}")
    assert cast.charlie.get("/join/one-more").status_code == 429
    assert cast.charlie.get(f"/join/{cast.score(Role.SCORER)}").status_code == 303
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 200


def test_valid_token_works_after_many_guesses(cast: Cast) -> None:
    place = f"/api/v1/games/{cast.game}"
    for guess in range(GUESSES + 5):
        cast.charlie.get(place, headers={"Authorization": f"Bearer {guess}"})
    assert cast.charlie.get(place, headers={"Authorization": "Bearer x"}).status_code == 429
    assert cast.charlie.get(place, headers=cast.bearer("bob")).status_code == 200


def test_expired_link_does_not_count_as_a_guess(cast: Cast) -> None:
    for _ in range(GUESSES + 5):
        assert cast.charlie.get(f"/join/{cast.tokens['rita']}").status_code == 410


def test_wrong_links_do_not_limit_codes(cast: Cast) -> None:
    for guess in range(GUESSES + 1):
        cast.charlie.get(f"/join/{guess}")
    phone = cast.phone("charlie")
    phone.open("/join")
    phone.submit(phone.page.form_with("code"), None, 404, code="00000000")


def test_invalid_form_or_body_does_not_count_as_a_table(cast: Cast) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    for _ in range(TABLES + 1):
        assert cast.charlie.post("/tables", data={"name": ""}).status_code == 422
        assert cast.charlie.post("/api/v1/tables", json={"name": ""}).status_code == 422
    assert cast.charlie.post("/tables", data={"name": "Friday"}).status_code == 303


@pytest.mark.parametrize("body", [b"{", b"[" * 900 + b"]" * 900, b'{"name": ""}'])
@pytest.mark.parametrize("call", ["tables", "score", "audit"])
def test_body_counts_before_it_is_read(cast: Cast, call: str, body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit.POSTS, "_value_", ("2 per hour", "Enough."))
    ask = partial(cast.charlie.post, f"/api/v1/{call}", data=body, content_type="application/json")
    assert [ask().status_code for _ in range(4)] == [422, 422, 429, 429]


Ask = Callable[[FlaskClient, int], TestResponse]
BUSY = 503
CASES: dict[str, tuple[int, int, Ask]] = {
    "links": (404, GUESSES, lambda client, guess: client.get(f"/join/{guess}")),
    "tokens": (
        401,
        GUESSES,
        lambda client, guess: client.get("/api/v1/games/x", headers={"Authorization": f"Bearer {guess}"}),
    ),
    "codes": (404, GUESSES, lambda client, guess: client.post("/join", data={"code": f"{guess:08}"})),
    "tables": (303, TABLES, lambda client, _guess: client.post("/tables", data={"name": "Thursday"})),
    "tables of programs": (201, TABLES, lambda client, _guess: client.post("/api/v1/tables", json={"name": "Friday"})),
}


@pytest.mark.parametrize(("status", "most", "ask"), CASES.values(), ids=CASES)
def test_hundred_requests_at_once_get_exactly_the_limit(app: Flask, status: int, most: int, ask: Ask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    ready = Barrier(AT_A_TIME)

    def one(guess: int) -> int:
        ready.wait()
        client = app.test_client()
        while (answer := ask(client, guess).status_code) == BUSY:
            pass  # a slow machine: whoever is asked to come back does
        return answer

    with ThreadPoolExecutor(AT_A_TIME) as crowd:
        answers = Counter(crowd.map(one, range(A_HUNDRED)))
    assert answers == {status: most, 429: A_HUNDRED - most}


def test_unknown_proxy_gives_one_warning(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    client = make_app().test_client()
    client.get("/")
    assert caplog.messages == []
    for _ in range(3):
        client.get("/", headers={"X-Forwarded-For": "192.0.2.7"})
    assert len(caplog.messages) == 1
    assert "SCOREKEEPER_PROXIES is 0: everyone behind that proxy counts as one address" in caplog.messages[0]
    assert "192.0.2.7" not in caplog.text


@pytest.mark.parametrize(("count", "host", "trusted"), [(1, False, (1, 1, 0)), (2, True, (2, 2, 2))])
def test_as_many_proxies_are_trusted_as_configured(count: int, host: bool, trusted: tuple[int, int, int]) -> None:
    app = Flask("behind proxies")
    before = app.wsgi_app
    trust_proxies(app, count, host)
    proxies = app.wsgi_app
    assert isinstance(proxies, ProxyFix)
    assert proxies.app == before
    assert (proxies.x_for, proxies.x_proto, proxies.x_host) == trusted


def test_configured_proxy_gives_no_warning(make_app: MakeApp, caplog: pytest.LogCaptureFixture) -> None:
    make_app(PROXIES=1).test_client().get("/", headers={"X-Forwarded-For": "192.0.2.7"})
    assert caplog.messages == []


@each_case(
    ("seen", "own"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::1%lo", True),
        ("::ffff:127.0.0.1", True),
        ("/run/scorekeeper.sock", True),
        ("192.0.2.9", False),
        ("fe80::1%wlan0", False),
        ("::ffff:192.0.2.9", False),
    ],
)
def test_own_addresses_of_this_machine(seen: str, own: bool) -> None:
    assert limits.on_this_machine(seen) is own
