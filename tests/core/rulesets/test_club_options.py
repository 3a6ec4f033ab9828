"""The house rules of clubs and tournaments: what each does to a hand."""

from tests.tables import partnership, two_player


def test_points_for_a_bag() -> None:
    for points, total in ((1, 52), (0, 50), (-1, 48), (-10, 30)):
        game = two_player("Ann 5 took 7", overtrick_points=points)
        assert (game.total("Ann"), game.bags("Ann")) == (total, 2)


def test_failed_nils_tricks_are_bags_at_the_same_price() -> None:
    game = partnership("Ann nil took 1, Cal 4 took 4, Ben 3 and Dee 4 took 8", overtrick_points=-10)
    assert (game.total("Ann"), game.bags("Ann")) == (40 - 100 - 10, 1)


def test_a_penalty_of_nothing_has_no_line() -> None:
    game = two_player("Ann 1 took 12", bag_penalty=0)
    assert [line.reason for line in game.last.sides[0].lines] == ["contract-made", "bags"]
    assert game.bags("Ann") == 1


def test_each_bag_may_cost_the_penalty() -> None:
    assert two_player("Ann 5 took 7", bags=1, bag_penalty=10).total("Ann") == 32


def test_zero_may_be_a_number() -> None:
    game = partnership("Ann 4 took 4, Cal 0 took 2, Ben 3 and Dee 4 took 7", zero="number")
    assert (game.total("Ann"), game.bags("Ann")) == (42, 2)
    assert partnership("Ann 0 and Cal 0 took 3, Ben 3 and Dee 4 took 10", zero="number").total("Ann") == 3
    assert two_player("Ann nil took 0", zero="number").total("Ann") == 100
    assert two_player("Ann 0 took 3", zero="number").total("Ann") == 3


def test_zero_may_be_refused_and_then_there_is_no_nil() -> None:
    for options in ({"zero": "refused"}, {"nil": 0}):
        assert "nil" not in two_player(**options).board.next_deal.by_code


def test_what_ten_tricks_are_worth() -> None:
    for value, made, failed in (
        ("off", 100, -100),
        ("ladder", 200, -100),
        ("flat", 200, -200),
        ("flat-100", 200, -100),
        (True, 200, -100),
        (False, 100, -100),
    ):
        assert two_player("Ann 10 took 10", ten_for_200=value).total("Ann") == made
        assert two_player("Ann 10 took 9", ten_for_200=value).total("Ann") == failed
    assert two_player("Ann 13 took 13", ten_for_200="flat").total("Ann") == 200
    assert two_player("Ann 13 took 12", ten_for_200="ladder").total("Ann") == -130
