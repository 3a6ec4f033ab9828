"""A repeated post is one event: a phone without a response can always retry."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorekeeper.core.game import BIDS, CLOSE, CORRECTION, HAND, TAKE_BACK
from scorekeeper.services.recording import record, undo
from scorekeeper.storage.errors import EventIdTaken
from tests.services.cast import ANN, BEN, BIG, EVEN, hand_body, kinds, play, totals

POSTS = [
    (HAND, hand_body(2, EVEN)),
    (BIDS, {"hand": 2, "bids": [["4", None], [None, None]]}),
    (CORRECTION, hand_body(1, BIG) | {"reason": "miscounted"}),
    (TAKE_BACK, {"entry": 2}),
    (CLOSE, {"reason": "late"}),
]


@pytest.mark.parametrize("seq", [None, 2])
@pytest.mark.parametrize(("kind_of_entry", "body"), POSTS)
def test_repeated_post_is_the_same_event(
    game_id: str, kind_of_entry: str, body: dict[str, object], seq: int | None
) -> None:
    play(game_id, EVEN)
    event_id = str(uuid4())
    first = record(game_id, kind_of_entry, body, author=ANN, event_id=event_id, seq=seq)
    again = record(game_id, kind_of_entry, body, author=ANN, event_id=event_id.upper(), seq=seq)
    assert (first.new, again.new) == (True, False)
    assert again.stored == first.stored
    assert again.state == first.state
    assert kinds(game_id) == [HAND, kind_of_entry]


def test_repeated_post_is_the_same_event_after_later_ones(game_id: str) -> None:
    event_id = str(uuid4())
    first = record(game_id, HAND, hand_body(1, EVEN), author=ANN, event_id=event_id, seq=1)
    later = play(game_id, BIG, start=2)
    again = record(game_id, HAND, hand_body(1, EVEN), author=ANN, event_id=event_id, seq=1)
    assert (again.new, again.stored) == (False, first.stored)
    assert totals(again) == totals(later) == [200, 31]


def test_repeated_post_of_an_undone_event_does_not_restore_it(game_id: str) -> None:
    event_id = str(uuid4())
    record(game_id, HAND, hand_body(1, EVEN), author=ANN, event_id=event_id, seq=1)
    undo(game_id, BEN)
    again = record(game_id, HAND, hand_body(1, EVEN), author=ANN, event_id=event_id, seq=1)
    assert not again.new
    assert again.state.board.hands == ()


@pytest.mark.parametrize("seq", [None, 1, 2])
def test_id_of_a_different_event_is_refused(game_id: str, seq: int | None) -> None:
    event_id = str(uuid4())
    record(game_id, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, author=ANN, event_id=event_id)
    with pytest.raises(EventIdTaken):
        record(game_id, HAND, hand_body(1, EVEN), author=ANN, event_id=event_id, seq=seq)
    assert kinds(game_id) == [BIDS]
