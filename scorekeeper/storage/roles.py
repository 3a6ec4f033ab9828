"""The roles at a table, each with all that the one before may."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """A watcher reads; a scorer records, corrects and undoes; a keeper lets people in and puts them out."""

    WATCHER = "watcher"
    SCORER = "scorer"
    KEEPER = "keeper"

    @property
    def rank(self) -> int:
        """How much it may: 1 is the least."""
        return ROLES.index(self) + 1

    def may(self, least: Role) -> bool:
        """Whether this role is enough where `least` is asked for."""
        return self.rank >= least.rank


ROLES = tuple(Role)
