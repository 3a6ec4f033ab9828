"""How this browser shows the pages: chosen without JavaScript, stored in its cookies."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_table
from tests.web.browsing import Phone

DARK = '<html lang="en" data-theme="dark"'


def test_default_theme_is_the_device_s(phone: Phone) -> None:
    page = phone.open("/")
    assert "data-theme" not in page.html
    assert 'content="light dark"' in page.html


@pytest.mark.parametrize("chosen", ["Light", "Dark"])
def test_chosen_theme_is_on_every_page(phone: Phone, pad: Pad, chosen: str) -> None:
    phone.open("/settings")
    phone.tap(chosen)
    tag = f'<html lang="en" data-theme="{chosen.lower()}"'
    for address in ("/", pad.url, "/rules"):
        assert tag in phone.open(address).html
    assert tag in phone.open("/nowhere", 404).html


def test_theme_can_be_reset(phone: Phone) -> None:
    start_table(phone)
    phone.open("/settings")
    phone.tap("Dark")
    assert DARK in phone.page.html
    _language, theme = (button.form for button in phone.page.buttons if button.label == "Auto")
    phone.submit(theme, theme="device")
    assert DARK not in phone.page.html


def test_theme_applies_to_one_browser_only(phone: Phone) -> None:
    phone.open("/settings")
    phone.tap("Dark")
    other = Phone(phone.client.application.test_client())
    assert DARK not in other.open("/").html


def test_unknown_choice_is_ignored(phone: Phone) -> None:
    phone.open("/settings")
    form = phone.page.form_with("csrf_token")
    assert "data-theme" not in phone.submit(form, theme="neon").html
    phone.client.set_cookie("scorekeeper_theme", "neon")
    assert "data-theme" not in phone.open("/").html


def test_large_text_and_the_left_hand_have_their_styles_on_every_page(phone: Phone, pad: Pad) -> None:
    assert "large.css" not in pad.page.html
    assert "left.css" not in pad.page.html
    phone.tap("Settings")
    phone.tap("Large")
    phone.tap("Left-handed")
    phone.tap("Back to the game")
    assert phone.page.url == pad.url
    assert 'content="initial-scale=1.2, viewport-fit=cover"' in phone.page.html
    assert "large.css" in phone.page.html
    assert "left.css" in phone.page.html


def test_vibration_is_switched_off_and_on(phone: Phone, pad: Pad) -> None:
    phone.tap("Settings")
    phone.tap("Off")
    assert 'data-touch="off"' in pad.reload().html
    phone.open("/settings")
    phone.tap("On")
    assert "data-touch" not in pad.reload().html
