"""The figures of each player in a finished game."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import given

from scorekeeper.core.game.player_stats import WHOLE_WIN, PlayerStats, stats_of
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.sheet.reading import MAX_SIDES
from tests.core.rulesets.cast import berkley_two
from tests.strategies import sheets
from tests.tables import Game, partnership, two_player


def figures(game: Game, name: str) -> PlayerStats:
    return next(found for found in stats_of(game.sheet, game.board) if found.name == name)


def test_partners_share_their_bids_but_not_their_nils() -> None:
    game = partnership(
        "Ann 4 took 5, Cal 3 took 3, Ben nil took 0, Dee 4 took 5",
        "Ann 4 took 2, Cal nil took 1, Ben 5 took 5, Dee 4 took 5",
    )
    ann, cal = figures(game, "Ann"), figures(game, "Cal")
    assert (ann.bids, ann.made, ann.nils) == (2, 1, 0)
    assert (ann.bid_tricks, ann.took_tricks) == (11, 10)
    assert (cal.bids, cal.made, cal.nils, cal.nils_made) == (1, 1, 1, 0)
    assert (figures(game, "Ben").nils, figures(game, "Ben").nils_made) == (1, 1)
    assert (ann.run, cal.run, figures(game, "Dee").run) == (1, 1, 2)


def test_blind_calls_of_a_pair_are_its_nils_and_its_number() -> None:
    """Dee's blind nil is hers; a blind number is that of both."""
    game = partnership(
        "Ann 4 took 4, Cal 3 took 3, Ben 4 took 5, Dee blind-nil took 1",
        "Ann 4 and Cal 3 took 5, Ben blind-6 and Dee partner took 8",
        blind_numbers=6,
        blind_nil=200,
        blind_behind=0,
    )
    dee = figures(game, "Dee")
    assert (dee.blind_calls, dee.side_blind, dee.side_blind_made) == (1, 2, 1)
    assert (figures(game, "Ben").blind_calls, figures(game, "Ben").side_blind) == (0, 2)
    assert figures(game, "Ann").side_blind == 0


def test_largest_hand_is_the_first_of_its_size() -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7", "Ann 8 took 8, Ben 4 took 5", "Ann 8 took 8, Ben 4 took 5")
    assert (figures(game, "Ann").largest, figures(game, "Ann").largest_hand) == (80, 2)


def test_player_with_two_hands_has_the_figures_of_both() -> None:
    game = berkley_two("Ann 6 took 6/0, Ben 5+naught-right took 7/0")
    assert (figures(game, "Ben").bids, figures(game, "Ben").nils_made) == (1, 1)


def test_shared_game_counts_as_won_and_shared() -> None:
    game = two_player("Ann 5 took 5, Ben 5 took 8; Ann adjusted +3 for a wager", closed="late")
    assert [(found.won, found.shared) for found in stats_of(game.sheet, game.board)] == [(1, 1), (1, 1)]


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
    ben, dee = figures(game, "Ben"), figures(game, "Dee")
    assert (ben.blind_calls, ben.blind_made) == (1, 1)
    assert (dee.blind_calls, dee.side_blind) == (0, 1)


def test_win_that_several_share_is_shared_in_whole_parts() -> None:
    for sides in range(1, MAX_SIDES + 1):
        assert sides * (WHOLE_WIN // sides) == WHOLE_WIN
