"""Two copies of a game side by side, as a phone draws them."""

from __future__ import annotations

from flask import Flask

from scorekeeper.core.pages.ending.copies import copies_view
from tests.core.game.games import BIG, EVEN, partnership, play


def test_a_total_below_zero_has_its_minus_sign(app: Flask) -> None:
    """As every number of a page: a hyphen is shorter, and a screen reader may say nothing of it."""
    view = copies_view(play(partnership(), BIG), play(partnership(), EVEN), is_server=True)
    with app.test_request_context():
        page = app.jinja_env.from_string("{% from 'macros/copies.html' import copies %}{{ copies(view) }}")
        drawn = page.render(view=view)
    assert "−20</b>" in drawn.replace("\u200e", "").replace("\u2060", "")
    assert "-20" not in drawn
