"""Roles at a table, and access with a role, which may end."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """A watcher reads; a scorer records, corrects and undoes; a keeper also manages access."""

    WATCHER = "watcher"
    SCORER = "scorer"
    KEEPER = "keeper"

    @property
    def rank(self) -> int:
        """1 for the least powerful role."""
        return ROLES.index(self) + 1

    def may(self, least: Role) -> bool:
        """Whether this role is at least `least`."""
        return self.rank >= least.rank


ROLES = tuple(Role)


def now() -> datetime:
    """The current time."""
    return datetime.now(UTC)


class Access:
    """The role of a device at a table, and whether it has ended."""

    role: Any  # a column in the model, a value in a row
    expires: Any
    revoked: Any

    @property
    def as_role(self) -> Role:
        return Role(self.role)

    def ended(self, at: datetime | None = None) -> str | None:
        """Why its access ended: `revoked` or `expired`; None while it is valid."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and self.expires <= (at or now()) else None
