"""Pools by hand: the director says who is in which, until the first round of the stage is published."""

from collections.abc import Sequence

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import Pools
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.formats.round_robin import MAX_POOL, MIN_POOL
from scorekeeper.rooms.tournaments.domain.log.checks import find_team, removable
from scorekeeper.rooms.tournaments.domain.log.events import RoundPaired
from scorekeeper.rooms.tournaments.domain.log.replay import without_round
from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force


def count_pools(state: TournamentState, stage: int) -> int:
    """How many pools the teams of a stage are drawn into; 1 where all play together."""
    setup = state.stages[stage - 1]
    return find_format(setup.format).pools(setup)


def drawn_pools(state: TournamentState, found: Round) -> Pools:
    """The pools from this round on; empty where all play together, or if nothing was drawn with it."""
    draws = [draw for draw in state.draws.get(found.stage, ()) if draw.round == found.number]
    if not draws or count_pools(state, found.stage) == 1:
        return ()
    return tuple(tuple(team for team in places if team is not None) for places in draws[0].places)


def draft_of_pools(state: TournamentState) -> Round | None:
    """The first round of a stage with pools, while only the desk sees it and they can be arranged; None without one."""
    draft = state.rounds[-1] if state.rounds else None
    return draft if draft and not draft.published and draft.number == 1 and drawn_pools(state, draft) else None


def with_everybody(pools: Pools, teams: Sequence[int]) -> Pools:
    """The pools without those who left, and with those who came since, each in the smallest one."""
    found = [[team for team in pool if team in teams] for pool in pools]
    placed = {team for pool in found for team in pool}
    for team in teams:
        if team not in placed:
            min(found, key=len).append(team)
    return tuple(tuple(pool) for pool in found)


def are_allowed(pools: Pools) -> bool:
    """Whether each pool has as many teams as it can have."""
    return all(MIN_POOL <= len(pool) <= MAX_POOL for pool in pools)


def exchanged(pools: Pools, first: int, second: int) -> Pools:
    """The pools after two teams have taken each other’s place."""
    changed = {first: second, second: first}
    return tuple(tuple(changed.get(team, team) for team in pool) for pool in pools)


def check_same_pool(state: TournamentState, shown: Round, first: int, second: int) -> None:
    """Raise `NotNow` if two teams of a round are in different pools, where each of them stays."""
    draws = state.draws.get(shown.stage, ())
    if not draws or count_pools(state, shown.stage) == 1:
        return
    pool_of = {team: number for number, places in enumerate(draws[-1].places) for team in places}
    if {first, second} <= set(pool_of) and pool_of[first] != pool_of[second]:
        raise NotNow(faults.POOLS_ARE_SET.at(NOWHERE, {"team": find_team(state, second).name}))


def before_draft(state: TournamentState) -> TournamentState:
    """The tournament without the draft that other pools replace."""
    draft = state.rounds[-1] if state.rounds else None
    if draft is None or draft.published:
        return state
    return without_round(state, draft.stage, draft.number)


def check_not_begun(state: TournamentState, stage: int) -> None:
    """Raise `NotNow` for a stage without pools, or whose first round is published."""
    if count_pools(state, stage) == 1:
        raise NotNow(faults.NO_POOLS.at(NOWHERE, {}))
    begun = state.round(stage, 1)
    if begun is not None:
        raise NotNow(removable(state, begun) or faults.ROUND_PAIRED_ALREADY.at(NOWHERE, {"round": 1}))


def pools_for(state: TournamentState, stage: int, seeds: Sequence[int], pools: Pools | None) -> Pools:
    """The pools of a stage that is paired now, if they are arranged by hand; empty: they are drawn.

    `pools` as in `propose`. Raises `NotNow` where there are none, and `InvalidInput` unless each team has one place,
    and each pool as many as it can.
    """
    if pools is None:
        return _kept(state, stage, seeds)
    count = count_pools(state, stage)
    if count == 1:
        raise NotNow(faults.NO_POOLS.at(NOWHERE, {}))
    if pools:
        _check_teams(state, seeds, [team for pool in pools for team in pool])
        _check_sizes(pools, count)
    return pools


def _check_teams(state: TournamentState, seeds: Sequence[int], placed: Sequence[int]) -> None:
    """Raise `InvalidInput` unless these are all who can be paired, each once."""
    for place, team in enumerate(placed):
        named: faults.OneTeam = {"team": find_team(state, team).name}
        if team in placed[:place]:
            raise InvalidInput(faults.TEAM_IN_TWO_POOLS.at(NOWHERE, named))
        if team not in seeds:
            raise InvalidInput(faults.TEAM_NOT_READY.at(NOWHERE, named))
    missing = next((team for team in seeds if team not in placed), None)
    if missing is not None:
        raise InvalidInput(faults.TEAM_IN_NO_POOL.at(NOWHERE, {"team": find_team(state, missing).name}))


def _check_sizes(pools: Pools, count: int) -> None:
    """Raise `InvalidInput` unless there are as many pools as were set, none of them too small or too large."""
    if len(pools) != count:
        raise InvalidInput(faults.NUMBER_OF_POOLS.at(NOWHERE, {"found": len(pools), "most": count}))
    for number, pool in enumerate(pools, 1):
        if not MIN_POOL <= len(pool) <= MAX_POOL:
            size: faults.OnePool = {"pool": number, "found": len(pool), "least": MIN_POOL, "most": MAX_POOL}
            raise InvalidInput(faults.SIZE_OF_POOL.at(NOWHERE, size))


def _kept(state: TournamentState, stage: int, seeds: Sequence[int]) -> Pools:
    """The pools that were arranged before the round was withdrawn, if they still can be."""
    events = in_force(state.events)
    paired = [event for event in events if isinstance(event, RoundPaired) and (event.stage, event.number) == (stage, 1)]
    if not paired or not paired[-1].by_hand:
        return ()
    arranged = tuple(tuple(team for team in places if team is not None) for places in paired[-1].draw)
    pools = with_everybody(arranged, seeds)
    suits = len(pools) == count_pools(state, stage) > 1
    return pools if suits and are_allowed(pools) else ()
