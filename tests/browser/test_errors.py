"""The browser tests hear what the browser complains about, except what they expect."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.browser.conftest import Phones
from tests.browser.taps import arrived

pytestmark = pytest.mark.browser

ASK = "address => fetch(address).then(reply => reply.status)"


def test_only_a_game_that_began_on_the_phone_may_have_no_stream(phones: Phones) -> None:
    phone, free = phones.lend()
    phone.page.goto("/healthz")
    for game in (uuid4(), "gone"):
        assert phone.page.evaluate(ASK, f"/games/{game}/live") == 404
    assert "/games/gone/live" in arrived(phone.page, phone.wrong)
    assert len(phone.wrong) == 1, phone.wrong
    phone.forget()
    free.append(phone)
