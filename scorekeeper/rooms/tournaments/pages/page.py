"""What the pages of a tournament share: the tournament as it is now, its heading and tabs, and forms that record."""

from collections.abc import Callable
from typing import TypeVar

from flask import flash, redirect, render_template, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from scorekeeper.access import current_membership, may
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot
from scorekeeper.chance import new_id
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n, with_dots
from scorekeeper.formats.spreadsheets import MAX_BYTES, Sheets, is_workbook, sheets_in
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log.state import ENTRY, Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.round_names import matches_of, round_name
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.may_change import ResultDiffers
from scorekeeper.rooms.tournaments.services.undo import brought
from scorekeeper.services.recording import Author, author_of
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.web.formatting import local
from scorekeeper.web.games.recording import NotSaved, attempt
from scorekeeper.web.posted import posted_id

Result = TypeVar("Result")
CLASH = translatable("Someone changed the tournament. Check it and try again.")


def loaded() -> LoadedTournament:
    """The tournament in the URL as it is now, once what time has decided is recorded."""
    return record_due(current_tournament().id)


def author() -> Author:
    """The writer of this request: the device's name, or its player's."""
    return author_of(current_membership())


def attempt_or_ask(write: Callable[[], Result]) -> Result | None:
    """The same as `attempt_or_flash`, but raise `ResultDiffers`, which is a question."""
    asked: list[ResultDiffers] = []

    def post() -> Result | None:
        try:
            return write()
        except ResultDiffers as problem:
            asked.append(problem)
            return None

    result = attempt_or_flash(post)
    if asked:
        raise asked[0]
    return result


def attempt_or_flash(write: Callable[[], Result]) -> Result | None:
    """The result of `write`; if nothing was saved, return None and flash the reason."""
    result = attempt(write, _(CLASH))
    if isinstance(result, NotSaved):
        flash(result.text, "error")
        return None
    return result


def as_typed(write: Callable[[str | None], Result]) -> Callable[[], Result]:
    """`write` with the form's id, or without, as another post, if they went back since and typed something else."""

    def post() -> Result:
        try:
            return write(posted_id())
        except EventIdTaken:
            return write(None)

    return post


def to(endpoint: str, **values: object) -> Response:
    """Lead from a form to a page of this tournament."""
    return redirect(url_for(endpoint, tournament=current_tournament().id, **values), 303)  # type: ignore[arg-type]


def to_place(match: int) -> Response:
    """Lead back to where the desk shows a match."""
    return to("desk.show", _anchor=f"match-{match}")


def current_round(state: TournamentState) -> Round | None:
    """The latest round that is published; None before the first. In a league, where all are, that of the next match."""
    latest = next((found for found in reversed(state.rounds) if found.published), None)
    if latest is None or not state.stages[latest.stage - 1].is_league:
        return latest
    rounds = [found for found in state.rounds_of(latest.stage) if found.published]
    coming = _round_of_next_match(state, latest.stage)
    if coming is not None:
        return coming
    open_ones = (found for found in rounds if any(not state.is_over(state.matches[match]) for match in found.matches))
    return next(open_ones, latest)


def _round_of_next_match(state: TournamentState, stage: int) -> Round | None:
    """The round of the first match from today on that is not over; None without one."""
    today = local(utc_now()).date().isoformat()
    given = [each for each in state.stages[stage - 1].fixtures if each.date >= today and not each.postponed]
    for fixture in sorted(given, key=lambda each: (each.date, each.time)):
        found = state.round(stage, fixture.round)
        own = [state.matches[match] for match in (found.matches if found else ())]
        if any(set(match.teams) == set(fixture.teams) and not state.is_over(match) for match in own):
            return found
    return None


def draft_round(state: TournamentState) -> Round | None:
    """The round that is paired but not published; None without one."""
    return next((found for found in reversed(state.rounds) if not found.published), None)


def team_label(team: Team) -> str:
    """A team's name, or its number if it has none."""
    return team.name or _("Team {number}", number=team.id)


def names_of(state: TournamentState) -> dict[int, str]:
    """What each team is called, by number."""
    return {team.id: team_label(team) for team in state.teams.values()}


def side_label(state: TournamentState, match: Match, side: int) -> str:
    """The teams of a side, in words: of several where partners change."""
    return " & ".join(team_label(state.teams[team]) for team in match.pairing.sides[side] if team in state.teams)


def is_of_players(state: TournamentState) -> bool:
    """Whether a team is one player: partners change, or the rules have none."""
    return format_of(state, 1).team_size(state.stages[0]) == 1


def count_words(state: TournamentState, count: int) -> str:
    """`24 teams`, or `48 players`."""
    return _n(count, "1 player", "{count} players") if is_of_players(state) else _n(count, "1 team", "{count} teams")


def subtitle(state: TournamentState) -> str:
    """`Round 3 of 5 · 24 tables`, by dates `24 matches`, or how many teams are in."""
    shown = draft_round(state) or current_round(state)
    if shown is None:
        return count_words(state, len(state.teams))
    if state.stages[shown.stage - 1].is_league:
        return played_words(state, shown.stage)
    matches = [state.matches[match] for match in shown.matches]
    count = sum(not match.pairing.is_bye for match in matches)
    if grows(state, shown.stage):
        count = sum(not state.is_over(match) for match in matches)
        return _n(count, "1 table plays", "{count} tables play")
    by_dates = state.stages[shown.stage - 1].by_dates
    words = _n(count, "1 match", "{count} matches") if by_dates else _n(count, "1 table", "{count} tables")
    return with_dots([name_of_round(state, shown), words])


def played_words(state: TournamentState, stage: int) -> str:
    """How much of a league is played: `61 of 380 matches played`."""
    matches = [match for match in state.matches.values() if match.stage == stage and not match.pairing.is_bye]
    done = sum(state.is_over(match) for match in matches)
    return _n(len(matches), "{done} of 1 match played", "{done} of {count} matches played", done=done)


def begins(state: TournamentState, shown: Round, at: int) -> bool:
    """Whether another match may still begin in a round of open play."""
    return grows(state, shown.stage) and not format_of(state, shown.stage).is_over(state, shown.stage, at)


def name_of_round(state: TournamentState, shown: Round) -> str:
    """`Semi-finals`, `Round 3 of 5`, or `Round 3`."""
    return round_name(matches_of(state, shown), shown.number, rounds_of_stage(state, shown.stage))


def rounds_of_stage(state: TournamentState, stage: int) -> int:
    """How many rounds a stage has; 0 if there is no telling."""
    form, played = format_of(state, stage), len(state.rounds_of(stage))
    if form.grows:
        return 0
    return max(played, form.rounds_in(state, stage))


def is_league(state: TournamentState) -> bool:
    """Whether the stage that is played is a league."""
    return state.stages[state.stage - 1].is_league


def has_bracket(state: TournamentState) -> bool:
    """Whether the stage that is played is drawn as a bracket."""
    return format_of(state, state.stage).is_bracket and bool(state.draws.get(state.stage))


def render_page(template: str, here: str, tournament: LoadedTournament, **values: object) -> str:
    """Render a page of the tournament; `here` is its tab."""
    return render_template(f"rooms/tournaments/{template}", **page_values(here, tournament, **values))


def page_values(here: str, tournament: LoadedTournament, **values: object) -> View:
    """These values, with what every page of the tournament has; `here` is its tab."""
    state = tournament.state
    return {
        "tournament": {
            "id": tournament.row.id,
            "table": tournament.row.table_id,
            "name": state.name,
            "has_bracket": has_bracket(state),
            "is_league": is_league(state),
            "takes_fixtures": any(find_format(stage.format).takes_fixtures for stage in state.stages),
        },
        "subtitle_words": subtitle(state),
        "here": here,
        "seq": state.seq,
        "new_id": new_id,
        "is_entry": state.status == ENTRY,
        **values,
    }


def at_desk() -> bool:
    """Whether the requester helps at the desk."""
    return may("scorer")


def sheets_of(uploaded: FileStorage) -> Sheets:
    """The sheets of a file, or its text. Raises `InvalidInput`."""
    content = uploaded.stream.read(MAX_BYTES + 1)
    if not is_workbook(content):
        return sheets_in(content)
    hit(RateLimit.CHECKS)
    with slot():
        return sheets_in(content)


def brought_words(state: TournamentState) -> str:
    """`30 teams · 270 matches · 269 results`: what the last list brought, if nothing was recorded since; or empty."""
    last = brought(state)
    parts = [
        *([_n(last.teams, "1 team", "{count} teams")] if last.teams else []),
        *([_n(last.fixtures, "1 match", "{count} matches")] if last.fixtures else []),
        *([_n(last.results, "1 result", "{count} results")] if last.results else []),
    ]
    return with_dots(parts)
