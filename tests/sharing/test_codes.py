"""Joining by a short code, read out across the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorekeeper.storage import Invite, write_transaction
from tests.access.cast import Cast
from tests.web.browsing import Page


def asked_for(cast: Cast, name: str = "alice", role: str = "scorer") -> str:
    """A code from the share page."""
    phone = cast.phone(name)
    phone.open(f"/tables/{cast.table}/share?role={role}")
    phone.tap("Use a code instead")
    found = re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", phone.page.text)
    assert found, phone.page.text
    return found[0]


def typed(cast: Cast, code: str, status: int = 200, name: str = "") -> Page:
    phone = cast.phone("charlie")
    phone.open("/join")
    return phone.submit(phone.page.form_with("code"), None, status, code=code, name=name)


def test_a_code_lets_a_device_in(cast: Cast) -> None:
    page = typed(cast, asked_for(cast), name="Charlie")
    assert page.url == f"/tables/{cast.table}"
    assert "You are in as a scorer. This device is called “Charlie”" in page.text


@pytest.mark.parametrize(
    "spelled",
    [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code[:4]} {code[5:]} "],
    ids=["small letters", "without the dash", "with spaces"],
)
def test_however_it_is_typed(cast: Cast, spelled: Callable[[str], str]) -> None:
    assert typed(cast, spelled(asked_for(cast))).url == f"/tables/{cast.table}"


def test_it_is_shown_again_while_it_stands(cast: Cast) -> None:
    code = asked_for(cast)
    phone = cast.phone("bob")
    assert code in phone.open(f"/tables/{cast.table}/share?role=scorer").text
    assert "within 15 minutes" in phone.page.text


def test_after_its_time_it_lets_nobody_in(cast: Cast) -> None:
    code = asked_for(cast)
    with cast.app.app_context(), write_transaction() as session:
        over = datetime.now(UTC) - timedelta(seconds=1)
        session.execute(update(Invite).where(Invite.code.is_not(None)).values(code_expires=over))
    assert "There is no such code now" in typed(cast, code, 404).text
    assert code not in cast.alice.get(f"/tables/{cast.table}/share?role=scorer").text


def test_a_code_that_nobody_gave_is_refused_where_it_was_typed(cast: Cast) -> None:
    page = typed(cast, "ABCD-EFGH", 404)
    assert "There is no such code now" in page.text
    assert page.form_with("code").fields["code"] == "ABCD-EFGH"


@pytest.mark.parametrize("code", ["", " ", "7", "x" * 21, "💥", "\x00\x00"])
def test_what_is_no_code_is_refused(cast: Cast, code: str) -> None:
    phone = cast.phone("charlie")
    phone.open("/join")
    assert cast.charlie.post(
        "/join", data={"code": code, **phone.page.form_with("code").fields.to_dict() | {"code": code}}
    ).status_code in (404, 422)


def test_with_the_link_its_code_ends(cast: Cast) -> None:
    code = asked_for(cast)
    phone = cast.phone("alice")
    phone.open(f"/tables/{cast.table}/share")
    ends = next(form for form in phone.page.forms if form.action.endswith("/roles/scorer/end"))
    phone.submit(ends)
    typed(cast, code, 404)


def test_a_scorer_gets_no_code_for_keepers(cast: Cast) -> None:
    phone = cast.phone("bob")
    phone.open(f"/tables/{cast.table}/share")
    form = next(form for form in phone.page.forms if form.action.endswith("/share/code"))
    phone.submit(form, None, 403, role="keeper")
    assert "For this link ask a keeper" in phone.page.text
