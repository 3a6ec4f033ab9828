"""The matches of a team of a league as a calendar file, for who is in and, with a public page, for everybody."""

from flask import Blueprint, Response, abort, url_for
from werkzeug.utils import secure_filename

from scorekeeper.access import ANYONE, current_membership
from scorekeeper.access.quotas import PAGE_SLOTS, answer_about
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import after_colon, in_sentences, translate as _, with_dots
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, public_names, reader_names, seen, side_name
from scorekeeper.rooms.tournaments.pages.league.days import by_day
from scorekeeper.rooms.tournaments.pages.page import loaded, page_values
from scorekeeper.rooms.tournaments.pages.showing.public import A_SECOND, shown_to_all
from scorekeeper.rooms.tournaments.pages.showing.standings import rows_of
from scorekeeper.rooms.tournaments.pages.versions import hall_version
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.calendar_file import CalendarMatch, calendar
from scorekeeper.web.formatting import zone
from scorekeeper.web.games.rendering import KEPT_PAGES

pages = Blueprint("calendars", __name__, url_prefix="/tournaments/<tournament>")


@pages.get("/standings/<int:team>/matches.ics", role=OWN_TOURNAMENT)
def own(tournament: str, team: int) -> Response:
    """For who is at the table."""
    now = seen(loaded())
    with answer_about(now.state.seq, current_membership()):
        address = url_for("history.show", tournament=tournament, team=team, _external=True)
        return _file(now, team, reader_names(now.state), address)


@pages.get("/public/<int:team>", role=ANYONE)
def team(tournament: str, team: int) -> bytes:
    """The matches of a team for everybody, while the tournament has a public page."""
    at = milliseconds(utc_now()) // A_SECOND * A_SECOND
    with PAGE_SLOTS:
        now = shown_to_all(at)
        if team not in now.state.teams:
            abort(404)
        of = (now.row.id, hall_version(now), at, str(zone()), team)
        return KEPT_PAGES.rendered("rooms/tournaments/league/team.html", of, lambda: _values(now, team, at))


def _values(now: LoadedTournament, team: int, at: int) -> View:
    shown, names = seen(now, Reader.WATCHER), public_names(now.state)
    own = [match for match in shown.state.matches.values() if team in match.teams]
    rows = rows_of(shown, own, at, names, with_totals=not is_hidden(shown.state))
    return page_values(
        "public",
        shown,
        name=names[team],
        matches=[row | {"look": ""} for row in rows],
        calendar=address_for_others("calendars.public", tournament=now.row.id, team=team),
    )


@pages.get("/public/<int:team>/matches.ics", role=ANYONE)
def public(tournament: str, team: int) -> Response:
    """The same for calendar programs, which follow it."""
    with PAGE_SLOTS:
        now = shown_to_all(milliseconds(utc_now()))
        address = address_for_others("calendars.team", tournament=tournament, team=team)
        return _file(seen(now, Reader.WATCHER), team, public_names(now.state), address)


def _file(now: LoadedTournament, team: int, names: dict[int, str], address: str) -> Response:
    state = now.state
    if team not in state.teams:
        abort(404)
    matches = [match for match in state.matches.values() if team in match.teams and not match.pairing.is_bye]
    placed = sorted(matches, key=lambda match: by_day(state, match))
    dated = [found for match in placed if (found := _in_calendar(now, match, names, address)) is not None]
    answer = Response(calendar(after_colon(state.name, names[team]), dated), mimetype="text/calendar")
    answer.headers["Cache-Control"] = "no-cache, private"
    name = secure_filename(state.name)[:60] or "matches"
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}-{team}.ics")
    return answer


def _in_calendar(now: LoadedTournament, match: Match, names: dict[int, str], address: str) -> CalendarMatch | None:
    """A match that has a day. Its name is that of its round and teams, which no other list changes."""
    state = now.state
    given = state.fixture(match)
    if given is None or day_of(given.date) is None:
        return None
    moves = [event for event in state.events if isinstance(event, ev.FixtureMoved) and event.match == match.id]
    teams = " – ".join(side_name(match, side, names) for side in range(len(match.pairing.sides)))
    low, high = sorted(match.teams)
    return CalendarMatch(
        uid=f"{now.row.id}-{match.stage}-{match.round}-{low}-{high}@scorekeeper",
        date=given.date,
        time=given.time,
        summary=after_colon(_("Postponed"), teams) if given.postponed else teams,
        place=given.place,
        about=with_dots([part for part in (_about(state, match), _("Round {number}", number=match.round)) if part]),
        url=address,
        postponed=given.postponed,
        changes=len(moves),
        changed_at=max(state.over_at(match), *(event.at for event in moves), _published(state, match)),
    )


def _published(state: TournamentState, match: Match) -> int:
    found = state.round(match.stage, match.round)
    return 0 if found is None else found.published_at


def _about(state: TournamentState, match: Match) -> str:
    """The result, once it counts: `500 : 320`."""
    result = state.result(match) if state.is_over(match) and not is_hidden(state) else None
    if result is None:
        return ""
    return " : ".join(map(str, result.scores)) if result.scores else in_sentences([_("Forfeit")])
