"""What a director does about a match of a bracket that a corrected result should have paired otherwise."""

from dataclasses import replace
from functools import partial

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.checks import find_match
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.services.recording import Draft, record_together
from scorekeeper.rooms.tournaments.services.results import rules_alone
from scorekeeper.services.recording import Author


def put_right(
    tournament_id: str, match_id: int, wrong: int, right: int | None, author: Author, *, event_id: str | None = None
) -> None:
    """Put the team in that should play in a match; what was played of it, and of the match that this team leaves,
    counts no more. Without one (`right` is None), the other team goes on by a forfeit. Raises `InvalidInput`, `NotNow`.
    """
    rules_alone(tournament_id, match_id, author)

    def make(draft: Draft) -> None:
        match = find_match(draft.state, match_id)
        if right is None:
            made = rs.ResultGiven(seq=0, match=match_id, by=rs.FORFEIT, forfeits=(wrong,), source=rs.AT_DESK)
            draft.add(partial(_cleared, match_id), event_id)
            draft.add(partial(_next, made))
            draft.add(partial(_standing, match_id))
            return
        of_round = [other for other in draft.state.matches.values() if _is_beside(other, match)]
        first = event_id
        for other in of_round:
            if draft.state.has_hands(other) and {wrong, right} & set(other.teams):
                draft.add(partial(_cleared, other.id), first)
                first = None
        swap = ev.Swapped(
            seq=0, what=ev.TEAMS, first=wrong, second=right, stage=match.stage, number=match.round, reason=_why()
        )
        draft.add(partial(_next, swap), first)

    record_together(tournament_id, make, author, event_id)


def play_again_and_stand(tournament_id: str, match_id: int, author: Author, *, event_id: str | None = None) -> None:
    """Have the teams that are in a match play it again, although another one should have come. Raises `NotNow`."""
    rules_alone(tournament_id, match_id, author)

    def make(draft: Draft) -> None:
        draft.add(partial(_cleared, match_id), event_id)
        draft.add(partial(_standing, match_id))

    record_together(tournament_id, make, author, event_id)


def _is_beside(other: Match, match: Match) -> bool:
    return (other.stage, other.round) == (match.stage, match.round)


def _why() -> str:
    return _("A result was corrected")


def _cleared(match: int, state: TournamentState) -> ev.Event:
    return ev.GameLinked(seq=state.seq + 1, match=match, game=None, reason=_why())


def _standing(match: int, state: TournamentState) -> ev.Event:
    return rs.ResultConfirmed(seq=state.seq + 1, match=match, stands=True, reason=_why())


def _next(made: ev.Event, state: TournamentState) -> ev.Event:
    return replace(made, seq=state.seq + 1, reason=_why())
