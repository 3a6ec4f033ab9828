"""A table's year: who won most, who came most often, its best pair, longest streak and biggest comeback.

Everything is counted from results of finished games that count, by nights of the table's time zone. Nobody is named who
asked to be left out, and a year with few games says less.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from fractions import Fraction
from itertools import combinations, groupby
from typing import Any

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.days import FIRST_YEAR, LAST_YEAR
from scorekeeper.rooms.club.storage.leaderboard import Period
from scorekeeper.rooms.club.storage.results import POINTS, first_result, last_result, results_in_order
from scorekeeper.services.series import night_of, night_period
from scorekeeper.storage.errors import NoSuchPeriod
from scorekeeper.storage.players import ranked_names_of


class NoSuchYear(NoSuchPeriod):
    """The table has no game in this year."""

    def __init__(self) -> None:
        super().__init__(_("There is no game of this year at this table"))


LEAST_GAMES = 5
"""Games of a year before it has a champion, or of a pair before it can be the best one."""
LEAST_NIGHTS = 3
LEAST_STREAK = 3
LEAST_COMEBACK = 50
"""Points; less is no comeback to tell of."""


@dataclass(frozen=True, slots=True)
class MostWins:
    """Who won most games: several who are level, and with whom one of them won most."""

    names: Sequence[str]
    share: int
    games: int
    partner: str | None
    together: int


@dataclass(frozen=True, slots=True)
class MostNights:
    """Who came most often, and with whom one of them played most."""

    names: Sequence[str]
    nights: int
    partner: str | None
    together: int


@dataclass(frozen=True, slots=True)
class BestPair:
    """The partners who won the largest share of their games; their ids, and their wins as parts of `WHOLE_WIN`."""

    ids: tuple[int, int]
    names: Sequence[str]
    share: int
    games: int


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of games that a player won alone: with which partners; `as_pair` if always with the same one."""

    names: Sequence[str]
    partners: Sequence[str]
    wins: int
    first: datetime
    last: datetime
    as_pair: bool


@dataclass(frozen=True, slots=True)
class Comeback:
    """How far a side was behind that won, in which game and after which hand; `unnamed` of it asked to be left out."""

    names: Sequence[str]
    unnamed: int
    points: int
    game: str
    hand: int
    side: int
    played: datetime


@dataclass(frozen=True, slots=True)
class Year:
    """A year of a table; None where too little was played to say."""

    year: int
    games: int
    nights: int
    players: int
    hands: int
    champion: MostWins | None = None
    most_nights: MostNights | None = None
    best_pair: BestPair | None = None
    streak: Streak | None = None
    comeback: Comeback | None = None


def year_period(table_id: str, year: int, zone: tzinfo) -> Period:
    """The games of the nights of this year."""
    return Period(table_id, 1, *_nights_of(year, zone))


def _nights_of(year: int, zone: tzinfo) -> tuple[datetime, datetime]:
    """When the first night of the year begins, and when the last one ends."""
    return night_period(date(year, 1, 1), zone)[0], night_period(date(year, 12, 31), zone)[1]


def years_beside(table_id: str, year: int, zone: tzinfo) -> tuple[int | None, int | None]:
    """The years with games before and after this one."""
    since, until = _nights_of(year, zone)
    before, after = last_result(table_id, until=since), first_result(table_id, since=until)
    one, other = (None if at is None else night_of(at, zone).year for at in (before, after))
    return one, other


def latest_year(table_id: str, zone: tzinfo) -> int | None:
    """The latest year with a game; None without one."""
    last = last_result(table_id)
    return None if last is None else night_of(last, zone).year


def year_of(table_id: str, year: int, zone: tzinfo) -> Year | None:
    """What a table made of a year; None without a game in it."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    count, period = _Count(ranked_names_of(table_id), zone), year_period(table_id, year, zone)
    for _id, rows in groupby(results_in_order(period.games), key=lambda row: row.game_id):
        count.add(list(rows))
    return count.year(year) if count.games else None


@dataclass(slots=True)
class _Run:
    """Games in a row that a player won alone: their partners, and when the first and the last began."""

    games: list[tuple[frozenset[int], datetime]] = field(default_factory=list)

    @property
    def partners(self) -> list[int]:
        """The partners, those of most games first."""
        found = Counter(player for partners, _played in self.games for player in sorted(partners))
        return [player for player, _games in found.most_common()]

    @property
    def with_same(self) -> bool:
        """Whether the partners were the same in all games."""
        return len({partners for partners, _played in self.games}) == 1


class _Count:
    """A year while its games are counted, in the order in which they began; `names` are those who may be named."""

    def __init__(self, names: Mapping[int, str], zone: tzinfo) -> None:
        self._names, self._zone = names, zone
        self.games = self._hands = 0
        self._played: Counter[int] = Counter()
        self._share: Counter[int] = Counter()
        self._nights: dict[int, set[date]] = defaultdict(set)
        self._together: Counter[tuple[int, int]] = Counter()
        self._together_share: Counter[tuple[int, int]] = Counter()
        self._now: dict[int, _Run] = {}
        self._best: dict[int, _Run] = {}
        self._comeback: Comeback | None = None

    def add(self, rows: Sequence[Any]) -> None:
        """Count a game: the result of each who sat in it."""
        self.games += 1
        night = night_of(rows[0].played, self._zone)
        sides: dict[int, dict[int, Any]] = {}
        for row in rows:
            sides.setdefault(row.side, {})[row.player_id] = row
        for player, row in {row.player_id: row for row in rows}.items():
            self._played[player] += 1
            self._share[player] += row.share
            self._nights[player].add(night)
            if row.won and not row.shared:
                partners = frozenset(other for other in sides[row.side] if other != player)
                self._now.setdefault(player, _Run()).games.append((partners, row.played))
            else:
                self._end_run(player)
        self._hands += max([row.hands for row in rows])
        for side in sides.values():
            whole = [player for player, row in side.items() if row.whole]
            for pair in combinations(sorted(whole), 2):
                self._together[pair] += 1
                self._together_share[pair] += side[pair[0]].share
        self._compare_comeback(rows)

    def _end_run(self, player: int) -> None:
        """Keep the run of a player that ended, if it is longer than all before."""
        run = self._now.pop(player, None)
        if run is not None and (player not in self._best or len(run.games) > len(self._best[player].games)):
            self._best[player] = run

    def _compare_comeback(self, rows: Sequence[Any]) -> None:
        best = rows[0]
        for row in rows:
            if row.comeback > best.comeback:
                best = row
        most = LEAST_COMEBACK if self._comeback is None else self._comeback.points + 1
        if best.unit != POINTS or best.comeback < most:
            return
        hand, side = best.comeback_hand, [row for row in rows if row.side == best.side]
        there = [row.player_id for row in side if row.first_hand <= hand <= row.last_hand]
        named = self._named(there)
        if named:
            unnamed = len(there) - len(named)
            self._comeback = Comeback(named, unnamed, best.comeback, best.game_id, hand, best.side, best.played)

    def _named(self, players: Iterable[int]) -> list[str]:
        return [self._names[player] for player in dict.fromkeys(players) if player in self._names]

    def year(self, year: int) -> Year:
        """The year that was counted."""
        for player in list(self._now):
            self._end_run(player)
        nights = set[date]().union(*self._nights.values())
        return Year(
            year,
            self.games,
            len(nights),
            len(self._played),
            self._hands,
            self._champion(),
            self._most_nights() if len(nights) >= LEAST_NIGHTS else None,
            self._best_pair(),
            self._streak(),
            self._comeback,
        )

    def _champion(self) -> MostWins | None:
        shown = [player for player in self._played if player in self._names and self._share[player]]
        if self.games < LEAST_GAMES or not shown:
            return None
        figures = {player: (self._share[player], -self._played[player]) for player in shown}
        share, games = max(figures.values())
        first = [player for player in shown if figures[player] == (share, games)]
        wins = {pair: won // WHOLE_WIN for pair, won in self._together_share.items()}
        return MostWins(self._named(first), share, -games, *self._partner(first, wins))

    def _most_nights(self) -> MostNights | None:
        shown = {player: len(nights) for player, nights in self._nights.items() if player in self._names}
        if not shown:
            return None
        most = max(shown.values())
        first = [player for player, nights in shown.items() if nights == most]
        return MostNights(self._named(first), most, *self._partner(first, self._together))

    def _partner(self, first: Collection[int], games: Mapping[tuple[int, int], int]) -> tuple[str | None, int]:
        """With whom the only one of these has the most of these games, and how many."""
        if len(first) != 1:
            return None, 0
        (player,) = first
        with_others = {
            (set(pair) - {player}).pop(): count
            for pair, count in games.items()
            if player in pair and count and self._names.keys() >= set(pair)
        }
        other = max(with_others, key=lambda each: (with_others[each], -each), default=None)
        return (None, 0) if other is None else (self._names[other], with_others[other])

    def _best_pair(self) -> BestPair | None:
        shown = {
            pair: (Fraction(self._together_share[pair], games), games)
            for pair, games in self._together.items()
            if games >= LEAST_GAMES and self._names.keys() >= set(pair)
        }
        best = max(shown, key=lambda pair: (shown[pair], -pair[0]), default=None)
        if best is None or 2 * shown[best][0] <= WHOLE_WIN:
            return None
        return BestPair(best, self._named(best), self._together_share[best], self._together[best])

    def _streak(self) -> Streak | None:
        shown = {
            player: run
            for player, run in self._best.items()
            if player in self._names and len(run.games) >= LEAST_STREAK
        }
        if not shown:
            return None
        player = max(shown, key=lambda each: (len(shown[each].games), -shown[each].games[-1][1].timestamp(), -each))
        run = shown[player]
        partners = self._named(run.partners)
        as_pair = run.with_same and bool(partners) and len(partners) == len(run.partners)
        names = [self._names[player], *partners] if as_pair else [self._names[player]]
        first, last = run.games[0][1], run.games[-1][1]
        return Streak(names, [] if as_pair else partners, len(run.games), first, last, as_pair)
