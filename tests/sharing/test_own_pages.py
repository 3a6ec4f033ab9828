"""Each phone at a game gets its own page: its own token and ids, and what its role, language and theme make of it."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.game import CLOSE
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import rematch
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.sharing.test_whose_phone import joins_as

ENTRY_ID = re.compile(r'name="entry_id" value="([^"]+)"')
OWN = re.compile(r'name="(csrf_token|entry_id)" value="([^"]+)"')


@pytest.fixture
def scorers(cast: Cast) -> Cast:
    """Bob has the pen and has bid; Charlie and Dora may keep score too."""
    cast.clients["dora"] = cast.app.test_client()
    for name in ("charlie", "dora"):
        cast.joins(name, cast.score(Role.SCORER))
    bob = cast.phone("bob")
    bob.open(f"/games/{cast.game}")
    bob.tap("4")
    for name in ("charlie", "dora", "wendy"):
        page(cast, name)  # the first page has a greeting
    return cast


def page(cast: Cast, name: str) -> str:
    """The game page on somebody's phone."""
    return str(cast.clients[name].get(f"/games/{cast.game}").text)


def test_two_scorers_see_the_same_but_share_no_token_and_no_id(scorers: Cast) -> None:
    charlie, dora = page(scorers, "charlie"), page(scorers, "dora")
    assert OWN.sub("", charlie) == OWN.sub("", dora)
    own = [set(OWN.findall(html)) for html in (charlie, dora)]
    assert [{name for name, _ in found} for found in own] == [{"csrf_token", "entry_id"}] * 2
    assert not own[0] & own[1]
    ids = [set(ENTRY_ID.findall(html)) for html in (charlie, page(scorers, "charlie"))]
    assert not ids[0] & ids[1]
    phone = scorers.phone("dora")
    phone.open(f"/games/{scorers.game}")
    phone.tap("3")
    assert OWN.sub("", page(scorers, "charlie")) != OWN.sub("", charlie)


def test_watcher_gets_no_form_of_a_scorer(scorers: Cast) -> None:
    assert OWN.findall(page(scorers, "charlie"))
    assert OWN.findall(page(scorers, "wendy")) == []


def test_watcher_is_led_to_the_rematch(scorers: Cast) -> None:
    with scorers.app.app_context():
        record(scorers.game, CLOSE, {"reason": "late"}, author=Author("Bob"))
    assert "Rematch" not in page(scorers, "wendy")
    with scorers.app.app_context():
        started = rematch(scorers.game, Author("Bob")).game
    assert f'href="/games/{started.id}">Rematch: game {started.number}</a>' in page(scorers, "wendy")


def test_dark_phone_in_another_language_gets_its_own_page(scorers: Cast) -> None:
    light = page(scorers, "dora")
    scorers.charlie.set_cookie("scorekeeper_theme", "dark")
    assert 'data-theme="dark"' in page(scorers, "charlie")
    assert 'data-theme="dark"' not in light + page(scorers, "dora")


def test_waiting_bid_shows_only_on_its_own_phone(cast: Cast) -> None:
    scorer = cast.phone("bob")
    scorer.open(f"/games/{cast.game}")
    scorer.tap("4")
    cal, friend = joins_as(cast, "charlie", "Cal", Role.WATCHER), joins_as(cast, "xenia", "Cal", Role.WATCHER)
    for phone in (cal, friend):
        phone.open(f"/games/{cast.game}")
    assert "You bid 5" in cal.tap("5").text
    assert "You bid 5" in cal.open(f"/games/{cast.game}").text
    assert "You bid 5" not in page(cast, "wendy") + page(cast, "bob") + page(cast, "alice")
