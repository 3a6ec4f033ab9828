"""Joining by link: at once by the permanent link, after a question by a link with limits."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from scorekeeper.access.cookie import NAME
from scorekeeper.core.words.names import FIRST_TABLE
from scorekeeper.services import members
from scorekeeper.services.invites import first_table
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.members import Role, count_devices, members_of, names_at
from tests.access.cast import GUESTS, Cast


def roles_by_name(cast: Cast) -> dict[str, str]:
    with cast.app.app_context():
        return {member.name: member.role for member in members_of(cast.table)}


def test_link_admits_a_browser_and_leaves_the_address_bar(cast: Cast) -> None:
    token = cast.score(Role.SCORER)
    first = cast.charlie.get(f"/join/{token}")
    assert first.status_code == 303
    assert first.headers["Location"] == f"/tables/{cast.table}/who?joined=yes"
    assert first.headers["Referrer-Policy"] == "no-referrer"
    landed = cast.charlie.get(first.headers["Location"])
    assert landed.status_code == 200
    assert "You’re in. Who are you?" in landed.text
    assert token not in landed.text


def test_link_preview_is_not_listed_as_a_member(cast: Cast) -> None:
    """A link preview opens the link and never returns with its cookie."""
    before = roles_by_name(cast)
    cast.app.test_client(use_cookies=False).get(f"/join/{cast.score(Role.SCORER)}")
    assert roles_by_name(cast) == before


def test_link_for_one_device_asks_first(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, uses=1)
    phone = cast.phone("charlie")
    page = phone.open(f"/join/{invite_link.token}")
    assert page.url == "/join"
    assert page.heading == "Join Thursday as scorer?"
    assert str(invite_link.token) not in page.html
    before = roles_by_name(cast)
    phone.tap("Join")
    assert phone.page.url == f"/tables/{cast.table}/who"
    assert [role for name, role in roles_by_name(cast).items() if name not in before] == ["scorer"]


def test_opening_a_limited_link_does_not_use_it_up(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, uses=1)
    for _ in range(5):
        cast.app.test_client(use_cookies=False).get(f"/join/{invite_link.token}", follow_redirects=True)
    before = roles_by_name(cast)
    phone = cast.phone("charlie")
    phone.open(f"/join/{invite_link.token}")
    phone.tap("Join")
    assert len(roles_by_name(cast)) == len(before) + 1


def test_used_up_link_admits_nobody(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, uses=1)
    charlie, olga = cast.phone("charlie"), cast.phone("olga")
    charlie.open(f"/join/{invite_link.token}")
    olga.open(f"/join/{invite_link.token}")
    charlie.tap("Join")
    olga.tap("Join", status=410)
    assert "is used up" in olga.page.text
    assert cast.app.test_client().get(f"/join/{invite_link.token}").status_code == 410


def test_member_does_not_use_up_a_link(cast: Cast) -> None:
    invite_link = cast.invited(Role.WATCHER, uses=1)
    bob, charlie = cast.phone("bob"), cast.phone("charlie")
    assert bob.open(f"/join/{invite_link.token}").url == f"/tables/{cast.table}"
    charlie.open(f"/join/{invite_link.token}")
    charlie.tap("Join")
    assert charlie.page.url == f"/tables/{cast.table}/who"


def test_expired_link_says_so(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, lasts=timedelta(hours=1))
    cast.expire(invite_link.invite.id)
    answer = cast.charlie.get(f"/join/{invite_link.token}")
    assert answer.status_code == 410
    assert "This link has expired" in answer.text


def test_members_stay_after_their_link_expired(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, lasts=timedelta(hours=1))
    cast.joins("charlie", str(invite_link.token))
    cast.expire(invite_link.invite.id)
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 200


def test_guests_lose_access_when_their_link_expires(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, lasts=timedelta(hours=1), guests=True)
    cast.joins("charlie", str(invite_link.token))
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 200
    cast.expire(invite_link.invite.id)
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 403


def test_former_guest_who_returns_by_a_guest_link_is_a_guest_again(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, lasts=timedelta(hours=1), guests=True)
    cast.joins("xenia", str(invite_link.token))
    assert cast.xenia.get(f"/tables/{cast.table}").status_code == 200
    cast.expire(invite_link.invite.id)
    assert cast.xenia.get(f"/tables/{cast.table}").status_code == 403


def test_wrong_link_says_so(cast: Cast) -> None:
    for token in ("x", "A" * 22, cast.tokens["bob"][:-1], cast.tokens["bob"] + "A", "%00", "é"):
        answer = cast.charlie.get(f"/join/{token}")
        assert answer.status_code == 404
        assert "This link is wrong or cut off" in answer.text


def test_link_of_a_lower_role_changes_nothing(cast: Cast) -> None:
    cast.joins("alice", cast.score(Role.WATCHER))
    assert cast.alice.get(f"/tables/{cast.table}/share?role=keeper").status_code == 200


def test_link_of_a_higher_role_gives_it(cast: Cast) -> None:
    cast.joins("wendy", cast.score(Role.KEEPER))
    assert cast.wendy.get(f"/tables/{cast.table}/share?role=keeper").status_code == 200


def test_link_asks_a_device_of_another_table(cast: Cast) -> None:
    olga = cast.phone("olga")
    page = olga.open(f"/join/{cast.score(Role.SCORER)}")
    assert page.url == "/join"
    assert page.heading == "Join Thursday as scorer?"
    assert "This device is also at Friday." in page.text
    assert cast.olga.get(f"/tables/{cast.table}").status_code == 404
    olga.tap("Join")
    assert olga.page.url == f"/tables/{cast.table}/who"


def test_link_of_a_higher_role_asks_and_keeps_the_device_name(cast: Cast) -> None:
    wendy = cast.phone("wendy")
    wendy.open(f"/join/{cast.score(Role.KEEPER)}")
    assert cast.wendy.get(f"/tables/{cast.table}/games/new").status_code == 403
    assert not [form for form in wendy.page.forms if "name" in form.fields]
    wendy.tap("Join")
    assert cast.wendy.get(f"/tables/{cast.table}/games/new").status_code == 200


def test_code_can_be_typed_instead_of_confirming(cast: Cast) -> None:
    olga = cast.phone("olga")
    olga.open(f"/join/{cast.score(Role.SCORER)}")
    olga.tap("Use a code instead")
    assert "code" in olga.page.form_with("code").fields
    assert "code" in olga.open("/join").form_with("code").fields


def test_temporary_link_asks_before_joining(cast: Cast) -> None:
    invite_link = cast.invited(Role.SCORER, lasts=timedelta(hours=1))
    assert cast.phone("charlie").open(f"/join/{invite_link.token}").heading == "Join Thursday as scorer?"
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 404


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("HEAD", {}),
        ("GET", {"Sec-Purpose": "prefetch"}),
        ("GET", {"Sec-Fetch-Dest": "image"}),
        ("GET", {"Sec-Fetch-Dest": "iframe"}),
        ("GET", {"Sec-Fetch-User": "", "Sec-Fetch-Site": "cross-site"}),
        ("GET", {"Sec-Fetch-Dest": ""}),
    ],
    ids=["HEAD", "fetched beforehand", "a picture", "in a frame", "a page that redirects", "a chat's preview"],
)
def test_link_that_no_person_opened_joins_nobody(cast: Cast, method: str, headers: dict[str, str]) -> None:
    cast.charlie.open(f"/join/{cast.score(Role.SCORER)}", method=method, headers=headers)
    assert cast.charlie.get_cookie(NAME) is None
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 404
    with cast.app.app_context():
        assert len(names_at(cast.table)) == 5 + len(GUESTS)  # nor is an unseen device stored


def test_link_over_plain_http_asks_with_one_button(cast: Cast) -> None:
    """Browsers say nothing of who opened it there."""
    charlie = cast.phone("charlie")
    charlie.client.environ_base.clear()
    assert charlie.open(f"/join/{cast.score(Role.SCORER)}").heading == "Join Thursday as scorer?"
    charlie.tap("Join")
    assert cast.charlie.get(f"/tables/{cast.table}").status_code == 200


def test_joins_of_an_address_are_limited_for_each_table(cast: Cast) -> None:
    token = cast.score(Role.WATCHER)
    for _device in range(60):
        assert cast.app.test_client().get(f"/join/{token}").status_code == 303
    refused = cast.app.test_client().get(f"/join/{token}")
    assert refused.status_code == 429
    assert "Too many devices joined this table" in refused.text


def test_full_table_admits_nobody_until_a_device_is_removed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    token = cast.score(Role.WATCHER)
    with cast.app.app_context():
        monkeypatch.setattr(members, "MAX_DEVICES", count_devices(cast.table))
    refused = cast.charlie.get(f"/join/{token}")
    assert refused.status_code == 403
    assert "This table is full" in refused.text
    with cast.app.app_context():
        monkeypatch.setattr(members, "MAX_DEVICES", count_devices(cast.table) + 1)
    assert cast.charlie.get(f"/join/{token}").status_code == 303


def test_nobody_joins_while_the_disk_is_nearly_full(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=0, path=path))
    assert cast.charlie.get(f"/join/{cast.score(Role.WATCHER)}").status_code == 507


def test_link_is_never_a_referrer_or_in_a_title(cast: Cast) -> None:
    """What other pages send: also for a wrong link, or an address that is out of guesses."""
    limited = cast.invited(Role.SCORER, uses=1)
    cast.app.after_request_funcs.setdefault(None, []).append(_as_same_origin)
    try:
        statuses = set()
        for token in (cast.score(Role.SCORER), str(limited.token), *(f"wrong{guess}" for guess in range(16))):
            answer = cast.olga.get(f"/join/{token}")
            statuses.add(answer.status_code)
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert token not in answer.text.partition("</title>")[0]
        assert statuses == {303, 404, 429}
    finally:
        cast.app.after_request_funcs[None].remove(_as_same_origin)


def _as_same_origin(response: Response) -> Response:
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


def test_first_table_is_created_once_until_it_is_in_use(app: Flask) -> None:
    with app.app_context():
        made = first_table()
        assert first_table() == made
        with write_transaction():
            find_table(str(made)).stored_name = "Friday"
        assert first_table() is None
        create_table(FIRST_TABLE)
        assert first_table() is None
