"""Where a line comes from: the bags of a penalty, the hands of a run, the stakes of a pot."""

from scorekeeper.core.analysis.changes import (
    PotOfHand,
    Stake,
    due_of,
    has_more_behind,
    is_penalty,
    penalties_of,
    pot_of,
    run_of,
)
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.seating import Side
from tests.core.rulesets.cast import berkley_three_1, berkley_two, gambling_for_three
from tests.tables import Game, two_player

ANN, BEN, CAL = Side(0), Side(1), Side(2)


def lines(game: Game, player: str) -> dict[str, LineItem]:
    return {line.reason: line for line in game.last.sides[game.side(player)].lines}


TENTH = two_player("Ann 5 took 9", "Ann 5 took 8", "Ann 5 took 9")


def test_penalty_lists_its_bags() -> None:
    found = lines(TENTH, "Ann")
    assert is_penalty(found["bag-penalty"])
    assert not is_penalty(found["bags"])
    assert due_of(found["bag-penalty"]) == ((1, 4), (2, 3), (3, 3))
    assert due_of(found["bags"]) == ()
    assert has_more_behind(found["bag-penalty"])
    assert not has_more_behind(found["bags"])
    assert not has_more_behind(found["contract-made"])


def test_every_penalty_of_a_side_is_listed() -> None:
    twice = two_player("Ann 1 took 13", "Ann 1 took 2", "Ann 1 took 13, Ben 5 took 0")
    assert [(number, due_of(line)) for number, line in penalties_of(twice.board, ANN)] == [
        (1, ((1, 10),)),
        (3, ((1, 2), (2, 1), (3, 7))),
    ]
    assert penalties_of(twice.board, BEN) == (
        (2, lines(two_player("Ann 1 took 13", "Ann 1 took 2"), "Ben")["bag-penalty"]),
    )


def test_run_lists_its_hands() -> None:
    perfect = ["Ann 4 took 4/0, Ben 8 took 9/0"] * 3
    found = lines(berkley_two(*perfect), "Ann")
    assert run_of(found["perfect-run"]) == (1, 2, 3)
    assert run_of(found["contract-made"]) == ()
    assert has_more_behind(found["perfect-run"])


def test_continued_run_is_reported() -> None:
    four = ["Ann 4 took 4, Ben 4 took 5, Cal 3 took 4"] * 4
    found = lines(berkley_three_1("Ann 4 took 5, Ben 4 took 4, Cal 3 took 4", *four), "Ann")
    assert run_of(found["perfect-run-goes-on"]) == (2, 3, 4, 5)
    assert has_more_behind(found["perfect-run-goes-on"])


def test_pot_and_each_stake() -> None:
    game = gambling_for_three("Ann 5 took 6, Ben 5 took 5, Cal 6 took 6")
    pot = pot_of(game.board, game.last)
    assert pot == PotOfHand(0, (Stake(ANN, 6, 51, 0), Stake(BEN, 6, 50, 0), Stake(CAL, 7, 60, 19)))
    assert pot.chips == 19
    assert has_more_behind(lines(game, "Cal")["pot"])
    assert not has_more_behind(lines(game, "Cal")["stake"])


def test_waiting_chips_join_the_pot() -> None:
    shared = "Ann 5 took 6, Ben 5 took 6, Cal 6 took 5"
    alone = gambling_for_three(shared, odd_chips="carry")
    left = pot_of(alone.board, alone.last)
    assert alone.board.pot == 1
    assert left is not None
    assert left.waiting == 0  # chips left over from this pot are not part of it
    game = gambling_for_three(shared, shared, odd_chips="carry")
    first, second = (pot_of(game.board, hand) for hand in game.board.hands)
    assert first is not None
    assert (first.waiting, first.chips, [stake.took for stake in first.stakes]) == (0, 19, [9, 9, 0])
    assert second is not None
    assert (second.waiting, second.chips, [stake.took for stake in second.stakes]) == (1, 20, [10, 10, 0])
    assert has_more_behind(lines(game, "Ann")["pot-share"])


def test_game_without_chips_has_no_pot() -> None:
    assert pot_of(TENTH.board, TENTH.last) is None
