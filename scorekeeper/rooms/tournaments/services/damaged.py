"""Tournaments that cannot be read: one with such an event is damaged, and no other one is."""

from scorekeeper.services.damaged import Damaged


class DamagedTournament(Damaged):
    """A tournament whose record cannot be read."""
