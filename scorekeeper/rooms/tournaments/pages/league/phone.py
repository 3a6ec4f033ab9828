"""A league on a player's phone: any match of the team, on any day, who plays it, and its score if no phone keeps it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import request, url_for

from scorekeeper.core.pages import View
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.state import Match, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.hall import seen
from scorekeeper.rooms.tournaments.pages.league.days import fixture_view
from scorekeeper.rooms.tournaments.pages.league.line_ups import line_up_view
from scorekeeper.rooms.tournaments.pages.page import side_label
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.line_ups import may_name
from scorekeeper.rooms.tournaments.services.phone_results import may_agree, may_type

SHOWN = 5
"""Matches below the own one; the team's page has all."""
SIDES = ("first", "second")
"""The fields of both sides' totals."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed on a player's phone and refused: both totals by their fields, or who plays by team."""

    scores: Mapping[str, str] = field(default_factory=dict)
    plays: Mapping[int, Sequence[str]] | None = None


def asked_match() -> int | None:
    """The match in the address."""
    asked = request.args.get("match", "")
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None


def own_fixtures(now: LoadedTournament, match: Match, team: Team, reader: Reader, typed: Typed) -> View:
    """The next matches of a player's team besides this one, for `league/macros.html`."""
    shown = seen(now, reader).state
    left = [other for other in now.state.matches_left(team.id) if other.id != match.id]
    address = url_for("my_match.show", tournament=now.row.id)
    return {
        "round": match.round,
        "score": score_view(shown, match, team, typed.scores),
        "line_up": line_up_view(shown, match, typed=typed.plays),
        "may_name": may_name(shown, match, team.id),
        "others": [
            fixture_view(shown, other, team.id) | {"url": f"{address}?match={other.id}"} for other in left[:SHOWN]
        ],
        "all": url_for("history.show", tournament=now.row.id, team=team.id),
    }


def score_view(state: TournamentState, match: Match, team: Team, typed: Mapping[str, str]) -> View | None:
    """What a player's phone may do about the score of a match; None if it may not."""
    if not may_type(state, match, team.id):
        return None
    given = match.given
    brought = None if given is None or len(given.scores) != 2 else given
    return {
        "match": match.id,
        "may_agree": may_agree(state, match, team.id),
        "is_there": given is not None,
        "is_own": brought is not None and brought.team == team.id and not undecided(state, match),
        "was_refused": bool(typed),
        "sides": [
            {"index": side, "field": name, "name": side_label(state, match, side), "score": typed.get(name, "")}
            for side, name in enumerate(SIDES)
        ],
    }
