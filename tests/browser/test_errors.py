"""The browser tests hear what the browser complains about, except what they expect."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.browser.conftest import Phones

pytestmark = pytest.mark.browser

ASK = "address => fetch(address).then(reply => reply.status)"


def test_only_a_game_that_began_on_the_phone_may_have_no_stream(phones: Phones) -> None:
    phone, free = phones.lend()
    phone.page.goto("/healthz")
    for game, heard in ((uuid4(), 0), ("gone", 1)):
        assert phone.page.evaluate(ASK, f"/games/{game}/live") == 404
        assert len(phone.wrong) == heard, phone.wrong
    phone.forget()
    free.append(phone)
