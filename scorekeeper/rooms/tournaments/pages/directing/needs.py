"""What needs somebody at the desk, the most urgent first: results, tables, calls, and what the next pairing needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from scorekeeper.access.live import is_connected
from scorekeeper.clock import utc_now
from scorekeeper.core.game import DISPUTED as SIGNED_DISPUTED, HAND, START, GameState
from scorekeeper.core.game.sign_off import SignOff
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    after_colon,
    in_quotes,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_dots,
)
from scorekeeper.rooms.tournaments.domain.hall import notice_for
from scorekeeper.rooms.tournaments.domain.log.calls import open_calls
from scorekeeper.rooms.tournaments.domain.log.events import COMING, DROPPED, OUT
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, replaced, version
from scorekeeper.rooms.tournaments.domain.log.state import (
    DISPUTED,
    LAST_HAND,
    OVERTIME,
    PLAYING,
    WAITING,
    Match,
    TournamentState,
)
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.pairing.corrections import Correction, corrections
from scorekeeper.rooms.tournaments.domain.score_words import score_text, source_text
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER
from scorekeeper.rooms.tournaments.pages.directing.clocks import A_MINUTE
from scorekeeper.rooms.tournaments.pages.directing.director_call import REASONS
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import earlier_round
from scorekeeper.rooms.tournaments.pages.directing.replacing import wrong_team
from scorekeeper.rooms.tournaments.pages.directing.reported import corrected_words, names_of_sides, needs_words
from scorekeeper.rooms.tournaments.pages.directing.ties import tie_at_the_cut
from scorekeeper.rooms.tournaments.pages.matches import match_view
from scorekeeper.rooms.tournaments.pages.page import side_label, team_label
from scorekeeper.rooms.tournaments.services.by_time import over_since
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.phones import keepers_of
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.events import last_times
from scorekeeper.storage.members import member_by_id

SILENT = 4 * A_MINUTE
NO_HAND = 12 * A_MINUTE
UNCONFIRMED = 5 * A_MINUTE
IN_PLAY = (WAITING, PLAYING, LAST_HAND, OVERTIME)


@dataclass(frozen=True, slots=True)
class Objection:
    """Who disputes a result, the hand that is wrong (0: the whole game), and what they wrote."""

    who: str
    hand: int
    note: str


def needs(now: LoadedTournament, matches: Sequence[Match], rows: Sequence[View], at: int) -> list[View]:
    """What needs somebody, the most urgent first; `rows` are these matches as `match_view` has them."""
    keepers = keepers_of(now.row.id)
    playing = [str(match.game) for match, row in zip(matches, rows, strict=True) if match.game and not row["is_over"]]
    hands = last_times(playing, (START, HAND)) if playing else {}
    found = []
    for match, row in zip(matches, rows, strict=True):
        need = _of_result(now, match, row, at) or _of_table(now, match, row, at, keepers, hands)
        if need is not None:
            found.append((need[0], row | {"note": _teams_words(now.state, match), "kind": "look"} | need[1]))
    found += [(0, row) for row in [*_differing_elsewhere(now, matches, at), *_needs_of_pairing(now, at)]]
    ordered = [*_calls(now, at), *(row for _order, row in sorted(found, key=lambda pair: pair[0]))]
    return [row | {"note": _note(now.state, row)} for row in ordered]


def _note(state: TournamentState, row: View) -> str:
    """The note of a row, with the round of its match unless that is the one that is played; in a narrow column it
    breaks neither within a score nor before a dot.
    """
    number = row.get("id")
    match = state.matches.get(number) if isinstance(number, int) else None
    words = "" if match is None else earlier_round(state, match)
    note = with_dots([*([words] if words else []), str(row["note"])])
    return note.replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}").replace(" · ", "\N{NO-BREAK SPACE}· ")


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


def _of_result(now: LoadedTournament, match: Match, row: View, at: int) -> tuple[int, View] | None:
    """What the result of a match needs, or by dates that it has none, with its urgency: 0 comes first. A `note` takes
    the place of the teams' names.
    """
    state = now.state
    waited, until = over_since(now, match), state.last_day(match)
    differing = needs_words(now, match) or corrected_words(state, match)
    if differing is not None:
        return 0, differing
    if row["status"] == DISPUTED:
        return 0, _disputed(now, match) | {"bad": True}
    gone = _who_left(state, match) if row["status"] in IN_PLAY else ""
    if gone:
        return 1, {"title": _("{teams} dropped out, and the match is open", teams=gone), "bad": True}
    if waited is not None and (match.given is not None or at - waited >= UNCONFIRMED):
        minutes = (at - waited) // A_MINUTE
        title = _n(minutes, "To confirm for 1 min", "To confirm for {count} min") if minutes else _("To confirm")
        there, (instead, record) = in_force(state, match), version(state, match)
        names = _waiting_for(now, match) or _teams_words(state, match)
        note = names if there is None else with_dots([score_text(there.result), *_instead(state, match), names])
        return 1, {"title": title, "kind": "confirm", "note": note, "seen": f"{match.id}:{instead}:{record}"}
    if until is not None and not row["is_over"] and at >= until:
        return 1, {"title": _("Not played by its last day"), "bad": True}
    return None


def _instead(state: TournamentState, match: Match) -> list[str]:
    """What a result that waits for its confirmation was taken instead of, if anything."""
    return [
        _(
            "instead of {score} {source}",
            score=score_text(one.result, names_of_sides(state, match)),
            source=source_text(one),
        )
        for one in replaced(state, match)[:1]
    ]


def _of_table(
    now: LoadedTournament,
    match: Match,
    row: View,
    at: int,
    keepers: Mapping[str, TournamentPhone],
    hands: Mapping[str, datetime],
) -> tuple[int, View] | None:
    """What is to be seen to at a table that plays; `hands`: when each game had its last, or began."""
    state = now.state
    if state.last_day(match) is not None:
        return None
    game = now.games.get(match.game or "")
    is_played = game is not None and not row["is_over"]
    quiet = at - milliseconds(game.last_activity) if game is not None and is_played else 0
    without_hand = at - milliseconds(hands[game.id]) if game is not None and is_played else 0
    if row["status"] in (PLAYING, WAITING) and _is_time(state, match, at):
        if row["status"] == PLAYING or state.settings.kept_on != ON_PAPER:
            return 2, {"title": _("Time not called") if row["status"] == PLAYING else _("Not begun, and time is up")}
    elif without_hand >= NO_HAND:
        return 2, {"title": _n(without_hand // A_MINUTE, "No hand for 1 min", "No hand for {count} min")}
    elif game is not None and quiet >= SILENT and _is_silent(now, keepers.get(game.id)):
        return 3, {"title": _n(quiet // A_MINUTE, "Not heard for 1 min", "Not heard for {count} min")}
    elif state.has_hands(match) and match.pairing.is_bye:
        return 4, {"title": _("A bye with hands")}
    return None


def _who_left(state: TournamentState, match: Match) -> str:
    """The teams of a match that play no more; empty if all do."""
    gone = [state.teams[team] for team in match.teams if state.teams[team].status in (DROPPED, OUT)]
    return with_commas([team_label(team) for team in gone])


def played_game(now: LoadedTournament, match: Match) -> GameState | None:
    """The game of a match, unless it has none, or a damaged one, or its result was given at the desk."""
    game = now.games.get(match.game or "")
    if game is None or match.given is not None or now.state.confirmed_before(match) is not None:
        return None
    try:
        return GAME_CACHE.get(game.id, game.last_hash).state
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
    """Whether the time of a match is up by the hall's clock."""
    notice = notice_for(state, match)
    return (notice.ends is not None and notice.ends <= at) or (notice.left is not None and notice.left <= 0)


def _is_silent(now: LoadedTournament, phone: TournamentPhone | None) -> bool:
    """Whether the phone that keeps a score has no connection, and asked for nothing lately."""
    if phone is None or is_connected(phone.member_id):
        return False
    member = member_by_id(now.row.table_id, phone.member_id)
    seen = None if member is None else member.last_seen
    return seen is None or milliseconds(utc_now()) - milliseconds(seen) >= SILENT
