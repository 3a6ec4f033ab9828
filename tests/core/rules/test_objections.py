"""Bids that the rules object to, and score anyway."""

from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rulesets import rule_sets
from tests.each_case import each_case
from tests.tables import cutthroat, partnership, two_player


def test_valid_bids_have_no_objections() -> None:
    assert two_player("Ann 4 took 6, Ben 3 took 7").objections == []


@each_case(("bid", "points"), [("4>5", -50), ("5>4", 40), ("nil>3", 31), ("2>nil", -100)])
def test_changed_bid_is_objected_to(bid: str, points: int) -> None:
    game = two_player(f"Ann {bid} took 4")
    assert [found.code for found in game.last.objections] == ["changed"]
    assert game.points("Ann") == points


def test_every_change_is_checked() -> None:
    assert len(two_player("Ann 3>5>5>4 took 2").objections) == 2


def test_sentences_name_the_side_of_a_pair() -> None:
    [objection] = partnership("Ann 3 took 3, Cal 4>6 took 3, Ben 3 and Dee 4 took 7").objections
    assert objection == "4 became 6; once said, a bid may not change (Ann & Cal)"


def test_bids_can_change_only_in_games_with_a_later_round() -> None:
    later = {key for key, rules in rule_sets().items() if rules.with_options({}).hand_rules_of(1).rebid}
    changing = {
        key
        for key, rules in rule_sets().items()
        if "one-round" not in {limit.rule for limit in rules.with_options({}).hand_rules_of(1).limits}
    }
    assert later == changing == {"berkley-two", "berkley-three-1", "berkley-three-2", "miser", "gambling"}


@each_case(("behind", "allowed"), [(100, True), (101, True), (99, False), (1, False)])
def test_blind_nil_needs_a_deficit(behind: int, allowed: bool) -> None:
    game = two_player(f"so far Ann 20, Ben {20 + behind}", "Ann blind-nil took 0", blind_nil=200)
    refused = f"Blind nil is only for a side 100 or more behind; this side is {behind} behind (Ann)"
    assert game.objections == ([] if allowed else [refused])
    assert game.points("Ann") == 200


def test_leader_is_not_behind() -> None:
    game = two_player("so far Ann 200", "Ann blind-nil took 0", blind_nil=200)
    assert game.objections == ["Blind nil is only for a side 100 or more behind; this side is not behind (Ann)"]


def test_nobody_is_behind_in_the_first_hand() -> None:
    assert len(two_player("Ann blind-nil took 0", blind_nil=200).objections) == 1


def test_behind_is_counted_from_the_leader() -> None:
    game = cutthroat("so far Ann 0, Ben 60, Cal 150", "Ann blind-nil took 0, Ben blind-nil took 0", blind_nil=200)
    assert game.objections == ["Blind nil is only for a side 100 or more behind; this side is 90 behind (Ben)"]


@each_case(("blind_behind", "objections"), [(0, 0), (50, 0), (51, 1), (500, 1)])
def test_another_deficit(blind_behind: int, objections: int) -> None:
    game = two_player("so far Ben 50", "Ann blind-nil took 0", blind_nil=200, blind_behind=blind_behind)
    assert len(game.objections) == objections


def test_a_blind_number_needs_the_deficit_without_a_blind_nil_too() -> None:
    hand = "Ann blind-6 and Cal partner took 7, Ben 3 and Dee 3 took 6"
    assert len(partnership("so far Ben 99", hand, blind_numbers=6).objections) == 1
    assert partnership("so far Ben 100", hand, blind_numbers=6).objections == []


def test_both_partners_blind_are_two_objections() -> None:
    hand = "Ann blind-nil took 0, Cal blind-nil took 0, Ben 6 and Dee 7 took 13"
    assert len(partnership(hand, blind_nil=200).objections) == 2


def test_pair_bids_at_least_the_minimum() -> None:
    game = partnership("Ann 2 and Cal 1 took 4, Ben 4 and Dee 4 took 9", team_minimum=4)
    assert game.objections == ["The team bid 3; it must bid at least 4 (Ann & Cal)"]
    assert game.points("Ann") == 31


def test_nil_of_a_partner_does_not_lower_the_minimum() -> None:
    game = partnership("Ann nil took 0, Cal 3 took 3, Ben 4 and Dee 4 took 10", team_minimum=4)
    assert game.objections == ["The team bid 3; it must bid at least 4 (Ann & Cal)"]


def test_contract_above_the_highest_bid_is_irregular_and_scored() -> None:
    game = partnership("Ann 6 and Cal 5 took 11, Ben 1 and Dee 1 took 2", highest_bid=10)
    assert game.objections == ["The contract is 11; it can be at most 10 (Ann & Cal)"]
    assert game.points("Ann") == 110
    assert partnership("Ann 6 and Cal 4 took 11, Ben 1 and Dee 1 took 2", highest_bid=10).objections == []


def test_minimum_ignores_a_pair_of_nils() -> None:
    assert partnership("Ann nil took 0, Cal nil took 0, Ben 4 and Dee 4 took 13", team_minimum=4).objections == []


def test_pair_may_bid_one_without_a_minimum() -> None:
    assert partnership("Ann nil took 0, Cal 1 took 3, Ben 4 and Dee 4 took 10").objections == []


def test_bids_must_not_add_up_to_the_tricks_if_the_option_is_on() -> None:
    hand = "Ann 6 took 6, Ben 7 took 7"
    assert two_player(hand).objections == []
    objected = two_player(hand, may_total_tricks=False)
    assert objected.objections == ["Bids total 13; they may not equal the tricks of the hand"]
    assert two_player("Ann 6 took 6, Ben 6 took 7", may_total_tricks=False).objections == []


def test_nil_adds_nothing_to_the_bids() -> None:
    hand = "Ann nil took 0, Cal 6 took 6, Ben 4 and Dee 3 took 7"
    assert len(partnership(hand, may_total_tricks=False).objections) == 1


def test_overruled_objection_is_recorded() -> None:
    game = two_player("Ann 5>4 took 4; the table allowed it")
    assert game.last.record.overruled
    assert len(game.objections) == 1


def test_objections_appear_before_all_have_bid() -> None:
    board = partnership(blind_nil=200, may_total_tricks=False, team_minimum=4).board
    blind = board.bidding((Bid(("blind-nil",)), None, None, None))
    assert [found.code for found in board.objections(blind)] == ["not-behind"]
    nothing_yet = board.bidding((None, Bid(("13",)), None, None))
    assert board.objections(nothing_yet) == ()
    low = board.bidding((Bid(("1",)), None, Bid(("2",)), None))
    assert [found.code for found in board.objections(low)] == ["below-minimum"]
