"""The desk: the clocks, what needs somebody, and the matches by table."""

from collections import Counter
from collections.abc import Sequence

from flask import Blueprint, request

from scorekeeper.access import SCORER, may
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import after_colon, translate as _, with_commas, with_dots
from scorekeeper.rooms.tournaments.domain.formats.open_play import free_teams
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log.event_words import redo_text, undo_text
from scorekeeper.rooms.tournaments.domain.log.state import (
    DISPUTED,
    DONE,
    FORFEITED,
    LAST_HAND,
    OVERTIME,
    PLAYING,
    TO_CONFIRM,
    WAITING,
    Match,
    Round,
    TournamentState,
)
from scorekeeper.rooms.tournaments.domain.pairing import is_stage_over, waits_after_undo
from scorekeeper.rooms.tournaments.domain.round_names import is_last_round, left_words, look_words, matches_of
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER
from scorekeeper.rooms.tournaments.pages.directing.clocks import clocks_view, current_wave
from scorekeeper.rooms.tournaments.pages.directing.needs import needs
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import (
    asked_round,
    earlier_round,
    round_choices,
    title_of,
)
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.directing.ties import ties_of
from scorekeeper.rooms.tournaments.pages.league.desk import league_desk
from scorekeeper.rooms.tournaments.pages.matches import (
    by_table,
    last_day_words,
    match_view,
    round_matches,
    status_words,
)
from scorekeeper.rooms.tournaments.pages.page import (
    begins,
    current_round,
    draft_round,
    is_league,
    is_of_players,
    loaded,
    name_of_round,
    render_page,
    side_label,
    team_label,
)
from scorekeeper.rooms.tournaments.pages.showing.public import code_for_all
from scorekeeper.rooms.tournaments.pages.teams.away import NAMED_BELOW, away_lines
from scorekeeper.rooms.tournaments.pages.teams.listing import counts, foot, next_round_words
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.services.names import without_accents

pages = Blueprint("desk", __name__, url_prefix="/tournaments/<tournament>/desk")

OUTSTANDING = "outstanding"
MANY = 8
"""With more tables, a player can be looked for."""


STATES = (DONE, TO_CONFIRM, DISPUTED, LAST_HAND, PLAYING, WAITING)
"""The parts of the bar, in its order; overtime counts as a last hand, a forfeit as done."""
SAME = {OVERTIME: LAST_HAND, FORFEITED: DONE}


@pages.get("", role=SCORER)
def show(tournament: str) -> str:
    now = loaded()
    state, at = now.state, milliseconds(utc_now())
    if is_league(state):
        return league_desk(now, at, needs)
    shown = current_round(state)
    draft = draft_round(state)
    if shown is None:
        return _before_the_first_round(now, draft, at)
    matches = [state.matches[match] for match in round_matches(state, shown)]
    rows = [match_view(now, match, at) for match in matches]
    past = asked_round(state)
    chosen = matches if past is None else [state.matches[match] for match in past.matches]
    sought = request.args.get("find", "").strip()[:MAX_NAME_LENGTH]
    outstanding = request.args.get("only") == OUTSTANDING
    listed = [
        row
        for row in (_row(now, match, at, past) for match in chosen if not sought or _plays(state, match, sought))
        if not (outstanding and row["is_over"])
    ]
    pairs_itself = grows(state, shown.stage)
    hides_done = pairs_itself and past is None
    left = sum(not state.is_over(match) for match in matches if not match.pairing.is_bye)
    return render_page(
        "desk.html",
        "desk",
        now,
        left_words=_("Time left") if pairs_itself else left_words(matches_of(state, shown), shown.number),
        round_name=name_of_round(state, shown),
        clocks=clocks_view(state, shown, at),
        wave=current_wave(state, shown),
        last_day=_first_last_day(state, matches),
        bar=status_bar(rows),
        needs=needs(now, matches, rows, at),
        matches=sorted((row for row in listed if not row["is_over"]), key=_last_hands_first),
        done=[row for row in listed if row["is_over"]],
        tiles=sorted((row for row in listed if not (hides_done and row["is_over"])), key=by_table),
        byes=[] if outstanding or sought else _byes(state, chosen),
        rounds=round_choices(state, past),
        past="" if past is None else title_of(state, past),
        asked=request.args.get("round", "") if past is not None else "",
        sought=sought,
        can_seek=len(chosen) > MANY,
        outstanding=outstanding,
        asking=asking(now),
        left=left,
        on_paper=state.settings.kept_on == ON_PAPER,
        look_words="" if draft is None else look_words(matches_of(state, draft), draft.number),
        pair_words=next_round_words(state, at),
        is_last=is_last_round(state, state.stage, at),
        away=away_lines(state, NAMED_BELOW),
        free=_free_words(state) if pairs_itself else "",
        waits_for_tap=pairs_itself and waits_after_undo(state) and len(free_teams(state, state.stage)) > 1,
        pairs_itself=pairs_itself and not is_stage_over(state, state.stage, at),
        begins=begins(state, shown, at),
        is_over=is_stage_over(state, len(state.stages), at),
        ended=state.ended,
        has_ties=bool(ties_of(state)),
        undo=undo_text(state),
        redo=redo_text(state),
        may_direct=may("keeper"),
        code=code_for_all(now),
        follows=follow("desk", now),
    )


def _row(now: LoadedTournament, match: Match, at: int, past: Round | None) -> View:
    """A match of the lists, with its round if it is listed beside another one."""
    row = match_view(now, match, at)
    words = earlier_round(now.state, match) if past is None else ""
    return row | {"status_words": with_dots([words, str(row["status_words"])])} if words else row


def _before_the_first_round(now: LoadedTournament, draft: Round | None, at: int) -> str:
    """The desk while people arrive: how many are here, what to print, and the next step."""
    state = now.state
    return render_page(
        "desk_before.html",
        "desk",
        now,
        counts=counts(state),
        is_of_players=is_of_players(state),
        foot=foot(state),
        away=away_lines(state),
        look_words="" if draft is None else look_words(matches_of(state, draft), draft.number),
        pair_words=next_round_words(state, at),
        asking=asking(now),
        may_direct=may("keeper"),
        undo=undo_text(state),
        redo=redo_text(state),
        code=code_for_all(now),
        follows=follow("desk", now),
    )


def _free_words(state: TournamentState) -> str:
    """Open play: the teams that wait for an opponent."""
    return with_commas([team_label(state.teams[team]) for team in free_teams(state, state.stage)])


def _first_last_day(state: TournamentState, matches: Sequence[Match]) -> str:
    """By dates: the last day of the match that has to be played first; empty in one room."""
    open_ones = [match for match in matches if state.last_day(match) and not state.is_over(match)]
    return last_day_words(state, min(open_ones, key=lambda match: state.last_day(match) or 0)) if open_ones else ""


def _byes(state: TournamentState, matches: Sequence[Match]) -> list[str]:
    """`Bye: Ann & Abe`, and so on: who plays nobody, by name."""
    named: dict[str, list[str]] = {}
    for match in matches:
        if match.pairing.is_bye:
            named.setdefault(status_words(state, match), []).append(side_label(state, match, 0))
    return [after_colon(words, with_commas(names)) for words, names in named.items()]


def _plays(state: TournamentState, match: Match, sought: str) -> bool:
    """Whether a player of the match has a name with these letters."""
    players = [player for team in match.teams if team in state.teams for player in state.teams[team].players]
    return any(without_accents(sought) in without_accents(player) for player in players)


def _last_hands_first(row: View) -> tuple[bool, tuple[int, int]]:
    return row["status"] not in (LAST_HAND, OVERTIME), by_table(row)


def status_bar(rows: list[View]) -> list[View]:
    """How many matches are in each state, and how many are before them in the bar; without those with none."""
    counted = Counter(SAME.get(str(row["status"]), row["status"]) for row in rows if not row["is_bye"])
    words = {
        DONE: _("done"),
        TO_CONFIRM: _("to confirm"),
        DISPUTED: _("disputed"),
        LAST_HAND: _("last hand"),
        PLAYING: _("playing"),
        WAITING: _("waiting"),
    }
    found: list[View] = []
    start = 0
    for key in STATES:
        if counted[key]:
            found.append({"status": key, "start": start, "count": counted[key], "words": words[key]})
            start += counted[key]
    return found
