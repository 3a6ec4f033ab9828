"""Whether a result may be changed by who changes it: one that is closed, and one that they did not see."""

from collections.abc import Sequence

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.reported import ReportedScore, contradicted, is_decided, version
from scorekeeper.rooms.tournaments.domain.log.results import result_of
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.score_words import score_text
from scorekeeper.rooms.tournaments.faults import PROTESTS_CLOSED, REPORTED_SINCE, RESULT_DIFFERS, TwoScores
from scorekeeper.services.recording import Author

Seen = tuple[int, int]
"""The `reported.version` of a match that whoever writes about it has seen."""


class DirectorsOnly(Exception):
    """Only a director may do this: a helper's role is not enough."""


class ResultDiffers(NotNow):
    """A score differs from what is `there` of its match, the one in force first, and its writer did not say that they
    saw that, or may not replace it.
    """

    def __init__(self, event: rs.ScoreEvent, match: Match, there: Sequence[ReportedScore], seen: Seen) -> None:
        """`seen` is the version of all that is there, see `reported.version`."""
        both: TwoScores = {
            "match": match.id,
            "yours": score_text(result_of(event, match.pairing.sides)),
            "there": score_text(there[0].result),
            "instead": seen[0],
            "record": seen[1],
        }
        super().__init__(RESULT_DIFFERS.at(NOWHERE, both))
        self.event, self.match, self.there = event, match, there


def check_seen(seen: Seen | None, state: TournamentState, match: Match) -> None:
    """Raise `NotNow` if something came to the match since it was `seen`; None: nobody said what they saw."""
    if seen is not None and seen != version(state, match):
        raise NotNow(REPORTED_SINCE.at(NOWHERE, {}))


def check_change(event: ev.Event, state: TournamentState, author: Author) -> None:
    """Raise `DirectorsOnly`, `NotNow` or `ResultDiffers` if the event changes a result that its writer may not change,
    or has not seen.
    """
    for one in event.each() if isinstance(event, rs.ResultsGiven) else (event,):
        _check_closed(one, state, author)
        _check_differs(one, state, author)


def _check_closed(event: ev.Event, state: TournamentState, author: Author) -> None:
    """Only a director changes a result that is closed, with a reason, or says which of several scores counts."""
    changes = (
        isinstance(event, rs.ResultGiven | rs.ResultTakenOut)
        or (isinstance(event, ev.GameLinked) and event.game is None)
        or (isinstance(event, rs.ResultConfirmed) and event.verdict == rs.DISPUTED and not event.stands)
    )
    match = state.matches.get(event.match) if changes else None  # type: ignore[attr-defined]
    if isinstance(event, rs.ResultTakenOut):
        was_decided = match is not None and (state.confirmed_before(match) is not None or is_decided(state, match))
        chooses = bool(event.record) or was_decided
    else:
        chooses = isinstance(event, rs.ResultGiven) and event.chosen
    if chooses and not author.directs:
        raise DirectorsOnly
    if match is None or not state.is_closed(match):
        return
    if not author.directs:
        raise DirectorsOnly
    if not event.reason:
        raise NotNow(PROTESTS_CLOSED.at(NOWHERE, {}))


def _check_differs(event: ev.Event, state: TournamentState, author: Author) -> None:
    """Whoever enters another score has to have seen what is there, and to be a director where that was confirmed."""
    match = state.matches.get(event.match) if isinstance(event, rs.ResultGiven) else None
    if match is None or not isinstance(event, rs.ResultGiven) or match.pairing.is_bye:
        return
    there = contradicted(state, match, event)
    seen = version(state, match)
    may_replace = author.directs or not is_decided(state, match)
    if there and not (may_replace and (event.instead, event.record) == seen):
        raise ResultDiffers(event, match, there, seen)
