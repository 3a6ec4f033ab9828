"""When a device was last seen is recorded next to its request: no request waits for that."""

import sys
from datetime import datetime

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.invites import Invite
from scorekeeper.storage.members import Member
from tests.access.cast import LONG_AGO, Cast
from tests.storage.test_locked_by_another import another_program_writes, noted_waits
from tests.storage.test_turns import another_writes


def seen(app: Flask) -> set[datetime | None]:
    with app.app_context():
        return set(db.session.scalars(select(Member.last_seen)))


def used(app: Flask) -> set[datetime | None]:
    with app.app_context():
        return set(db.session.scalars(select(Invite.last_used)))


@pytest.fixture
def stale(app: Flask, cast: Cast) -> Cast:
    """Everyone was last seen long ago."""
    with app.app_context(), write_transaction() as session:
        session.execute(update(Member).values(last_seen=LONG_AGO))
        session.execute(update(Invite).values(last_used=None))
    return cast


@pytest.mark.parametrize("kind", ["sqlite"])
def test_page_does_not_wait_for_a_writer(app: Flask, stale: Cast) -> None:
    with another_writes(app):
        assert stale.wendy.get(f"/tables/{stale.table}").status_code == 200
        assert seen(app) == {LONG_AGO}
    assert stale.wendy.get(f"/tables/{stale.table}").status_code == 200
    assert seen(app) != {LONG_AGO}


@pytest.mark.parametrize("kind", ["sqlite"])
def test_program_does_not_wait_for_a_writer(app: Flask, stale: Cast) -> None:
    def games() -> int:
        header = {"Authorization": f"Bearer {stale.tokens['bob']}"}
        return int(app.test_client().get(f"/api/v1/tables/{stale.table}/games", headers=header).status_code)

    with another_writes(app):
        assert games() == 200
        assert used(app) == {None}
    with noted_waits(app) as waits, another_program_writes(app):
        assert games() == 200
    assert waits == [0]
    assert games() == 200
    assert used(app) != {None}


@pytest.mark.parametrize("kind", ["sqlite"])
def test_form_that_would_wait_too_long_is_refused(app: Flask, stale: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[write_transaction.__module__], "WRITE_LOCK_TIMEOUT", 0.01)
    phone = stale.phone("alice")
    phone.open("/tables/new")
    fields = phone.page.form_with("name").fields.to_dict() | {"name": "Monday"}
    with another_writes(app):
        answer = phone.client.post("/tables", data=fields)
    assert answer.status_code == 503
    assert "Nothing was saved. Try again in a moment." in answer.text
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.parametrize("kind", ["sqlite"])
def test_page_does_not_wait_for_another_program(app: Flask, stale: Cast) -> None:
    with noted_waits(app) as waits, another_program_writes(app):
        assert stale.wendy.get(f"/tables/{stale.table}").status_code == 200
        assert seen(app) == {LONG_AGO}
    assert waits == [0]
