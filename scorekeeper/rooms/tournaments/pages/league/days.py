"""The matches of a league with their days, as its pages show them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from babel.dates import format_skeleton

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, with_dots
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.tournaments.domain.log.state import DONE, WAITING, Match, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture
from scorekeeper.rooms.tournaments.domain.words import MATCH_STATUSES
from scorekeeper.rooms.tournaments.pages.matches import when_words
from scorekeeper.rooms.tournaments.pages.page import side_label
from scorekeeper.web.formatting import local
from scorekeeper.web.language import current_locale, in_calendar


def day_text(day: date) -> str:
    """A day without its year, in the page’s language: `Sat, 5 Sept`."""
    return in_calendar(format_skeleton("MMMEd", day, locale=current_locale()))


def short_when(fixture: Fixture | None) -> str:
    """When and where a match is played, in a line of a list: `Sat, 5 Sept · 19:30 · The Anchor`; or empty."""
    if fixture is None:
        return ""
    day = day_of(fixture.date)
    words = _("Postponed") if fixture.postponed else "" if day is None else day_text(day)
    return with_dots([part for part in (words, "" if fixture.postponed else fixture.time, fixture.place) if part])


def fixture_view(state: TournamentState, match: Match, team: int) -> View:
    """A match as one of its teams has it: its round, against whom, and when."""
    other = next(side for side, teams in enumerate(match.pairing.sides) if team not in teams)
    return {"round": match.round, "against": side_label(state, match, other), "when": short_when(state.fixture(match))}


def by_day(state: TournamentState, match: Match) -> tuple[str, str, int]:
    """What sorts matches of a list by their days; those without one come last."""
    given = state.fixture(match)
    return (given.date, given.time, match.id) if given is not None and given.date else ("9", "", match.id)


def in_days(state: TournamentState, match: Match) -> View:
    """What a row of a league says besides the teams and the score: the day, and how the match stands if that is not
    plain from these.
    """
    status = state.match_status(match)
    is_plain = status in (WAITING, DONE) and not match.pairing.is_bye
    return {
        "day": short_when(state.fixture(match)),
        "state": "" if is_plain else _("Bye") if match.pairing.is_bye else _(MATCH_STATUSES[status]),
    }


def day_form(state: TournamentState, match: Match, typed: Mapping[str, str] | None = None) -> View | None:
    """When and where a match is played, or what was `typed` and refused, for who may change that; None for a match that
    has no day.
    """
    given = state.fixture(match)
    if given is None or match.pairing.is_bye or state.ended or not may("keeper"):
        return None
    kept = {"date": "" if given.postponed else given.date, "time": given.time, "place": given.place}
    return {
        "words": when_words(given) or _("No day yet"),
        "postponed": given.postponed,
        "was_refused": typed is not None,
        "kept": kept,
        **(kept if typed is None else typed),
    }


def is_overdue(state: TournamentState, match: Match, today: date) -> bool:
    """Whether the day of a match that is not over is past, or without a day its last one, and it is not postponed."""
    given = state.fixture(match)
    if given is not None and given.postponed:
        return False
    if given is not None and given.date:
        return given.date < today.isoformat()
    until = state.last_day(match)
    return until is not None and local(datetime.fromtimestamp(until / 1000, UTC)).date() < today
