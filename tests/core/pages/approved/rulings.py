"""What a table sets right: names, a bid of two phones, a correction, rulings, a hand of two phones; and the log."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.game import CLOSE, DEALER, MISDEAL, SUBSTITUTE, GameState, HandRecorded
from scorekeeper.core.pages import GameContext, TableContext
from scorekeeper.core.pages.bidding import two_bids_view
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import Clash
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import (
    forfeit_view,
    misdeal_view,
    rulings_view,
    substitute_view,
    swap_view,
)
from scorekeeper.core.pages.looking_up.explanations import why_hand, why_total
from scorekeeper.core.pages.looking_up.log import GameLog, Moment
from scorekeeper.core.pages.recorded import recorded_notice, rejected_words
from scorekeeper.core.pages.seats import seats_page
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.sheet import read_hand
from tests.core.game.games import EVEN, begin, bid, correct, partnership, play, redo, undo, write
from tests.core.pages.contexts import at_the_table, page_of
from tests.tables import sheet_of

Pages = Iterator[tuple[str, object]]

BAGS = "Ann 2 and Cal 2 took 8, Ben 3 and Dee 2 took 5"
NIL_SET = "Ann nil and Cal 4 took 1/5, Ben 3 and Dee 3 took 7"
OWN = GameContext("g1", 7, unnamed=("Ann", "Ben", "Cal", "Dee"))
RULED = {"adjust": [{"side": 1, "points": -20, "reason": "Table talk"}]}
RENEGE = {"reneges": [{"by": 0, "to": 1, "books": 2, "of": "hand 2, Ann & Cal"}]}


def stories() -> Iterator[tuple[str, Pages]]:
    yield "Names", names()
    yield "Phones of two players", own_phones()
    yield "Corrections", corrections()
    yield "Rulings", rulings()
    yield "The log", log()


def names() -> Pages:
    context = at_the_table(game=OWN, table=TableContext("t1", "Quick game", may_keep=True))
    yield "Bidding: nobody has a name", page_of(partnership(), game=OWN)
    yield "Seats: nobody has a name", seats_page(partnership(), context, Seat(2), ["Eve", "Ann"])
    yield "Seats: of a drawn deck", seats_page(begin(sheet_of("two-handed")), at_the_table(), Seat(1), [])
    yield "Seats: of three", seats_page(begin(sheet_of("cutthroat", shape=Shape(3))), context, Seat(0), [])
    yield "Seats: none chosen", seats_page(play(partnership(), EVEN), at_the_table(), None, [])


def own_phones() -> Pages:
    state = bid(partnership(blind_nil=100), "4", None, None, None)
    ben, cal = Seat(1), Seat(2)
    yield "Bidding: Cal's phone before Cal's turn", page_of(state, own_seat=cal)
    yield "Bidding: Ben's phone, and Ben bids now", page_of(state, own_seat=ben)
    yield "Bidding: Cal's bid waits", page_of(state, own_seat=cal, own_bid=("3",), waiting=(cal,))
    yield "Bidding: Cal changes it", page_of(state, {"seat": "2"}, own_seat=cal, own_bid=("3",), waiting=(cal,))
    yield "Bidding: Cal's blind bid waits", page_of(state, own_seat=cal, own_bid=("blind-nil",), waiting=(cal,))
    state = bid(state, "4", "3", "2", None)
    yield "Bidding: the scorer wrote another bid", page_of(state, own_seat=cal, own_bid=("3",), may_write=False)
    fields = {"hand": "1", "seat": "2", "call": "5", "added": "", "later": "yes", "other": "thing"}
    yield "Two bids", two_bids_view(state, at_the_table(), fields)


def corrections() -> Pages:
    state = play(partnership(), EVEN, BAGS, BAGS, NIL_SET)
    context = at_the_table()
    queries: list[dict[str, str]] = [
        {},
        {"t0": "9"},
        {"seat": "1"},
        {"seat": "1", "call": "5", "was": "3", "hand": "2"},
        {"note": "a long  one", "r0-by": "0", "r0-to": "1", "r0-books": "2", "r0-of": ""},
        {"a0-side": "1", "a0-points": "-20", "a0-reason": "Table talk"},
        {"a0-side": "1", "a0-points": "much", "a0-reason": ""},
    ]
    for query in queries:
        yield f"Correction: {query}", Correction(state, 2, query).view(context)
    yield "Correction: without a reason", Correction(state, 1, {"t0": "5"}).view(context, "", ["Say why."])
    yield "Correction: of a nil", Correction(state, 4, {"s0": "0", "t0": "5"}).view(context, "miscounted")
    mine = read_hand({"bids": [["4", "3"], ["3", "2"]], "took": [8, 5], "note": "sure"}, 1, state.setup)
    yield "Two counts", Clash(state, HandRecorded(seq=2, hand=1, record=mine)).view(context)
    state = correct(state, 2, EVEN)
    yield "Bidding: corrected", page_of(state)
    for number in (2, 3, 4):
        for side in (Side(0), Side(1)):
            yield f"Points: of hand {number}, side {side}", why_hand(state, context, number, side)
    yield "Total", why_total(state, context, Side(0))


def ruled() -> GameState:
    """A game in which hands were ruled on, and somebody sat down for Cal."""
    state = bid(play(partnership(), BAGS), "4", "3", None, None)
    state = write(state, MISDEAL, hand=2, reason="Exposed card", called_by=1)
    state = write(state, SUBSTITUTE, hand=2, seat=2, player="Eve")
    state = write(state, DEALER, hand=2, seat=1, reason="a slip")
    state = write(state, "hand", hand=2, bids=[["4", "3"], ["3", "2"]], took=[7, 6], note="late", **RENEGE)
    return write(state, "hand", hand=3, bids=[["4", "3"], ["3", "nil"]], took=[7, [4, 2]], **RULED)


def rulings() -> Pages:
    state, context = ruled(), at_the_table()
    bidding = bid(state, "4", None, "3", None)
    yield "Rulings: before the first hand", rulings_view(partnership(), context)
    yield "Rulings: so far", rulings_view(state, context)
    yield "Rulings: of a drawn deck", rulings_view(begin(sheet_of("two-handed")), context)
    yield "Ruling: misdeal", misdeal_view(bidding, context)
    yield "Ruling: concession", forfeit_view(state, context, "late", ["Who?"])
    errors = {"seat": ["Who is it?"], "player": ["Who else?"]}
    yield (
        "Ruling: substitute",
        substitute_view(state, context, ["Ann", "Fay", "Gus"], {"seat": "1", "player": "Hal"}, errors),
    )
    yield "Ruling: substitute from no list", substitute_view(state, context, ["Ann"], {}, {})
    yield "Ruling: two seats", swap_view(state, context, {})
    yield "Ruling: one seat with another", swap_view(partnership(), context, {"seat": "1"}, ["Which?"])
    played = bid(state, "4", "3", "3", "2")
    reneges: list[dict[str, str]] = [
        {},
        {"by": "0"},
        {"by": "1", "books": "3", "hand": "1"},
        {"of": "hand 2, Ann & Cal", "hand": "3", "books": "1"},
        {"of": "parts", "by": "0", "hand": "2"},
    ]
    for query in reneges:
        yield f"Renege: {query}", renege_view(played, context, query)
    cutthroat = write(
        begin(sheet_of("cutthroat", shape=Shape(3))), "hand", hand=1, bids=["5", "6", "6"], took=[5, 6, 6]
    )
    yield "Renege: of three", renege_view(cutthroat, context, {"by": "2", "to": "0"})
    yield "Count: with a renege", page_of(played, {"r0-by": "0", "r0-to": "1", "r0-books": "1", "t0": "7"})
    agreed: list[dict[str, str]] = [
        {},
        {"side": "0", "points": "−30", "why": "talking", "hand": "1"},
        {"side": "1", "points": "much"},
        {"side": "1", "points": "10", "why": "Exposed card"},
    ]
    for query in agreed:
        yield f"Agreed points: {query}", points_view(state, context, query)
    yield "Agreed points: in chips", points_view(begin(sheet_of("gambling")), context, {"points": "3"})
    yield "Bidding: ruled", page_of(state)
    for number in (2, 3):
        yield f"Points: of hand {number}", why_hand(state, context, number, Side(1))


def written(seq: int) -> Moment:
    """Two events a minute; the day changes after the sixth."""
    return Moment("Friday" if seq <= 6 else "Saturday", {"clock": f"00:{seq // 2:02}", "iso": f"event {seq}"})


def log() -> Pages:
    state = correct(undo(bid(ruled(), "4", None, None, None)), 1, EVEN, "miscounted")
    state = write(undo(state), CLOSE, reason="late")
    context = at_the_table()
    yield "Log: of the scorer", GameLog(state, context, written).view()
    again = redo(undo(play(partnership(), EVEN)))
    yield "Log: of a watcher", GameLog(again, at_the_table(may_write=False), written).view()
    for game in (state, again, undo(again)):
        for event in game.events[1:]:
            notice = recorded_notice(event, game)
            if notice is not None:
                yield f"Notice: after event {event.seq}", notice
            yield "Not sent", rejected_words(game, event.seq, "Not today.")
