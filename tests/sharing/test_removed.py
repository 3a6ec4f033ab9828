"""A removed device stays out, whether it tries old links and codes or those of weaker roles."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from scorekeeper import clock
from scorekeeper.services.invites import new_code, permanent_link
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.sharing.test_devices import form, removed, renamed, share
from tests.web.browsing import Phone


def without_bob(cast: Cast, **boxes: str | None) -> Phone:
    """Alice removes Bob's phone; returns the page that says so."""
    renamed(cast, "bob", "Bob")
    return removed(share(cast), "Bob", **boxes)


def code_of(cast: Cast, role: Role) -> str:
    with cast.app.app_context():
        return new_code(cast.table, permanent_link(cast.table, role).invite.id)


def types(cast: Cast, name: str, code: str, status: int) -> Phone:
    phone = cast.phone(name)
    phone.open("/join?code")
    phone.submit(phone.page.form_with("code"), None, status, code=code)
    return phone


def test_removed_device_cannot_use_its_old_link(cast: Cast) -> None:
    without_bob(cast)
    assert cast.bob.get(f"/join/{cast.tokens['bob']}").status_code == 410
    assert cast.bob.get(f"/games/{cast.game}").status_code == 403


def test_removed_device_cannot_join_as_another_browser(cast: Cast) -> None:
    without_bob(cast)
    for role in ("bob", "wendy"):  # a scorer sees the watchers' link too
        assert cast.app.test_client().get(f"/join/{cast.tokens[role]}").status_code == 410


def test_removed_device_cannot_use_an_old_code(cast: Cast) -> None:
    code = code_of(cast, Role.SCORER)
    without_bob(cast)
    types(cast, "bob", code, 404)


def test_removed_device_cannot_use_unchanged_links(cast: Cast) -> None:
    keeper, code = cast.score(Role.KEEPER), code_of(cast, Role.WATCHER)
    shown = without_bob(cast, links="keep").page.text
    assert "Links didn’t change, so others who have one can join." in shown
    for token in (cast.tokens["bob"], cast.tokens["wendy"], keeper):
        answer = cast.bob.get(f"/join/{token}")
        assert answer.status_code == 403
        assert "Older links and codes don’t work" in answer.text
    assert "Older links and codes don’t work" in types(cast, "bob", code, 403).page.text
    assert "Older links and codes don’t work" in types(cast, "bob", code_of(cast, Role.SCORER), 403).page.text
    assert cast.charlie.get(f"/join/{cast.tokens['bob']}").status_code == 303  # as the page says


def test_removed_device_does_not_use_up_a_limited_link(cast: Cast) -> None:
    invite_link = cast.invited(Role.KEEPER, uses=1)
    without_bob(cast)
    assert cast.bob.get(f"/join/{invite_link.token}").status_code == 403
    cast.joins("charlie", str(invite_link.token))


def test_link_opened_before_the_removal_is_refused(cast: Cast) -> None:
    invite_link = cast.invited(Role.KEEPER, uses=2)
    bob = cast.phone("bob")
    bob.open(f"/join/{invite_link.token}")
    without_bob(cast)
    bob.open("/join")
    bob.tap("Join", status=403)


def test_removed_device_can_join_with_a_new_link(cast: Cast) -> None:
    alice = without_bob(cast)
    assert "The links for scorers and watchers are new" in alice.page.text
    link = re.search(r'id="link"[^>]* value="[^"]+/join/(\w{22})"', alice.page.html)
    assert link
    assert link[1] != cast.tokens["bob"]
    cast.joins("bob", link[1])
    assert cast.bob.get(f"/games/{cast.game}").status_code == 200


AHEAD = SimpleNamespace(now=lambda zone: datetime.now(zone) + timedelta(hours=1))
"""A clock that is an hour ahead."""


def test_removal_by_a_clock_that_was_ahead_does_not_refuse_newer_links(cast: Cast) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "datetime", AHEAD)
        without_bob(cast, links="keep")
    cast.joins("bob", str(cast.invited(Role.SCORER).token))
    assert cast.bob.get(f"/games/{cast.game}").status_code == 200


def test_link_by_a_clock_that_was_ahead_does_not_outlive_a_removal(cast: Cast) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "datetime", AHEAD)
        older = cast.invited(Role.SCORER)
    without_bob(cast, links="keep")
    assert cast.bob.get(f"/join/{older.token}").status_code == 403


def test_other_members_stay(cast: Cast) -> None:
    cast.joins("charlie", cast.tokens["bob"])
    without_bob(cast)
    for name in ("alice", "charlie", "wendy"):
        assert cast.clients[name].get(f"/games/{cast.game}").status_code == 200


def test_removal_asks_first_with_new_links_ticked(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    alice = share(cast)
    page = alice.open(next(link.url for link in alice.page.links if link.attributes.get("aria-label") == "Remove Bob"))
    assert page.heading == "Remove Bob?"
    assert "New links for scorers and watchers" in page.text
    assert 'name="links" value="yes" checked' in page.html
    assert cast.bob.get(f"/games/{cast.game}").status_code == 200


@pytest.mark.parametrize("fields", [{}, {"links": "yes"}])
def test_form_without_the_links_field_revokes_them(cast: Cast, fields: dict[str, str]) -> None:
    renamed(cast, "bob", "Bob")
    cast.app.config["WTF_CSRF_ENABLED"] = False
    cast.alice.post(f"/tables/{cast.table}/devices/{cast.member('Bob').id}/out", data=fields)
    assert cast.bob.get(f"/join/{cast.tokens['bob']}").status_code == 410


def test_values_not_offered_remove_nobody(cast: Cast) -> None:
    shown = without_bob(cast, links="some").page.text
    assert "Nobody was removed" in shown
    assert cast.bob.get(f"/games/{cast.game}").status_code == 200


def test_member_of_a_revoked_role_cannot_use_links_of_other_roles(cast: Cast) -> None:
    alice = share(cast)
    alice.submit(form(alice, "/roles/scorer/end"))
    assert cast.bob.get(f"/join/{cast.tokens['wendy']}").status_code == 403
    cast.joins("bob", cast.score(Role.SCORER))


def test_expired_guest_can_join_with_an_older_link(cast: Cast) -> None:
    cast.joins("xenia", cast.tokens["wendy"])
    assert cast.xenia.get(f"/tables/{cast.table}").status_code == 200


def test_program_that_removes_a_device_gets_the_new_links(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    place = f"/api/v1/tables/{cast.table}/members/{cast.member('Bob').id}"
    answer = cast.charlie.delete(place, headers=cast.bearer("alice"))
    assert answer.status_code == 200
    assert answer.json is not None
    assert set(answer.json["links"]) == set(answer.json["tokens"]) == {"scorer", "watcher"}
    assert cast.app.test_client().get(f"/join/{cast.tokens['bob']}").status_code == 410
    cast.joins("bob", answer.json["tokens"]["watcher"])


def test_program_that_removes_a_keeper_continues_with_the_new_token(cast: Cast) -> None:
    place = f"/api/v1/tables/{cast.table}"
    renamed(cast, "alice", "Alice")
    answer = cast.charlie.delete(f"{place}/members/{cast.member('Alice').id}", headers=cast.bearer("alice"))
    assert answer.json is not None
    assert cast.charlie.get(place, headers=cast.bearer("alice")).status_code == 403
    cast.tokens["alice"] = answer.json["tokens"]["keeper"]
    assert cast.charlie.get(place, headers=cast.bearer("alice")).status_code == 200


def test_program_can_keep_the_links(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    place = f"/api/v1/tables/{cast.table}/members/{cast.member('Bob').id}"
    assert cast.charlie.delete(f"{place}?links=some", headers=cast.bearer("alice")).status_code == 422
    assert cast.charlie.delete(f"{place}?links=keep", headers=cast.bearer("alice")).status_code == 204
    assert cast.bob.get(f"/join/{cast.tokens['bob']}").status_code == 403
    assert cast.charlie.get(f"/join/{cast.tokens['bob']}").status_code == 303
