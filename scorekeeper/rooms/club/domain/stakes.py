"""What a table plays for: stakes, what a finished game owes by them, and the fewest payments that settle balances.

Amounts are whole numbers of the smallest unit of a currency. Every player of a side that owes pays one player of each
other side, or the pot, so that nothing is ever divided.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.vocabulary import POINTS

GAME, TEN, SET, BAG, NIL = "game", "ten", "set", "bag", "nil"
KINDS = (GAME, TEN, SET, BAG, NIL)
"""What a stake is paid for: a lost game, 10 points of difference, a contract that was set, a bag, a failed nil."""
KEPT, MOST_WINS, MOST_NILS, LARGEST_HAND = "kept", "wins", "nils", "largest"
POTS = (KEPT, MOST_WINS, MOST_NILS, LARGEST_HAND)
"""Who gets the pot of a night: nobody, or who won most games, made most nils, scored the largest hand."""
PLAY_POINTS = "points"
"""In place of a currency: the stakes are points."""
POT = 0
"""The pot, where others are players by their ids."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player pays each time, to one player of each other side or into the pot."""

    amount: int
    to_pot: bool = False


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a table: a currency (`EUR`) or `points`, the stake of each kind, who gets the pot, and the smallest
    coin that is paid with.
    """

    currency: str
    per: Mapping[str, Stake] = field(default_factory=dict)
    pot: str = KEPT
    coin: int = 1


Owed = dict[str, dict[str, int]]
"""What each player of a game gets (below 0: pays), by name and kind of stake."""


def owed_in(sheet: Sheet, board: Scoreboard, stakes: Stakes) -> Owed:
    """What a game owes, by the players who sat in each hand, or in the last one; nothing without a hand or an end.

    A game that nobody won alone owes nothing as a game. Who neither gets nor pays anything is there without amounts:
    a pot can be theirs.
    """
    hands = [hand for hand in board.hands if hand.counted]
    if board.outcome is None or not hands:
        return {}
    owing = _Owing(sheet, stakes)
    sides = board.rules.seating.sides
    for hand in hands:
        for side in sides:
            owing.sat(hand.number, side)
            others = [other for other in sides if other != side]
            for kind, times in _times_in(hand, side).items():
                owing.pay(hand.number, side, others, kind, times)
    winners = board.outcome.winners
    if len(winners) == 1:
        winner = winners[0]
        last = hands[-1].number
        for side in sides:
            if side != winner:
                owing.pay(last, side, winners, GAME, 1)
                ahead = board.scores[winner].total - board.scores[side].total
                if board.rules.scoring.unit == POINTS and ahead > 0:
                    owing.pay(last, side, winners, TEN, ahead // 10)
    return owing.found


def _times_in(hand: ScoredHand, side: Side) -> dict[str, int]:
    """How often a side owes each kind of stake in a hand."""
    scored = hand.sides[side]
    failed = [contract.call for contract in scored.contracts if not contract.made]
    return {
        SET: sum([call.is_number for call in failed]),
        BAG: scored.overtricks,
        NIL: sum([call.is_nil for call in failed]),
    }


class _Owing:
    """What the players of a game owe, while it is counted."""

    def __init__(self, sheet: Sheet, stakes: Stakes) -> None:
        self._sheet = sheet
        self._stakes = stakes
        self.found: Owed = {}

    def sat(self, hand: int, side: Side) -> None:
        """The players of the side played for the stakes in this hand."""
        for seat in self._sheet.rules.seating.bidders_of(side):
            self.found.setdefault(self._sheet.player_at(seat, hand), {})

    def pay(self, hand: int, side: Side, others: Sequence[Side], kind: str, times: int) -> None:
        """Each player of the side pays a stake so often, to who sits in the same place of each other side."""
        stake = self._stakes.per.get(kind)
        if stake is None or not stake.amount or not times:
            return
        seating = self._sheet.rules.seating
        for place, seat in enumerate(seating.bidders_of(side)):
            payer = self._sheet.player_at(seat, hand)
            if stake.to_pot:
                self._add(payer, kind, -stake.amount * times)
                continue
            for other in others:
                payee = self._sheet.player_at(seating.bidders_of(other)[place], hand)
                self._add(payer, kind, -stake.amount * times)
                self._add(payee, kind, stake.amount * times)

    def _add(self, name: str, kind: str, amount: int) -> None:
        own = self.found.setdefault(name, {})
        own[kind] = own.get(kind, 0) + amount


@dataclass(frozen=True, slots=True)
class Transfer:
    """An amount from one to another: players by their ids, or the pot."""

    payer: int
    payee: int
    amount: int


def rounded(balances: Mapping[int, int], coin: int) -> dict[int, int]:
    """Balances with the sum 0 as they are paid in coins: multiples of `coin` whose sum is 0 too.

    Each differs by less than a coin from what it was, so whoever is even stays so. Once these are paid, what is left
    is rounded to nothing: the rest is carried on, and asks for no payment of its own.
    """
    found = {who: amount - amount % coin for who, amount in balances.items()}
    missing = -sum(found.values()) // coin
    for who in sorted(balances, key=lambda who: (-(balances[who] % coin), who))[:missing]:
        found[who] += coin
    return found


MAX_EXACT = 13
"""The most balances, such as twelve players and the pot, without those that are opposite, for which payments are the
fewest that there are.
"""


def fewest_payments(balances: Mapping[int, int]) -> list[Transfer]:
    """Payments that bring balances with the sum 0 to 0: the fewest for `MAX_EXACT` balances, few for more.

    Balances that settle among themselves are settled apart, in as many groups as there can be; each group takes one
    payment fewer than it has balances. Two that are opposite are such a group in one of the best ways.
    """
    pairs, others = _opposite(balances)
    groups = [*pairs, *(_groups(others) if len(others) <= MAX_EXACT else [list(others)])]
    return [each for group in groups for each in _payments({who: balances[who] for who in group})]


def are_fewest(balances: Mapping[int, int]) -> bool:
    """Whether there are no fewer payments than these."""
    return len(_opposite(balances)[1]) <= MAX_EXACT


def _opposite(balances: Mapping[int, int]) -> tuple[list[list[int]], dict[int, int]]:
    """Pairs of balances whose sum is 0, and the balances of the others."""
    alone, pairs = defaultdict[int, list[int]](list), list[list[int]]()
    for who, amount in sorted(balances.items()):
        if amount and alone[-amount]:
            pairs.append([alone[-amount].pop(0), who])
        elif amount:
            alone[amount].append(who)
    return pairs, {who: amount for amount, own in alone.items() for who in own}


def _groups(left: Mapping[int, int]) -> list[list[int]]:
    """The most groups of balances whose sum is 0 each.

    Balances are taken away one by one, in the order in which most of the sums that remain are 0: each 0 ends a group.
    A set of balances is a number with a bit for each.
    """
    players, bits, sums, zeros = list(left), [1], [0], [0]
    for player in players:
        bits.append(2 * bits[-1])
        sums += [total + left[player] for total in sums]
    for chosen in range(1, len(sums)):
        most = max([zeros[chosen - bit] for bit in bits if chosen & bit])
        zeros.append(most + int(sums[chosen] == 0))
    groups: list[list[int]] = []
    chosen = len(sums) - 1
    while chosen:
        most = zeros[chosen]
        if sums[chosen] == 0:
            groups.append([])
            most -= 1
        next_one = next(place for place, bit in enumerate(bits) if chosen & bit and zeros[chosen - bit] == most)
        groups[-1].append(players[next_one])
        chosen -= bits[next_one]
    return groups


def _payments(left: dict[int, int]) -> list[Transfer]:
    """Always the largest debtor pays the largest creditor, which settles one of the two; of equal ones the first."""
    found: list[Transfer] = []
    while left:
        payer = min(left, key=lambda who: (left[who], who))
        payee = max(left, key=lambda who: (left[who], -who))
        amount = min(-left[payer], left[payee])
        found.append(Transfer(payer, payee, amount))
        for who, more in ((payer, amount), (payee, -amount)):
            left[who] += more
            if not left[who]:
                left.pop(who)
    return found


def shared_out(pot: int, best: Mapping[int, int]) -> dict[int, int]:
    """The pot among those with the highest figure, in equal whole parts; what cannot be shared stays in it."""
    most = max(best.values(), default=0)
    winners = [who for who, figure in sorted(best.items()) if figure == most]
    if pot <= 0 or most <= 0:
        return {}
    share = pot // len(winners)
    return dict.fromkeys(winners, share) if share else {}
