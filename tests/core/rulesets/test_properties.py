"""Properties of every game of every rule set, with any options: sums, ledgers, replays, records, refusals."""

from typing import Any

from hypothesis import example, given, settings, strategies as st

from scorekeeper.core.rules.ruleset import values_alone
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game, replay
from scorekeeper.core.rules.steps import OvertrickLine
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import Sheet, read_setup, read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.lines import line_text
from scorekeeper.formats.custom_game import read_custom_game, shipped
from tests.hypothesis_budget import examples
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.strategies import sheets

Json = dict[str, Any]


PAIRS = [{"name": "Red", "players": ["Ann", "Cal"]}, {"name": "Blue", "players": ["Ben", "Dee"]}]
FEWER_POINTS_AND_THE_HIGHER_CONTRACT = {
    "rules": "partnership",
    "options": {"both_reach": "higher-contract", "target": 100},
    "sides": PAIRS,
    "hands": [
        {
            "bids": [["2", "2"], ["4", "4"]],
            "took": [4, 9],
            "adjust": [{"side": 0, "points": 250, "reason": "agreed"}, {"side": 1, "points": 50, "reason": "agreed"}],
        }
    ],
}
LOST_BY_SETS_AND_AHEAD = {
    "rules": "partnership",
    "options": {"sets_lose": 2, "least_hands": 5},
    "sides": PAIRS,
    "hands": [
        {"bids": [["4", "4"], ["2", "2"]], "took": [4, 9]},
        {
            "bids": [["4", "4"], ["2", "2"]],
            "took": [4, 9],
            "adjust": [{"side": 0, "points": 300, "reason": "agreed"}],
        },
    ],
    "closed": {"reason": "late"},
}


def played(written: Json) -> tuple[Sheet, Scoreboard]:
    sheet = read_sheet(written)
    return sheet, sheet.scoreboard()


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_lines_add_up_to_points_and_hands_to_totals(written: Json) -> None:
    _, board = played(written)
    for side in board.rules.seating.sides:
        total = 0
        for hand in board.hands:
            scored = hand.sides[side]
            assert scored.points == sum(line.points for line in scored.lines if line.in_total)
            assert all(line.side == side for line in scored.lines)
            assert all(type(line.points) is int for line in scored.lines)
            total += scored.points
            assert scored.score.total == total
        assert board.scores[side].total == total


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_overtricks_match_contracts_and_ledger(written: Json) -> None:
    _, board = played(written)
    for side in board.rules.seating.sides:
        counted, due = 0, 0
        for hand in board.hands:
            scored = hand.sides[side]
            if board.rules.scoring.unit == "points":
                assert scored.overtricks == sum(
                    line.params.count for line in scored.lines if isinstance(line.params, OvertrickLine)
                )
            counted += scored.overtricks
            due += sum(line.reason in ("bag-penalty", "overtrick-penalty") for line in scored.lines)
        free = board.rules.options.get("bag_penalty") == 0
        score, every = board.scores[side], board.rules.scoring.bags_per_penalty
        assert score.overtricks == counted
        if every and board.rules.options.get("bags_carry", True):
            assert (due, score.towards_penalty) == (0 if free else counted // every, counted % every)
        elif every:
            assert score.towards_penalty < every
        else:
            assert (due, score.ledger) == (0, ())


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_tricks_add_up_after_reneges_too(written: Json) -> None:
    _, board = played(written)
    for hand in board.hands:
        negated = sum(renege.books for renege in hand.record.reneges if renege.to is None)
        tricks = board.rules.seating.tricks - negated if hand.record.took else 0
        assert sum(side.tricks for side in hand.sides) == tricks
        assert all(side.tricks >= 0 for side in hand.sides)
        assert all(renege.books <= 3 for renege in hand.reneges)


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_replay_can_start_at_any_hand(written: Json) -> None:
    sheet, board = played(written)
    open_board = replay(sheet.rules, sheet.dealer, sheet.hands, time=sheet.time)
    step = new_game(sheet.rules, sheet.dealer, time=sheet.time)
    for number, record in enumerate(sheet.hands, start=1):
        before = step
        step = step.after(record)
        assert len(before.hands) == number - 1
        assert step.hands == open_board.hands[:number]
    assert step == open_board
    assert board.hands == step.hands


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_written_sheet_reads_back_unchanged(written: Json) -> None:
    sheet, board = played(written)
    assert_sheet_valid(written)
    again = sheet_json(sheet)
    assert_sheet_valid(again)
    assert read_sheet(again) == sheet
    assert sheet_json(read_sheet(again)) == again
    assert_scoreboard_valid(scoreboard_json(board, sheet.names))


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_hands_after_the_end_do_not_count(written: Json) -> None:
    sheet, board = played(written)
    over = False
    for number in range(1, len(sheet.hands) + 1):
        hand = board.hands[number - 1]
        assert hand.counted != over
        assert hand.counted or not any(side.lines for side in hand.sides)
        over = over or replay(sheet.rules, sheet.dealer, sheet.hands[:number], time=sheet.time).outcome is not None


@settings(max_examples=examples(12, 1000))
@given(sheets())
@example(FEWER_POINTS_AND_THE_HIGHER_CONTRACT)
@example(LOST_BY_SETS_AND_AHEAD)
def test_nobody_who_could_win_has_more_than_the_winners(written: Json) -> None:
    _, board = played(written)
    end, sides = board.outcome, board.rules.seating.sides
    if end is None or end.decided_by == "outright":
        return
    last = board.hands[end.hand - 1 : end.hand] if end.ended_by == "forfeit" else ()
    ruled_out = [renege.by for hand in last for renege in hand.record.reneges if renege.costs == "game"]
    present = [side for side in sides if side not in ruled_out] or sides
    staying = [side for side in present if not board.scores[side].lost] or present
    for winner in end.winners:
        own = board.scores[winner]
        assert winner in staying
        for other in (board.scores[side] for side in staying):
            assert other.total <= own.total or (end.decided_by == "higher-contract" and other.contract < own.contract)


@settings(max_examples=examples(12, 1000))
@given(sheets())
def test_every_change_has_a_sentence(written: Json) -> None:
    sheet, board = played(written)
    for hand in board.hands:
        for objection in hand.objections:
            assert objection_text(objection, sheet.names)
        for side in hand.sides:
            assert all(line_text(line) for line in side.lines)


@settings(max_examples=examples(12, 1000))
@given(sheets(rule_sets()["gambling"]))
def test_chips_are_never_created_or_lost(written: Json) -> None:
    _, board = played(written)
    agreed = sum(part.points for hand in board.hands if hand.counted for part in hand.record.adjustments)
    assert sum(score.total for score in board.scores) + board.pot == agreed


@settings(max_examples=examples(12, 1000))
@given(sheets(rule_sets()["evil"], most=3), st.data())
def test_partial_bids_are_reported_only_when_unfixable(written: Json, data: st.DataObject) -> None:
    sheet, _ = played(written)
    board = new_game(sheet.rules, sheet.dealer)
    for record in sheet.hands:
        complete = board.objections(board.bidding(record.bids))
        asked = data.draw(st.lists(st.booleans(), min_size=4, max_size=4))
        partial = tuple(bid if known else None for bid, known in zip(record.bids, asked, strict=True))
        if not complete:
            assert not board.objections(board.bidding(partial))
        board = board.after(record)


def test_every_option_value_can_be_played() -> None:
    for rules in rule_sets().values():
        for shape in rules.shapes:
            for option in rules.options(shape):
                for value in (*values_alone(option, rules.options(shape)), option.default):
                    assert rules.with_options({option.key: value}, shape).options[option.key] == value


def test_built_in_custom_games_can_be_played() -> None:
    assert len(shipped()) == 2
    for night in shipped().values():
        house = rule_sets()["night"].with_options({}, script=night.script)
        assert [deal.name for deal in house.scoring.deals] == [deal.name for deal in night.script]
        assert night.words
        assert read_custom_game({"name": night.name, "deals": sheet_json_deals(house)}).script == night.script


def sheet_json_deals(house: Any) -> object:
    sheet = read_setup(
        {
            "rules": "night",
            "sides": [{"name": "a", "players": ["b", "c"]}, {"name": "d", "players": ["e", "f"]}],
        }
    )
    return sheet_json(Sheet(house, sheet.sides, sheet.dealer))["deals"]
