"""The scoreboard: a fold over the recorded hands. Nothing in it is edited; each hand gives the next scoreboard."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.rules.contracts import check_bid, check_pairs, contracts_of
from scorekeeper.core.rules.deal import GAME, Bid, Bidding, HandRecord, HandRules, Renege, Took
from scorekeeper.core.rules.endings import (
    AfterHand,
    AtTime,
    Ending,
    Outcome,
    TimeCall,
    closed,
    forfeited,
    open_end_of,
    outcome_of,
)
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoring import HandStart, Scoring, SideScore
from scorekeeper.core.rules.seating import DealerChange, Seat, Side, dealer_of, hand_path
from scorekeeper.core.rules.tricks import after_reneges, check_played, check_took, renege_totals


@dataclass(slots=True)
class ScoredSide:
    """A side's hand: its contracts, the tricks that counted, its lines and its score afterwards."""

    contracts: tuple[Contract, ...]
    tricks: int
    lines: tuple[LineItem, ...]
    points: int
    overtricks: int
    score: SideScore

    @property
    def wins_outright(self) -> bool:
        """Whether a contract that wins the game by itself was made."""
        return any(contract.made and contract.call.wins for contract in self.contracts)


@dataclass(slots=True)
class ScoredHand:
    """A hand on the sheet. One after the end is kept but not `counted`: it has no lines and no points.

    `pot` are the chips left for the next hand, `reneges` those taken over several hands, with their books so far.
    """

    number: int
    deal: HandRules
    dealer: Seat
    record: HandRecord
    sides: tuple[ScoredSide, ...]
    objections: tuple[Fault, ...]
    counted: bool
    pot: int
    reneges: tuple[Renege, ...] = ()


@dataclass(slots=True)
class Scoreboard:
    """A game so far: `first_dealer` dealt hand 1; `outcome` is None until it is over, `time` until time is called."""

    rules: HouseRules
    first_dealer: Seat
    hands: tuple[ScoredHand, ...]
    scores: tuple[SideScore, ...]
    outcome: Outcome | None = None
    dealers: tuple[DealerChange, ...] = ()
    time: TimeCall | None = None

    @property
    def endings(self) -> tuple[Ending, ...]:
        """What can end this game, in the order in which it is tested."""
        endings = self.rules.scoring.endings
        return endings if self.time is None else (*endings, AtTime(self.time, self.rules.ranking_at_time))

    def open_end(self, number: int) -> Outcome | None:
        """What would have ended the game after this hand, had it not been too early, or sides level at the top.

        Its winners are the sides that lead; `decided_by` is `LEVEL`, `LEVEL_OVERTRICKS` or `TOO_EARLY`.
        """
        if self.outcome is not None and self.outcome.hand <= number:
            return None
        after = AfterHand(number, tuple([side.score for side in self.hands[number - 1].sides]), ())
        return open_end_of(self.endings, after, self.rules.scoring.least_hands)

    @property
    def next_number(self) -> int:
        return len(self.hands) + 1

    @property
    def dealer(self) -> Seat:
        """Who deals the next hand."""
        return dealer_of(self.rules.seating, self.first_dealer, self.dealers, self.next_number)

    @property
    def bidding_order(self) -> tuple[Seat, ...]:
        """Who bids the next hand, first bidder first; empty if it bids itself."""
        return self._bidding_order(self.next_deal)

    def _bidding_order(self, deal: HandRules) -> tuple[Seat, ...]:
        return self.rules.seating.bidding_order(self.dealer) if deal.is_bid else ()

    @property
    def starter(self) -> Seat:
        """Who deals the next hand; if the cards are drawn, who draws first."""
        return self.rules.seating.bidding_order(self.dealer)[0] if self.rules.is_drawn else self.dealer

    @property
    def next_deal(self) -> HandRules:
        return self.rules.hand_rules_of(self.next_number)

    @property
    def pot(self) -> int:
        """Chips left for the next hand."""
        return self.hands[-1].pot if self.hands else 0

    @property
    def reneges(self) -> tuple[Renege, ...]:
        """The game’s reneges taken over several hands, each with its books so far."""
        return self.hands[-1].reneges if self.hands else ()

    def bidding(self, bids: tuple[Bid | None, ...]) -> Bidding:
        """The bids of the next hand so far.

        Raises `InvalidInput` for a call that this hand does not have.
        """
        seating, number = self.rules.seating, self.next_number
        deal = self.rules.hand_rules_of(number)
        order = self._bidding_order(deal)
        if len(bids) != len(order):
            raise InvalidInput(faults.BIDS_MISCOUNTED.at(hand_path(number), {"found": len(bids), "needed": len(order)}))
        for seat, bid in enumerate(bids):
            if bid is not None:
                check_bid(deal, bid, number, seating.side_of[seat])
        if bids:
            check_pairs(deal, seating, bids, number)
        totals = [score.total for score in self.scores]
        best = max(totals)
        behind = tuple([best - total for total in totals])
        return Bidding(deal, seating, order, bids, behind)

    def objections(self, bidding: Bidding) -> tuple[Fault, ...]:
        """The rules' objections to these bids; with bids missing, only what no further bid can mend."""
        return tuple([objection for limit in bidding.deal.limits for objection in limit.objections(bidding)])

    def after(self, record: HandRecord) -> "Scoreboard":
        """The scoreboard after one more hand, in constant time. Raises `InvalidInput`; this one is unchanged."""
        number, seating = self.next_number, self.rules.seating
        bidding = self.bidding(record.bids)
        _check_adjustments(record, number, len(self.scores))
        if check_played(bidding, record, number):
            check_took(bidding.deal, seating, record, number)
            took = after_reneges(bidding.deal, seating, record, number)
            contracts = contracts_of(bidding.deal, seating, record, took, number)
        else:
            took = tuple(Took(0) for _ in seating.sides)
            contracts = tuple(() for _ in seating.sides)
        reneges = renege_totals(self.reneges, record, number)
        objections = self.objections(bidding)
        if self.outcome is not None:
            return self._kept(record, bidding.deal, took, objections, reneges)
        dealer = bidding.order[-1] if bidding.order else self.dealer
        start = HandStart(number, seating, bidding.deal, dealer, self.scores, self.pot)
        sides, pot = _scored(self.rules, start, record, took, contracts)
        hand = ScoredHand(number, bidding.deal, start.dealer, record, sides, objections, True, pot, reneges)
        scores = tuple([side.score for side in sides])
        outright = tuple([side for side in seating.sides if sides[side].wins_outright])
        forfeits = [part.by for part in record.reneges if part.costs == GAME]
        winning = tuple([side for side in outright if side not in forfeits])  # whatever a ruling cost another side
        outcome = (
            forfeited(scores, number, forfeits) if forfeits and not winning else self.outcome_with(scores, winning)
        )
        return Scoreboard(self.rules, self.first_dealer, (*self.hands, hand), scores, outcome, self.dealers, self.time)

    @property
    def next_start(self) -> HandStart:
        """What the next hand starts with."""
        return HandStart(self.next_number, self.rules.seating, self.next_deal, self.dealer, self.scores, self.pot)

    def scored(
        self,
        record: HandRecord,
        took: tuple[Took, ...],
        contracts: tuple[tuple[Contract, ...], ...],
        start: HandStart | None = None,
    ) -> tuple[tuple[ScoredSide, ...], int]:
        """What the next hand scores for each side, and the chips it leaves. `took` is what counts, checked or not.

        `start` is `next_start`, for those who score thousands of hands.
        """
        return _scored(self.rules, start or self.next_start, record, took, contracts)

    def outcome_with(self, scores: Sequence[SideScore], outright: tuple[Side, ...]) -> Outcome | None:
        """The outcome if the next hand gives these scores; None if the game is not over."""
        after = AfterHand(self.next_number, scores, outright)
        return outcome_of(self.endings, after, self.rules.scoring.least_hands)

    def closed(self, reason: str, forfeit: Side | None = None) -> "Scoreboard":
        """The scoreboard of a game that the table stopped here: the leader among those who did not concede wins."""
        outcome = closed(self.scores, len(self.hands), reason, forfeit)
        return replace(self, outcome=outcome)

    def _kept(
        self,
        record: HandRecord,
        deal: HandRules,
        took: tuple[Took, ...],
        objections: tuple[Fault, ...],
        reneges: tuple[Renege, ...],
    ) -> "Scoreboard":
        sides = tuple(ScoredSide((), took[i].tricks, (), 0, 0, score) for i, score in enumerate(self.scores))
        hand = ScoredHand(self.next_number, deal, self.dealer, record, sides, objections, False, self.pot, reneges)
        return replace(self, hands=(*self.hands, hand))


def _scored(
    rules: HouseRules,
    start: HandStart,
    record: HandRecord,
    took: tuple[Took, ...],
    contracts: tuple[tuple[Contract, ...], ...],
) -> tuple[tuple[ScoredSide, ...], int]:
    scoring = Scoring(start, record, took, contracts)
    for step in rules.scoring.steps:
        step.score(scoring)
    for ruling in record.reneges:
        if ruling.costs == GAME:
            scoring.lost[ruling.by] = True
    return tuple([_scored_side(scoring, took[side], side) for side in start.seating.sides]), scoring.pot


def _scored_side(scoring: Scoring, took: Took, side: Side) -> ScoredSide:
    lines = tuple(scoring.lines[side])
    points = sum([line.points for line in lines if line.in_total])
    overtricks = scoring.overtricks(side)
    before = scoring.before[side]
    score = SideScore(
        before.total + points,
        before.overtricks + overtricks,
        scoring.ledgers[side],
        scoring.runs[side],
        scoring.sets[side],
        scoring.sets_in_a_row[side],
        scoring.lost[side],
        scoring.bid[side],
    )
    return ScoredSide(scoring.contracts[side], took.tricks, lines, points, overtricks, score)


def _check_adjustments(record: HandRecord, number: int, sides: int) -> None:
    for adjustment in record.adjustments:
        if not 0 <= adjustment.side < sides:
            raise InvalidInput(
                faults.ADJUSTMENT_SIDE.at(hand_path(number), {"side": adjustment.side, "last": sides - 1})
            )


def new_game(
    rules: HouseRules, first_dealer: Seat, dealers: Sequence[DealerChange] = (), time: TimeCall | None = None
) -> Scoreboard:
    """The scoreboard before the first hand; `dealers` are those that the table set right, in the order of the hands."""
    if first_dealer not in rules.seating.bidders:
        seats: faults.NoSuchSeat = {"seat": first_dealer, "last": len(rules.seating.bidders) - 1}
        raise InvalidInput(faults.NO_SUCH_DEALER.at(FieldPath.to(faults.FIRST_DEALER), seats))
    scores = tuple(SideScore() for _ in rules.seating.sides)
    return Scoreboard(rules, first_dealer, (), scores, dealers=tuple(dealers), time=time)


def replay(
    rules: HouseRules,
    first_dealer: Seat,
    hands: Iterable[HandRecord],
    dealers: Sequence[DealerChange] = (),
    time: TimeCall | None = None,
) -> Scoreboard:
    """Fold the recorded hands. Raises `InvalidInput` at the first that cannot be scored."""
    board = new_game(rules, first_dealer, dealers, time)
    for record in hands:
        board = board.after(record)
    return board
