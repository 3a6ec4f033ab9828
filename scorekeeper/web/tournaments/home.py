"""The tournaments on Home: those that this phone's tables play now, and those where it is there only for its match."""

from flask import url_for

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.membership import Membership, tournaments_here
from scorekeeper.services.tournament_cache import load_tournament
from scorekeeper.services.tournament_phones import match_of_phone
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import Table, TournamentPhone
from scorekeeper.storage.tournaments import OPEN, TournamentRow, open_tournaments
from scorekeeper.web.tournaments.page import subtitle


def has_match(secret: str | None) -> bool:
    """Whether this phone is at a tournament."""
    return bool(tournaments_here(secret))


def tournament_rows(secret: str | None, tables: list[tuple[Table, Membership]]) -> list[View]:
    """Each tournament with where this phone goes: the desk, its match, or the standings."""
    own = {row.id: (row, phone) for row, phone in tournaments_here(secret) if row.status == OPEN}
    roles = {table.id: membership for table, membership in tables}
    at_tables = open_tournaments(list(roles))
    found = [_row(row, own.get(row.id, (row, None))[1], roles.get(row.table_id)) for row in at_tables]
    return found + [_row(row, phone, None) for row, phone in own.values() if row.table_id not in roles]


def _row(row: TournamentRow, phone: TournamentPhone | None, membership: Membership | None) -> View:
    state = load_tournament(row.id).state
    match = None if phone is None else match_of_phone(state, phone)
    note = subtitle(state)
    if match is not None and match.pairing.table is not None and not state.is_over(match):
        label, endpoint = _("Go to table {number}", number=match.pairing.table), "my_match.show"
    elif membership is not None and membership.may(Role.SCORER):
        label, endpoint = _("Open the desk"), "desk.show"
    elif phone is not None:
        label, endpoint = _("My match"), "my_match.show"
    else:
        label, endpoint = _("Look at the standings"), "standings.show"
    return {"url": url_for(endpoint, tournament=row.id), "name": state.name, "note": note, "label": label}
