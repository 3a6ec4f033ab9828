"""A refused press or event says what is wrong with its code, where, and with which figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from scorekeeper.core.game import (
    BIDS,
    CLOSE,
    CORRECTION as CORRECTED,
    DEALER,
    DISPUTED,
    HAND,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    TIME,
    GameState,
    moves,
    rulings,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.rules.deal import Adjustment, Renege
from scorekeeper.core.rules.seating import Side
from tests.core.game.games import BIG, EVEN, PAIRS, begin, bid, partnership, play, take_back, write
from tests.each_case import each_case
from tests.hand_notation import hand
from tests.tables import sheet_of

FIRST, SECOND = Side(0), Side(1)
NEW = partnership()
PLAYED = play(NEW, EVEN)
TWICE = play(PLAYED, EVEN)
TIMED = write(PLAYED, TIME, hand=2, minutes=40)
BID = bid(NEW, "4", None, None, None)
OVER = play(NEW, BIG, BIG, BIG, BIG)
BLIND = bid(partnership(blind_numbers=6, blind_behind=0), "4", None, None, None)

Refusal = tuple[str, str, Mapping[str, Any]]
Press = Callable[[], object]


def refusal_of(press: Press) -> Refusal:
    with pytest.raises(InvalidInput) as refused:
        press()
    return refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params


def no_hand(found: str, where: str, code: str = "not-whole") -> Refusal:
    return code, where, {"what": "hand", "value": found, "low": 1, "high": 1000}


def one_bid(**fields: str) -> Press:
    return lambda: moves.bid(BID, {"hand": "1", "seat": "0", "call": "5", **fields})


def signs(side: int = 0, **fields: str) -> Press:
    return lambda: moves.sign(PLAYED, {"verdict": DISPUTED, **fields}, Side(side), "own")


def sits_down(**fields: str) -> Press:
    return lambda: rulings.substitute(PLAYED, fields)


MOVES: list[tuple[Press, Refusal]] = [
    (one_bid(), ("bid-since", "bids", {"name": "Ann", "calls": ("4",)})),
    (one_bid(seat="4"), ("no-such-key", "", {})),
    (one_bid(seat="1", call=" "), ("not-a-bid", "hand 1, Ben & Dee", {"found": '" "', "example": "4"})),
    (
        lambda: moves.bid(BLIND, {"hand": "1", "seat": "2", "call": "blind-7"}),
        ("pair-numbers", "hand 1, Ann & Cal", {"found": 2, "needed": 1}),
    ),
    (one_bid(hand="1001"), no_hand("1001", "bids", "out-of-range")),
    (lambda: moves.keep_bids(NEW, {}), no_hand('""', "bids")),
    (lambda: moves.save_hand(NEW, {"hand": "0"}, {}), no_hand("0", "hand", "out-of-range")),
    (
        lambda: moves.save_hand(NEW, {"hand": "1"}, []),
        ("wrong-kind", "", {"what": "hand", "value": "[]", "kind": ValueKind.OBJECT}),
    ),
    (lambda: moves.correct(PLAYED, {"hand": "x"}, {}), no_hand('"x"', "hand")),
    (lambda: moves.correct(PLAYED, {"hand": "1"}, {}), ("no-reason", "entry", {})),
    (
        lambda: moves.stop(PLAYED, {"reason": "a\nb"}),
        ("unprintable-text", "entry", {"what": "reason", "value": '"a\\nb"'}),
    ),
    (lambda: moves.undo(NEW), ("nothing-to-undo", "undo", {})),
    (lambda: moves.redo(NEW), ("nothing-to-redo", "redo", {})),
    (lambda: moves.undo_event(NEW, 1), ("entry-starts-game", "take-back", {})),
    (signs(hand="x"), no_hand('"x"', "sign")),
    (signs(note="a\nb"), ("unprintable-text", "sign", {"what": "note", "value": '"a\\nb"'})),
    (signs(side=2), ("out-of-range", "sign", {"what": "side", "value": "2", "low": 0, "high": 1})),
    (
        lambda: rulings.misdeal(PLAYED, {"called_by": "2"}),
        ("out-of-range", "misdeal", {"what": "called_by", "value": "2", "low": 0, "high": 1}),
    ),
    (lambda: rulings.call_time(PLAYED, {}), ("which-is-last", "hand", {})),
    (lambda: rulings.forfeit(PLAYED, {}), ("who-gives-up", "forfeit", {})),
    (
        lambda: rulings.forfeit(PLAYED, {"forfeit": "Ann"}),
        ("not-whole", "close", {"what": "forfeit", "value": '"Ann"', "low": 0, "high": 1}),
    ),
    (sits_down(player="Eve"), ("who-gets-up", "seat", {})),
    (sits_down(seat="2"), ("who-sits-down", "player", {})),
    (
        sits_down(seat="4", hand="1", player="Eve"),
        ("out-of-range", "substitute", {"what": "seat", "value": "4", "low": 0, "high": 3}),
    ),
    (sits_down(seat="2", player="Eve"), no_hand('""', "substitute")),
    (
        lambda: rulings.set_dealer(PLAYED, {}),
        ("not-whole", "dealer", {"what": "seat", "value": '""', "low": 0, "high": 3}),
    ),
    (
        lambda: rulings.agreed_points(PLAYED, {"points": "100001", "why": "x"}),
        ("not-agreed-points", "points", {}),
    ),
    (lambda: rulings.agreed_points(PLAYED, {"points": "5"}), ("points-for-what", "why", {})),
]


@each_case(("press", "refusal"), MOVES)
def test_a_refused_press_says_why(press: Press, refusal: Refusal) -> None:
    assert refusal_of(press) == refusal


EVENTS: list[tuple[GameState, str, dict[str, object], Refusal]] = [
    (PLAYED, HAND, {"hand": 1, **hand(PAIRS, EVEN)}, ("recorded-already", "hand 1", {})),
    (PLAYED, HAND, {"hand": 3, **hand(PAIRS, EVEN)}, ("another-hand-is-next", "hand 3", {"hand": 2})),
    (PLAYED, BIDS, {"hand": 3, "bids": [["4", None], [None, None]]}, ("another-hand-is-next", "hand 3", {"hand": 2})),
    (
        PLAYED,
        CORRECTED,
        {"hand": 2, "reason": "late", **hand(PAIRS, EVEN)},
        ("not-recorded-yet", "hand 2", {}),
    ),
    (
        NEW,
        HAND,
        {"hand": 1, "bids": [["nil", "4"], ["3", "2"]], "took": [7, 6]},
        ("seat-not-counted", "hand 1, Ann & Cal", {"call": "nil"}),
    ),
    (PLAYED, TIME, {"hand": 3, "minutes": 40}, ("not-the-last-hand", "time", {"hand": 3, "next": 2})),
    (
        write(PLAYED, TIME, hand=2, minutes=40),
        TIME,
        {"hand": 2, "minutes": 41},
        ("time-is-called", "time", {"hand": 2}),
    ),
    (PLAYED, REOPEN, {}, ("nothing-to-reopen", "reopen", {})),
    (PLAYED, SIGN, {"side": 0, "verdict": DISPUTED, "hand": 2}, ("not-to-sign-yet", "sign", {"hand": 2, "last": 1})),
    (
        PLAYED,
        SUBSTITUTE,
        {"hand": 3, "seat": 0, "player": "Eve"},
        ("not-to-sit-yet", "substitute", {"hand": 3, "last": 2}),
    ),
    (PLAYED, DEALER, {"hand": 3, "seat": 0}, ("not-to-sit-yet", "dealer", {"hand": 3, "last": 2})),
    (
        OVER,
        SUBSTITUTE,
        {"hand": 5, "seat": 0, "player": "Eve"},
        ("not-to-sit-yet", "substitute", {"hand": 5, "last": 4}),
    ),
]


@each_case(("state", "kind", "body", "refusal"), EVENTS)
def test_a_refused_event_says_why(state: GameState, kind: str, body: dict[str, object], refusal: Refusal) -> None:
    assert refusal_of(lambda: write(state, kind, **body)) == refusal


def test_after_the_end_a_refusal_says_how_it_ended() -> None:
    for kind, body, where, code in (
        (HAND, {"hand": 5, **hand(PAIRS, EVEN)}, "hand 5", "game-is-over"),
        (CLOSE, {"reason": "late"}, "close", "stopped-too-late"),
        (TIME, {"hand": 4, "minutes": 40}, "time", "stopped-too-late"),
    ):
        found, place, how = refusal_of(lambda kind=kind, body=body: write(OVER, kind, **body))  # type: ignore[misc]
        assert (found, place) == (code, where)
        assert (how["names"], how["totals"], how["overtricks"]) == (("Ann & Cal", "Ben & Dee"), (520, -80), (0, 0))
        assert how["unit"] == "points"
        assert (how["outcome"].winners, how["outcome"].hand) == ((FIRST,), 4)


def test_a_refused_undo_says_which_event() -> None:
    undone = take_back(TWICE, 3)
    assert refusal_of(lambda: take_back(TWICE, 4)) == ("no-such-entry", "take-back", {"entry": 4, "last": 3})
    assert refusal_of(lambda: take_back(undone, 3)) == ("taken-back-already", "take-back", {"entry": 3, "last": 4})
    assert refusal_of(lambda: take_back(TWICE, 2)) == ("hand-played-after", "take-back", {"hand": 1, "other": 2})


def test_missing_fields_of_a_ruling_take_their_first_choice() -> None:
    def reneges(**fields: str) -> tuple[Renege, ...]:
        return rulings.renege(TWICE, fields).record.reneges

    assert reneges() == reneges(by="2", to="x", books="4") == reneges(books="0") == (Renege(FIRST, SECOND, 1),)
    assert reneges(by="1") == (Renege(SECOND, FIRST, 1),)
    assert reneges(books="3") == (Renege(FIRST, SECOND, 3),)
    assert [rulings.ruled_hand(TWICE, {"hand": number}) for number in ("0", "1", "2", "3")] == [2, 1, 2, 2]
    points = rulings.agreed_points(TWICE, {"points": "-100000", "why": "y" * 201})
    assert (points.seq, points.hand, points.reason) == (4, 2, None)
    assert points.record.adjustments == (Adjustment(FIRST, -100_000, "y" * 200),)


def test_a_seat_is_renamed_from_the_hand_on_in_which_its_player_sat_down() -> None:
    first = rulings.name_seat(TWICE, {"seat": "1", "player": "Eve"})
    assert (first.seq, first.hand, first.seat, first.player) == (4, 1, 1, "Eve")
    later = TWICE.apply(rulings.substitute(TWICE, {"seat": "1", "player": " ", "chosen": "Eve", "hand": "3"}))
    assert rulings.name_seat(later, {"seat": "1", "player": "Eva"}).hand == 3
    assert rulings.name_seat(later, {"seat": "2", "player": "Eva"}).hand == 1
    twice = play(later, EVEN).apply(rulings.substitute(later, {"seat": "1", "player": "Fay", "hand": "2"}))
    assert rulings.name_seat(twice, {"seat": "1", "player": "Eva"}).hand == 3


def test_the_dealer_of_the_next_hand_is_set() -> None:
    event = rulings.set_dealer(PLAYED, {"seat": "1", "reason": " we forgot "})
    assert (event.seq, event.hand, event.seat, event.reason) == (3, 2, 1, "we forgot")
    assert PLAYED.apply(event).board.dealer == 1
    drawn = begin(sheet_of("two-player"))
    assert [rulings.set_dealer(drawn, {"seat": seat}).seat for seat in ("0", "1")] == [1, 0]
