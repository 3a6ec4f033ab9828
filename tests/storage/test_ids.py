"""Ids cannot be guessed, and survive a chat."""

from __future__ import annotations

from math import log2

from scorekeeper.storage.columns import LENGTH, LETTERS, unguessable_id


def test_id_has_more_than_128_bits_and_no_punctuation() -> None:
    made = {unguessable_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(text) == LENGTH and text.isalnum() and text.isascii() for text in made)
    assert log2(len(set(LETTERS))) * LENGTH > 128
