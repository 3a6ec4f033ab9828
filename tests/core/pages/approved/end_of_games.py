"""The end of a game: who won, the moments to talk about, signatures, and the page that stops it."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.game import CLOSE, REOPEN, SIGN, GameState
from scorekeeper.core.pages import Finished, GameContext, TableContext
from scorekeeper.core.pages.correcting.rulings import rulings_view
from scorekeeper.core.pages.ending import ThisPhone, sign_off_view, stop_view
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand
from scorekeeper.core.pages.looking_up.log import GameLog
from scorekeeper.core.rules.seating import Shape, Side
from tests.core.game.games import BIG, EVEN, begin, bid, correct, partnership, play, write
from tests.core.pages.approved.rulings import Pages, written
from tests.core.pages.contexts import at_the_table, page_of, signed_in
from tests.tables import sheet_of

BAGS = "Ann 2 and Cal 2 took 9, Ben 2 and Dee 2 took 4"
NIL = "Ann nil took 0, Cal 4 took 6, Ben 3 and Dee 3 took 7"
SET = "Ann 5 and Cal 4 took 7, Ben 3 and Dee 3 took 6"


def stories() -> Iterator[tuple[str, Pages]]:
    yield "Six hands to the end", won()
    yield "A tie past the target, which the next hand decides", tied()
    yield "Stopped games", stopped()
    yield "Signatures", signed()


def over() -> GameState:
    return play(partnership(), SET, BIG, BIG, NIL, BIG, BIG)


def won() -> Pages:
    quick = TableContext("t1", "Quick game", may_keep=True)
    finished = Finished("7F3-K2", "a receipt", None, curve=None, minutes=72, rematches=[("g2", 8), ("g4", None)])
    yield "Over: as the scorer sees it", page_of(over(), finished=lambda: finished, table=quick)
    yield "Over: as a watcher sees it", page_of(over(), finished=signed_in(1), may_write=False)
    yield "On the TV", live_view(over(), at_the_table())
    yield "Log", GameLog(over(), at_the_table(), written).view()
    yield "Rulings", rulings_view(over(), at_the_table())
    for key, shape in (("cutthroat", Shape(3)), ("two-player", Shape(2))):
        alone = begin(sheet_of(key, shape=shape, target=50))
        bids, took = (["8", "3", "2"], [9, 4, 4]) if shape.sides > 2 else (["8", "3"], [9, 4])
        alone = write(alone, "hand", hand=1, bids=bids, took=took)
        yield f"Over: {key}", page_of(alone, finished=signed_in(None))


BEFORE = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6; Ann adjusted +372 for luck; Ben adjusted +390 for luck"
LEVEL = "Ann 3 and Cal 3 took 6, Ben 3 and Dee 3 took 7"
"""442 and 441 before it, 502 each after it."""


def tied() -> Pages:
    before = bid(play(begin(sheet_of("partnership", dealer="Dee") | {"minutes": 45}), BEFORE), "3", "3", "3", "3")
    yield "Tricks: level past the target", page_of(before, {"t0": "6"})
    level = play(before, LEVEL)
    yield "Bidding: until it is decided", page_of(level)
    timed = GameContext("g1", 7, started="2026-11-28T20:00:00Z")
    yield "Bidding: with a clock", page_of(level, game=timed)
    yield "Bidding: a watcher", page_of(level, may_write=False)
    yield "Played: until it is decided", page_of(bid(level, "3", "3", "3", "3"))
    yield "On the TV", live_view(level, at_the_table())
    yield "Why the hand", why_hand(level, at_the_table(), 2, Side(0))
    decided = play(level, SET)
    yield "Over: the next hand decided", page_of(decided, finished=signed_in(None))
    yield "Log", GameLog(decided, at_the_table(), written).view()


def stopped() -> Pages:
    context = at_the_table()
    yield "Stop: before the first hand", stop_view(partnership(), context)
    yield (
        "Stop: during the bidding",
        stop_view(bid(play(partnership(), EVEN, BAGS), "4", None, None, None), context, "late", ["Why?"]),
    )
    state = write(play(partnership(), EVEN, BAGS), CLOSE, reason="late")
    yield "Over: stopped", page_of(state, finished=signed_in(None))
    yield "Over: a side conceded", page_of(write(play(partnership(), EVEN), CLOSE, forfeit=0), finished=signed_in(None))
    yield "Bidding: resumed", page_of(write(state, REOPEN))


def signed() -> Pages:
    state = write(over(), SIGN, side=1, verdict="disputed", hand=2, note="we took one", device="own")
    yield "Over: one side disputes it", page_of(state, finished=signed_in(None))
    state = write(state, SIGN, side=0, verdict="agreed", device="shared")
    yield "Over: the other agrees", page_of(state, finished=signed_in(0), may_write=False)
    state = write(state, SIGN, side=1, verdict="agreed", device="shared")
    yield "Over: both agree", page_of(state, finished=signed_in(None))
    yield "Correction: breaks signatures", page_of(correct(state, 1, EVEN), finished=signed_in(None))
    for verdict in ({"verdict": "disputed", "hand": 2}, {"verdict": "disputed", "note": "all of it"}):
        yield (
            "Over: disputed",
            page_of(write(over(), SIGN, side=1, device="program", **verdict), finished=signed_in(None)),
        )
    phones = [
        ThisPhone(None, has_pen=True),
        ThisPhone(0, has_pen=False, key="k", key_fits=True),
        ThisPhone(1, has_pen=False),
    ]
    for phone in phones:
        yield f"Signing: {phone}", sign_off_view(state, at_the_table(), Side(0), phone)
