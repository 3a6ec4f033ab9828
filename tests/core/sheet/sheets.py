"""Sheets as JSON: valid ones to start from, and the refusal of a broken one."""

from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from scorekeeper.core.words.faults import fault_text

Json = dict[str, Any]


def sound(**parts: Any) -> Json:
    """A valid game of two players after one hand, with these parts replaced."""
    return {
        "format": "scorekeeper-sheet/1",
        "rules": "two-player",
        "options": {"target": 300},
        "sides": [{"name": "Ann", "players": ["Ann"]}, {"name": "Ben", "players": ["Ben"]}],
        "dealer": 0,
        "hands": [sound_hand()],
        "closed": None,
        **parts,
    }


def sound_hand(**parts: Any) -> Json:
    return {"bids": ["5", "nil>6"], "took": [6, 7], **parts}


def with_hand(**parts: Any) -> Json:
    """The valid game with these parts in its hand."""
    return sound(hands=[sound_hand(**parts)])


def in_pairs(**parts: Any) -> Json:
    """A valid game of four in pairs after one hand."""
    sides = [{"name": "Us", "players": ["Ann", "Cal"]}, {"name": "Them", "players": ["Ben", "Dee"]}]
    hand = {"bids": [["3", "nil"], ["4", "5"]], "took": [[4, 0], 9]}
    return sound(rules="partnership", sides=sides, hands=[hand], **parts)


def refusal(sheet: object) -> str:
    """The sentence that refuses a sheet, when reading or scoring it."""
    with pytest.raises(InvalidInput) as refused:
        read_sheet(sheet).scoreboard()
    return fault_text(refused.value.fault)


def again(sheet: object) -> Json:
    """The sheet, written and read back."""
    return sheet_json(read_sheet(sheet))
