"""How many teams a tournament takes, and who waits for a place: worked out from the order of entry, so that the list
moves up by itself whenever somebody leaves.
"""

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState


class _Places:
    """The places that are taken; two players who look for a partner take one."""

    def __init__(self, state: TournamentState) -> None:
        stage = state.stages[0]
        self.plays_alone = find_format(stage.format).team_size(stage) == 1
        self.most, self.teams, self.solos = state.settings.capacity, 0, 0
        for team in state.teams.values():
            if team.plays:
                self.take(team)

    def take(self, team: Team) -> None:
        is_solo = len(team.players) == 1 and not self.plays_alone
        self.teams += not team.house and not is_solo
        self.solos += not team.house and is_solo

    @property
    def taken(self) -> int:
        return self.teams + (self.solos + 1) // 2

    @property
    def are_too_many(self) -> bool:
        return self.most is not None and self.taken > self.most


def waiting_list(state: TournamentState) -> tuple[int, ...]:
    """The teams that wait for a place, the next one first; none without a `capacity`.

    Who has arrived has a place. The others that are entered have one in the order of entry, as far as there are any.
    """
    if state.settings.capacity is None or state.stages[0].is_league:
        return ()
    places, entered = _Places(state), _entered(state)
    for number, team in enumerate(entered):
        places.take(team)
        if places.are_too_many:
            return tuple(each.id for each in entered[number:])
    return ()


def has_place(state: TournamentState, team: Team) -> bool:
    """Whether a team may come in, or come back."""
    if state.settings.capacity is None or team.house or team.plays:
        return True
    if team.status == ev.ENTERED:
        return team.id not in waiting_list(state)
    places = _Places(state)
    for each in (*_entered(state), team):
        places.take(each)
    return not places.are_too_many


def places_left(state: TournamentState) -> int | None:
    """How many more teams get a place at once; None for as many as come."""
    if state.settings.capacity is None:
        return None
    places = _Places(state)
    for each in _entered(state):
        places.take(each)
    return max(0, state.settings.capacity - places.taken)


def _entered(state: TournamentState) -> list[Team]:
    return [team for team in state.teams.values() if team.status == ev.ENTERED and not team.house]
