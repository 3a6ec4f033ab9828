"""What ratings predict in clubs whose skills are known: simulated games, rated as a table's own are.

A club has twelve players, evenly spread in skill, in six fixed pairs or with partners that change. A game is won by the
side with more skill as often as the club's spread says: in one of 78 %, the best pair beats the worst in 78 of 100
games, and cards decide the rest. An oracle that knows every skill is the bound of what any rating can predict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import NormalDist, correlation, mean

from openskill.models import PlackettLuce, PlackettLuceRating

PLAYERS = 12
BANDS = 5
TIMES = 20
NORMAL = NormalDist()


@dataclass(frozen=True)
class Club:
    """How often its best pair beats its worst, whether pairs are fixed, and how many games it plays."""

    best_beats_worst: float
    fixed_pairs: bool
    games: int


@dataclass(frozen=True)
class Played:
    """A game: both sides, what the first one's chance was, and whether it won."""

    sides: tuple[tuple[int, int], tuple[int, int]]
    chance: float
    won: bool


@dataclass
class Accuracy:
    """Of some clubs: mean Brier scores of ratings and of the oracle, and how well the last order is that of skill."""

    brier: float
    oracle: float
    order: float
    placed: float
    """How many players had a true place at the end that was among their likely ones."""
    bands: list[tuple[int, float, float]] = field(default_factory=list)
    """In each fifth of predictions: how many there were, what they said on average, and what came true."""


def clubs() -> Iterator[Club]:
    """Weak, middle and strong differences of skill, pairs that stay and that change, short years and long ones."""
    for spread in (0.58, 0.78, 0.90):
        for fixed in (True, False):
            for games in (50, 260, 500):
                yield Club(spread, fixed, games)


def skills(club: Club) -> list[float]:
    """Each player's part of a side's skill: the difference of two sides is that of their normal deviates."""
    steps = [place - (PLAYERS - 1) / 2 for place in range(PLAYERS)]
    widest = (sum(sorted(steps)[-2:]) - sum(sorted(steps)[:2])) if not club.fixed_pairs else 2 * (steps[-2] - steps[0])
    scale = NORMAL.inv_cdf(club.best_beats_worst) / widest
    return [scale * step for step in steps]


def season(club: Club, luck: Random) -> tuple[list[float], list[Played]]:
    """The skills of a club and its games."""
    skill = skills(club)
    pairs = [(first, first + 1) for first in range(0, PLAYERS, 2)]
    games = []
    for _game in range(club.games):
        if club.fixed_pairs:
            ours, theirs = luck.sample(pairs, 2)
        else:
            one, two, three, four = luck.sample(range(PLAYERS), 4)
            ours, theirs = (one, two), (three, four)
        chance = NORMAL.cdf(sum(skill[player] for player in ours) - sum(skill[player] for player in theirs))
        games.append(Played((ours, theirs), chance, luck.random() < chance))
    return skill, games


def rated(model: PlackettLuce, club: Club, times: int) -> Accuracy:
    """The figures of so many such clubs, each with its own luck."""
    predicted: list[tuple[float, bool]] = []
    briers, oracles, orders = [], [], []
    placed: list[bool] = []
    for time in range(times):
        skill, games = season(club, Random(f"{club} {time}"))
        ratings = [model.rating() for _player in skill]
        expected = []
        for game in games:
            teams = [[ratings[player] for player in side] for side in game.sides]
            expected.append((model.predict_win(teams)[0], game.won))
            _rate(model, ratings, game, teams)
        predicted += expected
        briers.append(mean((chance - won) ** 2 for chance, won in expected))
        oracles.append(mean((game.chance - game.won) ** 2 for game in games))
        orders.append(_order(club, skill, [rating.mu for rating in ratings]))
        placed += _placed(club, skill, [(rating.mu, rating.sigma) for rating in ratings])
    return Accuracy(mean(briers), mean(oracles), mean(orders), mean(placed), list(_bands(predicted)))


def _rate(
    model: PlackettLuce, ratings: list[PlackettLuceRating], game: Played, teams: list[list[PlackettLuceRating]]
) -> None:
    after = model.rate(teams, ranks=[1.0, 2.0] if game.won else [2.0, 1.0])
    for side, team in zip(game.sides, after, strict=True):
        for player, rating in zip(side, team, strict=True):
            ratings[player] = rating


def _order(club: Club, skill: list[float], found: list[float]) -> float:
    """How the order of ratings agrees with that of skill (Spearman): of pairs where they are fixed, else of players."""
    if club.fixed_pairs:
        skill = [skill[first] + skill[first + 1] for first in range(0, PLAYERS, 2)]
        found = [found[first] + found[first + 1] for first in range(0, PLAYERS, 2)]
    return correlation(_ranks(skill), _ranks(found))


def _placed(club: Club, skill: list[float], ratings: list[tuple[float, float]]) -> Iterator[bool]:
    """For each player whether the true place, or that of a partner who never changes, is a likely one."""
    from scorekeeper.rooms.club.services.ratings import LikelyPlaces

    together = 1 + club.fixed_pairs
    for player, rating in enumerate(ratings):
        best, worst = LikelyPlaces(ratings).of(*rating)
        better = sum(other > skill[player] for other in skill) // together * together
        yield best <= better + together and worst > better


def _ranks(values: list[float]) -> list[float]:
    return [float(sorted(values).index(value)) for value in values]


def _bands(predicted: list[tuple[float, bool]]) -> Iterator[tuple[int, float, float]]:
    for band in range(BANDS):
        within = [(chance, won) for chance, won in predicted if band == min(BANDS - 1, int(chance * BANDS))]
        if within:
            yield len(within), mean(chance for chance, _ in within), mean(won for _, won in within)


def measured(times: int = TIMES) -> dict[str, float]:
    """The Brier scores of ratings and oracle, and the order's correlation, of each kind of club."""
    from scorekeeper.rooms.club.services.ratings import model

    figures: dict[str, float] = {}
    for club in clubs():
        found = rated(model(), club, times)
        pairs = "pairs" if club.fixed_pairs else "changing"
        name = f"{round(100 * club.best_beats_worst)}_{pairs}_{club.games}"
        figures |= {f"{name}_brier": found.brier, f"{name}_oracle": found.oracle, f"{name}_order": found.order}
    return figures
