"""The hall: what a tournament tells the pad of a match, which the phone then knows by itself, also offline."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.calls import open_call
from scorekeeper.rooms.tournaments.domain.log.events import COMING
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ONE_MORE

SHOWN_FOR = 10 * 60_000
"""How long a message is shown, in milliseconds."""


@dataclass(frozen=True, slots=True)
class CallState:
    """A call of the director that a table waits for: since when, in milliseconds of UTC, why, and whether one comes."""

    at: int
    reason: str | None = None
    coming: bool = False


@dataclass(frozen=True, slots=True)
class PadNotice:
    """The hall's clock, the last hand and the message for a match, as they are stored with its game.

    `ends` is when its time is up while the clock runs, in milliseconds of UTC; else `left` is what is left of it. Both
    are None without a limit. `last_hand` is the one that the director made the last. `message` is shown until the
    moment `until`. `more` hands are played after the one that is played at time. `next_round` is the number of a later
    round that is published and has one of its teams; 0 without one. `call` is that of its table.
    """

    ends: int | None
    left: int | None
    last_hand: int | None
    message: str = ""
    until: int = 0
    more: int = 0
    next_round: int = 0
    call: CallState | None = None


def notice_for(state: TournamentState, match: Match, latest: Mapping[int, Round] | None = None) -> PadNotice:
    """What a match has to know now; `latest` is what `_latest_rounds` finds, if it is known."""
    ends, left = _time(state, match)
    stops_stalling = state.stages[match.stage - 1].at_time == ONE_MORE and bool(state.limits(match).minutes)
    is_league = state.stages[match.stage - 1].is_league
    following = 0 if is_league else _following(match, _latest_rounds(state) if latest is None else latest)
    call = open_call(state, match)
    known = PadNotice(
        ends,
        left,
        match.last_hand,
        more=int(stops_stalling),
        next_round=following,
        call=None if call is None else CallState(call.at, call.reason, call.answered == COMING),
    )
    sent = next((one for one in reversed(state.messages) if one.match in (None, match.id)), None)
    if sent is None or not sent.text:
        return known
    return replace(known, message=sent.text, until=sent.at + SHOWN_FOR)


def _latest_rounds(state: TournamentState) -> dict[int, Round]:
    """The latest published round that each team is in."""
    published = [found for found in state.rounds if found.published]
    return {team: found for found in published for match in found.matches for team in state.matches[match].teams}


def _following(match: Match, latest: Mapping[int, Round]) -> int:
    rounds = [latest[team] for team in match.teams if team in latest]
    return max(
        (found.number for found in rounds if (found.stage, found.number) > (match.stage, match.round)), default=0
    )


def grows(state: TournamentState, stage: int) -> bool:
    """Whether a stage is open play: its clock is the evening’s, and each match plays on by its own rules."""
    return find_format(state.stages[stage - 1].format).grows


def round_minutes(state: TournamentState, found: Round, wave: int = 1) -> int:
    """How long the clock of a wave runs: the limit of its matches, in open play the evening’s; 0: there is none."""
    if grows(state, found.stage):
        stage = state.stages[found.stage - 1]
        return int(find_format(stage.format).setting(stage, "play_minutes") or 0)
    matches = [state.matches[match] for match in found.matches]
    return max((state.limits(match).minutes or 0 for match in matches if match.pairing.wave == wave), default=0)


def _time(state: TournamentState, match: Match) -> tuple[int | None, int | None]:
    found, minutes = state.round(match.stage, match.round), state.limits(match).minutes
    if found is None:
        return None, None
    clock = state.clock(found, match.pairing.wave)
    if clock.called:
        return None, 0
    if not minutes or grows(state, match.stage):
        return None, None
    left = (minutes + match.added_minutes) * 60_000 + clock.added - clock.used
    return (None, left) if clock.running_since is None else (clock.running_since + left, None)


def notices(state: TournamentState) -> dict[str, PadNotice]:
    """What each game of the tournament has to know, by its public id."""
    latest = _latest_rounds(state)
    return {match.game: notice_for(state, match, latest) for match in state.matches.values() if match.game is not None}
