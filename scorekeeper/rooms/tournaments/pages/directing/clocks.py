"""The clocks of a round, as every screen shows them, and what a director does to them."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.domain.hall import grows, notice_for, round_minutes
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.pages.directing.questions import ask_first
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, current_round, loaded, to
from scorekeeper.rooms.tournaments.services.results import set_clock
from scorekeeper.web.posted import PostedFields, posted_id, posted_number

pages = Blueprint("clocks", __name__, url_prefix="/tournaments/<tournament>/desk/clock")

A_MINUTE = 60_000


def waves_of(state: TournamentState, shown: Round) -> list[int]:
    """The waves that a round is played in: one, unless there are more matches than tables. Open play has one clock."""
    if grows(state, shown.stage):
        return [1]
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
    waves = waves_of(state, shown)
    return min((wave for wave in playing if wave in waves), default=waves[-1])


def current_clock(state: TournamentState, shown: Round, at: int) -> View | None:
    """The clock of the wave that is played."""
    return clock_view(state, shown, at, current_wave(state, shown))


def clock_view(state: TournamentState, shown: Round, at: int, wave: int = 1) -> View | None:
    """The clock of one wave of a round; None if its matches have no limit."""
    minutes = round_minutes(state, shown, wave)
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
    room, found = notice_for(state, match), state.round(match.stage, match.round)
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


@pages.get("/last-hand", role=KEEPER)
def ask_last_hand(tournament: str) -> Response | str:
    """Before the last hand is called: which tables it ends."""
    now = loaded()
    shown = current_round(now.state)
    if shown is None or now.state.ended:
        return to("desk.show")
    wave = current_wave(now.state, shown)
    matches = [now.state.matches[match] for match in shown.matches]
    playing = [match for match in matches if match.pairing.wave == wave and not now.state.is_over(match)]
    words = _n(
        len(playing),
        "1 table plays its last hand now, and then its match is over.",
        "{count} tables play their last hand now, and then their matches are over.",
    )
    fields = {"act": ev.LAST_HAND, "minutes": 0, "wave": wave}
    yes = {"url": url_for("clocks.change", tournament=tournament), "label": _("Call last hand"), "fields": fields}
    return ask_first(now, _("Call the last hand?"), [words], playing, yes, no=_("Let them play"))


@pages.post("", role=KEEPER)
def change(tournament: str) -> Response:
    fields, match = PostedFields(), posted_number("match")
    minutes = (posted_number("minutes") or 0) * (-1 if "less" in fields else 1)
    attempt_or_flash(
        lambda: set_clock(
            tournament,
            fields.get("act", ev.CLOCK_START),
            author(),
            minutes=minutes,
            match=match,
            hand=posted_number("hand"),
            wave=posted_number("wave") or 1,
            event_id=posted_id(),
        )
    )
    return to("match.show", match=match) if match else to("desk.show")
