"""A table's night: who won how often, alone and as partners, nils, bags, and the hands to talk about.

Everything is counted from the games' events. A game that nobody won alone is played, and won by nobody.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo

from sqlalchemy import select

from scorekeeper.core.analysis.moments import LINE, KeyMoment
from scorekeeper.core.game import GameState
from scorekeeper.core.game.player_stats import PENALTIES, stats_of
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.steps import PenaltyLine
from scorekeeper.core.words.vocabulary import POINTS
from scorekeeper.services.game_cache import sides_now, sound_state
from scorekeeper.services.series import Sides, finished_games, night_of, night_period, players_of, winner_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import main_names_of, names_by_id, players_named
from scorekeeper.storage.search import ListedGame


@dataclass(slots=True)
class NightGame:
    """A game of the night: its sides' names and totals, who won alone, and how many hands it had."""

    row: ListedGame
    names: Sequence[str]
    totals: Sequence[int]
    unit: str
    winner: int | None
    hands: int
    order: list[int]  # its sides in the order of the night's first game, if that is `fixed`


@dataclass(slots=True)
class NightTotals:
    """What a player, or partners, did in a night.

    `results` has each game of the night: won, lost, or None for one that they sat out. `margin` is the sum of their
    totals over the best other side's, in games counted in points, `share` that of their parts of wins, as parts of
    `WHOLE_WIN`. `player` is the player's id; 0 for partners.
    """

    name: str
    results: list[bool | None]
    player: int = 0
    margin: int = 0
    nils: int = 0
    nils_made: int = 0
    share: int = 0

    def add(self, game: int, won: bool, margin: int, share: int) -> None:
        """Add a game."""
        self.results[game] = won
        self.margin += margin
        self.share += share

    @property
    def games(self) -> int:
        """The games they played."""
        return sum(result is not None for result in self.results)

    @property
    def won(self) -> int:
        """The games they won."""
        return sum(result is True for result in self.results)


@dataclass(frozen=True, slots=True)
class NightHand:
    """A hand of the night: its game (from 0) and number, a side by name and index, and its points."""

    game: int
    hand: int
    side: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class NightMoment:
    """A hand that moved a difference: a side by name and index, and how far it was ahead before and after.

    `deed` is what did most for that side, None if nothing of it has words; `who` is the player or side that did it.
    """

    game: int
    hand: int
    side: int
    name: str
    before: int
    after: int
    deed: KeyMoment | None = None
    who: str = ""

    @property
    def turned(self) -> bool:
        """Whether the side was behind and came to lead."""
        return self.before < 0 < self.after


@dataclass(slots=True)
class NightBags:
    """The bags of a side in the night with their hands, and what its penalties cost."""

    name: str
    side: int
    bags: int = 0
    cost: int = 0
    hands: list[NightHand] = field(default_factory=list)

    def add(self, game: int, board: Scoreboard, side: int) -> None:
        """Add the bags of a game."""
        for hand in board.hands:
            bags = hand.sides[side].overtricks if hand.counted else 0
            if bags:
                self.bags += bags
                self.hands.append(NightHand(game, hand.number, side, self.name, bags))
            if hand.counted:
                self.cost -= sum(line.points for line in hand.sides[side].lines if line.reason in PENALTIES)


@dataclass(slots=True)
class Night:
    """A night; `fixed` if the same two sides played every game. `moment` moved a difference most."""

    day: date
    games: list[NightGame] = field(default_factory=list)
    players: list[NightTotals] = field(default_factory=list)
    pairs: list[NightTotals] = field(default_factory=list)
    bags: list[NightBags] = field(default_factory=list)
    largest: NightHand | None = None
    moment: NightMoment | None = None
    fixed: bool = False
    nil_hands: list[NightHand] = field(default_factory=list)  # with 1 point for a nil that was made
    blind_nils: int = 0
    blind_nils_made: int = 0

    @property
    def nils(self) -> int:
        """Nils that were bid."""
        return sum(player.nils for player in self.players)

    @property
    def nils_made(self) -> int:
        """Nils that were made."""
        return sum(player.nils_made for player in self.players)

    @property
    def hands(self) -> int:
        """Hands that were played."""
        return sum(game.hands for game in self.games)


def night_at(table_id: str, day: date, zone: tzinfo) -> Night:
    """The night that began on this day, from its finished games that count."""
    rows = finished_games(table_id, day, zone)
    main_players = main_names_of(db.session(), table_id)
    sides = [players_of(row, main_players) for row in rows]
    count = _Count(Night(day, fixed=_is_fixed(sides)), len(rows))
    for row, seated in zip(rows, sides, strict=True):
        state = sound_state(row.id)
        if state is None:  # its own page says that it is damaged
            continue
        named = players_named(table_id, [own.name for own in stats_of(state.sheet, state.board)])
        ids = {name: main_players.get(player.id, player.id) for name, player in named.items()}
        count.add(row, state, seated, ids)
    return count.night_with(names_by_id(list(count.alone)))


def _is_fixed(sides: Sequence[Sides | None]) -> bool:
    """Whether the same two sides played every game."""
    first = sides[0] if sides else None
    return (
        first is not None and len(first) == 2 and all(found is not None and set(found) == set(first) for found in sides)
    )


class _Count:
    """A night while its games are counted; `alone` are the players by their ids."""

    def __init__(self, night: Night, games: int) -> None:
        self._night, self._games = night, games
        self.alone: dict[int, NightTotals] = {}
        self._pairs: dict[frozenset[int], NightTotals] = {}
        self._bags: dict[object, NightBags] = {}
        self._first: Sides = ()
        self._ids: dict[str, int] = {}

    def add(self, row: ListedGame, state: GameState, seated: Sides | None, ids: Mapping[str, int]) -> None:
        """Count a game: its sides' players by their main names, if all seats have one, and ids of names."""
        night, board = self._night, state.board
        names = [name for name, _players in sides_now(row)] or list(state.sheet.names)
        index, unit, winner = len(night.games), board.rules.scoring.unit, winner_of(row)
        self._ids |= ids
        self._first = self._first or seated or ()
        order = [seated.index(side) for side in self._first] if night.fixed and seated else [*range(len(names))]
        hands = sum(hand.counted for hand in board.hands)
        totals = [score.total for score in board.scores]
        night.games.append(NightGame(row, names, totals, unit, winner, hands, order))
        margins, shares = dict.fromkeys(range(len(names)), 0), dict.fromkeys(range(len(names)), 0)
        for own in stats_of(state.sheet, board):
            margins[own.side], shares[own.side] = own.margin if unit == POINTS else 0, own.share
            night.blind_nils += own.blind_nils
            night.blind_nils_made += own.blind_nils_made
            if own.name in ids:
                player = self.alone.setdefault(ids[own.name], self._totals(own.name))
                player.add(index, winner == own.side, margins[own.side], own.share)
                player.nils += own.nils
                player.nils_made += own.nils_made
        for side in board.rules.seating.sides:
            players = frozenset({int(side)}) if seated is None else seated[side]
            if seated is not None and len(players) > 1:
                pair = self._pairs.setdefault(players, self._totals(names[side]))
                pair.add(index, winner == side, margins[side], shares[side])
            key = names[side] if seated is None else players
            self._bags.setdefault(key, NightBags(names[side], order.index(side))).add(index, board, side)
        night.nil_hands += _nil_hands(state, index)
        if unit == POINTS:
            self._compare(state, index, names)

    def _compare(self, state: GameState, game: int, names: Sequence[str]) -> None:
        """Compare the hands of a game with the largest one and the moment so far."""
        night = self._night
        night.largest = _largest([night.largest, *_hands(state.board, game, names)])
        moment = _furthest([night.moment, *_swings(state.board, game, names)])
        if moment is not None and moment is not night.moment:
            night.moment = _with_deed(moment, state, names)

    def _totals(self, name: str) -> NightTotals:
        return NightTotals(name, [None] * self._games)

    def night_with(self, names: Mapping[int, str]) -> Night:
        """The night, with the names by which the table calls its players now."""
        night = self._night
        for player, totals in self.alone.items():
            totals.name, totals.player = names[player], player
        called = {name: names[player] for name, player in self._ids.items()}
        night.nil_hands = [replace(hand, name=called.get(hand.name, hand.name)) for hand in night.nil_hands]
        if night.moment is not None:
            night.moment = replace(night.moment, who=called.get(night.moment.who, night.moment.who))
        night.players, night.pairs = (sorted(found.values(), key=_rank) for found in (self.alone, self._pairs))
        night.bags = sorted(self._bags.values(), key=lambda side: -side.bags)
        return night


def _rank(totals: NightTotals) -> tuple[int, int, str]:
    """The most wins first, then the most points over the others."""
    return -totals.won, -totals.margin, totals.name


def best_partners(night: Night) -> NightTotals | None:
    """The partners who won the largest share of two games or more; of equal ones those with the most points."""
    pairs = [pair for pair in night.pairs if pair.games > 1 and pair.won]
    return max(pairs, key=lambda pair: (pair.won / pair.games, pair.margin), default=None)


def closest_game(night: Night) -> tuple[int, int] | None:
    """The game won by the fewest points, and by how many; None without one in points."""
    found = []
    for index, game in enumerate(night.games):
        if game.winner is not None and game.unit == POINTS:
            others = [total for side, total in enumerate(game.totals) if side != game.winner]
            found.append((game.totals[game.winner] - max(others), index))
    if not found:
        return None
    points, index = min(found)
    return index, points


def _nil_hands(state: GameState, game: int) -> Iterable[NightHand]:
    """Each nil that was bid: by whom, and whether it was made."""
    for hand in state.board.hands:
        for side, scored in enumerate(hand.sides if hand.counted else ()):
            for nil in scored.contracts:
                if nil.call.is_nil:
                    name = state.sheet.player_at(nil.seats[0], hand.number)
                    yield NightHand(game, hand.number, side, name, int(nil.made))


def _hands(board: Scoreboard, game: int, names: Sequence[str]) -> Iterable[NightHand]:
    """What each side scored in each hand."""
    for hand in board.hands:
        if hand.counted:
            for side, scored in enumerate(hand.sides):
                yield NightHand(game, hand.number, side, names[side], scored.points)


def _swings(board: Scoreboard, game: int, names: Sequence[str]) -> Iterable[NightMoment]:
    """How far each side was ahead of the best other one, before and after each hand."""
    before = [0] * len(names)
    for hand in board.hands:
        if not hand.counted:
            return
        after = [scored.score.total for scored in hand.sides]
        for side, name in enumerate(names):
            yield NightMoment(game, hand.number, side, name, _lead(before, side), _lead(after, side))
        before = after


def _lead(totals: Sequence[int], side: int) -> int:
    return totals[side] - max([total for other, total in enumerate(totals) if other != side], default=0)


def _largest(hands: Iterable[NightHand | None]) -> NightHand | None:
    """The hand with the most points; of equal ones the first."""
    found = [hand for hand in hands if hand is not None and hand.points > 0]
    return max(found, key=lambda hand: hand.points, default=None)


def _furthest(moments: Iterable[NightMoment | None]) -> NightMoment | None:
    """The one that moved the difference most; of equal ones the first, and of these one that turned the game."""
    found = [moment for moment in moments if moment is not None and moment.after > moment.before]
    return max(found, key=lambda moment: (moment.after - moment.before, moment.turned), default=None)


def _with_deed(moment: NightMoment, state: GameState, names: Sequence[str]) -> NightMoment:
    """The moment with the call or penalty that did most for its side: its own, or one of another side that failed."""
    hand = next(hand for hand in state.board.hands if hand.number == moment.hand)

    def gain(line: LineItem) -> int:
        return line.points if line.side == moment.side else -line.points

    lines = [
        line
        for scored in hand.sides
        for line in scored.lines
        if line.in_total and isinstance(line.params, Contract | PenaltyLine) and gain(line) > 0
    ]
    if not lines:
        return moment
    line = max(lines, key=gain)
    seats = line.params.seats if isinstance(line.params, Contract) else ()
    who = state.sheet.player_at(seats[0], hand.number) if len(seats) == 1 else names[line.side]
    return replace(moment, deed=KeyMoment(hand.number, line.side, LINE, line.points, line), who=who)


def neighbours(table_id: str, day: date, zone: tzinfo) -> tuple[date | None, date | None]:
    """The nights with games before and after this one."""
    since, until = night_period(day, zone)
    games = select(Game.created).where(Game.table_id == table_id, Game.taken_away.is_(None))
    before = db.session.scalar(games.where(Game.created < since).order_by(Game.created.desc()).limit(1))
    after = db.session.scalar(games.where(Game.created >= until).order_by(Game.created).limit(1))
    return before and night_of(before, zone), after and night_of(after, zone)
