"""What a tournament adds to the pages of its table and of the games of its matches."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from flask import get_template_attribute, url_for

from scorekeeper.access import current_membership, may
from scorekeeper.chance import new_id
from scorekeeper.core.pages import PadNotice
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.hooks import Card, Row
from scorekeeper.rooms.tournaments.domain.log.state import RUNNING, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader, seen_by
from scorekeeper.rooms.tournaments.pages.directing.director_call import call_view
from scorekeeper.rooms.tournaments.pages.hall import round_words
from scorekeeper.rooms.tournaments.pages.page import is_league
from scorekeeper.rooms.tournaments.services.cache import is_damaged, load_tournament
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.storage import OPEN, TournamentRow, open_tournaments, tournaments_of
from scorekeeper.storage.members import Role
from scorekeeper.storage.visits import GameRow
from scorekeeper.web.formatting import day

MAX_TOURNAMENTS = 5
"""How many tournaments a table's page lists."""


def tournament_rows(table_id: str) -> Iterator[Row]:
    """The tournaments that are played, the latest of the others, a link to all, and for keepers a new one."""
    found = tournaments_of(table_id)
    shown = sorted(found, key=lambda row: _played(row) is None)[:MAX_TOURNAMENTS]
    for row in shown:
        yield Row(url_for("tournaments.show", tournament=row.id), row.name, _note(row))
    if len(found) > len(shown) or (found and may("keeper")):
        yield Row(url_for("tournament_archive.index", table=table_id), _("All tournaments"))
    if may("keeper"):
        yield Row(url_for("tournaments.new", table=table_id), _("New tournament"))


def _played(row: TournamentRow) -> TournamentState | None:
    """A tournament that is played now."""
    if row.status != OPEN or is_damaged(row.id):
        return None
    state = load_tournament(row.id).state
    return state if state.status == RUNNING else None


def _note(row: TournamentRow) -> str:
    """How far one is that is played, else its day."""
    state = _played(row)
    return round_words(state) if state is not None else _("Damaged") if is_damaged(row.id) else day(row.created)


def tournament_cards(table_id: str) -> Iterator[Card]:
    """The tournaments of a table that are not over: how far each is, and the desk, or for those who watch its tables
    and the wall.
    """
    for row in open_tournaments([table_id]):
        with suppress(DamagedTournament):
            state = seen_by(load_tournament(row.id).state, Reader.WATCHER)
            yield Card(_("Tournament"), row.name, round_words(state), [*_ways_in(row.id, state)])


def _ways_in(tournament_id: str, state: TournamentState) -> Iterator[tuple[str, str]]:
    if may("scorer"):
        yield url_for("desk.show", tournament=tournament_id), _("Desk")
        yield url_for("teams.show", tournament=tournament_id), _("Teams")
        return
    tables = url_for("standings.tables", tournament=tournament_id)
    yield tables, _("Fixtures") if is_league(state) else _("Tables")
    if is_league(state):
        yield url_for("standings.show", tournament=tournament_id), _("Standings")
    else:
        yield url_for("wall.show", tournament=tournament_id), _("Wall")


DIRECTOR = {
    "verb": translatable("Direct"),
    "does": translatable("Pairs, decides disputes, corrects; invites and removes phones"),
    "now": translatable("Director"),
    "yours": translatable("You’re a director: you pair, decide and correct, and invite others."),
    "opens": translatable("Anyone with this code or link is a director: they can do everything here."),
}
HELPER = {
    "verb": translatable("Help at the desk"),
    "does": translatable("Arrivals, results, forfeits, phones; keeps score at every table"),
    "now": translatable("Scorer at the desk"),
    "yours": translatable("You’re a scorer at the desk: you enter arrivals, results and forfeits, and let phones in."),
    "opens": translatable("Anyone with this code or link enters arrivals, results and forfeits at the desk."),
}
WATCHER = {
    "verb": translatable("Watch"),
    "does": translatable("Sees pairings, standings and games; enters nothing"),
    "now": translatable("Watching"),
    "opens": translatable("Anyone with this code or link sees pairings, standings and games."),
}
ROLES = {Role.KEEPER: DIRECTOR, Role.SCORER: HELPER, Role.WATCHER: WATCHER}
"""What a phone at the table may do at its tournaments, by role, in the words of the hall."""


def roles_here(table_id: str) -> Mapping[Role, Mapping[str, str]]:
    """The words for directors and helpers, while a tournament of the table is not over."""
    if not open_tournaments([table_id]):
        return {}
    return {role: {part: _(words) for part, words in wording.items()} for role, wording in ROLES.items()}


def place_on_desk(game: GameRow, tournament_id: str) -> str:
    """Where the desk shows the match of this game, for a device that is at the desk and keeps no score there."""
    if current_membership().keeps or not may("scorer"):
        return ""
    try:
        match = load_tournament(tournament_id).state.match_of(game.id)
    except DamagedTournament:
        match = None
    anchor = None if match is None else f"match-{match.id}"
    return url_for("desk.show", tournament=tournament_id, _anchor=anchor)


def notice_on_pad(game: GameRow, tournament_id: str) -> PadNotice:
    """What the tournament of a match tells its pad."""
    known = {name: value for name, value in (game.room or {}).items() if name not in ("seq", "call")}
    at_match = current_membership().keeps is not None
    call = (game.room or {}).get("call") if at_match else None
    if call is not None:
        draw = get_template_attribute("rooms/tournaments/macros/director_call.html", "call_notice")
        known["call"] = str(draw(call_view(tournament_id, **call, entry_id=new_id(), pad="yes")))
    director = url_for("director_calls.create", tournament=tournament_id, pad="yes") if at_match else ""
    with suppress(DamagedTournament):
        director = "" if is_league(load_tournament(tournament_id).state) else director
    return PadNotice(url_for("my_match.show", tournament=tournament_id), **known, director=director)
