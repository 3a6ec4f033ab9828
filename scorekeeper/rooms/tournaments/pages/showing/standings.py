"""Standings with the reason of each place, the grid of a round robin, and who plays at which table."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import groupby

from flask import Blueprint, request, url_for

from scorekeeper.access import may
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translatable_in, translate as _, translate_plural as _n
from scorekeeper.core.words.outcomes import score_text
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.log.earlier import after_round
from scorekeeper.rooms.tournaments.domain.log.events import DROPPED, OUT
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking, format_of, standings
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.setup import BY_POINTS, Stage
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam, Record, ranking_of, teams_of
from scorekeeper.rooms.tournaments.domain.words import (
    FORMATS,
    figure_text,
    points_text,
    pool_title,
    record_text,
    tie_breaks_text,
    why_text,
)
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import asked_round, round_choices
from scorekeeper.rooms.tournaments.pages.hall import (
    count_done,
    is_hidden,
    is_round_over,
    own_team,
    round_words,
    seen,
    side_name,
    sides_of,
)
from scorekeeper.rooms.tournaments.pages.league.days import by_day, in_days
from scorekeeper.rooms.tournaments.pages.matches import by_table, look_address, match_view, open_matches
from scorekeeper.rooms.tournaments.pages.page import (
    current_round,
    is_league,
    loaded,
    names_of,
    played_words,
    render_page,
    rounds_of_stage,
)
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds

pages = Blueprint("standings", __name__, url_prefix="/tournaments/<tournament>")

OPPONENTS, DIFFERENCE, AVERAGE, POINTS = "opponents", "difference", "average", "points"
PLAYED, WON, LEVEL, LOST, FOR, AGAINST, LEAGUE = "played", "wins", "level", "losses", "for", "against", "league"
COLUMNS = {
    "swiss": (OPPONENTS, DIFFERENCE),
    "round-robin": (DIFFERENCE,),
    "fixtures": (DIFFERENCE,),
    "open": (AVERAGE,),
    "rotation": (POINTS,),
}
"""The figures beside wins and losses, by format; a bracket has none."""
LEAGUE_COLUMNS = (PLAYED, WON, LEVEL, LOST, FOR, AGAINST, DIFFERENCE, LEAGUE)
"""The figures of a league, wins and losses among them."""
HEADINGS = {
    OPPONENTS: translatable("Opp. wins"),
    DIFFERENCE: translatable("Points"),
    AVERAGE: translatable("A match"),
    POINTS: translatable("Points"),
}
LEAGUE_HEADINGS = {
    PLAYED: (translatable_in("league", "P"), translatable("Played")),
    WON: (translatable_in("league", "W"), translatable("Won")),
    LEVEL: (translatable_in("league", "D"), translatable("Level")),
    LOST: (translatable_in("league", "L"), translatable("Lost")),
    FOR: (translatable_in("league", "For"), translatable("Points for it")),
    AGAINST: (translatable_in("league", "Against"), translatable("Points against it")),
    DIFFERENCE: ("+/−", translatable("Point difference")),
    LEAGUE: (translatable_in("league", "Pts"), translatable("League points")),
}
"""The headings of a league, short and in words."""


@pages.get("/standings", role=OWN_TOURNAMENT)
def show(tournament: str) -> str:
    now = loaded()
    own = own_team(now.state)
    now = seen(now)
    state = now.state
    hidden = is_hidden(state) and not may("scorer")
    names, past = names_of(state), asked_round(state)
    stage, then = asked_stage(state), state
    if past is not None:
        stage, then = past.stage, after_round(state, past)
    grid = None
    if stage is not None and request.args.get("show") == "grid" and not hidden:
        grid = grid_view(then, stage, names, None if own is None else own.id)
    view = None if hidden else standings_view(then, stage, names, None if own is None else own.id)
    return render_page(
        "standings.html",
        "standings",
        now,
        hidden=hidden,
        view=None if view is None else view | {"pages": team_pages(now)},
        grid=grid,
        has_grid=stage is not None and state.stages[stage - 1].format in GRIDS,
        stages=[] if past is not None else stage_choices(state, stage),
        stage=stage,
        rounds=[] if is_league(state) else round_choices(state, past),
        is_past=past is not None,
        as_of=as_of_words(state, past),
        ended=state.ended,
        prizes=list(state.settings.prizes) if state.ended else [],
        at_desk=may("scorer"),
        follows=follow("hall", now),
    )


def asked_stage(state: TournamentState) -> int | None:
    """The stage in the address; None for the whole tournament, once it has more than one."""
    asked = request.args.get("stage", "")
    if asked.isdecimal() and 1 <= int(asked[:2]) <= state.stage:
        return int(asked[:2])
    return None if state.stage > 1 else 1


def stage_choices(state: TournamentState, chosen: int | None) -> list[View]:
    """The whole tournament and each stage, as tabs; none while there is one stage."""
    if state.stage == 1:
        return []
    each = [
        {"stage": number, "name": _(FORMATS[state.stages[number - 1].format]), "chosen": number == chosen}
        for number in range(1, state.stage + 1)
    ]
    return [{"stage": None, "name": _("Overall"), "chosen": chosen is None}, *each]


def team_pages(now: LoadedTournament) -> dict[int, str]:
    """Where each team’s matches are: at the desk on the page where it can be changed."""
    page = "team.show" if may("scorer") else "history.show"
    return {team: url_for(page, tournament=now.row.id, team=team) for team in now.state.teams}


def as_of_words(state: TournamentState, past: Round | None = None) -> str:
    """`after round 4 of 5`, of an earlier round, too; or `as it stands, 9 of 24 done`."""
    shown = past or current_round(state)
    if state.ended and past is None:
        return _("final standings")
    if shown is None:
        return round_words(state)
    if past is None and state.stages[shown.stage - 1].is_league:
        return played_words(state, shown.stage)
    if past is not None or is_round_over(state, shown):
        known = rounds_of_stage(state, shown.stage) or shown.number
        return _("after round {number} of {rounds}", number=shown.number, rounds=known)
    done, tables = count_done(state, shown)
    return _("as it stands, {done} of {tables} done", done=done, tables=tables)


def standings_view(state: TournamentState, stage: int | None, names: dict[int, str], own: int | None) -> View:
    """The places of a stage, or of the whole tournament: headings, groups (one a pool) and the order of tie-breaks."""
    places = final_ranking(state) if stage is None else standings(state, stage)
    columns = () if stage is None else columns_of(state.stages[stage - 1])
    shows_league = LEAGUE in columns
    left = {team.id for team in state.teams.values() if has_left(team)}
    unplayed = unplayed_of(state, stage) if shows_league else Counter[int]()
    disputed = teams_in_dispute(state)
    solo = all(len(team.players) == 1 for team in state.teams.values())
    return {
        "who": _("Player") if solo else _("Team"),
        "is_league": shows_league,
        "columns": [heading_of(column, in_league=shows_league) for column in columns],
        "by_points": stage is not None and is_by_points(state, stage),
        "groups": [
            {
                "title": pool_title(state.stages[(stage or state.stage) - 1], pool),
                "places": [marked(place_view(place, columns, names, own, left, unplayed), disputed) for place in group],
                "cut": cut_of(state, stage),
            }
            for pool, group in groupby(places, key=lambda place: place.pool)
        ],
        "cut_words": cut_words(state, stage),
        "order": order_words(state, stage),
        "left": left_words(state, stage, names),
        "marks": [
            word
            for key, word in MARKS
            if any(getattr(place.record, key) > (key == FORFEITS) * unplayed[place.team] for place in places)
            and not (shows_league and key == PAPERS)
        ]
        + ([DISPUTED_SCORE] if any(place.team in disputed for place in places) else []),
    }


def columns_of(stage: Stage) -> tuple[str, ...]:
    """The figures of a stage’s standings."""
    return COLUMNS.get(stage.format, ()) if stage.league_points is None else LEAGUE_COLUMNS


def heading_of(column: str, *, in_league: bool) -> View:
    """The heading of a figure, and what it says in full where that is more."""
    short, words = LEAGUE_HEADINGS[column] if in_league else (HEADINGS[column], "")
    return {"key": column, "name": _(short), "words": _(words) if words else ""}


GRIDS = ("round-robin", "fixtures")
"""The formats whose standings are a grid, too: everybody meets."""

LONG = 22
"""The letters from which a name takes the room of a column on a narrow phone."""
FORFEITS = "forfeits"
PAPERS = "papers"
"""Not marked in a league, where most results are typed."""
MARKS = (
    ("byes", translatable("b: a bye")),
    (FORFEITS, translatable("f: a forfeit")),
    (PAPERS, translatable("p: a result on paper")),
)


def unplayed_of(state: TournamentState, stage: int | None) -> Counter[int]:
    """How many forfeits of each team are of matches that a team left before they were played: the page says so once."""
    matches = (match for match in state.matches.values() if match.stage == stage and state.sides_left(match))
    return Counter(team for match in matches for team in match.teams)


NOBODY_LEFT: Counter[int] = Counter()


DISPUTED_SCORE = translatable("?: a score is disputed")


def teams_in_dispute(state: TournamentState) -> set[int]:
    """The teams of matches whose score is disputed, or of which two scores are there and nobody has chosen one."""
    return {
        team
        for match in state.matches.values()
        if not match.pairing.is_bye and (state.match_status(match) == DISPUTED or undecided(state, match))
        for team in match.teams
    }


def marked(place: View, disputed: Collection[int]) -> View:
    """A place as `place_view` has it, marked if a score of its team is disputed."""
    return place | {"marks": f"{place['marks']} ?".strip()} if place["team"] in disputed else place


def place_view(
    place: RankedTeam,
    columns: Sequence[str],
    names: dict[int, str],
    own: int | None,
    left: Collection[int] = (),
    unplayed: Counter[int] = NOBODY_LEFT,
) -> View:
    """A place: rank, team, wins and losses, the figures of its columns, and why; `left` are the teams that left,
    `unplayed` the forfeits that are not marked.
    """
    record, in_league = place.record, LEAGUE in columns
    papers, forfeits = 0 if in_league else record.papers, record.forfeits - unplayed[place.team]
    marks = [mark for mark, count in ((_("b"), record.byes), (_("f"), forfeits), (_("p"), papers)) if count]
    return {
        "rank": place.rank,
        "team": place.team,
        "name": names[place.team],
        "record": record_text({"wins": record.wins, "losses": record.losses, "level": record.level}),
        "figures": [figure_of(record, column) for column in columns],
        "scored": _scores_of(record) if in_league else "",
        "marks": " ".join(marks),
        "why": why_text(place.why, names) if record.meetings and not (in_league and _is_in_columns(place)) else "",
        "is_long": len(names[place.team]) > LONG,
        "own": place.team == own,
        "has_left": place.team in left,
    }


def _is_in_columns(place: RankedTeam) -> bool:
    """Whether the columns of a league show what decides a place."""
    return all(why.params.get("tie_break") in (setup.DIFFERENCE, setup.POINTS) for why in place.why)


def left_words(state: TournamentState, stage: int | None, names: dict[int, str]) -> list[str]:
    """What counts of each team that left a round robin."""
    if stage is None or not format_of(state, stage).counting(state.stages[stage - 1]).strikes:
        return []
    in_stage, in_league = set(teams_of(state, stage)), state.stages[stage - 1].is_league
    gone = [team for team in state.teams.values() if team.id in in_stage and has_left(team)]
    return [
        _("{team} left: its matches do not count.", team=names[team.id])
        if team.struck
        else _("{team} left: what it played counts, the rest is forfeited.", team=names[team.id])
        if in_league
        else _("{team} left: what it played counts.", team=names[team.id])
        for team in gone
        if team.struck or any(team.id in match.teams for match in state.matches.values() if state.is_over(match))
    ]


def has_left(team: Team) -> bool:
    """Whether a team dropped out, or was taken out."""
    return team.status in (DROPPED, OUT)


def figure_of(record: Record, column: str) -> str:
    """A figure of the standings, differences with their sign."""
    if column == OPPONENTS:
        return figure_text(record.opponents_wins)
    if column in (POINTS, FOR):
        return figure_text(record.points)
    if column in COUNTED:
        return figure_text(Fraction(COUNTED[column](record)))
    figure = record.difference if column == DIFFERENCE else record.average_difference
    return f"+{figure_text(figure)}" if figure > 0 else figure_text(figure)


COUNTED: dict[str, Callable[[Record], int | Fraction]] = {
    PLAYED: lambda record: record.wins + record.level + record.losses,
    WON: lambda record: record.wins,
    LEVEL: lambda record: record.level,
    LOST: lambda record: record.losses,
    AGAINST: lambda record: record.against,
    LEAGUE: lambda record: record.league_points,
}
"""The figures of a league."""


def _scores_of(record: Record) -> str:
    """The points for and against a team: `2,940 : 2,810`."""
    return f"{figure_text(record.points)} : {figure_text(record.against)}"


def is_by_points(state: TournamentState, stage: int) -> bool:
    """Whether points come before wins."""
    return state.stages[stage - 1].format == "rotation" and state.settings.ranked_by == BY_POINTS


def standing_words(state: TournamentState, place: RankedTeam) -> str:
    """What ranks a place of the whole tournament: its points where these come first, else matches won and lost."""
    if all(is_by_points(state, stage) for stage in range(1, state.stage + 1)):
        return points_text(place.record.points)
    record = place.record
    return record_text({"wins": record.wins, "losses": record.losses, "level": record.level})


def cut_of(state: TournamentState, stage: int | None) -> int | None:
    """How many go on (of each pool); None if nobody does."""
    if stage is None or stage == len(state.stages):
        return None
    return state.stages[stage - 1].advance


def cut_words(state: TournamentState, stage: int | None) -> str:
    """`Top 4 go to the playoff`, in pools `The best 2 of each pool go on`; empty without a cut."""
    cut = cut_of(state, stage)
    if stage is None or cut is None:
        return ""
    if len({place.pool for place in standings(state, stage)}) > 1:
        return _n(cut, "The first of each pool goes on", "The best {count} of each pool go on")
    if format_of(state, stage + 1).is_bracket:
        return _n(cut, "The first goes to the playoff", "Top {count} go to the playoff")
    return _n(cut, "The first goes on", "Top {count} go on")


def order_words(state: TournamentState, stage: int | None) -> str:
    """The order of tie-breaks in one sentence; empty where a bracket decides."""
    if stage is None or format_of(state, stage).is_bracket:
        return ""
    order = ranking_of(state, stage, format_of(state, stage).counting(state.stages[stage - 1])).order
    return f"{tie_breaks_text(order[1:])}."


# The grid of a round robin


def grid_view(state: TournamentState, stage: int, names: dict[int, str], own: int | None) -> list[View]:
    """A grid for each pool: a row a team, with the scores against each of the others."""
    found: list[View] = []
    for pool, group in groupby(standings(state, stage), key=lambda place: place.pool):
        places = list(group)
        rows = [
            {
                "rank": place.rank,
                "name": names[place.team],
                "own": place.team == own,
                "cells": [None if other is place else _cells(place.record, other.team) for other in places],
            }
            for place in places
        ]
        found.append({"title": pool_title(state.stages[stage - 1], pool), "rows": rows})
    return found


def _cells(record: Record, other: int) -> list[View]:
    """The matches against one team, in order."""
    return [
        {
            "won": meeting.won,
            "words": _("walkover")
            if not meeting.was_played and meeting.won
            else _("forfeit")
            if not meeting.was_played
            else _scores(meeting.score or 0, meeting.margin or 0),
        }
        for meeting in record.meetings
        if other in meeting.opponents
    ]


def _scores(score: int, margin: int) -> str:
    return score_text([score, score - margin])


@pages.get("/tables", role=OWN_TOURNAMENT)
def tables(tournament: str) -> str:
    """Who plays at which table in the latest round."""
    now, at = seen(loaded()), milliseconds(utc_now())
    state, shown = now.state, current_round(now.state)
    may_see, past = may("scorer") or not is_hidden(state), asked_round(state)
    rows: list[View] = []
    if shown is not None:
        rows = table_rows_of(now, past or shown, at, names_of(state), with_totals=may_see, is_past=past is not None)
        rows = [row | {"look": look_address(now, state.matches[int(str(row["id"]))], may_see=may_see)} for row in rows]
    return render_page(
        "tables.html",
        "tables",
        now,
        matches=rows,
        rounds=round_choices(state, past),
        at_desk=may("scorer"),
        follows=follow("hall", now),
    )


def table_rows_of(
    now: LoadedTournament, shown: Round, at: int, names: dict[int, str], *, with_totals: bool, is_past: bool = False
) -> list[View]:
    """The matches of a round, and those still played unless it `is_past`, by table, as whoever reads may see them."""
    numbers = shown.matches if is_past else open_matches(now.state, shown)
    return rows_of(now, [now.state.matches[match] for match in numbers], at, names, with_totals=with_totals)


def rows_of(
    now: LoadedTournament, matches: Sequence[Match], at: int, names: dict[int, str], *, with_totals: bool
) -> list[View]:
    """These matches by table, in a league by their days, as whoever reads may see them."""
    rows = [match_view(now, match, at) for match in matches]
    for row, match in zip(rows, matches, strict=True):
        for number, side in enumerate(sides_of(row)):
            side["name"] = side_name(match, number, names)
            if not with_totals:
                side |= {"score": "", "leads": False, "won": False}
    if is_league(now.state):
        placed = sorted(zip(matches, rows, strict=True), key=lambda pair: by_day(now.state, pair[0]))
        return [row | in_days(now.state, match) for match, row in placed]
    return sorted(rows, key=by_table)
