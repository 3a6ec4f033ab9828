"""Properties of every game: lines add up, bags match the ledger, and a replay can start anywhere."""

from hypothesis import given, strategies as st

from scorekeeper.core.rules.scoreboard import Scoreboard, new_game, replay
from scorekeeper.core.rules.steps import OvertrickLine
from scorekeeper.core.sheet import read_sheet
from tests.core.rules.games import sheets
from tests.hand_notation import Hand


def counted_bags(board: Scoreboard, side: int) -> int:
    """The bags of a side as a reader of the sheet counts them, line by line from the top."""
    options, count = board.rules.options, 0
    every = int(str(options["bags"]))
    for hand in board.hands:
        lines = hand.sides[side].lines
        count += sum(line.params.count for line in lines if isinstance(line.params, OvertrickLine))
        penalties = sum(line.reason == "bag-penalty" for line in lines)
        if every and options["bags_carry"]:
            assert penalties == (count // every if options["bag_penalty"] else 0)
            count %= every
        elif every and count >= every:
            assert penalties == (1 if options["bag_penalty"] else 0)
            count = 0
    return count if every else 0


@given(sheets())
def test_lines_add_up_to_points_and_hands_to_totals(sheet: Hand) -> None:
    board = read_sheet(sheet).scoreboard()
    for side, score in enumerate(board.scores):
        total = 0
        for hand in board.hands:
            scored = hand.sides[side]
            assert scored.points == sum(line.points for line in scored.lines)
            total += scored.points
            assert scored.score.total == total
        assert score.total == total


@given(sheets())
def test_ledger_bags_match_the_lines(sheet: Hand) -> None:
    board = read_sheet(sheet).scoreboard()
    for side, score in enumerate(board.scores):
        assert score.towards_penalty == counted_bags(board, side)
        assert all(count > 0 for _, count in score.ledger)
        assert score.overtricks == sum(hand.sides[side].overtricks for hand in board.hands)


@given(sheets(), st.data())
def test_replay_in_two_parts_equals_a_whole_replay(sheet: Hand, data: st.DataObject) -> None:
    game = read_sheet({**sheet, "closed": None})
    whole = replay(game.rules, game.dealer, game.hands)
    some = data.draw(st.integers(0, len(game.hands)))
    board = replay(game.rules, game.dealer, game.hands[:some])
    assert board.hands == whole.hands[:some]
    for record in game.hands[some:]:
        board = board.after(record)
    assert board == whole
    assert board.dealer == whole.dealer


@given(sheets())
def test_dealer_moves_on_every_hand(sheet: Hand) -> None:
    game = read_sheet(sheet)
    board = new_game(game.rules, game.dealer)
    for record in game.hands:
        before = game.rules.seating.bidding_order(board.dealer)
        assert before[-1] == board.dealer
        board = board.after(record)
        assert board.hands[-1].dealer == before[-1]
        assert board.dealer == before[0]


@given(sheets())
def test_finished_game_stays_finished(sheet: Hand) -> None:
    game = read_sheet(sheet)
    board = game.scoreboard()
    counted = [hand.counted for hand in board.hands]
    assert counted == sorted(counted, reverse=True)
    if board.outcome is not None and board.outcome.ended_by != "closed":
        assert board.outcome.hand == sum(counted)
        staying = [score for score in board.scores if not score.lost] or board.scores
        best = max(score.total for score in staying)
        assert board.outcome.ended_by == "outright" or all(
            board.scores[side].total == best for side in board.outcome.winners
        )
