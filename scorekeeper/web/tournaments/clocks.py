"""The clocks of a round, as every screen shows them, and what a director does to them."""

from flask import Blueprint, request
from werkzeug.wrappers import Response
from wtforms import BooleanField
from wtforms.validators import Optional

from scorekeeper.access import KEEPER
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.tournament_results import set_clock
from scorekeeper.tournament import events as ev
from scorekeeper.tournament.room import room_of
from scorekeeper.tournament.state import Match, Round, TournamentState
from scorekeeper.web.forms import StringField, WholeField
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.tournaments.page import attempt_or_flash, author, to

pages = Blueprint("clocks", __name__, url_prefix="/tournaments/<tournament>/desk/clock")

A_MINUTE = 60_000


def waves_of(state: TournamentState, shown: Round) -> list[int]:
    """The waves that a round is played in: one, unless there are more matches than tables."""
    found = {state.matches[match].pairing.wave for match in shown.matches if not state.matches[match].pairing.is_bye}
    return sorted(found) or [1]


def wave_words(wave: int) -> str:
    """`Wave 2`: when a match is played where there are more matches than tables."""
    return _("Wave {number}", number=wave)


def clocks_view(state: TournamentState, shown: Round, at: int) -> list[View]:
    """The clock of each wave of the round, in order; none where its matches have no limit."""
    found = [clock_view(state, shown, at, wave) for wave in waves_of(state, shown)]
    return [clock for clock in found if clock is not None]


def current_wave(state: TournamentState, shown: Round) -> int:
    """The wave that is played: the first one with a match that is still open, else the last."""
    matches = [state.matches[match] for match in shown.matches if not state.matches[match].pairing.is_bye]
    playing = [match.pairing.wave for match in matches if not state.is_over(match)]
    return min(playing, default=waves_of(state, shown)[-1])


def current_clock(state: TournamentState, shown: Round, at: int) -> View | None:
    """The clock of the wave that is played."""
    return clock_view(state, shown, at, current_wave(state, shown))


def clock_view(state: TournamentState, shown: Round, at: int, wave: int = 1) -> View | None:
    """The clock of one wave of a round; None if its matches have no limit."""
    matches = [state.matches[match] for match in shown.matches]
    minutes = max((state.limits(match).minutes or 0 for match in matches if match.pairing.wave == wave), default=0)
    if not minutes:
        return None
    clock = state.clock(shown, wave)
    left, begins = clock.left(minutes, at), clock.running_since
    return {
        "wave": wave,
        "wave_words": wave_words(wave) if len(waves_of(state, shown)) > 1 else "",
        "left": left,
        "words": clock_words(left),
        "ends": None if begins is None else max(at, begins) + left,
        "begins_in": None if begins is None or begins <= at else -(-(begins - at) // A_MINUTE),
        "now": at,
        "runs": begins is not None,
        "started": clock.started,
        "is_over": left <= 0,
    }


def match_clock(state: TournamentState, match: Match, at: int) -> View | None:
    """The clock of one match: that of its wave, with the minutes that the director gave its table."""
    room, found = room_of(state, match), state.round(match.stage, match.round)
    if found is None or (room.ends is None and room.left is None):
        return None
    clock = state.clock(found, match.pairing.wave)
    minutes = (state.limits(match).minutes or 0) + match.added_minutes
    left, begins = clock.left(minutes, at), clock.running_since
    return {
        "words": clock_words(left),
        "ends": room.ends if begins is None or begins <= at else begins,
        "begins_in": None if begins is None or begins <= at else clock_words(begins - at),
        "now": at,
        "started": clock.started,
        "is_over": left <= 0,
    }


def clock_words(left: int) -> str:
    """`18:42`; 0:00 after time."""
    seconds = max(0, left) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


class ClockForm(EntryForm):
    """What to do with the clock of a round, or of one table."""

    act = StringField(default=ev.CLOCK_START)
    minutes = WholeField(validators=[Optional()])
    hand = WholeField(validators=[Optional()])
    match = WholeField(validators=[Optional()])
    wave = WholeField(default=1, validators=[Optional()])
    less = BooleanField()


@pages.post("", role=KEEPER)
def change(tournament: str) -> Response:
    form = ClockForm(request.form)
    minutes = (form.minutes.data or 0) * (-1 if form.less.data else 1)
    attempt_or_flash(
        lambda: set_clock(
            tournament,
            str(form.act.data),
            author(),
            minutes=minutes,
            match=form.match.data,
            hand=form.hand.data,
            wave=form.wave.data or 1,
            event_id=form.new_id,
        )
    )
    return to("match.show", match=form.match.data) if form.match.data else to("desk.show")
