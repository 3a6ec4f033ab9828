"""The pen: the first writer gets it; a scan passes it on, and a keeper can take it back."""

from __future__ import annotations

import re

from tests.access.cast import Cast
from tests.sharing.test_devices import form, removed, renamed, share
from tests.web.browsing import Phone


def named(cast: Cast) -> Cast:
    for name in ("alice", "bob", "wendy"):
        renamed(cast, name, name.title())
    return cast


def writes(cast: Cast, name: str) -> Phone:
    phone = cast.phone(name)
    phone.open(f"/games/{cast.game}")
    phone.tap("4")
    return phone


def handed_over(cast: Cast, name: str) -> str:
    """The link to scan."""
    phone = share(cast, name)
    phone.submit(form(phone, "/pen"))
    found = re.search(r"/join/(\w{22})", phone.page.html)
    assert found, phone.page.text
    return found[1]


def holder(cast: Cast) -> str:
    found = re.search(r"Scorekeeper (this phone|\w+)", share(cast).page.text)
    assert found, share(cast).page.text
    return found[1]


def test_nobody_has_the_pen_before_the_first_event(cast: Cast) -> None:
    assert holder(named(cast)) == "nobody"


def test_first_writer_gets_the_pen(cast: Cast) -> None:
    writes(named(cast), "bob")
    assert holder(cast) == "Bob"
    writes(cast, "alice")
    assert holder(cast) == "Bob"


def test_scan_passes_the_pen(cast: Cast) -> None:
    writes(named(cast), "bob")
    token = handed_over(cast, "bob")
    wendy = cast.phone("wendy")
    assert wendy.open(f"/join/{token}").heading == "Take the pen?"
    wendy.tap("Take the pen")
    assert holder(cast) == "Wendy"
    assert cast.wendy.get(f"/tables/{cast.table}/games/new").status_code == 200  # she is a scorer now


def test_keeper_who_takes_the_pen_stays_a_keeper(cast: Cast) -> None:
    writes(named(cast), "bob")
    alice = cast.phone("alice")
    alice.open(f"/join/{handed_over(cast, 'bob')}")
    alice.tap("Take the pen")
    assert holder(cast) == "this phone"
    assert cast.alice.get(f"/tables/{cast.table}/share?role=keeper").status_code == 200


def test_both_phones_say_who_keeps_score_now(cast: Cast) -> None:
    writes(named(cast), "bob")
    bob, wendy = share(cast, "bob"), cast.phone("wendy")
    bob.submit(form(bob, "/pen"))
    assert "Type it at http://localhost/join within 10 minutes." in bob.page.text
    token = handed_over(cast, "bob")
    given = cast.bob.get(f"/tables/{cast.table}/pen/holder").headers["ETag"]
    wendy.open(f"/join/{token}")
    taken = wendy.tap("Take the pen")
    assert "You have the pen. This phone keeps score now." in taken.text
    assert wendy.tap("Not now").url == f"/games/{cast.game}"
    assert cast.bob.get(f"/tables/{cast.table}/pen/holder", headers={"If-None-Match": given}).status_code == 200
    assert "Wendy is keeping score now." in bob.open(f"/tables/{cast.table}/pen?link=used-up").text
    assert "Wendy is keeping score. You can too." in bob.open(f"/games/{cast.game}").text


def test_previous_holder_can_still_record(cast: Cast) -> None:
    writes(named(cast), "bob")
    wendy = cast.phone("wendy")
    wendy.open(f"/join/{handed_over(cast, 'bob')}")
    wendy.tap("Take the pen")
    writes(cast, "bob")
    assert holder(cast) == "Wendy"


def test_pen_code_works_once(cast: Cast) -> None:
    token = handed_over(named(cast), "bob")
    wendy, charlie = cast.phone("wendy"), cast.phone("charlie")
    wendy.open(f"/join/{token}")
    wendy.tap("Take the pen")
    charlie.open(f"/join/{token}", 410)


def test_scorer_cannot_take_the_pen_from_another(cast: Cast) -> None:
    writes(named(cast), "alice")
    bob = share(cast, "bob")
    assert "Take the pen" not in bob.page.text
    assert not [form for form in bob.page.forms if form.action.endswith("/pen")]
    bob.submit(bob.page.form_with("name"))  # for a fresh page with its token
    post = form(bob, "/devices/name")
    post.action = f"/tables/{cast.table}/pen/take"
    bob.submit(post)
    assert "Alice has the pen" in bob.page.text
    post.action = f"/tables/{cast.table}/pen"
    bob.submit(post, None, 403)
    assert holder(cast) == "this phone"


def test_keeper_can_take_the_pen(cast: Cast) -> None:
    writes(named(cast), "bob")
    alice = share(cast)
    alice.tap("Take the pen")
    assert "You have the pen." in alice.page.text
    assert holder(cast) == "this phone"


def test_removed_device_loses_the_pen(cast: Cast) -> None:
    writes(named(cast), "bob")
    removed(share(cast), "Bob")
    assert holder(cast) == "nobody"
