"""The test cast: Alice keeps the table, Bob scores, Wendy watches, Charlie is a stranger.

Olga keeps another table; Rita was removed, Xenia's invite has expired. A room may add people who are at the table only
for it (`tests/rooms/tournaments/cast.py`). Each has a browser (`cast.alice`), and those
who have a link also have a token for a program (`cast.tokens["alice"]`).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.access import Access
from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.invites import InviteLink, invite, permanent_link
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.invites import Invite, end_invites
from scorekeeper.storage.members import Member, Role, member_by_id, members_of, revoke_members
from tests.rooms import rooms_with
from tests.tables import sheet_of
from tests.web.browsing import Phone

EVERYONE = ("alice", "bob", "wendy", "charlie", "olga", "rita", "xenia")
OF_ROOMS = rooms_with("cast")
GUESTS: dict[str, tuple[Access, ...]] = {name: roles for room in OF_ROOMS for name, roles in room.GUESTS.items()}
"""Those who are at the table only for a room, and the roles that they have there."""
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


class Cast:
    """The people at the table, and the others."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.clients: dict[str, FlaskClient] = {name: app.test_client() for name in (*EVERYONE, *GUESTS)}
        self.tokens: dict[str, str] = {}
        self.table = self.opens("alice", "Thursday")
        self.other_table = self.opens("olga", "Friday")
        self.joins("bob", self.score(Role.SCORER))
        self.joins("wendy", self.score(Role.WATCHER))
        self.tokens["alice"] = self.score(Role.KEEPER)
        self.tokens["olga"] = self.score(Role.KEEPER, self.other_table)
        self.game = self.starts(self.table)
        self._remove_rita()
        self._let_xenias_time_pass()
        # What URLs of rooms have, by the name of the part.
        self.of_rooms: dict[str, str] = {}
        for room in OF_ROOMS:
            self.of_rooms |= room.come(self)

    def __getattr__(self, name: str) -> FlaskClient:
        try:
            return self.clients[name]
        except KeyError:
            raise AttributeError(name) from None

    def again(self) -> Cast:
        """The same people with their own browsers, on a fresh database."""
        cast = Cast.__new__(Cast)
        cast.__dict__ |= self.__dict__ | {"clients": {}, "tokens": dict(self.tokens)}
        for name, client in self.clients.items():
            cast.clients[name] = self.app.test_client()
            cast.clients[name]._cookies = dict(client._cookies or {})
        return cast

    def phone(self, name: str) -> Phone:
        """Somebody's browser, with a person's actions."""
        return Phone(self.clients[name])

    def opens(self, name: str, table: str) -> str:
        """Somebody creates a table; its id."""
        phone = self.phone(name)
        phone.open("/tables/new")
        return phone.submit(phone.page.form_with("name"), name=table).url.rsplit("/", 1)[-1]

    def joins(self, name: str, token: str) -> None:
        """Somebody opens a link, and confirms if asked."""
        phone = self.phone(name)
        phone.open(f"/join/{token}")
        if phone.page.url == "/join":
            phone.tap(next(button.label for button in phone.page.buttons if button.label.startswith("Join")))
        assert phone.page.url.startswith("/tables/")
        self.tokens[name] = token

    def score(self, role: Role, table: str | None = None) -> str:
        """The token of a table's permanent link for a role."""
        with self.app.app_context():
            return str(permanent_link(table or self.table, role).token)

    def invited(self, role: Role, **limits: Any) -> InviteLink:
        """A new link with limits."""
        with self.app.app_context():
            return invite(self.table, role, **limits)

    def starts(self, table: str, rules: str = "partnership", **more: Any) -> str:
        """A game starts; its id."""
        with self.app.app_context():
            return start_game(table, read_sheet(sheet_of(rules, **more)), author=Author("Alice")).game.id

    def member(self, name: str) -> Member:
        """Somebody's device at the table, by its name."""
        with self.app.app_context():
            return next(member for member in members_of(self.table) if member.name == name)

    def bearer(self, name: str) -> dict[str, str]:
        """The authorization header of somebody's program."""
        return {"Authorization": f"Bearer {self.tokens[name]}"} if name in self.tokens else {}

    def expire(self, invite_id: str) -> None:
        """Expire an invite, and the guest who joined by it."""
        with self.app.app_context(), write_transaction() as session:
            session.execute(update(Invite).where(Invite.id == invite_id).values(expires=LONG_AGO))
            guests = update(Member).where(Member.invite_id == invite_id, Member.expires.is_not(None))
            session.execute(guests.values(expires=LONG_AGO))

    def _remove_rita(self) -> None:
        invite_link = self.invited(Role.KEEPER)
        self.joins("rita", str(invite_link.token))
        with self.app.app_context():
            rita = members_of(self.table)[0]
            assert rita.invite_id == invite_link.invite.id
            revoke_members(self.table, member_id=rita.id)
            end_invites(self.table, invite_id=invite_link.invite.id)
            assert member_by_id(self.table, rita.id) is not None

    def _let_xenias_time_pass(self) -> None:
        invite_link = self.invited(Role.KEEPER, lasts=timedelta(hours=1), guests=True)
        self.joins("xenia", str(invite_link.token))
        self.expire(invite_link.invite.id)
