"""Two pieces of heavy work run at once; others are asked to come again."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Lock, Thread

import pytest
from flask import Flask

from scorekeeper.access import quotas
from scorekeeper.access.limits import RateLimit, charge
from scorekeeper.access.quotas import _AtOnce, importing, in_larger_pieces, in_turns, slot
from scorekeeper.access.refusals import Busy
from scorekeeper.web.transfer import imports
from tests.access.cast import Cast
from tests.tables import sheet_of
from tests.web.browsing import Phone

pytestmark = [pytest.mark.parametrize("kind", ["sqlite"]), pytest.mark.usefixtures("kind")]
SHEET = sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7")
FORMS = {
    "/check": {"text": "hello"},
    "/audit": {"rules": "two-player"},
}


@pytest.fixture
def all_taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All slots for heavy work are taken."""
    monkeypatch.setattr(quotas, "SLOT_TIMEOUT", 0.01)
    with ExitStack() as held:
        for _ in range(quotas.MAX_HEAVY_JOBS):
            held.enter_context(slot())
        yield


def test_device_has_so_much_at_once_and_all_devices_have() -> None:
    at_once = _AtOnce(2, 3, "This device has enough.", "All have enough.")
    end = at_once.begin("a phone")
    at_once.begin("a phone")
    with pytest.raises(Busy, match=r"^This device has enough"):
        at_once.begin("a phone")
    end_other = at_once.begin("another")
    with pytest.raises(Busy, match=r"^All have enough"):
        at_once.begin("another")
    waiting = Thread(target=at_once.begin, args=("a phone", 60))
    waiting.start()
    end_other()
    end()
    waiting.join()
    with pytest.raises(Busy, match=r"^This device has enough"):
        at_once.begin("a phone")
    at_once.begin("another")


@pytest.mark.usefixtures("all_taken")
@pytest.mark.parametrize("path", FORMS)
def test_busy_page_asks_to_retry(phone: Phone, path: str) -> None:
    phone.open(f"{path}?rules=two-player")
    form = phone.page.form_with("csrf_token")
    answer = phone.client.post(path, data=form.fields.to_dict() | FORMS[path])
    assert answer.status_code == 503
    assert "Try again in a moment." in answer.text
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.usefixtures("all_taken")
def test_busy_scoring_asks_to_retry(app: Flask) -> None:
    answer = app.test_client().post("/api/v1/score", json=SHEET)
    assert answer.status_code == 503
    assert answer.json is not None
    assert answer.json["error"]["code"] == "busy"
    assert answer.headers["Retry-After"] == "5"


@pytest.mark.usefixtures("all_taken")
def test_busy_preview_asks_to_retry(cast: Cast) -> None:
    phone = cast.phone("alice")
    phone.open(f"/tables/{cast.table}/import")
    page = phone.submit(phone.page.form_with("text"), None, 503, text="hello")
    assert page.heading == "Busy right now"


def test_only_one_import_at_a_time(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "SLOT_TIMEOUT", 0.01)
    phone = cast.phone("alice")
    path = f"/tables/{cast.table}/import"
    phone.open(path)
    fields = phone.page.form_with("text").fields.to_dict()
    with cast.app.test_request_context():
        name = imports.store_file(cast.table, b"hello")
    with importing():
        answer = phone.client.post(path, data=fields | {"held": name})
    assert answer.status_code == 503
    assert "Another table is importing games." in answer.text
    assert "Nothing was imported" in phone.client.post(path, data=fields | {"held": name}).text


def test_slot_is_free_again_after_an_error() -> None:
    for _ in range(quotas.MAX_HEAVY_JOBS + 1):
        with pytest.raises(ValueError, match="wrong"), slot():
            raise ValueError("wrong")


def test_large_sheet_is_scored_as_a_small_one(app: Flask) -> None:
    hands = ["Ann 5 took 6, Ben 4 took 7"]
    few, many = (sheet_of("two-player", *hands * count) for count in (2, 300))
    small, large = (app.test_client().post("/api/v1/score", json=sheet).json for sheet in (few, many))
    assert small is not None
    assert large is not None
    assert large["hands"][:2] == small["hands"]
    wrong = app.test_client().post("/api/v1/score", data=b"[" * 20_000, content_type="application/json")
    assert wrong.status_code == 422
    assert wrong.json is not None
    assert wrong.json["error"]["where"] == "body"


def test_time_of_a_check_counts_against_the_address(app: Flask, phone: Phone) -> None:
    phone.open("/check")
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        charge(RateLimit.CHECKS, 30)
    assert "Too many sheets checked" in phone.submit(phone.page.form_with("text"), None, 429, text="hello").text


def test_one_download_at_a_time_computes_a_piece() -> None:
    at_work, most, lock = 0, 0, Lock()

    def pieces() -> Iterator[bytes]:
        nonlocal at_work, most
        for _ in range(5):
            with lock:
                at_work += 1
                most = max(most, at_work)
            time.sleep(0.001)
            with lock:
                at_work -= 1
            yield b"piece"

    found = list[bytes]()
    threads = [Thread(target=lambda: found.append(b"".join(in_turns(pieces())))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [b"piece" * 5] * 8
    assert most == 1


def test_file_that_has_no_turn_soon_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_WAIT", 0)
    with quotas.FILE_WORKER, pytest.raises(Busy, match=r"^The server is sending as many files as it can"):
        next(quotas._made_in_turn([b"piece"]))


def test_unread_download_delays_nobody() -> None:
    unread = [in_turns(iter([b"one", b"two"])) for _ in range(5)]
    assert [next(one) for one in unread] == [b"one"] * 5


def test_small_pieces_are_sent_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "PIECE", 5)
    made: list[bytes] = []

    def pieces() -> Iterator[bytes]:
        for piece in (b"one", b"two", b"three", b"four"):
            made.append(piece)
            yield piece

    joined = in_larger_pieces(pieces())
    assert (next(joined), made) == (b"onetwo", [b"one", b"two"])  # no more is made than is sent
    assert list(joined) == [b"three", b"four"]
    assert list(in_larger_pieces(iter([]))) == []


def test_what_takes_long_is_sent_in_smaller_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = 0.0
    monkeypatch.setattr(time, "thread_time", lambda: worked)

    def pieces() -> Iterator[bytes]:
        nonlocal worked
        for piece in (b"one", b"", b"two", b"three", b"", b""):
            worked += quotas.TURN * 0.6
            yield piece

    assert list(in_larger_pieces(pieces())) == [b"one", b"twothree"]  # never an empty one: it would end the answer
