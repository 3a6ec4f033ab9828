"""The rulings against a team in its other matches of a tournament: a second renege costs more than the first."""

from dataclasses import dataclass

from scorekeeper.core.rules.deal import GAME, SET, WARNING, Renege
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import GAME_CACHE


@dataclass(frozen=True, slots=True)
class EarlierRuling:
    """A ruling against a team: in which match and hand, and the names of the sides then."""

    match: Match
    hand: int
    renege: Renege
    names: tuple[str, ...]

    @property
    def next_costs(self) -> str:
        """What the same ruling costs the next time: after a warning a set, then the game."""
        return SET if self.renege.costs == WARNING else GAME


def earlier_rulings(loaded: LoadedTournament, team: int, match: Match) -> list[EarlierRuling]:
    """The rulings against a team in its matches before this one, oldest first."""
    before = (match.stage, match.round)
    return [found for found in rulings_against(loaded, team) if (found.match.stage, found.match.round) < before]


def rulings_against(loaded: LoadedTournament, team: int) -> list[EarlierRuling]:
    """The rulings against a team in all its matches, oldest first."""
    found: list[EarlierRuling] = []
    for match in loaded.state.matches.values():
        game = loaded.games.get(match.game or "")
        if game is None or team not in match.teams:
            continue
        try:
            state, side = GAME_CACHE.get(game.id, game.last_hash).state, match.side_of(team)
        except DamagedGame:
            continue
        found += [
            EarlierRuling(match, hand.number, renege, state.setup.names_at(hand.number))
            for hand in state.board.hands
            for renege in hand.record.reneges
            if renege.by == side
        ]
    return found
