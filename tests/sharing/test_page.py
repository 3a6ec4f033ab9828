"""The share page by role, its links with limits, and its QR codes as a scanner reads them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.services import invites
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.members import Role, add_member, change_member
from scorekeeper.web import sharing
from tests.access.cast import Cast
from tests.sharing.scanning import scanned
from tests.sharing.test_devices import form, share
from tests.web.browsing import Page


@pytest.mark.parametrize(
    ("name", "roles"),
    [("alice", ["scorer", "watcher", "keeper"]), ("bob", ["scorer", "watcher"]), ("wendy", ["watcher"])],
)
def test_members_can_share_their_role_and_lower_ones(cast: Cast, name: str, roles: list[str]) -> None:
    phone = share(cast, name)
    assert [link.url.partition("role=")[2] for link in phone.page.links if "role=" in link.url] == roles


@pytest.mark.parametrize("role", ["keeper", "scorer"])
def test_watcher_cannot_see_links_of_higher_roles(cast: Cast, role: str) -> None:
    assert cast.wendy.get(f"/tables/{cast.table}/share?role={role}").status_code == 403


def test_a_scorer_is_not_shown_a_keepers_limited_link(cast: Cast) -> None:
    invite_link = cast.invited(Role.KEEPER, uses=1)
    answer = cast.bob.get(f"/tables/{cast.table}/share?link={invite_link.invite.id}")
    assert answer.status_code == 403
    assert str(invite_link.token) not in answer.text


def test_a_link_of_another_table_is_not_shown(cast: Cast) -> None:
    with cast.app.app_context():
        from scorekeeper.services.invites import invite

        invite_link = invite(cast.other_table, Role.KEEPER)
    assert str(invite_link.token) not in cast.alice.get(f"/tables/{cast.table}/share?link={invite_link.invite.id}").text


@pytest.mark.parametrize("role", ["keeper", "scorer", "watcher"])
def test_qr_code_has_the_link(cast: Cast, role: str) -> None:
    html = cast.alice.get(f"/tables/{cast.table}/share?role={role}").text
    link = re.search(r'id="link"[^>]* value="([^"]+)"', html)
    assert link
    assert link[1] == f"http://localhost/join/{cast.score(Role(role))}"
    assert scanned(html) == link[1]


def test_qr_code_of_the_pen_has_its_link(cast: Cast) -> None:
    phone = share(cast, "bob")
    phone.submit(form(phone, "/pen"))
    link = re.search(r'id="link"[^>]* value="([^"]+)"', phone.page.html)
    assert link
    assert scanned(phone.page.html) == link[1]


def test_keeper_makes_and_revokes_a_limited_link(cast: Cast) -> None:
    phone = share(cast)
    phone.submit(form(phone, "/share/links"), role="scorer", uses="2", lasts="evening", guests="yes")
    assert "Good for 2 devices. Expires in 12 hours, and guests are removed." in phone.page.text
    link = re.search(r"/join/(\w{22})", phone.page.html)
    assert link
    phone.open(f"/tables/{cast.table}/share")
    phone.tap("Revoke: Scorer link")
    assert cast.charlie.get(f"/join/{link[1]}").status_code == 410


@pytest.mark.parametrize(("field", "value"), [("role", "owner"), ("uses", "0"), ("lasts", "century")])
def test_values_not_offered_are_refused(cast: Cast, field: str, value: str) -> None:
    phone = share(cast)
    phone.submit(form(phone, "/share/links"), **{field: value})
    assert "Choose a link from the page" in phone.page.text


def test_watcher_s_game_page_has_no_forms_that_record(cast: Cast) -> None:
    page = cast.phone("wendy").open(f"/games/{cast.game}")
    assert "You’re watching" in page.text
    assert not [form for form in page.forms if form.method == "post"]


def test_watcher_s_table_page_cannot_start_games(cast: Cast) -> None:
    page = cast.phone("wendy").open(f"/tables/{cast.table}")
    assert not [link for link in page.links if "/games/new" in link.url]
    assert not [form for form in page.forms if form.method == "post"]


def test_the_game_page_leads_to_the_share_page(cast: Cast) -> None:
    phone = cast.phone("wendy")
    phone.open(f"/games/{cast.game}")
    phone.tap("Share")
    assert phone.page.url == f"/tables/{cast.table}/share"


def test_share_opened_from_a_game_returns_to_it(cast: Cast) -> None:
    phone = cast.phone("alice")
    phone.open(f"/games/{cast.game}")
    phone.tap("Share")
    phone.open(next(link.url for link in phone.page.links if "role=watcher" in link.url))
    phone.tap("Use a code instead")
    phone.submit(form(phone, f"/devices/name?game={cast.game}"), name="Alice")
    phone.tap("Pass the pen")
    phone.tap("Done")
    phone.tap("Back to the game")
    assert phone.page.url == f"/games/{cast.game}"


def test_share_returns_to_no_game_of_another_table(cast: Cast) -> None:
    other = cast.starts(cast.other_table)
    page = cast.phone("alice").open(f"/tables/{cast.table}/share?game={other}")
    assert not [link for link in page.links if "/games/" in link.url]


def test_only_a_keeper_of_an_empty_table_is_offered_an_import(cast: Cast) -> None:
    cast.joins("bob", cast.score(Role.SCORER, cast.other_table))
    offered = {
        who: "Import games" in cast.phone(who).open(f"/tables/{cast.other_table}").text for who in ("olga", "bob")
    }
    assert offered == {"olga": True, "bob": False}


def test_known_share_page_does_not_wait_for_writers(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    share(cast)

    def busy() -> None:
        raise DatabaseBusy

    monkeypatch.setattr(invites, "write_transaction", busy)
    assert share(cast).page.heading == "Share"


def test_many_phones_and_links_fill_several_pages(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with cast.app.app_context():
        for number in range(7):
            add_member(cast.table, f"device {number}", name=f"Phone {number}", role=Role.WATCHER, seen=True)
    for _ in range(3):
        cast.invited(Role.WATCHER, uses=1)
    monkeypatch.setattr(sharing, "PAGE_SIZE", 4)
    page = share(cast).page
    assert "10 devices" in page.text
    assert len(listed(page)) == 5, "this phone and four others"
    assert "removes 8 phones" in page.text
    assert sum(form.action.endswith("/end") and "/links/" in form.action for form in page.forms) == 3
    phone = cast.phone("alice")
    seen = listed(phone.open(page.url))
    while phone.can_tap("More phones"):
        more = listed(phone.tap("More phones"))
        assert 0 < len(more) <= 4
        seen += more
    assert len(seen) == len(set(seen)) == 10
    assert set(seen) >= {f"Phone {number}" for number in range(7)}
    assert phone.tap("First page").text == page.text


def test_a_phone_that_comes_back_is_not_listed_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    with cast.app.app_context():
        hour = timedelta(hours=1)
        ids = [
            add_member(cast.table, f"device {number}", name=f"Phone {number}", role=Role.WATCHER).id
            for number in range(6)
        ]
        for number, member_id in enumerate(ids, start=1):
            change_member(member_id, last_seen=datetime.now(UTC) - number * hour)
    monkeypatch.setattr(sharing, "PAGE_SIZE", 4)
    phone = share(cast)
    first = listed(phone.page)
    with cast.app.app_context():
        change_member(ids[-1], last_seen=datetime.now(UTC))
    second = listed(phone.tap("More phones"))
    assert len(first) == 5
    assert second == ["Phone 2", "Phone 3", "Phone 4"]
    assert not set(first) & set(second)
    assert "Phone 5" in listed(phone.tap("First page"))


def test_limited_links_fill_several_pages_and_new_ones_come_first(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [cast.invited(Role.WATCHER, uses=1).invite.id for _ in range(5)]
    monkeypatch.setattr(sharing, "PAGE_SIZE", 2)
    phone = share(cast)
    seen, phones = links_on(phone.page), listed(phone.page)
    later = cast.invited(Role.WATCHER, uses=1).invite.id
    while phone.can_tap("More links"):
        seen += links_on(phone.tap("More links"))
    assert seen == made[::-1]
    assert listed(phone.page) == phones, "the phones begin again"
    assert links_on(phone.tap("First page")) == [later, made[-1]]


@pytest.mark.parametrize("place", ["1", "x", "1.x", "9" * 20 + ".1", "1." + "9" * 12, "1.1.1", "-1.", "1.é"])
def test_an_invalid_place_gives_the_first_page(cast: Cast, place: str) -> None:
    page = share(cast).page
    found = cast.phone("alice").open(f"/tables/{cast.table}/share?phones={place}&links={place.replace('x', '!')}")
    assert listed(found) == listed(page)


def links_on(page: Page) -> list[str]:
    """The ids of the links with limits on the page."""
    return [form.action.split("/")[-2] for form in page.forms if "/links/" in form.action]


def listed(page: Page) -> list[str]:
    """The phones on the page, by name."""
    rows = LexborHTMLParser(page.html).css(".phones > li")
    return [name.text() for row in rows if (name := row.css_first("b > bdi")) is not None]
