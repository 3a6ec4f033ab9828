"""Choosing among the reported scores of a match, and taking its result out where it was put in."""

from dataclasses import fields

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of
from scorekeeper.rooms.tournaments.domain.log.reported import in_force
from scorekeeper.rooms.tournaments.domain.log.results import ResultTakenOut, ScoreEvent
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.faults import NO_SUCH_REPORT
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.may_change import Seen, check_seen
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, record_event
from scorekeeper.rooms.tournaments.services.results import confirm, give_result, rules_alone
from scorekeeper.rooms.tournaments.services.undo import games_follow
from scorekeeper.services.recording import Author


def choose(
    tournament_id: str,
    match_id: int,
    seq: int,
    author: Author,
    *,
    seen: Seen,
    reason: str | None = None,
    event_id: str | None = None,
) -> RecordedEvent:
    """Let the score of event number `seq` count, or what the game of the match says (0).

    Raises `NotNow`, `ResultDiffers` if another score came since the writer has `seen` all of them.
    """
    state = load_tournament(tournament_id).state
    match = find_match(state, match_id)
    game = state.game_result(match)
    goes_on = game is not None and game.goes_on
    there = in_force(state, match)
    is_there = there is not None and seq == there.seq and not there.goes_on
    if is_there:
        return confirm(tournament_id, match_id, author, seen=seen, reason=reason, event_id=event_id)
    if seq:
        return _take(tournament_id, match, seq, author, seen, reason, event_id)
    return take_out(
        tournament_id, match_id, author, seen=seen, game_counts=not goes_on, reason=reason, event_id=event_id
    )


def _take(
    tournament_id: str,
    match: Match,
    seq: int,
    author: Author,
    seen: Seen,
    reason: str | None,
    event_id: str | None,
) -> RecordedEvent:
    report = next((one for one in match.reports if one.seq == seq), None)
    if report is None:
        raise NotNow(NO_SUCH_REPORT.at(NOWHERE, {"number": match.id}))
    own = {part.name for part in fields(ScoreEvent)}
    body = {name: part for name, part in payload_of(report).items() if name in own or name == "forfeit"}
    body |= {"by": report.by, "chosen": True, "instead": seen[0], "record": seen[1], "reason": reason}
    return give_result(tournament_id, match.id, body, author, source=report.source, event_id=event_id)


def take_out(
    tournament_id: str,
    match_id: int,
    author: Author,
    *,
    seen: Seen | None = None,
    game_counts: bool = False,
    reason: str | None = None,
    event_id: str | None = None,
) -> RecordedEvent:
    """Take the result out that was typed, and what was reported beside it: the match is open again, or goes on.

    `game_counts`: a director chooses what its game says. A game that was closed for the result goes on. Raises `NotNow`
    without such a result, and if something came since the writer has `seen` the match.
    """
    alone = rules_alone(tournament_id, match_id, author)

    def event_for(state: TournamentState) -> ev.Event:
        match = find_match(state, match_id)
        check_seen(seen, state, match)
        game = state.game_result(match)
        record = game.record if game_counts and game is not None else 0
        return ResultTakenOut(seq=state.seq + 1, match=match_id, record=record, alone=alone, reason=reason)

    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id)
    assert recorded is not None
    if recorded.new:
        games_follow(recorded, author)
    return recorded
