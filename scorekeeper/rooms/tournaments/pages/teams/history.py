"""A team's history: its places, its matches with their points, what counts besides, and the rulings against it."""

from collections import Counter
from collections.abc import Iterator

from flask import Blueprint, abort, url_for

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import renege_words
from scorekeeper.core.words.language import minus, translate as _, with_commas, with_dots
from scorekeeper.core.words.vocabulary import ordinal, sentence_case
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.line_ups import chooses
from scorekeeper.rooms.tournaments.domain.log.results import PAPER, Result
from scorekeeper.rooms.tournaments.domain.log.state import DONE, FORFEITED, WAITING, Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.setting_up.setup import HALVES, LOSSES
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import FORMATS, MATCH_STATUSES, record_text, why_text
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, reader_names, seen, side_name
from scorekeeper.rooms.tournaments.pages.league.days import short_when
from scorekeeper.rooms.tournaments.pages.matches import bye_words, look_address
from scorekeeper.rooms.tournaments.pages.page import is_league, loaded, render_page
from scorekeeper.rooms.tournaments.pages.showing.standings import DIFFERENCE, HEADINGS, LEAGUE, columns_of, figure_of
from scorekeeper.rooms.tournaments.pages.teams.adjustments import adjustments_of
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.rulings import rulings_against

pages = Blueprint("history", __name__, url_prefix="/tournaments/<tournament>/standings")


@pages.get("/<int:team>", role=OWN_TOURNAMENT)
def show(tournament: str, team: int) -> str:
    """A team as everybody in the hall may see it."""
    now = seen(loaded())
    if team not in now.state.teams:
        abort(404)
    return render_page(
        "team_history.html",
        "standings",
        now,
        name=reader_names(now.state)[team],
        history=team_history(now, team),
        calendar=url_for("calendars.own", tournament=tournament, team=team) if is_league(now.state) else "",
        at_desk=may("scorer"),
        follows=follow("hall", now),
    )


def team_history(now: LoadedTournament, team: int) -> View:
    """Values for `macros/team_history.html` of tournaments: a team's stages, adjustments and, at the desk, the rulings
    against it.
    """
    state = now.state
    hidden = is_hidden(state) and not may("scorer")
    stages = dict.fromkeys(found.stage for found in state.rounds if found.published)
    return {
        "stages": [found for stage in stages if (found := _stage(now, stage, team, hidden=hidden))["matches"]],
        "has_titles": len(stages) > 1,
        "hidden": hidden,
        "adjustments": [] if hidden else adjustments_of(state, state.teams[team]),
        "players": [] if hidden else _players(state, state.teams[team]),
        "rulings": list(_rulings(now, team)) if may("scorer") else [],
    }


def _players(state: TournamentState, team: Team) -> list[View]:
    """How often each player of a team that chooses played, and won, by the line-ups; most often first. Empty if nobody
    is known to have played.
    """
    if not chooses(state, team):
        return []
    played, won = Counter[str](), Counter[str]()
    for match in state.matches.values():
        result = state.result(match) if team.id in match.teams and state.is_over(match) else None
        if result is None or result.forfeits:
            continue
        own = match.line_ups.get(team.id, ())
        played.update(own)
        won.update(own if result.winner == match.side_of(team.id) else ())
    if not played:
        return []
    names = sorted({*team.everyone, *played}, key=lambda name: (-played[name], -won[name], name))
    return [{"name": name, "played": played[name], "won": won[name]} for name in names]


def _stage(now: LoadedTournament, stage: int, team: int, *, hidden: bool) -> View:
    state = now.state
    places = () if hidden else standings(state, stage)
    place = next((found for found in places if found.team == team), None)
    rounds = [found for found in state.rounds_of(stage) if found.published]
    return {
        "title": _(FORMATS[state.stages[stage - 1].format]),
        "facts": [] if place is None or not place.record.meetings else list(_facts(state, stage, place, len(places))),
        "why": "" if place is None or not place.record.meetings else why_text(place.why, reader_names(state)),
        "matches": [row for found in rounds for row in _rows(now, found, team, place, hidden=hidden)],
    }


def _facts(state: TournamentState, stage: int, place: RankedTeam, of: int) -> Iterator[View]:
    """The place, and the figures that make it."""
    record = place.record
    yield {"name": _("Place"), "figure": _("{place} of {teams}", place=ordinal(place.rank), teams=of)}
    won = record_text({"wins": record.wins, "losses": record.losses, "level": record.level})
    yield {"name": _("Won"), "figure": won}
    setup = state.stages[stage - 1]
    if setup.league_points is not None:
        yield {"name": _("League points"), "figure": figure_of(record, LEAGUE)}
        yield {"name": _("Point difference"), "figure": figure_of(record, DIFFERENCE)}
        return
    for column in columns_of(setup):
        yield {"name": _(HEADINGS[column]), "figure": figure_of(record, column)}


def _rows(now: LoadedTournament, found: Round, team: int, place: RankedTeam | None, *, hidden: bool) -> Iterator[View]:
    """The matches of a team in a round; one row that says so, if it missed it."""
    state = now.state
    own = [state.matches[number] for number in found.matches if team in state.matches[number].teams]
    for match in own:
        yield _row(now, match, team, place, hidden=hidden)
    if not own and place is not None and place.record.missed:
        words = {LOSSES: _("Not there: a loss"), HALVES: _("Not there: half a win")}
        note = words.get(state.settings.late, _("Not there: counts nothing"))
        yield {"round": found.number, "against": note, "note": "", "score": "", "outcome": "", "url": ""}


def _row(now: LoadedTournament, match: Match, team: int, place: RankedTeam | None, *, hidden: bool) -> View:
    """A match as this team has it: against whom, where and with whom, its score first, and what came of it."""
    state, names, side = now.state, reader_names(now.state), match.side_of(team)
    sides = range(len(match.pairing.sides))
    partners = [names[other] for other in match.pairing.sides[side] if other != team and other in names]
    notes = [_("Table {number}", number=match.pairing.table)] if match.pairing.table else []
    notes += [words] if (words := short_when(state.fixture(match))) else []
    notes += [_("with {name}", name=partner) for partner in partners]
    notes += [with_commas(list(match.line_ups[team]))] if team in match.line_ups else []
    result = None if hidden else state.result(match)
    in_league = state.stages[match.stage - 1].is_league
    is_open = in_league and state.match_status(match) == WAITING
    notes += [_("From paper")] if not in_league and result is not None and result.by == PAPER else []
    return {
        "round": match.round,
        "against": bye_words(state, match)
        or " – ".join(side_name(match, other, names) for other in sides if other != side),
        "note": with_dots(notes),
        "score": "" if result is None else _score(result, side),
        "outcome": "" if match.pairing.is_bye or is_open else _outcome(state, match, result, side),
        "won": result is not None and result.winner == side and not match.pairing.is_bye,
        "url": look_address(now, match, may_see=not hidden),
    }


def _score(result: Result, side: int) -> str:
    """`312–248`, the own score first."""
    scores = (
        [result.scores[side], *(score for other, score in enumerate(result.scores) if other != side)]
        if result.scores
        else []
    )
    return "–".join(minus(str(score)) for score in scores)


def _outcome(state: TournamentState, match: Match, result: Result | None, side: int) -> str:
    status = state.match_status(match)
    if result is None or status not in (DONE, FORFEITED):
        return _(MATCH_STATUSES[status])
    if side in result.forfeits:
        return _("Forfeit")
    return _("Level") if result.winner is None else _("Won") if result.winner == side else _("Lost")


def _rulings(now: LoadedTournament, team: int) -> Iterator[View]:
    for ruling in rulings_against(now, team):
        yield {
            "words": sentence_case(renege_words(ruling.renege, ruling.names)),
            "round": ruling.match.round,
            "hand": ruling.hand,
            "url": url_for("match.show", tournament=now.row.id, match=ruling.match.id),
        }
