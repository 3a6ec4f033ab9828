"""Joining by a short code, read out across the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.invites import Invite
from tests.access.cast import Cast
from tests.sharing.test_devices import renamed
from tests.web.browsing import Page


def asked_for(cast: Cast, name: str = "alice", role: str = "scorer") -> str:
    """A code from the share page."""
    phone = cast.phone(name)
    phone.open(f"/tables/{cast.table}/share?role={role}")
    phone.tap("Use a code instead")
    found = re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", phone.page.text)
    assert found, phone.page.text
    return found[0]


def typed(cast: Cast, code: str, status: int = 200) -> Page:
    phone = cast.phone("charlie")
    phone.open("/join")
    return phone.submit(phone.page.form_with("code"), None, status, code=code)


def test_code_admits_a_device(cast: Cast) -> None:
    page = typed(cast, asked_for(cast))
    assert page.url == f"/tables/{cast.table}/who"
    renamed(cast, "charlie", "Charlie")
    assert "Charlie Keeps score too" in cast.phone("charlie").open(f"/tables/{cast.table}/share").text


@pytest.mark.parametrize(
    "spelled",
    [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code[:4]} {code[5:]} "],
    ids=["small letters", "without the dash", "with spaces"],
)
def test_code_is_accepted_in_any_spelling(cast: Cast, spelled: Callable[[str], str]) -> None:
    assert typed(cast, spelled(asked_for(cast))).heading == "You’re in. Who are you?"


def test_valid_code_is_shown_again(cast: Cast) -> None:
    code = asked_for(cast)
    phone = cast.phone("bob")
    assert code in phone.open(f"/tables/{cast.table}/share?role=scorer").text
    assert "within 15 minutes" in phone.page.text


def test_expired_code_admits_nobody(cast: Cast) -> None:
    code = asked_for(cast)
    with cast.app.app_context(), write_transaction() as session:
        over = datetime.now(UTC) - timedelta(seconds=1)
        session.execute(update(Invite).where(Invite.code.is_not(None)).values(code_expires=over))
    assert "That code didn’t work" in typed(cast, code, 404).text
    assert code not in cast.alice.get(f"/tables/{cast.table}/share?role=scorer").text


def test_unknown_code_shows_an_error_at_its_field(cast: Cast) -> None:
    page = typed(cast, "ABCD-EFGH", 404)
    assert "That code didn’t work" in page.text
    assert page.form_with("code").fields["code"] == "ABCD-EFGH"


@pytest.mark.parametrize("code", ["", " ", "7", "x" * 21, "💥", "\x00\x00"])
def test_malformed_code_is_refused(cast: Cast, code: str) -> None:
    phone = cast.phone("charlie")
    phone.open("/join")
    assert cast.charlie.post(
        "/join", data={"code": code, **phone.page.form_with("code").fields.to_dict() | {"code": code}}
    ).status_code in (404, 422)


def test_code_ends_with_its_link(cast: Cast) -> None:
    code = asked_for(cast)
    phone = cast.phone("alice")
    phone.open(f"/tables/{cast.table}/share")
    ends = next(form for form in phone.page.forms if form.action.endswith("/roles/scorer/end"))
    phone.submit(ends)
    typed(cast, code, 404)


def test_scorer_cannot_get_a_keeper_code(cast: Cast) -> None:
    phone = cast.phone("bob")
    phone.open(f"/tables/{cast.table}/share")
    form = next(form for form in phone.page.forms if form.action.endswith("/share/code"))
    phone.submit(form, None, 403, role="keeper")
    assert "Ask a keeper for this link" in phone.page.text
