"""What few tables see: blind bids, one number for both partners, hands that bid themselves, two hands, rebids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.core.game import GameState, moves
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.rulings import dealt_again
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand
from scorekeeper.core.pages.looking_up.log import GameLog
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.rules.seating import Seat, Side
from tests.core.game.games import begin, bid, partnership, play, write
from tests.core.pages.approved.rulings import Pages, written
from tests.core.pages.contexts import at_the_table, page_of
from tests.tables import sheet_of

BEHIND = "Ann 9 and Cal 4 took 5, Ben 1 and Dee 1 took 8"
"""−130 for Ann & Cal."""


def stories() -> Iterator[tuple[str, Pages]]:
    yield "Blind bids", blind()
    yield "One number for both partners", one_number()
    yield "Hands that bid themselves, and bids that are too low", unbid()
    yield "Two hands of cards", two_hands()
    yield "Raised and lowered bids", rebids()


def tap(state: GameState, seat: int, call: str, **fields: str) -> GameState:
    """The state after a tap on a key of the pad."""
    event = moves.bid(state, {"hand": str(state.board.next_number), "seat": str(seat), "call": call, **fields})
    assert event is not None
    return state.apply(event)


def pad_of(state: GameState, query: Mapping[str, str] | None = None) -> object:
    """The part of the game page with the keys."""
    page = page_of(state, dict(query or {}))
    return {"pad": page["pad"], "round": page["round"], "seats": page["seats"], "objections": page["objections"]}


def blind() -> Pages:
    for options in ({"blind_nil": 200}, {"blind_nil": 200, "blind_numbers": 6}, {"blind_numbers": 7}):
        state = play(partnership(**options), BEHIND, BEHIND)
        for seat in ("0", "1"):
            for overrides in ("yes", "no"):
                query = {"seat": seat, "insists": overrides}
                yield f"Pad: {options}, {query}", pad_of(state, query)
    state = play(partnership(blind_numbers=6), BEHIND, BEHIND)
    state = tap(state, 0, "blind-6")
    yield "Pad: a blind number for both", pad_of(state)
    yield "Pad: the partner changes it", pad_of(state, {"seat": "2", "insists": "yes"})
    state = tap(state, 0, "4", was="blind-6")
    yield "Pad: it was replaced", pad_of(state, {"seat": "2"})
    state = tap(tap(tap(state, 0, "blind-7", was="4"), 1, "4"), 3, "2")
    yield "Play", page_of(state)
    state = write(state, "hand", hand=3, bids=[["blind-7", "partner"], ["4", "2"]], took=[8, 5])
    yield "Correction: of a blind number", Correction(state, 3, {}).view(at_the_table())
    for query in ({"seat": "0"}, {"seat": "2"}, {"seat": "0", "call": "5", "was": "blind-7", "hand": "3"}):
        yield f"Correction: {query}", Correction(state, 3, query).view(at_the_table())


def one_number() -> Pages:
    state = partnership(pair_bids="pair", blind_nil=100)
    yield "Pad: Ann & Cal bid", pad_of(state)
    yield "Pad: with a nil of Cal", pad_of(state, {"seat": "0", "added": "nil-2"})
    state = tap(state, 0, "5", added="nil-2")
    yield "Pad: Ben & Dee bid", pad_of(state)
    yield "Pad: Ann & Cal again", pad_of(state, {"seat": "0"})
    yield "Pad: without the nil", pad_of(state, {"seat": "0", "added": ""})
    state = tap(state, 1, "6")
    yield "On the TV", live_view(state, at_the_table())
    yield "Play", page_of(state)
    yield "Count: a set nil", page_of(state, {"t0": "7", "s2": "1"})
    state = write(state, "hand", hand=1, bids=[["5", "nil"], ["6", "partner"]], took=[[6, 1], 6])
    for query in ({}, {"seat": "2"}, {"seat": "1"}, {"seat": "0", "call": "7", "was": "5", "hand": "1"}):
        yield f"Correction: {query}", Correction(state, 1, query).view(at_the_table())


def unbid() -> Pages:
    state = partnership(first_hand="bids-itself", sets_lose=3)
    yield "Play: nobody bids", page_of(state)
    yield "Play: nobody bids, on Ann's own phone", page_of(state, own_seat=Seat(0))
    yield "On the TV", live_view(state, at_the_table())
    yield "What wins", what_wins_view(state)
    yield "Count: nobody bids", page_of(state, {"t0": "7"})
    state = write(state, "hand", hand=1, bids=None, took=[7, 6])
    yield "Correction: nobody bid", Correction(state, 1, {"t0": "6"}).view(at_the_table())
    state = play(state, BEHIND, BEHIND)
    yield "Bidding: two sets", page_of(state)
    yield "Play: too high", page_of(bid(partnership(), "9", "nil", "9", "nil"))
    low = bid(partnership(least_total=12), "2", "2", "2", "2")
    yield "Count: too low", page_of(low)
    yield "Play: too low, as a watcher sees it", page_of(low, may_write=False)
    yield "On the TV", live_view(low, at_the_table())
    yield "What wins", what_wins_view(low)
    state = write(low, "hand", hand=1, bids=[["2", "2"], ["2", "2"]], took=None)
    yield "Bidding: after a hand that was not played", page_of(state)
    yield "Correction: not played", Correction(state, 1, {}).view(at_the_table())
    raised = {"seat": "0", "call": "9", "was": "2", "hand": "1"}
    yield "Correction: played after all", Correction(state, 1, raised).view(at_the_table())
    yield "Log", GameLog(state, at_the_table(), written).view()
    yield "Points: of a hand that was not played", why_hand(state, at_the_table(), 1, Side(0))


def two_hands() -> Pages:
    state = begin(sheet_of("berkley-two", blind_behind=100))
    for query in ({"added": "nil-front"}, {"added": "naught-front+bemo"}, {"insists": "yes"}, {"later": "yes"}):
        yield f"Pad: {query}", pad_of(state, query)
    state = tap(tap(state, 1, "5", added="naught-front+bemo"), 0, "6", added="bemo")
    yield "Pad: raise", pad_of(state, {"later": "yes"})
    yield "Pad: Ben raises", pad_of(state, {"later": "yes", "seat": "1"})
    yield "Count: nothing yet", page_of(state, {"at": "t0"})
    one, both = {"t0": "6", "s1": "0", "f0-bemo": "yes"}, {"t0": "6", "s1": "2", "f0-bemo": "yes", "f1-bemo": "yes"}
    for query in ({"t0": "6"}, one, both):
        yield f"Count: {query}", page_of(state, query)
    body = {"hand": 1, "bids": ["6+bemo", "5+naught-front+bemo"]}
    state = write(state, "hand", **body, took=[{"tricks": 6, "made": ["bemo"]}, {"tricks": [1, 6], "made": []}])
    for query in ({}, {"t0": "5"}, {"seat": "1"}, {"seat": "1", "call": "7", "added": "bemo", "was": "5", "hand": "1"}):
        yield f"Correction: {query}", Correction(state, 1, query).view(at_the_table())
    took = [{"tricks": [6, 0], "made": []}, {"tricks": [2, 5], "made": ["bemo"]}]
    state = write(state, "correction", **body, took=took, reason="miscounted")
    yield "Log", GameLog(state, at_the_table(), written).view()
    yield "Misdeal", dealt_again(state)


def rebids() -> Pages:
    miser = begin(sheet_of("miser"))
    for seat in (1, 2, 3, 0):
        miser = tap(miser, seat, "4")
    yield "Pad: may lower", pad_of(miser)
    yield "Pad: another bid", pad_of(miser, {"seat": "0"})
    miser = tap(tap(miser, 1, "3", later="yes", was="4"), 2, "4", later="yes", was="4")
    yield "Pad: the third may lower", pad_of(miser)
    chips = begin(sheet_of("gambling"))
    for seat in (1, 2, 3, 0):
        chips = tap(chips, seat, "4")
    yield "Pad: does anyone raise?", pad_of(chips)
    yield "Pad: Cal raises", pad_of(chips, {"seat": "2", "later": "yes"})
    chips = tap(chips, 2, "6", later="yes", was="4")
    yield "Pad: after a raise", pad_of(chips)
    three = begin(sheet_of("berkley-three-1"))
    for seat, call in ((1, "blind-6"), (2, "3"), (0, "2")):
        three = tap(three, seat, call)
    yield "Pad: who raises?", pad_of(three, {"later": "yes"})
    yield "Pad: the blind one raises", pad_of(three, {"later": "yes", "seat": "1"})
    three = tap(three, 1, "8", later="yes", was="blind-6")
    yield "Play: a raise", page_of(three)
    three = write(three, "hand", hand=1, bids=["2", "blind-6>8", "3"], took=[2, 8, 3])
    yield "Correction: of a raise", Correction(three, 1, {"seat": "1"}).view(at_the_table())
