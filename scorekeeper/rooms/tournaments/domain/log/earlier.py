"""A tournament as it was: with some of its rounds, and after one of them."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState


def with_rounds(state: TournamentState, rounds: Sequence[Round]) -> TournamentState:
    """The tournament as if only these of its rounds were paired, with what was drawn for them."""
    if len(rounds) == len(state.rounds):
        return state
    last = {found.stage: found.number for found in rounds}
    return replace(
        state,
        rounds=tuple(rounds),
        matches={number: state.matches[number] for found in rounds for number in found.matches},
        draws={
            stage: tuple(draw for draw in draws if draw.round <= last[stage])
            for stage, draws in state.draws.items()
            if stage in last
        },
    )


def after_round(state: TournamentState, last: Round) -> TournamentState:
    """The tournament after this round: with results as they are now, without later rounds, late teams and bonuses."""
    until = (last.stage, last.number)
    later = [found for found in state.rounds if (found.stage, found.number) > until]
    if not later:
        return state
    before = with_rounds(state, [found for found in state.rounds if (found.stage, found.number) <= until])
    playing = {team for match in before.matches.values() for team in match.teams}
    return replace(
        before,
        teams={number: team for number, team in state.teams.items() if not team.late or number in playing},
        adjustments=tuple(event for event in state.adjustments if event.seq < min(found.seq for found in later)),
        ended=False,
    )
