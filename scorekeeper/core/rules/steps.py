"""The steps that score a hand: contracts, overtricks and their penalties, runs of perfect bids, adjustments."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.contracts import are_joint
from scorekeeper.core.rules.deal import Adjustment
from scorekeeper.core.rules.lines import Code, Contract, RuleText, rule_text_of
from scorekeeper.core.rules.scoring import Ledger, Scoring


@dataclass(frozen=True, slots=True)
class Contracts:
    """Each contract scores what its call is worth; `each_short`: a set one loses by the trick, unless `but_blind`.

    `twice`: one with twice its tricks fails.
    """

    each_short: bool = False
    but_blind: bool = False
    twice: bool = False

    def score(self, hand: Scoring) -> None:
        for contracts in hand.contracts:
            if are_joint(contracts):
                _joint_nils(hand, contracts)
                continue
            for contract in contracts:
                _contract(hand, contract)

    def rule_texts(self) -> tuple[RuleText, ...]:
        by_the_trick = [rule_text_of("number", SET_BY_THE_TRICK, self)] if self.each_short else []
        twice = [rule_text_of("number", TAKEN_TWICE, self)] if self.twice else []
        return (*by_the_trick, *twice)  # the calls explain the rest


SET_BY_THE_TRICK = Code("set-by-the-trick", Contracts)
TAKEN_TWICE = Code("taken-twice", Contracts)


def _joint_nils(hand: Scoring, nils: Sequence[Contract]) -> None:
    """One line for all the nils of a side, worth as much as both, and lost if either takes a trick."""
    call, made = nils[0].call, all(nil.made for nil in nils)
    seats = tuple(seat for nil in nils for seat in nil.seats)
    tricks = sum(nil.tricks for nil in nils)
    points = len(nils) * (call.made if made else call.failed)
    together = Contract(nils[0].side, call, seats, tricks, made, 0)
    hand.add_contract(together, points, f"joint-{call.reason}-{'made' if made else 'failed'}")


def _contract(hand: Scoring, contract: Contract) -> None:
    call = contract.call
    reason = call.reason + ("-made" if contract.made else "-failed")
    if call.wins and contract.made:
        reason = "outright"
    short = call.tricks if contract.ruled_set else call.tricks - contract.tricks  # by a ruling no trick counts
    failed = call.failed * (short if call.each_short else 1)
    if call.is_doubled(contract.tricks) and not contract.ruled_set:
        reason, failed = call.reason + "-doubled", call.twice
    hand.add_contract(contract, call.made if contract.made else failed, reason)


@dataclass(slots=True)
class OvertrickLine:
    """The number of overtricks, and the count towards the next penalty after the hand, as the board shows it."""

    count: int
    last: int


BAGS = Code("bags", OvertrickLine)
OVERTRICKS = Code("overtricks", OvertrickLine)
FAILED_NIL_BAGS = Code("failed-nil-bags", OvertrickLine)
FAILED_NIL_OVERTRICKS = Code("failed-nil-overtricks", OvertrickLine)

MADE = {"bag": BAGS, "overtrick": OVERTRICKS}
"""The code of overtricks above a made bid, by what a rule set calls them."""

FROM_FAILED_NIL = {"bag": FAILED_NIL_BAGS, "overtrick": FAILED_NIL_OVERTRICKS}
"""The code of overtricks from a failed nil."""


@dataclass(frozen=True, slots=True)
class Overtricks:
    """Each overtrick scores `points`. `overtrick_word` is this rule set's term, bag or overtrick.

    `bags_per_penalty` is how many bring a penalty (0: none), `carries` as in `OvertrickPenalty`: the line says how
    many are left. `unit` is the game's unit of points. Without `from_nils` those of a failed nil score nothing.
    """

    overtrick_word: str
    bags_per_penalty: int = 10
    carries: bool = True
    points: int = 1
    unit: str = "points"
    from_nils: bool = True

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            last = hand.before[side].towards_penalty
            for contract in hand.contracts[side]:
                if contract.overtricks:
                    last = self._after_penalty(last + contract.overtricks)
                    code = MADE[self.overtrick_word] if contract.made else FROM_FAILED_NIL[self.overtrick_word]
                    params = OvertrickLine(contract.overtricks, last)
                    points = self.points if contract.made or self.from_nils else 0
                    hand.add(contract.side, points * contract.overtricks, code, params, "overtricks")

    def _after_penalty(self, count: int) -> int:
        if not self.bags_per_penalty:
            return 0
        return count % self.bags_per_penalty if self.carries or count < self.bags_per_penalty else 0

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("overtricks", OVERTRICKS_COUNT, self),)


OVERTRICKS_COUNT = Code("overtricks", Overtricks)


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty for a full count of overtricks, reached in this hand: `due` says in which hands they were taken."""

    bags_per_penalty: int
    hand: int
    due: Ledger


BAG_PENALTY = Code("bag-penalty", PenaltyLine)
OVERTRICK_PENALTY = Code("overtrick-penalty", PenaltyLine)

PENALTIES = {"bag": BAG_PENALTY, "overtrick": OVERTRICK_PENALTY}
"""The code of the penalty, by what a rule set calls its overtricks."""


@dataclass(frozen=True, slots=True)
class OvertrickPenalty:
    """A full count of overtricks costs a side points; the ledger has the hand of each one.

    With `carries` the rest counts towards the next penalty; without it a hand costs one penalty at most and the count
    restarts at 0. With `escalates` the second penalty of the game costs twice as much, the third three times.
    """

    overtrick_word: str
    bags_per_penalty: int
    cost: int
    carries: bool = True
    escalates: bool = False

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            more = hand.overtricks(side)
            if more:
                ledger = (*hand.ledgers[side], (hand.number, more))
                passed = hand.before[side].overtricks // self.bags_per_penalty
                while sum([count for _, count in ledger]) >= self.bags_per_penalty:
                    due, ledger = _split(ledger, self.bags_per_penalty)
                    passed += 1
                    points = -self.cost * (passed if self.escalates else 1)
                    if self.cost:
                        hand.add(
                            side, points, self.code, PenaltyLine(self.bags_per_penalty, hand.number, due), self.code.key
                        )
                    if not self.carries:
                        ledger = ()
                hand.ledgers[side] = ledger

    @property
    def code(self) -> Code[PenaltyLine]:
        """The code of its lines, which is their anchor too."""
        return PENALTIES[self.overtrick_word]

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of(self.code.key, PENALTY_COSTS, self),) if self.cost else ()


PENALTY_COSTS = Code("overtrick-penalty", OvertrickPenalty)


def _split(ledger: Ledger, count: int) -> tuple[Ledger, Ledger]:
    """The oldest `count` overtricks of a ledger, and the rest."""
    due: list[tuple[int, int]] = []
    rest: list[tuple[int, int]] = []
    left = count
    for number, overtricks in ledger:
        taken = min(left, overtricks)
        left -= taken
        if taken:
            due.append((number, taken))
        if overtricks > taken:
            rest.append((number, overtricks - taken))
    return tuple(due), tuple(rest)


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run of perfect bids, the last in this hand."""

    length: int
    hand: int


PERFECT_RUN = Code("perfect-run", RunLine)
LONGER_PERFECT_RUN = Code("perfect-run-goes-on", RunLine)


@dataclass(frozen=True, slots=True)
class PerfectRun:
    """A bonus for perfect bids in a row; then one for each `further` one, or (0) the count restarts."""

    length: int
    bonus: int
    further: int = 0

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            run = hand.runs[side] + 1 if is_perfect(hand.contracts[side]) else 0
            if run == self.length:
                hand.add(side, self.bonus, PERFECT_RUN, RunLine(run, hand.number), "perfect-run")
                run = run if self.further else 0
            elif run > self.length:
                hand.add(side, self.further, LONGER_PERFECT_RUN, RunLine(run, hand.number), "perfect-run")
            hand.runs[side] = run

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("perfect-run", PERFECT_RUNS, self),)


PERFECT_RUNS = Code("perfect-run", PerfectRun)


def is_perfect(contracts: tuple[Contract, ...]) -> bool:
    """The bid made to the trick; calls with it do not count, but a failed nil with it spoils it."""
    bids = [contract for contract in contracts if not contract.call.slot]
    nils = [contract for contract in contracts if contract.call.slot and contract.call.is_nil]
    return bool(bids) and all(contract.is_perfect for contract in bids) and all(contract.made for contract in nils)


ADJUSTMENT = Code("adjustment", Adjustment)


@dataclass(frozen=True, slots=True)
class Adjustments:
    """Points that the table agreed on, each with its reason."""

    def score(self, hand: Scoring) -> None:
        for adjustment in hand.record.adjustments:
            hand.add(adjustment.side, adjustment.points, ADJUSTMENT, adjustment, "adjustments")

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("adjustments", ADJUSTMENTS_STAND, self),)


ADJUSTMENTS_STAND = Code("adjustments", Adjustments)
