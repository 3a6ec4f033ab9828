"""Rulings against a side besides books that move: a set, the game, books that count for nobody, a warning."""

from __future__ import annotations

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet import hand_json, read_sheet
from tests.core.rulesets.cast import berkley_two
from tests.each_case import each_case
from tests.refusals import refuses
from tests.tables import game, partnership, refusal, sheet_of, table, two_player


def test_renege_ruled_a_set_fails_the_number_without_bags() -> None:
    played = two_player("Ann 5 took 8, Ben 5 took 5; Ann is set for renege")
    assert played.lines("Ann") == ["-50 Bid 5, took 8; ruled a set"]
    assert (played.bags("Ann"), played.points("Ben")) == (0, 50)


def test_ruled_set_leaves_nils_alone() -> None:
    played = partnership("Ann nil took 0, Cal 4 took 6, Ben 3 took 4, Dee 2 took 3; Ann is set for phone")
    assert played.lines("Ann") == ["-40 Bid 4, took 6; ruled a set", "+100 Nil made"]
    failed = partnership("Ann nil took 1, Cal 4 took 6, Ben 3 took 4, Dee 2 took 2; Ann is set for phone")
    assert failed.lines("Ann") == [
        "-40 Bid 4, took 6; ruled a set",
        "-100 Nil set, took 1",
        "+1 1 bag from the nil (now 1)",
    ]


def test_ruled_set_counts_as_a_set() -> None:
    hand = "Ann 5 took 8, Ben 5 took 5; Ann is set for renege"
    played = two_player(hand, hand, sets_lose=2)
    assert played.outcome == "Ben won 100 to −100; a side was set 2 times"


def test_ruled_set_costs_the_whole_bid_where_a_set_costs_by_the_trick() -> None:
    assert two_player("Ann 5 took 8, Ben 5 took 5; Ann is set for renege", set_costs="short").points("Ann") == -50
    assert two_player("Ann 5 took 8, Ben 5 took 5; Ann is set for renege", set_costs="nothing").points("Ann") == 0


def test_ruled_set_fails_a_contract_that_would_win_the_game() -> None:
    played = two_player("Ann 13 took 13, Ben 1 took 0; Ann is set for talk", boston="wins")
    assert (played.points("Ann"), played.outcome) == (-130, "")


@each_case("hand", ["Ann nil took 0, Ben 5 took 13; Ann is set for renege"])
def test_side_without_a_number_cannot_be_set(hand: str) -> None:
    wanted = "This side bid no number in this hand that could count as set (hand 1, Ann)"
    assert refusal(two_player, hand) == wanted


def test_hand_without_bids_or_tricks_has_no_number_to_set() -> None:
    sheet = sheet_of("partnership", first_hand="bids-itself")
    sheet["hands"] = [{"bids": None, "took": [7, 6], "reneges": [{"by": 0, "set": True}]}]
    with refuses(InvalidInput, match="This side bid no number"):
        read_sheet(sheet).scoreboard()
    sheet = sheet_of("partnership", least_total=11)
    unplayed = {"bids": [["2", "2"], ["2", "2"]], "took": None}
    for ruled, wanted in (({"by": 0, "set": True}, "no number"), ({"by": 0, "to": None, "books": 1}, "1 book from 0")):
        sheet["hands"] = [unplayed | {"reneges": [ruled]}]
        with refuses(InvalidInput, match=wanted):
            read_sheet(sheet).scoreboard()
    sheet["hands"] = [unplayed | {"reneges": [{"by": 0, "for": "cards"}]}]
    assert read_sheet(sheet).scoreboard().outcome is None


def test_ruling_can_cost_the_game() -> None:
    played = two_player("Ann 5 took 8, Ben 5 took 5; Ann loses the game for renege")
    outcome = played.board.outcome
    assert outcome is not None
    assert (outcome.ended_by, outcome.decided_by, outcome.winners, outcome.forfeit) == ("forfeit", "highest", (1,), 0)
    assert played.points("Ann") == 53, "the hand counts"
    assert played.outcome == "Ben won 50–53; a ruling cost Ann the game"


def test_ruling_that_costs_the_game_comes_before_every_other_end() -> None:
    played = two_player("so far Ann 480", "Ann 5 took 8, Ben 5 took 5; Ann loses the game for talk", least_hands=9)
    assert played.winners == ["Ben"]
    won = two_player("Ann 13 took 13, Ben 1 took 0; Ann loses the game for talk", boston="wins")
    assert won.winners == ["Ben"]


def test_side_that_wins_outright_wins_whatever_a_ruling_costs_another() -> None:
    three = table("berkley-three-1")
    won = three("Ann 13 took 13, Ben 0 took 0, Cal 0 took 0; Ben loses the game for talk")
    assert (won.winners, won.board.outcome and won.board.outcome.ended_by) == (["Ann"], "outright")
    out = three("Ann 13 took 13, Ben 0 took 0, Cal 0 took 0; Ann loses the game for talk")
    assert out.winners == ["Ben", "Cal"]


def test_ruling_that_costs_the_game_ends_it_for_the_others_as_a_concession_does() -> None:
    set_ = "Ann 6 and Cal 6 took 5, Ben 2 and Dee 3 took 8"
    played = partnership(set_, f"{set_}; Ben loses the game for talk", sets_lose=2, least_hands=3)
    assert played.winners == ["Ann & Cal"], "set twice, but not ruled out"
    sheet = sheet_of("partnership", set_, set_, sets_lose=2, least_hands=3)
    conceded = read_sheet(sheet | {"closed": {"reason": "late", "forfeit": 1}}).scoreboard()
    assert conceded.outcome is not None
    assert conceded.outcome.winners == (0,)


def test_sides_that_are_all_ruled_out_leave_the_highest() -> None:
    both = "Ann 5 took 8, Ben 5 took 5; Ann loses the game for talk; Ben loses the game for talk"
    assert two_player(both).winners == ["Ann"]


def test_ruled_set_fails_a_bid_of_0_that_has_to_be_exact() -> None:
    three = table("berkley-three-1")
    played = three("Ann 0 took 0, Ben 6 took 6, Cal 7 took 7; Ann is set for talk")
    assert played.lines("Ann") == ["-120 Bid 0, took 0; ruled a set"]
    blind = three("Ann blind-0 took 0, Ben 6 took 6, Cal 7 took 7; Ann is set for talk")
    assert blind.points("Ann") == -120


def test_others_share_the_win_if_they_are_level_after_a_ruling() -> None:
    hand = "Ann 5 took 9, Ben 4 took 4, Cal 4 took 4; Ann loses the game for renege"
    played = game("cutthroat", hand, shape=Shape(3))
    assert played.outcome == "Ben and Cal share the win at 40; a ruling cost Ann the game"


def test_negated_books_count_for_nobody() -> None:
    played = two_player("Ann 5 took 8, Ben 5 took 5; Ann gives nobody 3 books for talk")
    assert (played.lines("Ann"), played.lines("Ben")) == (["+50 Bid 5, took 5"], ["+50 Bid 5, took 5"])
    assert [side.tricks for side in played.last.sides] == [5, 5]


def test_negated_books_cannot_be_more_than_the_side_took() -> None:
    hand = "Ann 1 took 1, Ben 5 took 12; Ann gives nobody 2 books"
    assert refusal(two_player, hand) == "A renege takes 2 books from 1; tricks can’t go below zero (hand 1, Ann)"


def test_warning_changes_no_score() -> None:
    plain, warned = "Ann 5 took 8, Ben 5 took 5", "Ann 5 took 8, Ben 5 took 5; Ann is warned for phone"
    assert two_player(warned).board.scores == two_player(plain).board.scores


def test_rulings_work_in_other_games() -> None:
    played = berkley_two("Ann 5 took 6/0, Ben 4 took 7/0; Ann is set for exposed")
    assert played.lines("Ann")[0] == "-50 Bid 5, took 6; ruled a set"
    royal = game("gambling", "Ann 3 took 5, Ben 3 took 6, Cal 4 took 6; Ann loses the game for cards", shape=Shape(3))
    assert royal.board.outcome is not None


RULE_SENTENCES = [
    {"by": 1, "set": True},
    {"by": 1, "game": True, "for": "phone"},
    {"by": 1, "to": None, "books": 3},
    {"by": 1, "to": 0, "books": 2, "for": "challenge"},
    {"by": 1, "to": None, "books": 1, "of": "hand 1, Ben"},
    {"by": 1, "for": "talk"},
    {"by": 1, "for": "renege"},
]


@each_case("ruling", RULE_SENTENCES)
def test_ruling_is_written_as_it_is_read(ruling: dict[str, object]) -> None:
    sheet = sheet_of("two-player", "Ann 5 took 8, Ben 5 took 5")
    sheet["hands"][0]["reneges"] = [ruling]
    read = read_sheet(sheet)
    read.scoreboard()
    assert hand_json(read.hands[0], read.rules.seating)["reneges"] == [ruling]


MALFORMED: list[tuple[dict[str, object], str]] = [
    ({"by": 1}, 'It has no "to"; it must have by, to, books'),
    ({"by": 1, "books": 2}, 'It has no "to"'),
    ({"by": 1, "set": True, "game": True}, "give only one"),
    ({"by": 1, "set": True, "books": 2, "to": 0}, "give only one"),
    ({"by": 1, "game": True, "of": "x"}, "give only one"),
    ({"by": 1, "for": "chewing"}, 'The offense is "chewing"; it must be one of renege, talk'),
    ({"by": 2, "set": True}, "it must be 0 to 1"),
    ({"by": 1, "set": 1}, "true or false"),
    ({"by": 1, "to": None, "books": 4}, "it must be 1 to 3"),
    ({"set": True}, 'It has no "by"'),
]


@each_case(("ruling", "wanted"), MALFORMED)
def test_malformed_ruling_is_refused(ruling: dict[str, object], wanted: str) -> None:
    sheet = sheet_of("two-player", "Ann 5 took 8, Ben 5 took 5")
    sheet["hands"][0]["reneges"] = [ruling]
    with refuses(InvalidInput, match=wanted):
        read_sheet(sheet)
