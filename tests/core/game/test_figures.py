"""The figures of a game's players: statistics are their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from typing import Any

from hypothesis import given

from scorekeeper.core.game.player_stats import WHOLE_WIN, PlayerStats, hand_of_run, hand_stats, ranks_of, stats_of
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.sheet.reading import MAX_SIDES
from tests.core.rulesets.cast import berkley_two
from tests.each_case import each_case
from tests.paper_game import OF_PAIR, OWN, paper_sheet
from tests.strategies import sheets
from tests.tables import Game, cutthroat, cutthroat_for_three, partnership, sheet_of, two_player


def figures(game: Game) -> list[PlayerStats]:
    return list(stats_of(game.sheet, game.board))


def of_player(game: Game, name: str) -> PlayerStats:
    return next(found for found in figures(game) if found.name == name)


def test_a_game_without_hands_has_no_best_hand() -> None:
    game = partnership(closed="late")
    for figures in stats_of(game.sheet, game.board):
        assert (figures.hands, figures.largest, figures.largest_hand, figures.run) == (0, 0, 0, 0)


HANDS = (
    "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6",  # 70 to 51
    "Ann 5 and Cal 4 took 8, Ben 3 and Dee 2 took 5",  # -20 to 101
    "Ann 4 took 6, Cal nil took 0, Ben 3 and Dee 2 took 7",  # 122 to 153
    "Ann 6 and Cal 4 took 10, Ben 3 and Dee 2 took 3",  # 222 to 103
)


def test_figures_of_a_game_tell_its_story() -> None:
    game = partnership(*HANDS, closed="late")
    ann, cal, ben, _dee = stats_of(game.sheet, game.board)
    assert (ann.total, ann.margin, ann.rank, ann.won) == (222, 119, 1, 1)
    assert (ben.total, ben.margin, ben.rank, ben.won) == (103, -119, 2, 0)
    assert (ann.comeback, ann.comeback_hand) == (121, 2)
    assert (ben.comeback, ben.largest, ben.largest_hand) == (0, 52, 3)
    assert (ann.contracts, ann.contracts_made, ann.contract_tricks, ann.contract_took) == (4, 3, 30, 31)
    assert (ann.short, ann.overtricks) == (1, 2)
    assert (ann.opening, ann.opening_made, ann.closing, ann.closing_made) == (1, 1, 1, 1)
    assert (ann.ahead, ann.ahead_made, ann.behind, ann.behind_made) == (1, 0, 2, 2)
    assert (cal.nils, cal.nils_made, cal.bids, ann.bids) == (1, 1, 3, 4)
    assert (ann.run, ann.whole, ann.at_end, ann.first_hand, ann.last_hand) == (2, 1, 1, 1, 4)


def test_figures_of_the_hands_add_up_to_those_of_the_game() -> None:
    game = partnership(*HANDS, closed="late")
    for whole in stats_of(game.sheet, game.board):
        hands = hand_stats(game.sheet, game.board, whole.name)
        assert [hand.number for (hand, _side, _seat), _own in hands] == [1, 2, 3, 4]
        for key in ("bids", "made", "contract_tricks", "contract_took", "own_bid_tricks", "ahead", "behind", "nils"):
            assert sum(getattr(own, key) for _part, own in hands) == getattr(whole, key), key


@each_case("name", OWN)
def test_figures_of_the_game_are_those_on_paper(name: str) -> None:
    sheet = read_sheet(paper_sheet())
    found = next(asdict(each) for each in stats_of(sheet, sheet.scoreboard()) if each.name == name)
    on_paper = OWN[name] | OF_PAIR[name]
    assert {key: found[key] for key in on_paper} == on_paper
    assert {value for key, value in found.items() if key.startswith("solo_")} == {0}, "nobody was a side alone"


def test_figures_of_a_player_who_is_a_side_alone() -> None:
    hands = "Ann 5 took 7, Ben 7 took 6", "Ann blind-nil took 0, Ben 9 took 13"
    ann, ben = figures(two_player(*hands, blind_nil=200, blind_behind=0, closed="late"))
    assert (ann.solo_hands, ann.solo_bids, ann.solo_made, ann.solo_overtricks) == (2, 1, 1, 2)
    assert (ann.solo_bid_tricks, ann.solo_took_tricks) == (5, 7)
    assert (ben.solo_hands, ben.solo_bids, ben.solo_made, ben.solo_overtricks) == (2, 2, 1, 4)
    assert (ben.solo_bid_tricks, ben.solo_took_tricks) == (16, 19)
    assert (ann.blind_calls, ann.blind_made, ann.nils_last, ann.nils_first) == (1, 1, 0, 1)


def test_places_of_equal_sides_are_the_same() -> None:
    game = cutthroat("Ann 5 took 5, Ben 3 took 3, Cal 3 took 3, Dee 2 took 2", closed="late")
    assert ranks_of(game.board) == [1, 2, 2, 4]
    assert [found.margin for found in figures(game)] == [20, -20, -20, -30]


def test_a_side_that_concedes_is_last_with_any_total() -> None:
    game = cutthroat_for_three("Ann 5 took 7, Ben 5 took 5, Cal 4 took 5")
    assert ranks_of(game.board) == [0, 0, 0]
    assert ranks_of(game.board.closed("", game.side("Ann"))) == [3, 1, 2]


def test_a_win_is_shared() -> None:
    ann, ben, cal = figures(cutthroat_for_three("Ann 4 took 4, Ben 4 took 4, Cal 9 took 9", closed="late"))
    assert (cal.won, cal.shared, cal.share, cal.comeback) == (1, 0, WHOLE_WIN, 0)
    assert (ann.won, ann.shared, ann.share, ben.share) == (0, 0, 0, 0)
    one, other = figures(two_player("Ann 5 took 5, Ben 5 took 8; Ann adjusted +3 for a wager", closed="late"))
    assert [(each.won, each.shared, each.share, each.rank) for each in (one, other)] == [(1, 1, WHOLE_WIN // 2, 1)] * 2


def test_runs_of_bids_and_nils_that_were_made() -> None:
    nils = "Ann nil took 0, Cal 5 took 6, Ben 3 and Dee 2 took 7"
    failed = "Ann nil took 1, Cal 5 took 5, Ben 3 and Dee 2 took 7"
    game = partnership(nils, nils, failed, nils, HANDS[0], nils, nils, target=900, closed="late")
    ann = figures(game)[0]
    assert (ann.nils_before, ann.nil_run, ann.nils_after, ann.run) == (2, 3, 3, 4)
    runs = [(of_nils, length) for of_nils in (False, True) for length in (1, 2, 3, 4, 5)]
    assert [hand_of_run(game.sheet, game.board, "Ann", *run) for run in runs] == [1, 2, 6, 7, 0, 1, 2, 7, 0, 0]
    assert figures(partnership(nils, closed="late"))[0].nils_before == 1
    assert hand_of_run(game.sheet, game.board, "Eve", False, 1) == 0


def test_partners_share_their_bids_but_not_their_nils() -> None:
    game = partnership(
        "Ann 4 took 5, Cal 3 took 3, Ben nil took 0, Dee 4 took 5",
        "Ann 4 took 2, Cal nil took 1, Ben 5 took 5, Dee 4 took 5",
    )
    ann, cal = of_player(game, "Ann"), of_player(game, "Cal")
    assert (ann.bids, ann.made, ann.nils) == (2, 1, 0)
    assert (ann.bid_tricks, ann.took_tricks) == (11, 10)
    assert (cal.bids, cal.made, cal.nils, cal.nils_made) == (1, 1, 1, 0)
    assert (of_player(game, "Ben").nils, of_player(game, "Ben").nils_made) == (1, 1)
    assert (ann.run, cal.run, of_player(game, "Dee").run) == (1, 1, 2)


def test_blind_calls_of_a_pair_are_its_nils_and_its_number() -> None:
    """Dee's blind nil is hers; a blind number is that of both."""
    game = partnership(
        "Ann 4 took 4, Cal 3 took 3, Ben 4 took 5, Dee blind-nil took 1",
        "Ann 4 and Cal 3 took 5, Ben blind-6 and Dee partner took 8",
        blind_numbers=6,
        blind_nil=200,
        blind_behind=0,
    )
    dee = of_player(game, "Dee")
    assert (dee.blind_calls, dee.side_blind, dee.side_blind_made) == (1, 2, 1)
    assert (of_player(game, "Ben").blind_calls, of_player(game, "Ben").side_blind) == (0, 2)
    assert of_player(game, "Ann").side_blind == 0


def test_largest_hand_is_the_first_of_its_size() -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7", "Ann 8 took 8, Ben 4 took 5", "Ann 8 took 8, Ben 4 took 5")
    assert (of_player(game, "Ann").largest, of_player(game, "Ann").largest_hand) == (80, 2)


def test_player_with_two_hands_has_the_figures_of_both() -> None:
    game = berkley_two("Ann 6 took 6/0, Ben 5+naught-right took 7/0")
    assert (of_player(game, "Ben").bids, of_player(game, "Ben").nils_made) == (1, 1)


@given(sheets())
def test_figures_stay_within_their_bounds(sheet: dict[str, Any]) -> None:
    read = read_sheet(sheet)
    for found in stats_of(read, read.scoreboard()):
        assert 0 <= found.made <= found.bids
        assert 0 <= found.nils_made <= found.nils
        assert found.shared <= found.won <= 1
        assert found.run <= found.hands


def own_bids(sheet: Sheet, hand: ScoredHand, bidders: list[Seat]) -> Iterator[tuple[str, str, int]]:
    """What the sheet says of a hand's bids: name, figure and number."""
    bids = [hand.record.bids[seat].calls for seat in bidders]
    is_shared = ("partner",) in bids
    seated = [(seat, code) for seat, calls in zip(bidders, bids, strict=True) for code in calls]
    for seat, code in seated:
        call, name = hand.deal.by_code[code], sheet.player_at(seat, hand.number)
        if call.reason == "contract" and not is_shared:
            yield from ((name, "own_bids", 1), (name, "own_bid_tricks", call.tricks))
        if call.tricks == 0 and call.aim is Aim.EXACTLY:
            yield from ((name, "nils", 1), (name, "blind_nils", int(call.blind)))
            yield name, "nils_last", int(seat == hand.dealer)
            yield name, "nils_first", int(seat == sheet.rules.seating.after(hand.dealer))


@given(sheets())
def test_own_figures_are_what_the_sheet_says(written: dict[str, Any]) -> None:
    """Counted here from the sheet's bids alone, whatever the engine makes of them."""
    sheet = read_sheet(written)
    board, seating = sheet.scoreboard(), sheet.rules.seating
    sides = [[seat for seat in seats if seat in seating.bidders] for seats in seating.seats_of]
    bid = [hand for hand in board.hands if hand.counted and hand.record.bids and hand.record.took]
    own: Counter[tuple[str, str]] = Counter()
    for hand, bidders in product(bid, sides):
        blind = sum(hand.deal.by_code[code].blind for seat in bidders for code in hand.record.bids[seat].calls)
        for name in {sheet.player_at(seat, hand.number) for seat in bidders}:
            own[name, "side_blind"] += blind
        for name, figure, number in own_bids(sheet, hand, bidders):
            own[name, figure] += number
    for found in stats_of(sheet, board):
        for key in ("own_bids", "own_bid_tricks", "nils", "blind_nils", "nils_first", "nils_last", "side_blind"):
            assert getattr(found, key) == own[found.name, key], (found.name, key)
        alone = (0, 0, 0) if seating.in_pairs else (found.hands, found.made, found.overtricks)
        assert (found.solo_hands, found.solo_made, found.solo_overtricks) == alone


def test_blind_call_of_ones_own_counts_whatever_the_partner_bid() -> None:
    """A blind number beside a nil is nobody's but its bidder's."""
    game = partnership(
        "Ann 3 and Cal 4 took 5, Ben blind-6 took 8, Dee nil took 0",
        blind_numbers=6,
        blind_behind=0,
    )
    ben, dee = of_player(game, "Ben"), of_player(game, "Dee")
    assert (ben.blind_calls, ben.blind_made) == (1, 1)
    assert (dee.blind_calls, dee.side_blind) == (0, 1)


def test_win_that_several_share_is_shared_in_whole_parts() -> None:
    for sides in range(1, MAX_SIDES + 1):
        assert sides * (WHOLE_WIN // sides) == WHOLE_WIN


def test_one_number_for_both_partners_is_nobodys_own() -> None:
    sheet = sheet_of("partnership", pair_bids="pair", closed="late") | {
        "hands": [{"bids": ["7", ["nil", "3"]], "took": [8, [0, 5]]}]
    }
    read = read_sheet(sheet)
    found = {each.name: asdict(each) for each in stats_of(read, read.scoreboard())}
    own = {name: (each["own_bids"], each["own_bid_tricks"]) for name, each in found.items()}
    assert own == {"Ann": (0, 0), "Cal": (0, 0), "Ben": (0, 0), "Dee": (1, 3)}, "beside a nil it is the partner's"
    assert [found[name]["bid_tricks"] for name in ("Ann", "Cal", "Ben", "Dee")] == [7, 7, 0, 3]
    assert [found[name]["nils"] for name in ("Ann", "Cal", "Ben", "Dee")] == [0, 0, 1, 0]
