"""The public page: rounds, bracket and standings for all who have its address, shown for a time."""

from datetime import UTC, datetime, time, timedelta

from flask import Blueprint, make_response, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE, NotAMember
from scorekeeper.access.gate import STRANGER
from scorekeeper.access.quotas import PAGE_SLOTS
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.log.earlier import after_round
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.directing.clocks import current_clock
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import asked_round, round_choices
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, places_words, public_names, seen
from scorekeeper.rooms.tournaments.pages.page import current_round, is_league, name_of_round, page_values
from scorekeeper.rooms.tournaments.pages.showing.bracket import Drawing, brackets_of
from scorekeeper.rooms.tournaments.pages.showing.standings import as_of_words, standings_view, table_rows_of
from scorekeeper.rooms.tournaments.pages.versions import hall_version
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, milliseconds
from scorekeeper.web.formatting import zone
from scorekeeper.web.games.rendering import KEPT_PAGES
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("public", __name__, url_prefix="/tournaments/<tournament>/public")

A_SECOND, AN_HOUR = 1000, 3_600_000


def is_public(state: TournamentState, at: int) -> bool:
    """Whether everybody may see it now: a director shows it, and its time is not over, which begins at the last event,
    or with the last day of a match that is not played.
    """
    left = [match for match in state.matches.values() if not state.is_over(match)]
    days = [max(state.last_day(match) or 0, _after_its_day(state, match)) for match in left]
    last = max([state.events[-1].at, *days])
    return state.settings.public and at < last + state.settings.public_hours * AN_HOUR


def _after_its_day(state: TournamentState, match: Match) -> int:
    """The end of the day that a match was given, in milliseconds of UTC; 0 without one."""
    given = state.fixture(match)
    day = None if given is None else day_of(given.date)
    return 0 if day is None else milliseconds(datetime.combine(day + timedelta(days=1), time(), UTC))


def shown_to_all(at: int) -> LoadedTournament:
    """The tournament in the URL. Raises `NotAMember` unless everybody may see it."""
    now = load_tournament(current_tournament().id)
    if not is_public(now.state, at):
        raise NotAMember(_(STRANGER))
    return now


@pages.get("", role=ANYONE)
def show(tournament: str) -> bytes:
    """The page, which is made once a second at most for all who see the same: nobody has to say who they are."""
    at = milliseconds(utc_now()) // A_SECOND * A_SECOND
    with PAGE_SLOTS:
        now = shown_to_all(at)
        past = None if is_league(now.state) else asked_round(now.state)
        asked = None if past is None else (past.stage, past.number)
        of = (now.row.id, hall_version(now), at, str(zone()), asked)
        return KEPT_PAGES.rendered(
            "rooms/tournaments/public.html", of, lambda: _values(seen(now, Reader.WATCHER), past, at)
        )


def code_for_all(now: LoadedTournament) -> View | None:
    """The address of the public page, and its code, for the desk; None without one."""
    if not now.state.settings.public:
        return None
    address = address_for_others("public.show", tournament=now.row.id)
    return {"url": address, "qr": qr_svg(address)}


def _values(now: LoadedTournament, past: Round | None, at: int) -> View:
    """The page as of the round that is played, or of a `past` one."""
    state = now.state
    shown, names, hidden = past or current_round(state), public_names(state), is_hidden(state)
    stage, then = None if state.stage > 1 else 1, state
    if past is not None:
        stage, then = past.stage, after_round(state, past)
    bracket = max((number for number in range(1, state.stage + 1) if brackets_of(state, number)), default=0)
    return page_values(
        "public",
        now,
        version=hall_version(now),
        as_of=sentence_case(as_of_words(state, past)),
        rounds=[] if is_league(state) else round_choices(state, past),
        places_left="" if state.rounds else places_words(state),
        name_of_round="" if shown is None else name_of_round(state, shown),
        clock=None if shown is None or past is not None or state.ended else current_clock(state, shown, at),
        matches=[]
        if shown is None
        else table_rows_of(now, shown, at, names, with_totals=not hidden, is_past=past is not None),
        view=None if hidden else standings_view(then, stage, names, None) | {"pages": _team_pages(now)},
        brackets=[
            Drawing(state, found, names, None, may_see=not hidden).view()
            for found in reversed(brackets_of(state, bracket) if bracket else [])
        ],
    )


def _team_pages(now: LoadedTournament) -> dict[int, str]:
    """Where the matches of each team of a league are; other formats have no such pages."""
    if not is_league(now.state):
        return {}
    return {team: url_for("calendars.team", tournament=now.row.id, team=team) for team in now.state.teams}


@pages.get("/version", role=ANYONE)
def version(tournament: str) -> Response:
    """The version of the page, as an ETag: 304 if the client has seen it."""
    with PAGE_SLOTS:
        now = shown_to_all(milliseconds(utc_now()))
    response = make_response("", 200)
    response.set_etag(hall_version(now))
    response.headers["Cache-Control"] = "no-cache, private"
    return response.make_conditional(request)
