"""Writes tournaments, teams, matches and standings as JSON, for whoever asks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from flask import url_for

from scorekeeper.access import current_membership
from scorekeeper.core.inputs import Json
from scorekeeper.formats.chain import canonical_time
from scorekeeper.rooms.tournaments.domain.line_ups import choosing, line_up
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.reported import ReportedScore, undecided
from scorekeeper.rooms.tournaments.domain.log.results import Result
from scorekeeper.rooms.tournaments.domain.log.state import DirectorCall, Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.pairing.pools import drawn_pools
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, seen_by
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import pool_title, why_text
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.storage.members import Role


def tournament_json(loaded: LoadedTournament, *, outstanding: bool = False) -> Json:
    """A tournament as it is now, as the requester may see it; perhaps only its matches without a result."""
    state = seen_by(loaded.state, reader())
    hidden = hides_totals(state, reader())
    names = _names(state)
    setup = setup_json(state.name, state.stages, state.settings)
    return {
        "tournament": loaded.row.id,
        "table": loaded.row.table_id,
        "url": url_for("tournaments.show", tournament=loaded.row.id, _external=True),
        "name": state.name,
        "status": state.status,
        "teams": [team_json(state, team) for team in state.teams.values()],
        "stages": [
            {
                **{part: value for part, value in setup["stages"][number - 1].items() if part != "rounds"},
                "set_rounds": stage.rounds,
                "rounds": [round_json(state, _with(state, found, outstanding)) for found in state.rounds_of(number)],
                "standings": [place_json(place, names, stage) for place in standings(state, number)]
                if state.rounds_of(number) and not hidden
                else [],
            }
            for number, stage in enumerate(state.stages, start=1)
        ],
        "settings": {part: value for part, value in setup["settings"].items() if part not in PEOPLE},
        "adjustments": [
            {"stage": one.stage, "team": one.team, "wins": one.wins, "points": one.points, "reason": one.reason}
            for one in (() if hidden else state.adjustments)
        ],
        "apart": [
            {"teams": list(pair), "how": how} for pair, how in (state.apart if reader() is Reader.DESK else {}).items()
        ],
        "seq": state.seq,
    }


def _with(state: TournamentState, found: Round, outstanding: bool) -> Round:
    """The round, perhaps with its outstanding matches only."""
    left = tuple(match for match in found.matches if not state.is_over(state.matches[match]))
    return replace(found, matches=left) if outstanding else found


PEOPLE = ("directors", "scorers")


def reader() -> Reader:
    """Who the program reads for: a watcher's token what everybody may read, others what the desk does."""
    return Reader.DESK if current_membership().may(Role.SCORER) else Reader.WATCHER


def _names(state: TournamentState) -> dict[int, str]:
    return {team.id: team.name for team in state.teams.values()}


def team_json(state: TournamentState, team: Team) -> Json:
    """A team; `seed` is its place in the draw of the stage that is played, from 1."""
    draws = state.draws.get(state.stage, ())
    waiting = waiting_list(state)
    seeded = [drawn for draw in draws for places in draw.places for drawn in places if drawn is not None]
    return {
        "id": team.id,
        "name": team.name,
        "players": list(team.players),
        "reserve": team.reserve,
        "seed": seeded.index(team.id) + 1 if team.id in seeded else None,
        "waits": waiting.index(team.id) + 1 if team.id in waiting else None,
        "status": team.status,
        "late": team.late,
        "house": team.house,
        "table": team.fixed_table,
        "hall_table": team.fixed_table,
    }


def round_json(state: TournamentState, found: Round) -> Json:
    """A round with its matches."""
    names = _names(state)
    matches = [match_json(state, state.matches[match], names) for match in found.matches]
    pools = drawn_pools(state, found)
    return {
        "stage": found.stage,
        "number": found.number,
        "published": found.published,
        "matches": matches,
        "pools": [list(pool) for pool in pools] if pools else None,
    }


def match_json(state: TournamentState, match: Match, names: Mapping[int, str] | None = None) -> Json:
    """A match; its teams, and the winner, are lists of players where partners change. `names` are the teams’."""
    sides: list[object] = [side[0] if len(side) == 1 else list(side) for side in match.pairing.sides]
    result = None if hides_totals(state, reader()) else state.result(match)
    found = None if result is None else result_json(result, sides)
    until, given = state.last_day(match), state.fixture(match)
    return {
        "id": match.id,
        "table": match.pairing.table,
        "hall_table": match.pairing.table,
        "teams": [*sides, None] if match.pairing.is_bye else sides,
        "game": match.game,
        "status": state.match_status(match),
        "result": found,
        "reported": [reported_json(one, sides) for one in (undecided(state, match) if reader() is Reader.DESK else ())],
        "why": why_text(match.pairing.why, names or _names(state)),
        "round": match.round,
        "slot": match.pairing.slot,
        "pool": match.pairing.pool or None,
        "wave": match.pairing.wave,
        "last_day": None if until is None else canonical_time(datetime.fromtimestamp(until / 1000, UTC)),
        "date": (given and given.date) or None,
        "time": (given and given.time) or None,
        "place": (given and given.place) or None,
        "postponed": given is not None and given.postponed,
        "line_ups": [
            {"team": team.id, "players": list(line_up(state, match, team))} for team in choosing(state, match)
        ],
    }


def result_json(result: Result, sides: Sequence[object]) -> Json:
    """What a match gave."""
    winner = None if result.winner is None else sides[result.winner]
    found: Json = {"scores": list(result.scores), "winner": winner, "by": result.by}
    found |= {"sets": list(result.sets)} if result.sets else {}
    found |= {"bags": list(result.bags)} if result.bags else {}
    return found | ({"hands": result.hands} if result.hands is not None else {})


def reported_json(score: ReportedScore, sides: Sequence[object]) -> Json:
    """A score that differs from what is there, and nobody decided."""
    at = None if not score.at else canonical_time(datetime.fromtimestamp(score.at / 1000, UTC))
    return result_json(score.result, sides) | {
        "source": score.source,
        "entry": score.seq or None,
        "who": score.who,
        "at": at,
        "playing": score.goes_on,
    }


def place_json(place: RankedTeam, names: Mapping[int, str], stage: Stage) -> Json:
    """A place in the standings of a stage; `names`: what teams are called."""
    division = pool_title(stage, place.pool) if stage.divisions else ""
    record = place.record
    return {
        "rank": place.rank,
        "team": place.team,
        "name": names[place.team],
        "pool": place.pool or None,
        "division": division or None,
        "wins": place.record.wins,
        "losses": place.record.losses,
        "difference": int(place.record.difference),
        "points": int(place.record.points),
        "decided_by": place.decided_by,
        "why": why_text(place.why, names),
        "level": record.level,
        "byes": record.byes,
        "forfeits": record.forfeits,
        "sets": record.sets,
        "bags": record.bags,
        "opponents_wins": float(record.opponents_wins),
        "bonus_wins": record.bonus_wins,
        "bonus_points": record.bonus_points,
        "against": None if stage.league_points is None else int(record.against),
        "league_points": None if stage.league_points is None else record.league_points,
    }


def call_json(match: Match, call: DirectorCall) -> Json:
    """A call of the director."""
    return {
        "match": match.id,
        "table": match.pairing.table,
        "hall_table": match.pairing.table,
        "who": call.who,
        "reason": call.reason,
        "called_at": canonical_time(datetime.fromtimestamp(call.at / 1000, UTC)),
        "answered": call.answered or None,
    }
