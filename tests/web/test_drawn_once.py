"""Pictures are drawn by a worker process, once for all who ask, a few for each device, and before anybody asks."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from flask import Flask

from scorekeeper.access.quotas import OWN_WORKER
from scorekeeper.services.recording import game_ended
from scorekeeper.web.games.result_card import draw_ahead
from scorekeeper.web.pictures import answers
from scorekeeper.web.pictures.answers import PICTURES, Ahead
from tests.web.at_table import Pad, a_short_game
from tests.web.conftest import After

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is drawn, and not there already, by the worker process."""
    PICTURES.clear()
    found: list[str] = []
    draw = answers.draw_png

    def and_remember(svg: str) -> bytes:
        found.append(svg)
        return draw(svg)

    monkeypatch.setattr(answers, "draw_png", and_remember)
    yield found
    PICTURES.clear()


@pytest.fixture
def over(after: After) -> Pad:
    return after(a_short_game)


def test_picture_is_drawn_once(over: Pad, drawn: list[str]) -> None:
    first = over.phone.client.get(f"{over.url}/card.png")
    assert first.data.startswith(PNG)
    assert over.phone.client.get(f"{over.url}/card.png").data == first.data
    assert len(drawn) == 1


def test_picture_that_many_ask_for_at_once_is_drawn_once(drawn: list[str]) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    found: list[bytes] = []
    asking = [threading.Thread(target=lambda: found.append(PICTURES.png_of(svg, nullcontext))) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == len(drawn) == 1


def test_drawing_waits_for_its_turn(over: Pad, drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.access.quotas.MAX_WAIT", 0.01)
    with OWN_WORKER:
        answer = over.phone.client.get(f"{over.url}/card.png")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert not drawn
    assert over.phone.client.get(f"{over.url}/card.png").status_code == 200


def test_picture_is_drawn_with_each_event_from_the_end_on(app: Flask, over: Pad, drawn: list[str]) -> None:
    connected = set(game_ended.receivers)
    draw_ahead(app)
    try:
        over.phone.open(f"{over.url}/signing/0")
        over.phone.tap("Confirm score")
        until = time.monotonic() + 30
        while not PICTURES._kept and time.monotonic() < until:
            time.sleep(0.05)
        with OWN_WORKER:  # it is complete, and nobody draws
            assert over.phone.client.get(f"{over.url}/card.png").data.startswith(PNG)
        assert len(drawn) == 1
    finally:
        for receiver in set(game_ended.receivers) - connected:
            del game_ended.receivers[receiver]


def test_of_one_game_only_the_latest_picture_is_drawn_ahead(drawn: list[str]) -> None:
    ahead = Ahead()
    with OWN_WORKER:
        for number in range(5):
            ahead.draw("one", f'<svg xmlns="http://www.w3.org/2000/svg" width="{number + 1}" height="9"/>')
    until = time.monotonic() + 30
    while ahead._runs and time.monotonic() < until:
        time.sleep(0.05)
    assert 1 <= len(drawn) <= 2
    assert 'width="5"' in drawn[-1]
