"""The pages of a small club have exactly the approved texts and links."""

import difflib

import pytest
from flask import Flask

from tests.midday import midday_zone
from tests.rooms.club.pages.approved.texts import FILE, text_of
from tests.web.browsing import Phone


def test_pages_match_the_approved_file(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())
    approved, now = FILE.read_text("utf-8"), text_of(app, phone)
    changed = difflib.unified_diff(approved.splitlines(), now.splitlines(), "approved", "now", n=2, lineterm="")
    assert approved == now, "\n".join([*changed, "", "If this is meant: make sentences, and look at the diff."])
