"""Irregular bids, events in words, what can still be bid and won near the end, and refusals."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.game import CLOSE, REOPEN, SIGN, AlreadyRecorded, HandRecorded
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.board import game_subtitle
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import Clash
from scorekeeper.core.pages.correcting.rulings import dealt_again, forfeit_view
from scorekeeper.core.pages.descriptions import describe_event, undo_words
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand
from scorekeeper.core.pages.looking_up.log import GameLog
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.pages.recorded import needs_connection, recorded_notice, refused_words, saved_words
from scorekeeper.core.pages.seats import confirm_view, seats_page
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.sheet import read_hand
from tests.core.game.games import EVEN, begin, bid, correct, partnership, play, undo, write
from tests.core.pages.approved.rulings import RENEGE, RULED, Pages, written
from tests.core.pages.approved.unusual import BEHIND, tap
from tests.core.pages.contexts import at_the_table, page_of
from tests.tables import sheet_of


def stories() -> Iterator[tuple[str, Pages]]:
    yield "Irregular bids", irregular()
    yield "Events in words", events()
    yield "Near the end", undecided()
    yield "Refusals", refusals()


def irregular() -> Pages:
    context = at_the_table()
    state = bid(partnership(team_minimum=4, blind_nil=100), "2", "3", "1", "blind-nil")
    yield "Count: irregular bids", page_of(state, {"t0": "7"})
    body = {"hand": 1, "bids": [["2", "1"], ["3", "blind-nil"]], "took": [7, [6, 0]], "overruled": True}
    state = write(state, "hand", **body, note="all agreed", **RULED, **RENEGE)
    state = write(state, "substitute", hand=2, seat=0, player="Eve")
    for side in (Side(0), Side(1)):
        yield "Points: overruled", why_hand(state, context, 1, side)
    yield "Bidding: after an irregular hand", page_of(state)
    for query in ({"t0": "8"}, {"a0-points": "−15"}, {"a0-points": "+7"}, {"a0-points": "1234567"}, {"a0-points": ""}):
        yield f"Correction: {query}", Correction(state, 1, query).view(context)
    for query in ({"note": ""}, {"r0-books": "3"}, {"r0-by": "1"}, {"b0": "nil"}, {"b0": ""}, {"b0": "13", "b1": "13"}):
        yield f"Correction: {query}", Correction(state, 1, query).view(context)
    yield (
        "Correction: of a hand about to be saved",
        Correction.of_record(
            state, 1, read_hand({"bids": [["2", "1"], ["3", "nil"]], "took": [8, 5]}, 1, state.setup)
        ).view(context),
    )
    mine = read_hand({"bids": [["2", "1"], ["3", "blind-nil"]], "took": [8, [5, 0]], "note": "sure"}, 1, state.setup)
    yield "Two counts", Clash(state, HandRecorded(seq=2, hand=1, record=mine)).view(context)
    state = correct(state, 1, EVEN)
    yield "Log", GameLog(state, context, written).view()


def events() -> Pages:
    over = write(play(partnership(), EVEN), CLOSE, forfeit=1, reason="late")
    signs: list[dict[str, object]] = [
        {"verdict": "agreed"},
        {"verdict": "agreed", "device": "own"},
        {"verdict": "disputed", "device": "shared"},
        {"verdict": "disputed", "hand": 1, "device": "program"},
        {"verdict": "disputed", "hand": 1, "note": "we took one"},
    ]
    states = [write(over, SIGN, side=0, **sign) for sign in signs]
    states += [over, write(over, REOPEN), write(play(partnership(), EVEN), CLOSE)]
    states.append(write(begin(sheet_of("two-handed")), "dealer", hand=1, seat=1))
    states.append(write(partnership(), "dealer", hand=1, seat=1))
    states.append(write(partnership(), "misdeal", hand=1))
    states.append(write(partnership(), "substitute", hand=1, seat=1, player="Eve"))
    states.append(write(play(partnership(), EVEN), "substitute", hand=2, seat=1, player="Eve"))
    for state in states:
        event = state.events[-1]
        back = undo(state) if state.undo is not None else state
        yield (
            "Event",
            {
                "what": describe_event(event, state.setup),
                "undone": undo_words(event, state.setup),
                "notice": recorded_notice(event, state),
                "undo": recorded_notice(back.events[-1], back),
                "log": GameLog(state, at_the_table(), written).view(),
            },
        )
    for seat in (Seat(0), Seat(1)):
        yield "Seats", seats_page(states[-5], at_the_table(), seat, [])
    yield "Subtitle", [game_subtitle(state.setup.rules) for state in (over, begin(sheet_of("gambling")))]


def undecided() -> Pages:
    """What can still be bid and won, near the end of a game."""
    context = at_the_table()
    for state in (
        bid(play(partnership(target=200), EVEN, EVEN), "4", None, None, None),
        bid(play(partnership(target=200, blind_nil=100), EVEN, BEHIND), None, "4", None, "nil"),
        bid(play(partnership(target=10_000), EVEN), "4", "3", "2", None),
        tap(begin(sheet_of("gambling")), 1, "4"),
        begin(sheet_of("berkley-two")),
        bid(play(partnership(target=200), EVEN, EVEN), "4", "3", "3", "2"),
        bid(play(partnership(target=200, hands=3), EVEN, BEHIND), "4", "nil", "3", "2"),
    ):
        yield "What wins", what_wins_view(state)
        yield "On the TV", live_view(state, context)
    over = play(partnership(target=70), EVEN)
    yield "Concession: too late", forfeit_view(over, context)
    yield "Misdeal: of a drawn deck", dealt_again(begin(sheet_of("two-handed")))
    yield "Alike", confirm_view("Ann", ("player", "Ann"), ("new", "Anne"))
    two = tap(begin(sheet_of("berkley-two")), 1, "5", added="bemo")
    yield "Bidding: two bids of two calls", page_of(two, own_seat=Seat(1), own_bid=("6", "naught-front", "bemo"))
    pair = write(partnership(pair_bids="pair"), "hand", hand=1, bids=["5", "6"], took=[7, 6])
    for query in ({"b0": "5", "b2": "6"}, {"seat": "0", "call": "5", "was": "5", "hand": "1"}, {"b0": ">"}):
        yield f"Correction: {query}", Correction(pair, 1, query).view(context)
    for shape in (Shape(3, 2), Shape(6, 1)):
        many = begin(sheet_of("cutthroat" if shape.players_per_side == 1 else "partnership", shape=shape))
        yield "Seats: many", seats_page(many, context, Seat(3), [])
        yield "Bidding: many", page_of(many)


def refusals() -> Pages:
    state = play(partnership(), EVEN)
    yield "Offline", needs_connection()
    yield "Offline: a file", saved_words()
    for number in (1, 3):
        written_hand = {"bids": [["4", "3"], ["3", "2"]], "took": [8, 5]}
        try:
            write(state, "hand", hand=number, **written_hand)
        except InvalidInput as error:
            yield f"Refused: hand {number}, {isinstance(error, AlreadyRecorded)}", refused_words(error)
