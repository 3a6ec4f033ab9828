"""A rematch: the same players and rules, with the next dealer."""

from __future__ import annotations

from uuid import uuid4

from scorekeeper.core.game import CLOSE, NotNow
from scorekeeper.services.house_rules import save_agreed
from scorekeeper.services.recording import record
from scorekeeper.services.starting import rematch, start_game
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Table
from tests.refusals import refuses
from tests.services.cast import ANN, BIG, EVEN, game_setup, play


def test_rematch_has_the_same_rules_and_the_next_dealer(table: Table) -> None:
    before = start_game(table.id, game_setup(BIG, BIG, BIG, BIG, dealer="Ben", nil=50), author=ANN)
    started = rematch(before.game.id, ANN)
    assert started.new
    assert (started.game.number, started.game.rematch_of) == (2, before.game.id)
    assert started.state.setup.sides == before.state.setup.sides
    assert started.state.setup.rules == before.state.setup.rules
    assert (before.state.setup.dealer, started.state.setup.dealer) == (1, 2)
    assert started.state.board.bidding_order[0] == 3
    assert started.state.board.hands == ()


def test_deal_moves_on_with_every_rematch(table: Table) -> None:
    game = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN).game
    dealers = []
    for _ in range(4):
        again = rematch(game.id, ANN)
        dealers.append(again.state.setup.dealer)
        game = again.game
        play(game.id, BIG, BIG, BIG, BIG)
    assert dealers == [0, 1, 2, 3]


def test_two_taps_start_one_game(table: Table) -> None:
    game_id = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN).game.id
    event_id = str(uuid4())
    first, again = (rematch(game_id, ANN, event_id) for _ in range(2))
    assert again.game.id == first.game.id
    assert len(games_of(table.id)) == 2


def test_game_in_progress_has_no_rematch(table: Table, game_id: str) -> None:
    play(game_id, EVEN)
    with refuses(NotNow, match="This game is not over"):
        rematch(game_id, ANN)
    record(game_id, CLOSE, {"reason": "late"}, author=ANN)
    assert rematch(game_id, ANN).new


def test_rematch_copies_the_table_s_current_lines(table: Table) -> None:
    save_agreed(table.id, ["Jokers are high"])
    before = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN)
    save_agreed(table.id, ["Jokers are high", "The 2♣ leads"])
    assert rematch(before.game.id, ANN).state.setup.agreed == ("Jokers are high", "The 2♣ leads")
    assert before.state.setup.agreed == ()
