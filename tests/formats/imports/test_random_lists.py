"""Random lists of hands: what cannot be read is a fault with its place, never one of ours."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import error_text
from scorekeeper.formats.games import UnreadGame
from scorekeeper.formats.hand_list.columns import guessed_columns, without
from scorekeeper.formats.hand_list.doubts import doubts_of
from scorekeeper.formats.hand_list.games import sheets_of
from scorekeeper.formats.hand_list.reading import read_hand_list
from tests.formats.imports.files import csv_games
from tests.formats.imports.test_hand_list import ALONE, HEADS, PAIRS
from tests.hypothesis_budget import examples
from tests.random_lists import random_list


def test_any_list_of_hands_is_read_or_named() -> None:
    read = 0
    for number in range(examples(300, 60_000)):
        lots = Random(number)
        text = random_list(lots)
        head = lots.choice((ALONE, PAIRS))
        try:
            found = read_hand_list(f"{HEADS}\n{text}" if lots.random() < 0.5 else text)
            read += 1
            columns = guessed_columns(found.heads, [side.get("players", [side["name"]]) for side in head["sides"]])
            sheets_of(found, without(columns, doubts_of(found, columns).columns), head)
        except InvalidInput as error:
            error_text(error)
    assert read


def test_any_csv_of_hands_is_read_or_named() -> None:
    heads = "rules,hand,side,name,bid,took"
    for number in range(examples(300, 60_000)):
        lots = Random(number)
        lines = f"{heads}\n{random_list(lots)}".split("\n")
        with suppress(InvalidInput):
            for game in csv_games(lines):
                assert not isinstance(game, UnreadGame) or game.placed
