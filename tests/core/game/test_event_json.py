"""Every event survives writing and reading as JSON; a stored event keeps its reason and its writer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from scorekeeper.core.game import (
    DEALER,
    SIGN,
    SUBSTITUTE,
    TIME,
    Event,
    EventUndone,
    GameState,
    PlayerErased,
    payload_of,
    read_stored,
)
from scorekeeper.core.game.event_json import READERS, WRITERS
from scorekeeper.core.inputs.faults import InvalidInput
from scorekeeper.core.sheet.hands import HAND as HAND_PARTS
from tests.core.game.games import BIG, EVEN, bid, correct, games, partnership, play, undo, write
from tests.each_case import each_case


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
    with pytest.raises(InvalidInput) as refused:
        read_stored(kind, {"cards": 52}, partnership().setup, 2, None, None)
    assert (refused.value.fault.path.words, refused.value.fault.code) == (place, "unknown-part")
    assert refused.value.fault.params == {"what": "it", "value": '"cards"', "parts": parts}


def test_event_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_stored("shuffle", {}, partnership().setup, 2, None, None)
    assert (refused.value.fault.path.words, refused.value.fault.code) == ("entry", "not-one-of")
    assert refused.value.fault.params["parts"] == tuple(READERS)
