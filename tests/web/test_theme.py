"""Light, dark, or as the device has it: chosen without JavaScript, stored in this browser."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_table
from tests.web.browsing import Phone

DARK = '<html lang="en" data-theme="dark">'


def test_default_theme_is_the_device_s(phone: Phone) -> None:
    page = phone.open("/")
    assert '<html lang="en">' in page.html
    assert 'content="light dark"' in page.html


@pytest.mark.parametrize("chosen", ["Light", "Dark"])
def test_chosen_theme_is_on_every_page(phone: Phone, pad: Pad, chosen: str) -> None:
    phone.open("/")
    phone.tap(chosen)
    said = f'<html lang="en" data-theme="{chosen.lower()}">'
    for address in ("/", pad.url, "/rules"):
        assert said in phone.open(address).html
    assert said in phone.open("/nowhere", 404).html


def test_theme_can_be_reset(phone: Phone) -> None:
    start_table(phone)
    phone.open("/")
    phone.tap("Dark")
    assert DARK in phone.page.html
    phone.tap("Auto")
    assert DARK not in phone.page.html


def test_theme_applies_to_one_browser_only(phone: Phone) -> None:
    phone.open("/")
    phone.tap("Dark")
    other = Phone(phone.client.application.test_client())
    assert DARK not in other.open("/").html


def test_unknown_theme_is_ignored(phone: Phone) -> None:
    start_table(phone)
    phone.open("/")
    form = next(form for form in phone.page.forms if form.action == "/theme")
    assert "data-theme" not in phone.submit(form, theme="neon").html
    phone.client.set_cookie("scorekeeper_theme", "neon")
    assert "data-theme" not in phone.open("/").html
