"""Ratings by openskill's Plackett-Luce model: of pairs, and apart from them of solo games.

A game is rated if it counts, is over, everybody in its last hand has a name, and these are as many players: two names
of one player in one game say nothing about either. Sides rank as the game ended. Games are rated in the order in which
they ended, so after a correction that game and all later ones are rated again.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import groupby, permutations
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.extras import is_installed
from scorekeeper.rooms.club.storage.ratings import (
    Rateable,
    forget_ratings,
    has_unrated,
    next_games,
    ranked_ratings,
    rated_until,
    ratings_of,
    save_ratings,
    set_rated_until,
)
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.visits import TableRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

LUCK, UNKNOWN, DRIFT = 25.0, 5.0, 0.1
"""How much of a game the cards decide (openskill's beta), what is not known of a new player (sigma), and what each game
takes from what is known (tau). openskill's defaults are for games that skill decides: here they predicted worse than a
coin. `bench rated-clubs` shows what these predict, and docs/club.md has its figures."""
AVERAGE, SCALE = 1500, 60
"""What is shown of openskill's average player, and for each of its points."""
PROVISIONAL = 10
"""Games before a rating is more than provisional."""
KNOWN = 50
"""Games of everybody concerned before chances are shown, or wins beyond them: with fewer, luck is most of both."""
LIKELY = 1.28
"""How many sigmas around a rating its likely places reach; in simulated clubs they are right three times in four."""
MAX_PLACES = 500
"""Players with a place up to whom likely places are worked out."""
MAX_PAGES_AT_ONCE = 3
"""Pages of results that one request rates. After an old correction at a large table, the next requests do the rest."""


@cache
def model() -> "PlackettLuce":
    """openskill's model, for a game of cards."""
    from openskill.models import PlackettLuce

    return PlackettLuce(beta=LUCK, sigma=UNKNOWN, tau=DRIFT)


def shown_rating(mu: float) -> int:
    """The rating as shown: 1500 for an average player."""
    return round(AVERAGE + SCALE * (mu - model().mu))


def shown_doubt(sigma: float) -> int:
    """The uncertainty of a rating as shown."""
    return round(SCALE * sigma)


@dataclass(frozen=True, slots=True)
class LikelyPlaces:
    """Which places are likely among these ratings (`mu` and `sigma`) of all who have a place."""

    ratings: Sequence[tuple[float, float]]

    def of(self, mu: float, sigma: float) -> tuple[int, int]:
        """The best and the worst place that one of them probably has."""
        best, worst = (self._better(mu + way * LIKELY * sigma, (mu, sigma)) for way in (1, -1))
        return 1 + round(best), 1 + round(worst)

    def _better(self, skill: float, own: tuple[float, float]) -> float:
        """How many of the others are expected to be better than this."""
        every = sum(_chance_above(skill, *rating) for rating in self.ratings)
        return every - _chance_above(skill, *own)


def _chance_above(skill: float, mu: float, sigma: float) -> float:
    return erfc((skill - mu) / (sigma * sqrt(2))) / 2


def likely_places(table_id: str, solo: int) -> LikelyPlaces | None:
    """The likely places of a table's players; None with too many players, or one."""
    ratings = ranked_ratings(table_id, solo, PROVISIONAL, MAX_PLACES + 1)
    return LikelyPlaces(ratings) if 1 < len(ratings) <= MAX_PLACES else None


def rate_games(table_id: str, pages: int = MAX_PAGES_AT_ONCE) -> bool:
    """Rate the table's games that are not rated yet, at most this many pages of them; True if all are rated now.

    Without the packages of the club, which is closed then, they wait until it opens.
    """
    if not is_installed("club"):
        return False
    for _page in range(pages):
        with write_transaction() as session:
            games = next_games(session, table_id, rated_until(session, table_id, locked=True))
            if games.last is None:
                return True
            ratings = _Ratings(table_id, ratings_of(session, {row.player_id for row in games.seated}))
            for _game, rows in groupby(games.seated, key=lambda row: row.game_id):
                ratings.rate(list(rows))
            save_ratings(session, ratings.rated, ratings.current(), ratings.partners())
            set_rated_until(session, table_id, games.last)
        if not games.more:
            return True
    return False


def rate_again(table_id: str) -> None:
    """Forget all ratings of a table, and rate its games from the first one."""
    with write_transaction() as session:
        forget_ratings(session, table_id)
    while is_installed("club") and not rate_games(table_id):
        pass


def ratings_are_current(table: TableRow) -> bool:
    """Whether all games are rated, after rating some of those that are not; a database that refuses is no obstacle."""
    if not has_unrated(table):
        return True
    with suppress(StorageError):
        return rate_games(table.id)
    db.session.rollback()
    return False


class _Ratings:
    """Ratings while games are rated, and the rows to store."""

    def __init__(self, table_id: str, stored: Mapping[tuple[int, int], Row[Any]]) -> None:
        self._table_id = table_id
        self._now = {key: model().rating(mu=row.mu, sigma=row.sigma) for key, row in stored.items()}
        self._games = {key: int(row.games) for key, row in stored.items()}
        self._changed: set[tuple[int, int]] = set()
        self._partners: dict[tuple[int, int], list[int]] = {}
        self.rated: list[dict[str, Any]] = []

    def rate(self, rows: Sequence[Rateable]) -> None:
        """Rate a game, if it has two or more sides of the same size."""
        sides: dict[int, list[Rateable]] = {}
        for row in rows:
            sides.setdefault(row.side, []).append(row)
        teams = [sides[side] for side in sorted(sides)]
        sizes, players = {len(team) for team in teams}, {row.player_id for row in rows}
        if len(teams) < 2 or len(sizes) != 1 or len(players) < len(rows):
            return
        solo = int(sizes == {1})
        before = [[self._rating(row.player_id, solo) for row in team] for team in teams]
        expected = [round(WHOLE_WIN * chance) for chance in model().predict_win(before)]
        after = model().rate(before, ranks=[float(team[0].rank) for team in teams])
        for team, ratings, chance in zip(teams, after, expected, strict=True):
            for row, rating in zip(team, ratings, strict=True):
                self._add(row, solo, rating, chance)
            for one, other in permutations(team, 2):
                sums = self._partners.setdefault((one.player_id, other.player_id), [0, 0, 0])
                for place, more in enumerate((1, one.share, chance)):
                    sums[place] += more

    def _rating(self, player_id: int, solo: int) -> "PlackettLuceRating":
        found = self._now.get((player_id, solo))
        return model().rating() if found is None else found

    def _add(self, row: Rateable, solo: int, rating: "PlackettLuceRating", expected: int) -> None:
        key = (row.player_id, solo)
        self._now[key] = rating
        self._games[key] = self._games.get(key, 0) + 1
        self._changed.add(key)
        self.rated.append(
            {
                "game_id": row.game_id,
                "player_id": row.player_id,
                "table_id": self._table_id,
                "solo": solo,
                "side": row.side,
                "ended": row.ended,
                "number": row.number,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "share": row.share,
                "expected": expected,
            }
        )

    def current(self) -> list[dict[str, Any]]:
        """The ratings that changed, as rows."""
        return [
            {"player_id": player_id, "solo": solo, "table_id": self._table_id, "games": self._games[player_id, solo]}
            | {"mu": self._now[player_id, solo].mu, "sigma": self._now[player_id, solo].sigma}
            for player_id, solo in sorted(self._changed)
        ]

    def partners(self) -> list[dict[str, Any]]:
        """What partners got and what was expected, as rows to add."""
        return [
            {"player_id": one, "other_id": other, "games": games, "share": share, "expected": expected}
            for (one, other), (games, share, expected) in sorted(self._partners.items())
        ]
