"""Standings with the reason of each place, and who plays at which table."""

from datetime import UTC, datetime

from flask import Blueprint

from scorekeeper.access import OWN_TOURNAMENT, current_phone, may
from scorekeeper.core.pages import View
from scorekeeper.services.tournament_cache import milliseconds
from scorekeeper.services.tournament_phones import team_of
from scorekeeper.tournament.pairing import final_ranking
from scorekeeper.tournament.standings import RankedTeam
from scorekeeper.tournament.state import TournamentState
from scorekeeper.tournament.words import why_text
from scorekeeper.web.tournaments.desk import by_table, match_view, open_matches
from scorekeeper.web.tournaments.page import current_round, loaded, names_of, render_page, team_label

pages = Blueprint("standings", __name__, url_prefix="/tournaments/<tournament>")


@pages.get("/standings", role=OWN_TOURNAMENT)
def show(tournament: str) -> str:
    now = loaded()
    own = None if (phone := current_phone()) is None else team_of(now.state, phone.player)
    hidden = now.state.settings.hide_standings and not may("scorer") and not now.state.ended
    places = () if hidden else final_ranking(now.state)
    return render_page(
        "standings.html",
        "standings",
        now,
        hidden=hidden,
        places=[place_view(now.state, place, is_own=own is not None and own.id == place.team) for place in places],
        ended=now.state.ended,
        at_desk=may("scorer"),
    )


def place_view(state: TournamentState, place: RankedTeam, *, is_own: bool) -> View:
    """A place: rank, team, wins and losses, difference, and why."""
    return {
        "rank": place.rank,
        "name": team_label(state.teams[place.team]),
        "wins": place.record.wins,
        "losses": place.record.losses,
        "difference": int(place.record.difference),
        "points": int(place.record.points),
        "why": why_text(place.why, names_of(state)),
        "own": is_own,
    }


@pages.get("/tables", role=OWN_TOURNAMENT)
def tables(tournament: str) -> str:
    """Who plays at which table in the latest round."""
    now, at = loaded(), milliseconds(datetime.now(UTC))
    shown = current_round(now.state)
    matches = [] if shown is None else [now.state.matches[match] for match in open_matches(now.state, shown)]
    rows = [match_view(now, match, at) for match in matches]
    return render_page("tables.html", "tables", now, matches=sorted(rows, key=by_table), at_desk=may("scorer"))
