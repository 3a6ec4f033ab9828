"""Each side signs on its own phone; a single phone on the table can sign for both, and says so."""

from __future__ import annotations

from io import BytesIO

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.members import pen_holder
from tests.access.cast import Cast
from tests.sharing.scanning import scanned
from tests.tables import sheet_of
from tests.web.browsing import Phone


@pytest.fixture
def over(cast: Cast) -> str:
    """The URL of a finished game at Alice's table."""
    with cast.app.app_context():
        sheet = sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", closed="late")
        return f"/games/{start_game(cast.table, read_sheet(sheet), author=Author('Alice')).game.id}"


def at(cast: Cast, who: str, url: str) -> Phone:
    """Somebody's phone on this page."""
    phone = cast.phone(who)
    phone.open(url)
    return phone


def agrees(cast: Cast, who: str, game: str, side: int, whose: str | None = "own") -> Phone:
    """A phone signs for a side, as its own or as a shared one."""
    phone = at(cast, who, f"{game}/signing/{side}")
    form = phone.page.form_with("verdict")
    phone.submit(form, **({"phone": whose} if whose else {}))
    return phone


def signed_on(cast: Cast, game: str) -> list[tuple[int, str | None]]:
    with cast.app.app_context():
        return [(sign.side, sign.device) for sign in load_game(game.rsplit("/", 1)[-1]).state.signs]


def test_each_side_signs_on_its_own_phone(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0)
    shown = agrees(cast, "bob", over, 1).page.text
    assert signed_on(cast, over) == [(0, "own"), (1, "own")]
    assert shown.count("on their own phone") == 2
    log = at(cast, "bob", f"{over}/history").page.text
    assert "Ann confirmed the score, on their own phone" in log


def test_exports_say_on_which_phone_each_side_signed(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0)
    agrees(cast, "bob", over, 1, "shared")
    book = load_workbook(BytesIO(cast.bob.get(f"{over}/exports/xlsx").data))
    assert (
        "; Ann confirmed the score, on their own phone; Ben confirmed the score, on the table’s phone"
        in book["Score sheet"]["A3"].value
    )
    record = cast.bob.get(f"{over}/exports/text").text
    assert '[Signed "agreed on own phone : agreed on shared phone"]' in record
    checked = at(cast, "charlie", "/check")
    shown = checked.submit(checked.page.form_with("text"), text=record).text
    assert "This server has this game." in shown


def test_phone_of_one_side_cannot_silently_sign_for_the_other(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0)
    asked = at(cast, "alice", f"{over}/signing/1")
    assert "We share this phone. It already confirmed for Ann." in asked.page.text
    for phone in ("own", None):
        shown = agrees(cast, "alice", over, 1, phone).page.text
        assert "This phone confirms for Ann. To confirm for Ben too, tick that you share it." in shown
    assert signed_on(cast, over) == [(0, "own")]


def test_shared_phone_is_recorded_as_shared(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0)
    shown = agrees(cast, "alice", over, 1, "shared").page.text
    assert signed_on(cast, over) == [(0, "own"), (1, "shared")]
    assert "on the same phone" in shown
    assert "Ben confirmed the score, on the same phone." in at(cast, "alice", f"{over}/print").page.text
    assert '"device":"shared"' in cast.clients["alice"].get(f"{over}/exports/json").get_data(as_text=True)


def test_shared_phone_can_sign_for_both_sides(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0, "shared")
    agrees(cast, "bob", over, 1)
    assert signed_on(cast, over) == [(0, "shared"), (1, "own")]
    assert "on the table’s phone" in at(cast, "bob", over).page.text


def test_renaming_the_phone_in_between_does_not_help(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0)
    phone = at(cast, "alice", f"/tables/{cast.table}/share")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/devices/name")), name="Another")
    agrees(cast, "alice", over, 1)
    assert signed_on(cast, over) == [(0, "own")]


def test_phone_can_change_sides_after_undoing_its_signature(cast: Cast, over: str) -> None:
    agrees(cast, "alice", over, 0).tap("Undo")
    agrees(cast, "alice", over, 1)
    assert signed_on(cast, over) == [(1, "own")]
    agrees(cast, "alice", over, 0)
    assert signed_on(cast, over) == [(1, "own")]


def test_watcher_signs_only_with_its_side_s_code(cast: Cast, over: str) -> None:
    watching = at(cast, "wendy", f"{over}/signing/1")
    assert "This phone is only watching. To confirm for Ben, scan the code" in watching.page.text
    assert not watching.can_tap("Confirm score")
    post(cast.clients["wendy"], f"{over}/signing/1", phone="own")
    assert signed_on(cast, over) == []
    code = scanned(at(cast, "alice", f"{over}/signing/1").page.html)
    watching.open(code.partition("localhost")[2])
    watching.tap("Confirm score")
    assert signed_on(cast, over) == [(1, "own")]
    assert "on their own phone" in watching.page.text


def test_side_code_is_valid_only_for_its_side_and_game(cast: Cast, over: str) -> None:
    code = scanned(at(cast, "alice", f"{over}/signing/1").page.html).partition("key=")[2]
    watching = at(cast, "wendy", f"{over}/signing/0?key={code}")
    assert not watching.can_tap("Confirm score")
    post(cast.clients["wendy"], f"{over}/signing/0", phone="own", key=code)
    post(cast.clients["wendy"], f"{over}/signing/0", phone="shared", key=code)
    post(cast.clients["wendy"], f"{over}/signing/0", phone="shared", key="é")
    assert signed_on(cast, over) == []


def test_a_watcher_that_signs_does_not_take_the_pen(cast: Cast, over: str) -> None:
    code = scanned(at(cast, "alice", f"{over}/signing/1").page.html)
    at(cast, "wendy", code.partition("localhost")[2]).tap("Confirm score")
    with cast.app.app_context():
        assert pen_holder(cast.table) is None


def post(client: FlaskClient, url: str, **fields: str) -> None:
    """Send the form by hand, with values that the page would not offer."""
    client.application.config["WTF_CSRF_ENABLED"] = False
    client.post(url, data={"verdict": "agreed", **fields})
