"""The tournament in the URL, the roles of the phones that are there for it, and the turns of what takes long."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import g, request

from scorekeeper.access.gate import STRANGER
from scorekeeper.access.limits import AnyLimit
from scorekeeper.access.quotas import counted_work
from scorekeeper.access.refusals import NotAMember
from scorekeeper.access.routes import RoomRole
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.pairing import is_dear
from scorekeeper.rooms.tournaments.storage import TournamentRow, phone_of, tournament_row
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.membership import Membership


class HallLimit(AnyLimit):
    """The limits of a tournament; a new card or sign-up link, in place of one that was misused, starts at 0."""

    CARDS = ("60 per hour; 400 per day", translatable("Too many phones came by this table card."))
    CALLS = ("6 per minute; 40 per hour", translatable("This table calls the director too often."))
    SIGN_UPS = ("600 per hour; 2000 per day", translatable("Too many phones signed up for this tournament."))


PART = "tournament"
"""What a tournament's id is called in URLs."""


def current_tournament() -> TournamentRow:
    """The row of the tournament in the URL as the request found it. Raises `NoSuchTournament`."""
    if "tournament" not in g:
        g.tournament = tournament_row(str((request.view_args or {})[PART]))
    row: TournamentRow = g.tournament
    return row


def current_phone() -> TournamentPhone | None:
    """What the tournament in the URL knows of the phone that asks, on routes with a role."""
    membership: Membership | None = g.get("membership")
    return None if membership is None else _phone_of(membership)


def _phone_of(membership: Membership) -> TournamentPhone | None:
    if "phone" not in g:
        member = membership.member_id
        g.phone = None if member is None else phone_of(current_tournament().id, member)
    phone: TournamentPhone | None = g.phone
    return phone


def _is_here(membership: Membership) -> bool:
    return _phone_of(membership) is not None


def _is_known_player(membership: Membership) -> bool:
    phone = _phone_of(membership)
    if phone is not None and not (phone.accepted and phone.player is not None):
        raise NotAMember(_(STRANGER))
    return phone is not None


OWN_MATCH = RoomRole("own match", PART, _is_here)
"""A device at the tournament of the URL, also one that only scanned a table's card."""
OWN_TOURNAMENT = RoomRole("own tournament", PART, _is_known_player)
"""A member of the table, or the phone of a player whom the desk knows."""


@contextmanager
def pairing(tournament_id: str, membership: Membership) -> Iterator[None]:
    """Pair the next round of this tournament, in its turn if it takes long. Raises `Busy`."""
    if not is_dear(load_tournament(tournament_id).state):
        yield
        return
    with counted_work(membership):
        yield
