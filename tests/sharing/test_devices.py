"""The devices at a table: their names, and removing one, or a whole role, with immediate effect."""

from __future__ import annotations

import re

from scorekeeper.services.members import free_name
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.web.browsing import Form, Phone

AGENT = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def share(cast: Cast, name: str = "alice") -> Phone:
    phone = cast.phone(name)
    phone.open(f"/tables/{cast.table}/share")
    return phone


def renamed(cast: Cast, name: str, to: str) -> Phone:
    phone = share(cast, name)
    phone.submit(form(phone, "/devices/name"), name=to)
    return phone


def removed(phone: Phone, name: str, **boxes: str | None) -> Phone:
    """On the share page a keeper removes a device, and confirms."""
    phone.open(next(link.url for link in phone.page.links if link.attributes.get("aria-label") == f"Remove {name}"))
    phone.submit(form(phone, "/out"), **boxes)
    return phone


def form(phone: Phone, end: str) -> Form:
    return next(form for form in phone.page.forms if form.action.endswith(end))


def test_page_lists_members_and_when_they_were_seen(cast: Cast) -> None:
    renamed(cast, "bob", "Bob’s phone")
    text = share(cast).page.text
    assert "Bob’s phone Keeps score too · here now" in text
    assert "Keeper · this phone" in text
    assert "3 devices" in text  # neither Rita, who was removed, nor Xenia, whose invite expired


def test_device_is_named_after_its_browser(cast: Cast) -> None:
    client = cast.app.test_client()
    client.get(f"/join/{cast.tokens['bob']}", headers={"User-Agent": AGENT})
    assert "Android phone" in client.get(f"/tables/{cast.table}/share").text


def test_device_names_at_a_table_are_unique(cast: Cast) -> None:
    renamed(cast, "bob", "Ann")
    assert "called “Ann 2”" in renamed(cast, "wendy", "ann".upper().title()).page.text
    with cast.app.app_context():
        assert free_name(cast.table, "ANN") == "ANN 3"
        assert free_name(cast.table, "x" * 60) == "x" * 40
        renamed(cast, "bob", "x" * 40)
        assert free_name(cast.table, "x" * 60) == f"{'x' * 38} 2"  # as long as a name may be


def test_log_names_the_device(cast: Cast) -> None:
    renamed(cast, "bob", "Bob’s phone")
    phone = cast.phone("bob")
    phone.open(f"/games/{cast.game}")
    phone.tap("4")
    history = cast.phone("wendy").open(f"/games/{cast.game}/history")
    assert "Bob’s phone" in history.text


def test_removed_device_is_refused_on_its_next_request(cast: Cast) -> None:
    renamed(cast, "bob", "Bob’s phone")
    bob = cast.phone("bob")
    bob.open(f"/games/{cast.game}")
    alice = share(cast)
    removed(alice, "Bob’s phone")
    assert "Bob’s phone removed" in alice.page.text
    assert "Bob’s phone Keeps" not in alice.page.text
    bob.tap("4", status=403)
    assert "Older links and codes don’t work" in bob.page.text


def test_other_devices_stay(cast: Cast) -> None:
    renamed(cast, "bob", "Bob’s phone")
    removed(share(cast), "Bob’s phone")
    assert cast.wendy.get(f"/games/{cast.game}").status_code == 200


def test_device_cannot_remove_itself(cast: Cast) -> None:
    alice = share(cast)
    own = cast.member(alice.page.form_with("name").fields["name"])
    alice.open(f"/tables/{cast.table}/devices/{cast.member('A phone 2').id}/out")
    out = form(alice, "/out")
    out.action = f"/tables/{cast.table}/devices/{own.id}/out"
    alice.submit(out)
    assert "That’s this device" in alice.page.text
    assert cast.alice.get(f"/tables/{cast.table}").status_code == 200


def test_device_of_another_table_cannot_be_removed_from_here(cast: Cast) -> None:
    with cast.app.app_context():
        from scorekeeper.storage.members import members_of

        olga = members_of(cast.other_table)[0]
    alice = share(cast)
    alice.open(f"/tables/{cast.table}/devices/{cast.member('A phone 2').id}/out")
    out = form(alice, "/out")
    for member, status in ((olga.id, 200), (10**6, 200), (10**12, 404)):
        out.action = f"/tables/{cast.table}/devices/{member}/out"
        alice.submit(out, None, status)
    assert cast.olga.get(f"/tables/{cast.other_table}").status_code == 200


def test_revoked_role_loses_devices_links_and_programs(cast: Cast) -> None:
    link = cast.score(Role.SCORER)
    alice = share(cast)
    alice.submit(form(alice, "/roles/scorer/end"))
    assert "Links revoked" in alice.page.text
    assert cast.bob.get(f"/games/{cast.game}").status_code == 403
    assert cast.charlie.get(f"/join/{link}").status_code == 410
    assert cast.charlie.get(f"/api/v1/games/{cast.game}", headers=cast.bearer("bob")).status_code == 403
    assert cast.wendy.get(f"/games/{cast.game}").status_code == 200


def test_revoking_keepers_spares_the_requester(cast: Cast) -> None:
    cast.joins("bob", cast.score(Role.KEEPER))
    alice = share(cast)
    alice.submit(form(alice, "/roles/keeper/end"))
    assert cast.bob.get(f"/games/{cast.game}").status_code == 403
    assert cast.alice.get(f"/tables/{cast.table}/share?role=keeper").status_code == 200


def test_each_icon_is_drawn(cast: Cast) -> None:
    """One is called `copy`, which dictionaries have a method for."""
    icons = re.findall('<svg class="icon[^>]*>(.*?)</svg>', share(cast).page.html)
    assert icons
    assert all(icon.startswith("<path") for icon in icons)


def test_page_shows_new_links_after_revoking(cast: Cast) -> None:
    alice = share(cast)
    alice.submit(form(alice, "/roles/scorer/end"))
    cast.joins("charlie", cast.score(Role.SCORER))
    assert cast.charlie.get(f"/games/{cast.game}").status_code == 200
