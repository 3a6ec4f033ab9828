"""Every event survives writing and reading as JSON; a stored event keeps its reason and its writer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from scorekeeper.core.game import (
    AGREED,
    DEALER,
    DISPUTED,
    SIGN,
    SUBSTITUTE,
    SWAP,
    TIME,
    Event,
    EventUndone,
    GameState,
    PlayerErased,
    payload_of,
    read_event,
    read_start,
    read_stored,
)
from scorekeeper.core.game.event_json import READERS, WRITERS
from scorekeeper.core.game.events import NO_EVENT
from scorekeeper.core.inputs.faults import InvalidInput
from scorekeeper.core.sheet.hands import HAND as HAND_PARTS
from tests.core.game.games import BIG, EVEN, bid, correct, games, partnership, play, undo, write
from tests.each_case import each_case
from tests.tables import sheet_of


def again(event: Event, state: GameState) -> Event:
    """The event, stored and read back."""
    payload = json.loads(json.dumps(payload_of(event, state.setup)))
    return read_stored(event.kind, payload, state.setup, event.seq, event.reason, event.who)


@given(games())
def test_events_of_any_game_survive_storage(states: list[GameState]) -> None:
    state = states[-1]
    assert [again(event, state) for event in state.events[1:]] == list(state.events[1:])


def test_every_kind_survives_storage() -> None:
    state = bid(correct(play(partnership(), EVEN), 1, BIG), "4", None, None, None)
    state = write(state, "misdeal", hand=2, called_by=1, reason="exposed card")
    state = write(state, SUBSTITUTE, hand=2, seat=2, player="Eve")
    state = write(state, SWAP, hand=2, seats=[0, 3])
    state = write(state, DEALER, hand=2, seat=3, reason="Ben dealt twice")
    state = write(state, SIGN, side=0, verdict="agreed", device="own")
    state = write(state, SIGN, side=1, verdict="disputed", hand=1, note=" we took six ")
    state = write(state, TIME, hand=2, minutes=38, reason="the room closes")
    state = undo(write(write(state, "close", forfeit=1), "reopen", reason="they stayed"))
    events = [
        *state.events[1:],
        PlayerErased(seq=state.seq + 1, reason="asked", who="Ann", hashes=((2, "a"), (10, "b"))),
    ]
    assert [again(event, state) for event in events] == events
    assert {event.kind: event.reason for event in events if event.reason} == {
        "correction": "miscounted",
        "misdeal": "exposed card",
        DEALER: "Ben dealt twice",
        TIME: "the room closes",
        "reopen": "they stayed",
        "erase": "asked",
    }
    assert {event.kind for event in events} == READERS.keys() | WRITERS.keys()


def test_erasure_reaches_only_earlier_events() -> None:
    head = partnership().setup
    listed = {"2": "a", "9": "itself", "10": "later", "x": "nothing", "٣": "no digit", "0000000003": "ten digits"}
    assert read_stored("erase", {"entries": listed}, head, 9, None, None) == PlayerErased(seq=9, hashes=((2, "a"),))
    assert read_stored("erase", {"entries": 7}, head, 9, None, None) == PlayerErased(seq=9, hashes=())


def test_undo_of_an_event_is_stored_by_its_number() -> None:
    head = partnership().setup
    assert payload_of(EventUndone(seq=5, event=4), head) == {"entry": 4}


PARTS = {
    "bids": ("bids", ("hand", "bids")),
    "hand": ("hand", ("hand", *HAND_PARTS)),
    "misdeal": ("misdeal", ("hand", "reason", "called_by")),
    "take-back": ("take-back", ("entry",)),
    "close": ("close", ("reason", "forfeit")),
    "time": ("time", ("hand", "minutes")),
    "reopen": ("entry", ("reason",)),
    "sign": ("sign", ("side", "verdict", "hand", "note", "device")),
}
"""The place where each kind is refused, and the parts that it has."""


@each_case("kind", PARTS)
def test_unknown_part_of_an_event_is_refused(kind: str) -> None:
    place, parts = PARTS[kind]
    figures = {"what": "it", "value": '"cards"', "parts": parts}
    assert refusal_of(kind, {"cards": 52}) == (place, "unknown-part", figures)


NEEDED = {
    "bids": ("hand", "bids"),
    "hand": ("hand", "bids", "took"),
    "misdeal": ("hand",),
    "take-back": ("entry",),
    "sign": ("side", "verdict"),
}
"""The parts that each kind needs."""


@each_case("kind", NEEDED)
def test_event_without_its_parts_is_refused(kind: str) -> None:
    parts = NEEDED[kind]
    figures = {"what": "it", "value": f'"{parts[0]}"', "parts": parts}
    assert refusal_of(kind, {}) == (kind, "missing-part", figures)


@each_case(
    ("kind", "body", "place", "what", "value", "high"),
    [
        ("misdeal", {"hand": 1, "called_by": 2}, "misdeal", "called_by", "2", 1),
        ("sign", {"side": 2, "verdict": AGREED}, "sign", "side", "2", 1),
        ("sign", {"side": 0, "verdict": DISPUTED, "hand": 1001}, "sign", "hand", "1001", 1000),
        ("close", {"forfeit": 2}, "close", "forfeit", "2", 1),
        ("bids", {"hand": 1001, "bids": []}, "bids", "hand", "1001", 1000),
        ("hand", {"hand": 1001, "bids": [], "took": []}, "hand", "hand", "1001", 1000),
        ("take-back", {"entry": 1_000_001}, "take-back", "entry", "1000001", 1_000_000),
    ],
)
def test_event_with_a_number_out_of_range_is_refused(
    kind: str, body: dict[str, object], place: str, what: str, value: str, high: int
) -> None:
    low = 0 if high == 1 else 1
    with pytest.raises(InvalidInput) as refused:
        read_event(kind, body, partnership().setup, 2)
    assert (refused.value.fault.path.words, refused.value.fault.code) == (place, "out-of-range")
    assert refused.value.fault.params == {"what": what, "value": value, "low": low, "high": high}


def test_event_of_an_unknown_kind_is_refused() -> None:
    refused = ("entry", "not-one-of", {"what": "kind", "value": '"shuffle"', "parts": tuple(READERS)})
    assert refusal_of("shuffle", {}) == refused
    for kind, value in (("shuffle", '"shuffle"'), (7, "7"), (["hand"], '["hand"]')):
        with pytest.raises(InvalidInput) as asked:
            read_event(kind, {}, partnership().setup, 2)
        assert asked.value.fault.params == {"what": "kind", "value": value, "parts": tuple(READERS)}


def test_an_old_undo_of_what_cannot_be_undone_is_read_as_one_of_nothing() -> None:
    """An older version could write it; the game must still open."""
    head = partnership().setup
    entries = (1, 2, 4, 5, 6, True, "2")
    read = [read_stored("take-back", {"entry": entry}, head, 5, "late", "Ann") for entry in entries]
    assert read == [
        EventUndone(seq=5, reason="late", who="Ann", event=event) for event in (NO_EVENT, 2, 4, *[NO_EVENT] * 4)
    ]


def test_start_of_a_game_keeps_who_began_it() -> None:
    setup = sheet_of("partnership", dealer="Dee")
    start = read_start(setup | {"started_on": "a later version's part"}, "Ann")
    assert (start.seq, start.who, start.setup) == (1, "Ann", partnership().setup)


def refusal_of(kind: str, payload: dict[str, object]) -> tuple[str, str, object]:
    """Where a stored event is refused, with its code and figures."""
    with pytest.raises(InvalidInput) as refused:
        read_stored(kind, payload, partnership().setup, 2, None, None)
    return refused.value.fault.path.words, refused.value.fault.code, refused.value.fault.params
