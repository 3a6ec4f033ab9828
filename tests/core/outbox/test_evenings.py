"""Evenings of two and three phones with a bad line and a server that is restored: all end with the same game."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.outbox.model import Phase
from tests.core.outbox.table import GAME, Draws, Table
from tests.hypothesis_budget import examples


def played(given_bytes: bytes, phones: int, length: int) -> Table:
    table = Table(Draws(given_bytes), phones)
    table.evening(length)
    table.settle()
    return table


@settings(max_examples=examples(100, soak=40_000))
@given(st.binary(min_size=300, max_size=1500), st.integers(2, 3))
def test_all_phones_and_the_server_end_with_the_same_game(given_bytes: bytes, phones: int) -> None:
    table = played(given_bytes, phones, 80)
    ids = table.server.ids()
    assert len(set(ids)) == len(ids), "a tap is there twice"
    for phone in table.phones:
        assert (phone.taps, phone.sealed) == ([], "")
        assert [event for _, event, _ in phone.events] == ids
        assert {tab.outbox.queues[GAME].phase for tab in phone.tabs} == {Phase.READY}
    assert set(table.tapped) - set(ids) <= table.let_go, "a tap vanished"
    assert table.server.seen_saved - set(ids) <= table.let_go, "what was seen saved vanished"
