"""What is counted: whose requests, how many at once, for how long; what a refusal says; and cookies word by word."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import time
from types import SimpleNamespace

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from scorekeeper.access import cookie, limits, quotas
from scorekeeper.access.limits import KEY, RateLimit, address, charge, hit, network_key
from scorekeeper.access.refusals import Busy, TooMany
from scorekeeper.access.setup import is_this_machine
from scorekeeper.services.membership import Membership
from scorekeeper.storage.members import Role
from tests.each_case import each_case

AN_HOUR = ("1 per hour", "Enough.")
SECRET = "s" * 43
DEVICE = Membership("t1", Role.SCORER, "Ann", member_id=7)
PROGRAM = Membership("t1", Role.SCORER, "Program (scorer)", invite_id="i1")


@each_case(
    ("address", "counted"),
    [
        ("192.0.2.9", "192.0.2.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1%wlan0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.9", "192.0.2.9"),
        ("None", "unknown"),
        ("/run/scorekeeper.sock", "unknown"),
    ],
)
def test_a_household_is_one_address(address: str, counted: str) -> None:
    assert network_key(address) == counted


def test_addresses_are_those_of_the_requests(app: Flask) -> None:
    for seen, counted in (("192.0.2.9", "192.0.2.9"), ("2001:db8:1:2::3", "2001:db8:1:2::/64"), (None, "unknown")):
        with app.test_request_context("/", environ_overrides={"REMOTE_ADDR": seen}):
            assert address() == counted


def test_no_limit_counts_where_limits_are_off(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.extensions[KEY], "enabled", False)
    with app.test_request_context("/"):
        hit(RateLimit.GUESSES, cost=1000)
        charge(RateLimit.GUESSES, 1000)
        monkeypatch.setattr(app.extensions[KEY], "enabled", True)
        hit(RateLimit.GUESSES)


@each_case(
    ("host", "own"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("192.0.2.9", False),
        ("cards.example", False),
        (None, False),
    ],
)
def test_hosts_that_mean_this_machine(host: str | None, own: bool) -> None:
    assert is_this_machine(host) is own


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        (RateLimit.GUESSES, "Too many wrong links or tokens from this address."),
        (RateLimit.CODES, "Too many codes tried from this address. A link or QR code still works."),
        (RateLimit.TABLES, "Too many new tables from this address."),
        (RateLimit.CHECKS, "Too many sheets checked from this address."),
        (RateLimit.RECEIPTS, "Too many unknown receipts from this address."),
        (RateLimit.SCORES, "Too many sheets scored from this address."),
        (RateLimit.WRITES, "Too many entries from this device in a minute."),
        (RateLimit.GAMES, "Too many new games at this table."),
        (RateLimit.LINKS, "Too many new links and codes at this table."),
    ],
)
def test_each_limit_counts_to_its_number_for_each_and_says_why(
    app: Flask, monkeypatch: pytest.MonkeyPatch, limit: RateLimit, sentence: str
) -> None:
    most, now = limit.items[0].amount, int(time())
    monkeypatch.setattr("time.time", lambda: now)
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "192.0.2.9"}):
        hit(limit, cost=most - 1)
        hit(limit)
        with pytest.raises(TooMany) as refused:
            hit(limit)
        assert str(refused.value).startswith(f"{sentence} Wait ")
        assert refused.value.message == str(refused.value)
        assert refused.value.wait == limit.items[0].get_expiry() + 1
        hit(limit, whose="another")
        for _ in range(most - 1):
            hit(limit, whose="another")
        with pytest.raises(TooMany):
            hit(limit, whose="another")


def test_work_that_took_longer_is_counted_afterwards_and_refuses_nothing(app: Flask) -> None:
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "192.0.2.9"}):
        most = RateLimit.CHECKS.items[0].amount
        charge(RateLimit.CHECKS, most + 5)
        with pytest.raises(TooMany):
            hit(RateLimit.CHECKS)


def test_a_reached_limit_is_logged_once_a_minute(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[tuple[str, object]] = []
    monkeypatch.setattr(limits, "security_event", lambda what, **facts: logged.append((what, facts)))
    for limit in (RateLimit.GUESSES, RateLimit.CODES):
        monkeypatch.setattr(limit, "_value_", AN_HOUR)
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "192.0.2.9"}):
        for limit, whose in ((RateLimit.GUESSES, None), (RateLimit.GUESSES, "another"), (RateLimit.CODES, None)):
            hit(limit, whose=whose)
            for _ in range(3):
                with pytest.raises(TooMany):
                    hit(limit, whose=whose)
    assert logged == [("limit reached", {"limit": name}) for name in ("guesses", "guesses", "codes")]


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (3600, "60 minutes")]
)
def test_waits_are_in_seconds_or_minutes(app: Flask, seconds: int, words: str) -> None:
    with app.app_context():
        assert limits._words(seconds) == words


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_counts_nothing(app: Flask, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit.WRITES, "_value_", AN_HOUR)
    with app.test_request_context("/", method=method):
        for _ in range(3):
            quotas.count_write(RateLimit.GAMES, DEVICE)


def test_writes_are_counted_for_each_device_and_growth_for_the_table(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[tuple[RateLimit, str | None]] = []
    monkeypatch.setattr(quotas, "hit", lambda limit, cost=1, whose=None: counted.append((limit, whose)))
    with app.test_request_context("/", method="POST"):
        quotas.count_write(RateLimit.GAMES, DEVICE)
        quotas.count_write(RateLimit.LINKS, PROGRAM)
        quotas.count_write(None, PROGRAM)
        quotas.count_write(RateLimit.GAMES, None)
    assert counted == [
        (RateLimit.WRITES, "t1 7"),
        (RateLimit.GAMES, "t1"),
        (RateLimit.WRITES, "t1 Program (scorer)"),
        (RateLimit.LINKS, "t1"),
        (RateLimit.WRITES, "t1 Program (scorer)"),
        (RateLimit.POSTS, None),
    ]


def test_a_full_disk_takes_no_writes(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    free = quotas.LEAST_FREE
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free, path=path))
    with app.test_request_context("/", method="POST"):
        quotas.check_room()
        with pytest.raises(quotas.NoRoom) as refused:
            quotas.check_room(1)
        assert (refused.value.status, refused.value.code, refused.value.title) == (507, "no-room", "The disk is full")
        assert str(refused.value) == (
            "The server’s disk is nearly full. Nothing was saved; earlier games are safe. "
            "Whoever runs the server has to make room."
        )
        free -= 1
        with pytest.raises(quotas.NoRoom):
            quotas.count_write(RateLimit.GAMES, None)


def test_a_busy_server_says_when_to_come_back(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "SLOT_TIMEOUT", 0.001)
    changes: list[int] = []

    def changed(_sender: object, in_use: int) -> None:
        changes.append(in_use)

    def refused(wanted: AbstractContextManager[None]) -> Busy:
        with pytest.raises(Busy) as busy, wanted:
            pass
        return busy.value

    with app.app_context(), quotas.slots_changed.connected_to(changed):
        with quotas.slot(), quotas.importing():
            assert quotas.slots_in_use() == 2
            busy = refused(quotas.slot())
            assert str(busy) == "The server is working on other files. Try again in a moment."
            assert (busy.wait, busy.status, busy.title) == (5, 503, "Busy right now")
            also = refused(quotas.importing())
            assert str(also) == "Another table is importing games. Nothing was imported. Try again in a moment."
        assert quotas.slots_in_use() == 0
    assert changes == [1, 2, 1, 0]


def set_cookies(response: Response) -> list[str]:
    return [
        line.replace("Expires=Thu, 01 Jan 1970 00:00:00 GMT; ", "") for line in response.headers.getlist("Set-Cookie")
    ]


def test_the_cookie_is_set_and_deleted_under_its_names(app: Flask) -> None:
    plain, https = "scorekeeper_device", "__Host-scorekeeper_device"
    with app.test_request_context("/", base_url="http://cards.example"):
        (line,) = set_cookies(cookie.keep_secret(Response(), SECRET))
        parts = line.split("; ")
        assert (parts[0], set(parts[2:])) == (
            f"{plain}={SECRET}",
            {"Max-Age=34560000", "HttpOnly", "Path=/", "SameSite=Lax"},
        )
        assert set_cookies(cookie.remove_secret(Response())) == [f"{plain}=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax"]
    sent = {"Cookie": f"{plain}={SECRET}"}
    with app.test_request_context("/", base_url="https://cards.example", headers=sent):
        kept, removed = set_cookies(cookie.keep_secret(Response(), SECRET))
        assert kept.startswith(f"{https}={SECRET}; ")
        assert "Secure; " in kept
        gone = "; Max-Age=0; Secure; HttpOnly; Path=/; SameSite=Lax"
        assert removed == f"{plain}={gone}"
        assert set_cookies(cookie.remove_secret(Response())) == [f"{https}={gone}", f"{plain}={gone}"]
        assert cookie.device_secret() == SECRET
    both = {"Cookie": f"{plain}={'p' * 43}; {https}={SECRET}"}
    with app.test_request_context("/", base_url="https://cards.example", headers=both):
        assert cookie.device_secret() == SECRET
    with app.test_request_context("/", base_url="http://cards.example", headers=both):
        assert cookie.device_secret() == "p" * 43
    with app.test_request_context("/", headers={"Cookie": f"{plain}=short"}):
        assert cookie.device_secret() is None
