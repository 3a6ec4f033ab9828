"""Recording at its limits: a game with too many events, too many phones at once; and who hears of an event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from scorekeeper.core.game import BIDS, CLOSE, CORRECTION, HAND, START, SUBSTITUTE, AlreadyRecorded, GameState, NotNow
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import HAS_HANDS, NOT_OVER_YET, TOO_MANY_EVENTS, TOO_MANY_PHONES
from scorekeeper.services import recording
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author, event_recorded, new_event, record, record_event
from scorekeeper.services.starting import rematch, start_game
from scorekeeper.services.tables import remove_empty_game
from scorekeeper.storage.errors import AnotherEventCameFirst, RematchUnderway
from scorekeeper.storage.events import out_of_turn
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import names_of
from tests.services.cast import ANN, BIG, EVEN, game_setup, hand_body, kinds, play

OVER = (BIG, BIG, BIG, BIG)


def what(refused: pytest.ExceptionInfo[InvalidInput]) -> tuple[str, str, object]:
    """Code, field and figures."""
    return refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """The kinds of the events that are announced from here on."""
    found = list[str]()

    def listen(_sender: object, kind: str) -> None:
        found.append(kind)

    event_recorded.connect(listen)
    yield found
    event_recorded.disconnect(listen)


def test_a_game_with_too_many_events_can_only_be_closed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MAX_EVENTS", 2)
    play(game_id, EVEN)
    with pytest.raises(NotNow) as refused:
        play(game_id, EVEN, start=2)
    assert what(refused) == (TOO_MANY_EVENTS.key, FieldPath.to("entry").words, {"entries": 2})
    assert record(game_id, CLOSE, {"reason": "late"}, author=ANN).new
    assert kinds(game_id) == [HAND, CLOSE]


def test_a_game_that_is_full_is_not_scored_again(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game_id, EVEN)
    monkeypatch.setattr(recording, "MAX_EVENTS", 2)
    with recording.REPLAYS, pytest.raises(NotNow):  # whoever needs its turn would wait for ever
        record(game_id, CORRECTION, hand_body(1, BIG) | {"reason": "miscounted"}, author=ANN)


def test_corrections_take_turns_and_hands_do_not(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = list[str]()

    class Turns:
        def __enter__(self) -> None:
            turns.append("taken")

        def __exit__(self, *_of: object) -> None:
            turns.append("given back")

    monkeypatch.setattr(recording, "REPLAYS", Turns())
    play(game_id, EVEN)
    assert turns == []
    record(game_id, CORRECTION, hand_body(1, BIG) | {"reason": "miscounted"}, author=ANN)
    assert turns == ["taken", "given back"]


def test_who_saw_no_event_tries_until_nobody_is_quicker(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game_id, EVEN)
    write, tried = recording._write, list[str]()

    def slow(*given: object) -> object:
        tried.append(str(given[2]))
        if len(tried) < most:
            raise out_of_turn(game_id, 1, 2)
        return write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(recording, "_write", slow)
    most = recording.MAX_ATTEMPTS
    assert record(game_id, HAND, hand_body(2, EVEN), author=ANN).new
    assert (len(tried), len(set(tried))) == (recording.MAX_ATTEMPTS, 1), "each time with the same id"
    tried.clear()
    most += 1
    with pytest.raises(AlreadyRecorded) as refused:
        record(game_id, HAND, hand_body(3, EVEN), author=ANN)
    assert what(refused)[0] == TOO_MANY_PHONES.key
    tried.clear()
    with pytest.raises(AnotherEventCameFirst):
        record(game_id, HAND, hand_body(3, EVEN), author=ANN, seq=3)
    assert len(tried) == 1


def test_each_event_is_announced_once_saved(table: Table, heard: list[str]) -> None:
    started = start_game(table.id, game_setup(EVEN), author=ANN)
    assert heard == [START, HAND]
    event_id = "1b4e28ba-2fa1-4d2e-883f-0016d3cca427"
    for _ in range(2):
        record(started.game.id, HAND, hand_body(2, EVEN), author=ANN, event_id=event_id)
        start_game(table.id, game_setup(BIG), author=ANN, event_id="6fa459ea-ee8a-4ca4-894e-db77e160355e")
    with pytest.raises(AlreadyRecorded):
        record(started.game.id, HAND, hand_body(2, EVEN), author=ANN)
    assert heard == [START, HAND, HAND, START, HAND]


def test_a_tap_that_changes_nothing_is_no_event(game_id: str, heard: list[str]) -> None:
    seen = list[GameState]()
    assert record_event(game_id, seen.append, author=ANN) is None
    assert [state.seq for state in seen] == [1]
    assert heard == []


def test_an_event_has_its_writer_time_and_id(game_id: str) -> None:
    before = datetime.now(UTC)
    entry = record(game_id, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, author=Author("Eve")).stored
    assert (entry.seq, entry.who, UUID(entry.id).version) == (2, "Eve", 4)
    assert before - timedelta(seconds=1) <= entry.at <= datetime.now(UTC)
    long_ago = datetime(2026, 1, 2, tzinfo=UTC)
    bids = load_game(game_id).state.events[1]
    assert new_event(bids, game_setup(), at=long_ago).at == long_ago


def test_who_sits_down_is_a_player_of_the_table(table: Table, game_id: str) -> None:
    record(game_id, SUBSTITUTE, {"hand": 1, "seat": 2, "player": "Eve"}, author=ANN)
    assert "Eve" in names_of(table.id)


def test_a_game_with_hands_cannot_be_deleted(game_id: str) -> None:
    play(game_id, EVEN)
    with pytest.raises(NotNow) as refused:
        remove_empty_game(game_id)
    assert what(refused) == (HAS_HANDS.key, "", {})
    assert kinds(game_id) == [HAND]


def test_a_rematch_waits_for_the_end_and_another_for_that_of_the_first(table: Table, game_id: str) -> None:
    with pytest.raises(NotNow) as refused:
        rematch(game_id, ANN)
    assert what(refused) == (NOT_OVER_YET.key, FieldPath.to("rematch").words, {})
    play(game_id, *OVER)
    first = rematch(game_id, ANN, another=False)
    with pytest.raises(RematchUnderway, match=f"game {first.game.number}"):
        rematch(game_id, ANN, another=False)
    assert rematch(game_id, ANN).new
