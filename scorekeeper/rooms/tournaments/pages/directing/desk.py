"""The desk: the clocks, what needs somebody, and the matches by table."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, request, url_for

from scorekeeper.access import SCORER, may
from scorekeeper.access.live import is_connected
from scorekeeper.clock import utc_now
from scorekeeper.core.game import DISPUTED as SIGNED_DISPUTED
from scorekeeper.core.game import HAND, START, GameState
from scorekeeper.core.game.sign_off import SignOff
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import after_colon, in_quotes, with_commas, with_dots
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.rooms.tournaments.domain.formats.open_play import free_teams
from scorekeeper.rooms.tournaments.domain.hall import grows, notice_for
from scorekeeper.rooms.tournaments.domain.log.calls import open_calls
from scorekeeper.rooms.tournaments.domain.log.event_words import entry_text
from scorekeeper.rooms.tournaments.domain.log.events import COMING
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
from scorekeeper.rooms.tournaments.domain.pairing import format_of, is_stage_over, waits_after_undo
from scorekeeper.rooms.tournaments.domain.pairing.corrections import Correction, corrections
from scorekeeper.rooms.tournaments.domain.round_names import left_words, look_words, matches_of
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER
from scorekeeper.rooms.tournaments.pages.directing.clocks import A_MINUTE, clocks_view, current_wave
from scorekeeper.rooms.tournaments.pages.directing.director_call import REASONS
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import asked_round, round_choices, title_of
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.directing.replacing import wrong_team
from scorekeeper.rooms.tournaments.pages.directing.reported import corrected_words, needs_words
from scorekeeper.rooms.tournaments.pages.directing.ties import tie_at_the_cut, ties_of
from scorekeeper.rooms.tournaments.pages.league.desk import league_desk
from scorekeeper.rooms.tournaments.pages.matches import by_table, last_day_words, match_view, round_matches
from scorekeeper.rooms.tournaments.pages.page import (
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
from scorekeeper.rooms.tournaments.pages.teams import counts, foot, next_round_words
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.by_time import over_since
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.phones import (
    keepers_of,
)
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.events import last_times
from scorekeeper.storage.members import member_by_id

pages = Blueprint("desk", __name__, url_prefix="/tournaments/<tournament>/desk")

SILENT = 4 * A_MINUTE
NO_HAND = 12 * A_MINUTE
UNCONFIRMED = 5 * A_MINUTE
OUTSTANDING = "outstanding"
MANY = 8
"""With more tables, a player can be looked for."""


STATES = (DONE, TO_CONFIRM, DISPUTED, LAST_HAND, PLAYING, WAITING)
"""The parts of the bar, in its order; overtime counts as a last hand, a forfeit as done."""
SAME = {OVERTIME: LAST_HAND, FORFEITED: DONE}


@dataclass(frozen=True, slots=True)
class Objection:
    """Who disputes a result, the hand that is wrong (0: the whole game), and what they wrote."""

    who: str
    hand: int
    note: str


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
        for row in (match_view(now, match, at) for match in chosen if not sought or _plays(state, match, sought))
        if not (outstanding and row["is_over"])
    ]
    pairs_itself = grows(state, shown.stage)
    hides_done = pairs_itself and past is None
    left = sum(not state.is_over(match) for match in matches if not match.pairing.is_bye)
    return render_page(
        "desk.html",
        "desk",
        now,
        left_words=left_words(matches_of(state, shown), shown.number),
        round_name=name_of_round(state, shown),
        clocks=clocks_view(state, shown, at),
        wave=current_wave(state, shown),
        last_day=_first_last_day(state, matches),
        bar=status_bar(rows),
        needs=needs(now, matches, rows, at),
        matches=sorted((row for row in listed if not row["is_over"]), key=_last_hands_first),
        done=[row for row in listed if row["is_over"]],
        tiles=sorted((row for row in listed if not (hides_done and row["is_over"])), key=by_table),
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
        free=_free_words(state) if pairs_itself else "",
        waits_for_tap=pairs_itself and waits_after_undo(state) and len(free_teams(state, state.stage)) > 1,
        pairs_itself=pairs_itself and not is_stage_over(state, state.stage, at),
        is_over=is_stage_over(state, len(state.stages), at),
        ended=state.ended,
        has_ties=bool(ties_of(state)),
        undo="" if state.undo is None else entry_text(state, state.undo),
        redo="" if state.redo is None else entry_text(state, state.redo),
        may_direct=may("keeper"),
        follows=follow("desk", now),
    )


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
        look_words="" if draft is None else look_words(matches_of(state, draft), draft.number),
        pair_words=next_round_words(state, at),
        asking=asking(now),
        may_direct=may("keeper"),
        undo="" if state.undo is None else entry_text(state, state.undo),
        redo="" if state.redo is None else entry_text(state, state.redo),
        follows=follow("desk", now),
    )


def _free_words(state: TournamentState) -> str:
    """Open play: the teams that wait for an opponent."""
    return with_commas([team_label(state.teams[team]) for team in free_teams(state, state.stage)])


def _first_last_day(state: TournamentState, matches: Sequence[Match]) -> str:
    """By dates: the last day of the match that has to be played first; empty in one room."""
    open_ones = [match for match in matches if state.last_day(match) and not state.is_over(match)]
    return last_day_words(state, min(open_ones, key=lambda match: state.last_day(match) or 0)) if open_ones else ""


def _plays(state: TournamentState, match: Match, sought: str) -> bool:
    """Whether a player of the match has a name with these letters."""
    players = [player for team in match.teams if team in state.teams for player in state.teams[team].players]
    return any(sought.casefold() in player.casefold() for player in players)


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


def needs(now: LoadedTournament, matches: Sequence[Match], rows: Sequence[View], at: int) -> list[View]:
    """What needs somebody, the most urgent first; `rows` are these matches as `match_view` has them."""
    keepers = keepers_of(now.row.id)
    playing = [str(match.game) for match, row in zip(matches, rows, strict=True) if match.game and not row["is_over"]]
    hands = last_times(playing, (START, HAND)) if playing else {}
    found = [
        (order, row | {"note": _teams_words(now.state, match), "kind": "look"} | need)
        for match, row in zip(matches, rows, strict=True)
        for order, need in _needs_of_match(now, match, row, at, keepers, hands)
    ]
    found += [(0, row) for row in [*_differing_elsewhere(now, matches, at), *_needs_of_pairing(now, at)]]
    return [*_calls(now, at), *(row for _order, row in sorted(found, key=lambda pair: pair[0]))]


def _differing_elsewhere(now: LoadedTournament, shown: Sequence[Match], at: int) -> Iterator[View]:
    """The matches of other rounds with scores that nobody decided."""
    for match in now.state.matches.values():
        need = None if match in shown else needs_words(now, match)
        if need is not None:
            yield match_view(now, match, at) | {"kind": "look"} | need


def _calls(now: LoadedTournament, at: int) -> Iterator[View]:
    """The tables that called, and how long they wait."""
    for match, call in open_calls(now.state):
        reason = None if call.reason is None else _(REASONS[call.reason])
        yield match_view(now, match, at) | {
            "title": _("Calls you") if reason is None else after_colon(_("Calls you"), reason),
            "note": with_dots([*([call.who] if call.who else []), _teams_words(now.state, match)]),
            "kind": "call",
            "coming": call.answered == COMING,
            "since": call.at,
            "now": at,
            "waits": waits_text(at - call.at),
        }


def waits_text(waited: int) -> str:
    """`4:07` for milliseconds, as the page's script counts on."""
    minutes, seconds = divmod(max(0, waited) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def _needs_of_match(
    now: LoadedTournament,
    match: Match,
    row: View,
    at: int,
    keepers: Mapping[str, TournamentPhone],
    hands: Mapping[str, datetime],
) -> Iterator[tuple[int, View]]:
    """What a match needs most, if anything, with its urgency: 0 comes first; `hands`: when each game had
    its last, or began. A `note` takes the place of the teams' names."""
    state = now.state
    game = now.games.get(match.game or "")
    is_played = game is not None and not row["is_over"]
    quiet = at - milliseconds(game.last_activity) if game is not None and is_played else 0
    without_hand = at - milliseconds(hands[game.id]) if game is not None and is_played else 0
    waited, until = over_since(now, match), state.last_day(match)
    differing = needs_words(now, match) or corrected_words(state, match)
    if differing is not None:
        yield 0, differing
    elif row["status"] == DISPUTED:
        yield 0, _disputed(now, match) | {"bad": True}
    elif waited is not None and (match.given is not None or at - waited >= UNCONFIRMED):
        minutes = (at - waited) // A_MINUTE
        title = _n(minutes, "To confirm for 1 min", "To confirm for {count} min") if minutes else _("To confirm")
        need: View = {"title": title, "kind": "confirm"}
        missing = _waiting_for(now, match)
        yield 1, need | {"note": missing} if missing else need
    elif until is not None:
        if not row["is_over"] and at >= until:
            yield 1, {"title": _("Not played by its last day"), "bad": True}
    elif row["status"] == PLAYING and _is_time(state, match, at):
        yield 2, {"title": _("Time not called")}
    elif without_hand >= NO_HAND:
        yield 2, {"title": _n(without_hand // A_MINUTE, "No hand for 1 min", "No hand for {count} min")}
    elif game is not None and quiet >= SILENT and _is_silent(now, keepers.get(game.id)):
        yield 3, {"title": _n(quiet // A_MINUTE, "Not heard for 1 min", "Not heard for {count} min")}
    elif state.has_hands(match) and match.pairing.is_bye:
        yield 4, {"title": _("A bye with hands")}


def played_game(now: LoadedTournament, match: Match) -> GameState | None:
    """The game of a match, unless it has none, or a damaged one, or its result was given at the desk."""
    game = now.games.get(match.game or "")
    if game is None or match.given is not None:
        return None
    try:
        return GAME_CACHE.get(game.id, game.last_seq, game.last_activity).state
    except DamagedGame:
        return None


def _signs(now: LoadedTournament, match: Match) -> tuple[SignOff, ...]:
    """What the sides of a match's game signed on the score as it is now."""
    state = played_game(now, match)
    return () if state is None else tuple(sign for sign in state.signs if not sign.broken)


def objections_to(now: LoadedTournament, match: Match) -> list[Objection]:
    """Who disputes the result of a match, or at the desk whoever called it disputed; empty unless it is disputed."""
    if now.state.match_status(match) != DISPUTED:
        return []
    given = [
        Objection(side_label(now.state, match, sign.side), sign.event.hand or 0, sign.event.note)
        for sign in _signs(now, match)
        if sign.verdict == SIGNED_DISPUTED
    ]
    called = match.confirmed
    if not given and called is not None and called.verdict == SIGNED_DISPUTED:
        given = [Objection(called.who or _("The desk"), 0, called.reason or "")]
    return given


def _disputed(now: LoadedTournament, match: Match) -> View:
    """Which hand a side disputes, and what it wrote."""
    found = next(iter(objections_to(now, match)), None)
    if found is None:
        game = now.state.game_result(match)
        is_damaged = game is not None and not game.scores
        return {"title": _("The game is damaged. Open it") if is_damaged else _("Disputed")}
    title = _("Disputed: hand {number}", number=found.hand) if found.hand else _("Disputed")
    return {"title": title, "note": after_colon(found.who, in_quotes(found.note)) if found.note else found.who}


def _waiting_for(now: LoadedTournament, match: Match) -> str:
    """The sides that did not confirm yet, if another one did."""
    signed = {int(sign.side) for sign in _signs(now, match)}
    missing = [side for side in range(len(match.pairing.sides)) if side not in signed]
    if not signed or not missing:
        return ""
    return _("Waiting for {teams}", teams=with_commas([side_label(now.state, match, side) for side in missing]))


def _needs_of_pairing(now: LoadedTournament, at: int) -> Iterator[View]:
    """What the next pairing or the last one needs: a tie at the cut, and results that were corrected since."""
    state = now.state
    tied = tie_at_the_cut(state)
    if tied is not None:
        names = with_commas([team_label(state.teams[place.team]) for place in tied])
        url = url_for("ties.show", tournament=now.row.id)
        yield {"table": None, "url": url, "title": _("A tie at the cut"), "note": names, "kind": "tie"}
    for wrong in format_of(state, state.stage).replacements(state, state.stage):
        row = match_view(now, state.matches[wrong.match], at)
        yield row | {"title": _("A result was corrected"), "note": wrong_team(state, wrong), "kind": "look"}
    for found in corrections(state):
        match = state.matches[found.match]
        note = f"{_teams_words(state, match)} · {stays_words(state, found)}"
        yield match_view(now, match, at) | {"title": _("A result was corrected"), "note": note, "kind": "look"}


def _teams_words(state: TournamentState, match: Match) -> str:
    return with_commas([side_label(state, match, side) for side in range(len(match.pairing.sides))])


def stays_words(state: TournamentState, found: Correction) -> str:
    """What stays although a result was corrected."""
    if found.stage > state.matches[found.match].stage:
        return _("who plays in the next stage stays")
    return _("round {number} stays as it is paired", number=found.number)


def _is_time(state: TournamentState, match: Match, at: int) -> bool:
    """Whether the time of a match is up by the room's clock."""
    room = notice_for(state, match)
    return (room.ends is not None and room.ends <= at) or (room.left is not None and room.left <= 0)


def _is_silent(now: LoadedTournament, phone: TournamentPhone | None) -> bool:
    """Whether the phone that keeps a score has no connection, and asked for nothing lately."""
    if phone is None or is_connected(phone.member_id):
        return False
    member = member_by_id(now.row.table_id, phone.member_id)
    seen = None if member is None else member.last_seen
    return seen is None or milliseconds(utc_now()) - milliseconds(seen) >= SILENT
