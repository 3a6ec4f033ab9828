"""A league on a player's phone: any match of the team, on any day."""

from flask import request, url_for

from scorekeeper.core.pages import View
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.hall import seen
from scorekeeper.rooms.tournaments.pages.league.days import fixture_view
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament

SHOWN = 5
"""Matches below the own one; the team's page has all."""


def asked_match() -> int | None:
    """The match in the address."""
    asked = request.args.get("match", "")
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None


def own_fixtures(now: LoadedTournament, match: Match, team: Team, reader: Reader) -> View:
    """The next matches of a player's team besides this one, for `league/macros.html`."""
    shown = seen(now, reader).state
    left = [other for other in now.state.matches_left(team.id) if other.id != match.id]
    address = url_for("my_match.show", tournament=now.row.id)
    return {
        "round": match.round,
        "others": [
            fixture_view(shown, other, team.id) | {"url": f"{address}?match={other.id}"} for other in left[:SHOWN]
        ],
        "all": url_for("history.show", tournament=now.row.id, team=team.id),
    }
