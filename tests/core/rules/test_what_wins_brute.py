"""What wins it equals a replay of every way the hand can go, for every rule set and score."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.core.analysis.goals import goals
from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.what_wins import Chance, Row, what_wins
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.endings import SetTooOften, TimeCall
from scorekeeper.core.rules.ruleset import HouseRules, Value
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredSide, new_game
from scorekeeper.core.rules.seating import Seat, Seating, Shape, Side
from scorekeeper.core.rules.steps import PENALTIES
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.what_wins import penalty_words
from tests.hand_notation import one_number
from tests.hypothesis_budget import IN_SOAK, examples
from tests.strategies import together

TABLES = [
    pytest.param(key, shape, marks=[pytest.mark.exhaustive] if shape.sides > 4 else [])
    for key, rules in rule_sets().items()
    for shape in rules.shapes
    if shape.sides * shape.players_per_side < (7 if IN_SOAK else 6)
]
SEEDS = range(examples(1, 12))
FEW_TRICKS = {2: 13, 3: 8, 4: 6, 5: 4, 6: 3}
"""For rule sets whose tricks can be chosen: few enough to replay them all."""


def some_options(dice: random.Random, key: str, shape: Shape) -> dict[str, Value]:
    chosen: dict[str, Value] = {}
    for option in rule_set(key).options(shape):
        if option.key == "tricks":
            chosen["tricks"] = FEW_TRICKS[shape.sides * shape.players_per_side]
        elif option.key != "target" and dice.random() < 0.3:
            ranges = [dice.randint(option.low, option.high)] if option.has_range else []
            chosen[option.key] = dice.choice([*option.values, *ranges])
    return together(rule_set(key).options(shape), chosen)


def some_bid(dice: random.Random, rules: HouseRules, number: int) -> Bid:
    """A bid of this hand; high bids are rare, or nobody would ever make one."""
    calls = rules.hand_rules_of(number).calls
    own = [call for call in calls if not call.slot]
    low = [call for call in own if call.tricks <= rules.seating.tricks // 2] or own
    spoken = dice.choice(low if dice.random() < 0.8 else own)
    beside = [call for call in calls if call.slot]
    more = {call.slot: call.code for call in dice.sample(beside, min(2, len(beside)))} if not spoken.alone else {}
    return Bid((spoken.code, *more.values()))


def some_bids(dice: random.Random, board: Scoreboard) -> tuple[Bid, ...]:
    rules, deal = board.rules, board.next_deal
    bids = [some_bid(dice, rules, board.next_number) for _ in board.bidding_order]
    for side in rules.seating.sides if deal.partner_may_share_bid else ():
        own = rules.seating.bidders_of(side)
        spoken = one_number(deal, [bids[seat].calls[0] for seat in own])
        for seat, code in zip(own, spoken, strict=True):
            bids[seat] = Bid((code,))
    return tuple(bids)


def board_in_play(dice: random.Random, rules: HouseRules) -> Scoreboard:
    """A game a few hands old; near its end half of the time."""
    time = TimeCall(dice.randint(1, 4), 40) if dice.random() < 0.25 else None
    board = new_game(rules, Seat(0), time=time)
    for _ in range(dice.randint(0, 3)):
        bids = some_bids(dice, board)
        played = board.bidding(bids).is_played
        records = list(all_records(dice, rules.seating, bids, few=True)) if played else [HandRecord(bids, ())]
        after = scored(board, records)
        if not after or after[0].outcome is not None:
            break
        board = after[0]
    for end in rules.scoring.endings:
        if isinstance(end, SetTooOften):
            most, in_a_row = max(1, end.most), max(1, end.in_a_row)
            lost = 0.3 if rules.scoring.least_hands else 0.0
            worse = [
                replace(
                    own,
                    sets=dice.randrange(most),
                    sets_in_a_row=dice.randrange(in_a_row),
                    lost=dice.random() < lost,
                )
                for own in board.scores
            ]
            board = replace(board, scores=tuple(worse))
    marks = [mark for ending in rules.scoring.endings for mark in ending.marks()]
    if not marks or dice.random() < 0.3:
        return board
    close = dice.choice([20, 60, 120])
    near = tuple(
        replace(
            own,
            total=min(
                dice.choice([m for m in marks if m > 0] or [500]) - 1, dice.choice(marks) + dice.randint(-close, close)
            ),
        )
        for own in board.scores
    )
    return replace(board, scores=near)


def all_records(
    dice: random.Random, seating: Seating, bids: tuple[Bid, ...], few: bool = False
) -> Iterator[HandRecord]:
    """Every possible record of a hand with these bids, seat by seat, and many impossible ones."""
    seats = len(seating.side_of)
    facts = [
        [(), *((code,) for seat in seating.bidders_of(side) if bids for code in bids[seat].calls if "bemo" in code)]
        for side in seating.sides
    ]
    counts = list(dealt(seating.tricks, seats))
    for shares in dice.sample(counts, 5) if few else counts:
        for made in product(*facts):
            yield HandRecord(bids, tuple(_took(seating, side, shares, made[side]) for side in seating.sides))


def _took(seating: Seating, side: Side, shares: tuple[int, ...], made: tuple[str, ...]) -> Took:
    own = tuple(shares[seat] for seat in seating.seats_of[side])
    return Took(sum(own), own if len(own) > 1 else (), made)


def dealt(tricks: int, seats: int) -> Iterator[tuple[int, ...]]:
    if seats == 1:
        yield (tricks,)
        return
    for own in range(tricks + 1):
        for rest in dealt(tricks - own, seats - 1):
            yield (own, *rest)


def scored(board: Scoreboard, records: list[HandRecord]) -> list[Scoreboard]:
    after = []
    for record in records:
        try:
            after.append(board.after(record))
        except InvalidInput:
            assert any(took.made for took in record.took)
    return after


def replayed(board: Scoreboard, bids: tuple[Bid, ...]) -> list[list[Row]]:
    """The rows of each side, from the scoreboards after every way the hand can go; none without play."""
    if not board.bidding(bids).is_played:
        return [[] for _ in board.scores]
    boards = scored(board, list(all_records(random.Random(0), board.rules.seating, bids)))
    rows = []
    for side in board.rules.seating.sides:
        by_tricks: dict[int, list[Scoreboard]] = defaultdict(list)
        for after in boards:
            by_tricks[after.hands[-1].record.took[side].tricks].append(after)
        rows.append([row_of(tricks, side, by_tricks[tricks]) for tricks in sorted(by_tricks)])
    return rows


def row_of(tricks: int, side: Side, boards: list[Scoreboard]) -> Row:
    scored_sides = [board.hands[-1].sides[side] for board in boards]
    points = {own.points for own in scored_sides}
    totals = {board.scores[side].total for board in boards}
    calls = [contract.call for contract in scored_sides[0].contracts]
    made = [chance([own.contracts[i].made for own in scored_sides]) for i in range(len(calls))]
    reasons = {line.reason for own in scored_sides for line in own.lines}
    ends = {end_of(board, side) for board in boards}
    return Row(
        tricks,
        (min(points), max(points)),
        (min(totals), max(totals)),
        tuple(zip(calls, made, strict=True)),
        tuple(sorted((reason, chance([_has(own, reason) for own in scored_sides])) for reason in reasons)),
        tuple(end for end in End if end in ends),
    )


def _has(own: ScoredSide, reason: str) -> bool:
    return reason in {line.reason for line in own.lines}


def chance(happens: list[bool]) -> Chance:
    return {0: Chance.NEVER, len(happens): Chance.ALWAYS}.get(sum(happens), Chance.CAN)


def end_of(board: Scoreboard, side: Side) -> End:
    if board.outcome is None:
        return End.PLAYS_ON
    if side not in board.outcome.winners:
        return End.LOSES
    return End.SHARES if len(board.outcome.winners) > 1 else End.WINS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("key", "shape"), TABLES, ids=lambda value: str(value).replace(" ", ""))
def test_rows_equal_a_replay_of_every_split(key: str, shape: Shape, seed: int) -> None:
    dice = random.Random(f"{key} {shape} {seed}")
    rules = rule_set(key).with_options(some_options(dice, key, shape), shape)
    board = board_in_play(dice, rules)
    bids = some_bids(dice, board)
    rows = [[replace(row, reasons=tuple(sorted(row.reasons))) for row in own] for own in what_wins(board, bids)]
    assert rows == replayed(board, bids)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("key", "shape"), TABLES, ids=lambda value: str(value).replace(" ", ""))
def test_bags_are_safe_only_where_no_row_has_the_penalty(key: str, shape: Shape, seed: int) -> None:
    dice = random.Random(f"{key} {shape} {seed} bags")
    board = board_in_play(dice, rule_set(key).with_options(some_options(dice, key, shape), shape))
    bids = some_bids(dice, board)
    if not board.bidding(bids).is_played or board.rules.scoring.pooled:
        return
    code = PENALTIES[board.rules.scoring.overtrick_word].key
    for rows, goal in zip(what_wins(board, bids), goals(board, bids), strict=True):
        possible = [row.tricks for row in rows if row.chance_of(code) is not Chance.NEVER]
        certain = [row.tricks for row in rows if row.chance_of(code) is Chance.ALWAYS]
        assert list(goal.may_cost) == possible
        assert set(goal.penalty) <= set(possible)
        words = penalty_words(goal, board.rules.scoring)
        no_penalty = penalty_words(replace(goal, penalty=(), may_cost=()), board.rules.scoring)
        assert (words == no_penalty) == (not possible)
        if certain and goal.makes and not any(call.is_nil for row in rows for call, _ in row.contracts):
            assert list(goal.penalty) == certain
