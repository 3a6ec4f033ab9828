"""The reported scores of a match: what is in force, what differs from it, and what was replaced.

A match has at most one result in force. Any other score of it stands beside that one until somebody chooses.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.log import events as ev, undoing
from scorekeeper.rooms.tournaments.domain.log.results import (
    AGREED,
    AS_CONFIRMED,
    BY_GAME,
    GameCorrected,
    Result,
    ResultsGiven,
    ScoreEvent,
    result_of,
)
from scorekeeper.rooms.tournaments.domain.log.state import TO_CONFIRM, Match, TournamentState


@dataclass(frozen=True, slots=True)
class ReportedScore:
    """One source's version of a match's result.

    `source` is `BY_GAME`, `AS_CONFIRMED`, one of `results.SOURCES`, or empty where an older log does not say. `seq` is
    the number of the event that has it, 0 for the game's own. `at` is when it came, in milliseconds of UTC, 0 if that
    is not known. The game may still `goes_on`. `is_settled`: somebody chose another one since, or a later one replaced
    it.
    """

    result: Result
    source: str
    seq: int = 0
    at: int = 0
    who: str | None = None
    signed: bool = False
    goes_on: bool = False
    is_settled: bool = False

    def differs(self, other: Result) -> bool:
        """Whether not both can be the result; a game that goes on has none yet."""
        return self.goes_on or self.result.differs(other)


def in_force(state: TournamentState, match: Match) -> ReportedScore | None:
    """What is there of a match: the result that was given, else its game as far as it is played; None without."""
    if match.given is not None:
        return _typed(match, match.given)
    before = state.confirmed_before(match)
    return of_game(state, match) if before is None else _typed(match, before)


def of_game(state: TournamentState, match: Match) -> ReportedScore | None:
    """What the hands of its game give; None before the first."""
    game = state.game_result(match)
    if game is None or not game.hands:
        return None
    return ReportedScore(game.as_result, BY_GAME, at=game.changed_at, goes_on=game.goes_on)


def undecided(state: TournamentState, match: Match) -> list[ReportedScore]:
    """What differs from what is in force, and nobody chose since."""
    there = in_force(state, match)
    reports = [_typed(match, report) for report in match.open_reports]
    found = [one for one in reports if there is None or there.differs(one.result)]
    game = of_game(state, match)
    if game is None or there is None or not game.differs(there.result) or not _came_since(state, match):
        return found
    if match.given is not None and not match.given.source:
        return found  # an older log does not say whether its writer saw the game
    return [game, *found]


def _came_since(state: TournamentState, match: Match) -> bool:
    """Whether its game says what it says since somebody chose another result, or since it was corrected."""
    played, before = state.game_result(match), state.confirmed_before(match)
    if played is None:
        return False
    if before is not None:  # an undo of a hand has an earlier record
        return match.settled < before.seq or played.record != match.settled_record
    return match.given is not None and played.record > match.settled_record


def is_decided(state: TournamentState, match: Match) -> bool:
    """Whether its sides, a director or the time confirmed what counts, so that only a director takes another score."""
    given, verdict = match.given, match.confirmed
    if not state.is_over(match):
        return False
    return given is None or given.chosen or (verdict is not None and verdict.seq > given.seq)


def is_corrected(state: TournamentState, match: Match) -> bool:
    """Whether the game of a match was corrected after its result was confirmed, and nobody confirmed it since: that
    does not count by waiting.
    """
    game, before = state.game_result(match), match.confirmed
    if match.given is not None or game is None or state.match_status(match) != TO_CONFIRM:
        return False
    was_confirmed = before is not None and before.verdict == AGREED and 0 < before.record < game.record
    return bool(game.agreed) or was_confirmed


def version(state: TournamentState, match: Match) -> tuple[int, int]:
    """What somebody sees who sees all that is there: the event that gave the latest score, and the game's record."""
    given = [event for event in (match.given, state.confirmed_before(match)) if event is not None]
    game = state.game_result(match)
    return (
        max((event.seq for event in (*given, *match.open_reports)), default=0),
        game.record if game is not None and game.hands else 0,
    )


def contradicted(state: TournamentState, match: Match, event: ScoreEvent) -> list[ReportedScore]:
    """What is there that a score differs from."""
    there, given = in_force(state, match), result_of(event, match.pairing.sides)
    known = [*([] if there is None else [there]), *undecided(state, match)]
    return [one for one in known if one.differs(given)]


def replaced(state: TournamentState, match: Match) -> list[ReportedScore]:
    """What was typed or played and is not in force any more, the latest first."""
    there = in_force(state, match)
    left = {0 if there is None else there.seq, *(report.seq for report in match.open_reports)}
    events = [event for event in _scores(state, match) if event.seq not in left]
    typed = [_typed(match, event, is_settled=True) for event in events]
    typed = [one for one in typed if one.source != AS_CONFIRMED or there is None or one.differs(there.result)]
    game = of_game(state, match)
    if there is None or not there.seq or game is None or _came_since(state, match):
        return typed
    own = ReportedScore(game.result, BY_GAME, at=game.at, is_settled=True)
    return [own, *typed] if own.differs(there.result) else typed


def _scores(state: TournamentState, match: Match) -> Iterator[ScoreEvent]:
    """The scores of a match that were typed since it was paired, or is played again, the latest first."""
    for event in reversed(undoing.in_force(state.events)):
        if isinstance(event, ev.GameLinked) and event.match == match.id and event.game is None:
            return
        if isinstance(event, ev.Swapped) and event.what == ev.GAMES and match.id in (event.first, event.second):
            return
        of_match = event.each() if isinstance(event, ResultsGiven) else [event]
        for one in of_match:
            if isinstance(one, ScoreEvent) and one.match == match.id:
                yield one


def _typed(match: Match, event: ScoreEvent, *, is_settled: bool = False) -> ReportedScore:
    return ReportedScore(
        result_of(event, match.pairing.sides),
        AS_CONFIRMED if isinstance(event, GameCorrected) else event.source,
        event.seq,
        event.at,
        event.who,
        event.signed,
        is_settled=is_settled,
    )
