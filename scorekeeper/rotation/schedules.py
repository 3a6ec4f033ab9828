"""The seats of each round when partners change: known designs, else improvement by exchange.

Rounds are lists of tables, a table the places of its players in the field: those of the first side, then the others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

Table = tuple[int, ...]
Round = list[Table]


def lots_of(seed: int) -> Random:
    """Lots that fall the same way each time: the seed is recorded."""
    return Random(seed)


WHIST: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    8: ((7, 0, 2, 3), (1, 5, 6, 4)),
    12: ((11, 0, 8, 9), (1, 7, 2, 5), (3, 10, 6, 4)),
    16: ((15, 0, 2, 11), (1, 4, 7, 12), (3, 5, 6, 13), (8, 9, 10, 14)),
    20: ((19, 0, 12, 17), (1, 9, 13, 6), (2, 8, 4, 3), (5, 14, 11, 15), (7, 10, 18, 16)),
    24: ((23, 0, 20, 21), (1, 9, 4, 13), (2, 6, 19, 14), (3, 16, 7, 18), (5, 8, 22, 15), (10, 12, 17, 11)),
}
"""The first round of whist with changing partners: each later one adds 1 to every place but the last, which stays.

In n − 1 rounds everybody partners everybody once and meets everybody twice: the differences between partners are all
different, and those between opponents are each there twice.
"""

ONE_TABLE: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    5: (
        (2, 1, 4, 3),
        (1, 3, 0, 2),
        (4, 1, 3, 0),
        (1, 0, 4, 2),
        (3, 2, 0, 4),
    ),
    6: (
        (1, 5, 2, 0),
        (4, 2, 3, 0),
        (5, 4, 3, 1),
        (4, 0, 5, 2),
        (4, 3, 1, 2),
        (1, 0, 5, 3),
        (1, 4, 0, 2),
        (2, 3, 0, 5),
    ),
    7: (
        (1, 4, 6, 2),
        (3, 6, 5, 0),
        (1, 3, 4, 2),
        (4, 5, 0, 6),
        (1, 2, 3, 5),
        (0, 3, 4, 6),
        (1, 0, 5, 2),
        (3, 4, 5, 1),
        (1, 6, 0, 2),
        (6, 5, 2, 3),
        (2, 1, 4, 0),
    ),
    8: (
        (6, 1, 4, 3),
        (7, 0, 3, 5),
        (4, 2, 1, 7),
        (2, 0, 3, 6),
        (2, 6, 5, 1),
        (0, 1, 7, 4),
        (4, 5, 2, 3),
        (7, 6, 0, 5),
        (4, 0, 2, 1),
        (3, 7, 4, 6),
        (0, 6, 5, 2),
        (1, 3, 5, 7),
        (5, 6, 1, 4),
        (0, 3, 2, 7),
    ),
}
"""One table for five to eight: everybody partners everybody, and sits out as often as the others, or once more."""

KEPT_APART = 5000
AGAIN_AS_PARTNER = 400
AGAIN_AS_OPPONENT = 10
MAX_IDLE_EXCHANGES = 120
"""How many exchanges of seats may bring nothing before a round is good enough."""


def whist(players: int, rounds: int) -> list[Round]:
    """The first rounds of whist with changing partners for a number of players that `WHIST` has."""
    last = players - 1

    def turned(place: int, turn: int) -> int:
        return place if place == last else (place + turn) % last

    return [[tuple(turned(place, turn) for place in table) for table in WHIST[players]] for turn in range(rounds)]


@dataclass(slots=True)
class History:
    """How often each two players of a field, by their places, were partners and opponents, and who sat out.

    `sides` is how many sides a table has, `size` the players of each. `not_partners` and `not_opponents` are those who
    are kept apart, each pair both ways.
    """

    players: int
    sides: int = 2
    size: int = 2
    partners: list[list[int]] = field(default_factory=list)
    opponents: list[list[int]] = field(default_factory=list)
    sat_out: list[int] = field(default_factory=list)
    not_partners: set[tuple[int, int]] = field(default_factory=set)
    not_opponents: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not self.partners:
            self.partners = [[0] * self.players for _ in range(self.players)]
            self.opponents = [[0] * self.players for _ in range(self.players)]
            self.sat_out = [0] * self.players

    def copy(self) -> "History":
        """An independent copy."""
        return History(
            self.players,
            self.sides,
            self.size,
            [row.copy() for row in self.partners],
            [row.copy() for row in self.opponents],
            self.sat_out.copy(),
            self.not_partners,
            self.not_opponents,
        )

    def add(self, tables: Iterable[Table]) -> None:
        """Count a round; who is at none of its tables sits out."""
        playing: set[int] = set()
        for table in tables:
            playing |= set(table)
            for seat, player in enumerate(table):
                for other_seat in range(seat + 1, len(table)):
                    same = seat // self.size == other_seat // self.size
                    self.count(player, table[other_seat], same)
        for player in range(self.players):
            self.sat_out[player] += player not in playing

    def count(self, one: int, other: int, as_partners: bool) -> None:
        """Count that two were partners or opponents."""
        rows = self.partners if as_partners else self.opponents
        rows[one][other] += 1
        rows[other][one] += 1

    def together(self, table: Table) -> int:
        """How many of the pairs at a table are kept apart so."""
        pairs = [(one, other) for one in range(len(table)) for other in range(one + 1, len(table))]
        return sum(
            (table[one], table[other]) in (self.not_partners if same else self.not_opponents)
            for one, other in pairs
            for same in [one // self.size == other // self.size]
        )

    def faults(self) -> tuple[int, int]:
        """How often somebody partnered somebody again, and how uneven the opponents are: their sum of squares."""
        again = sum(max(0, count - 1) for row in self.partners for count in row) // 2
        return again, sum(count * count for row in self.opponents for count in row)


def drawn_ahead(history: History, tables: int, rounds: int, lots: Random) -> list[Round]:
    """The rounds after those of the history: nobody partners twice while that is possible, opponents evenly."""
    is_first = not any(map(sum, history.partners)) and not any(history.sat_out)
    is_first = is_first and not history.not_partners and not history.not_opponents  # designs keep nobody apart
    is_whist = history.sides == history.size == 2 and history.players in WHIST and tables * 4 == history.players
    if is_first and is_whist and rounds == history.players - 1:
        return whist(history.players, rounds)
    if is_first and tables == 1 and history.sides == history.size == 2 and history.players in ONE_TABLE:
        design: list[Round] = [[table] for table in ONE_TABLE[history.players]]
        if rounds <= len(design):
            return design[:rounds]
    tries = [_by_exchange(history.copy(), tables, rounds, lots) for _ in range(_tries(history.players, rounds))]
    if is_first and is_whist and rounds < history.players:
        tries.append(whist(history.players, rounds))
    return min(tries, key=lambda found: _faults_after(history, found))


def _tries(players: int, rounds: int) -> int:
    """Large fields come out well at once."""
    return 1 if players > 3 * rounds else 4


def _faults_after(history: History, rounds: Sequence[Round]) -> tuple[int, int, int]:
    """How often who is kept apart comes together, then as `History.faults`."""
    after, together = history.copy(), 0
    for tables in rounds:
        together += sum(after.together(table) for table in tables)
        after.add(tables)
    return together, *after.faults()


def _by_exchange(history: History, tables: int, rounds: int, lots: Random) -> list[Round]:
    found = []
    for _ in range(rounds):
        found.append(next_round(history, tables, lots))
        history.add(found[-1])
    return found


def next_round(history: History, tables: int, lots: Random) -> Round:
    """One more round: who sat out least often does so, and the others exchange seats until nobody meets again."""
    order = list(range(history.players))
    lots.shuffle(order)
    order.sort(key=lambda player: history.sat_out[player])  # the lot decides among equals
    sitting_out = history.players - tables * history.sides * history.size
    playing = order[sitting_out:]
    lots.shuffle(playing)
    return _Seats(playing, history, lots).settled()


class _Seats:
    """The players of one round in their seats, who change until there is nothing to improve."""

    def __init__(self, seats: list[int], history: History, lots: Random) -> None:
        self.seats = seats
        self.lots = lots
        self.partners, self.opponents = history.partners, history.opponents
        self.not_partners, self.not_opponents = history.not_partners, history.not_opponents
        self.at_table = history.sides * history.size
        size, at_table = history.size, self.at_table
        tables = [range(start, start + at_table) for start in range(0, len(seats), at_table)]
        self.with_seat: list[list[int]] = []
        self.against_seat: list[list[int]] = []
        for seat in range(len(seats)):
            others = [other for other in tables[seat // at_table] if other != seat]
            side = seat % at_table // size
            self.with_seat.append([other for other in others if other % at_table // size == side])
            self.against_seat.append([other for other in others if other % at_table // size != side])

    def cost(self, player: int, seat: int) -> int:
        """What it costs that this player sits here, with the others where they are."""
        partners, opponents, seats = self.partners[player], self.opponents[player], self.seats
        cost = 0
        for other in self.with_seat[seat]:
            cost += AGAIN_AS_PARTNER * partners[seats[other]]
        for other in self.against_seat[seat]:
            cost += AGAIN_AS_OPPONENT * opponents[seats[other]]
        if self.not_partners or self.not_opponents:
            cost += KEPT_APART * sum((player, seats[other]) in self.not_partners for other in self.with_seat[seat])
            cost += KEPT_APART * sum((player, seats[other]) in self.not_opponents for other in self.against_seat[seat])
        return cost

    def settled(self) -> Round:
        """The tables after the exchanges, as soon as nobody meets again, or nothing gets better for a while."""
        seats = self.seats
        costs = [self.cost(player, seat) for seat, player in enumerate(seats)]
        best, least = seats.copy(), sum(costs)
        patience = MAX_IDLE_EXCHANGES
        while least and patience:
            patience -= 1
            unhappy = [seat for seat, cost in enumerate(costs) if cost]
            seat = self.lots.choice(unhappy)
            other = self._exchange_for(seat, costs)
            if other is None:
                continue
            seats[seat], seats[other] = seats[other], seats[seat]
            for changed in (seat, other):
                start = changed - changed % self.at_table
                for place in range(start, start + self.at_table):
                    costs[place] = self.cost(seats[place], place)
            now = sum(costs)
            if now < least:
                best, least, patience = seats.copy(), now, MAX_IDLE_EXCHANGES
        return [tuple(best[start : start + self.at_table]) for start in range(0, len(best), self.at_table)]

    def _exchange_for(self, seat: int, costs: Sequence[int]) -> int | None:
        """The seat to change with: the best, by lot among equals; now and then any, to get out of a dead end."""
        seats = self.seats
        start = seat - seat % self.at_table
        elsewhere = [other for other in range(len(seats)) if not start <= other < start + self.at_table]
        inside = [other for other in range(start, start + self.at_table) if other != seat]
        if not elsewhere or self.lots.random() < 0.02:
            return self.lots.choice(elsewhere or inside)
        player = seats[seat]
        changes = [
            (self.cost(player, other) + self.cost(seats[other], seat) - costs[other], self.lots.random(), other)
            for other in elsewhere
        ]
        change, _, other = min(changes)
        within = min((self._inside(seat, place, costs), self.lots.random(), place) for place in inside)
        if within[0] < change:
            return within[2]
        return other if change <= costs[seat] or self.lots.random() < 0.2 else None

    def _inside(self, seat: int, other: int, costs: Sequence[int]) -> int:
        """What a change of seats at one table would add, in the same measure as one between tables."""
        seats = self.seats
        before = costs[other]
        seats[seat], seats[other] = seats[other], seats[seat]
        after = self.cost(seats[other], other) + self.cost(seats[seat], seat)
        seats[seat], seats[other] = seats[other], seats[seat]
        return after - before
