"""Some of every hand of a table, drawn by the commit: the engine, the second scorer and the compiled phone agree."""

from __future__ import annotations

from random import Random

import pytest

from scorekeeper.core.sheet import read_sheet
from tests.every_hand import BAGS, TABLES, Hands, begun, count, count_points
from tests.sampled import seed

PARTS = {"partnership": 50_021, "two-player": 7, "two-handed": 7, "berkley-two": 50_021, "berkley-three-1": 300_007}
"""How many parts each table's hands have; those of the others are as many as of partnership."""


@pytest.mark.parametrize("rules", TABLES)
def test_some_of_every_hand(rules: str) -> None:
    """With a number of bags before the hand, where there are bags; `python -m tests.every_hand` counts them all."""
    parts, random = PARTS.get(rules, 50_021), Random(f"{seed()} {rules}")
    bags = random.randrange(BAGS) if rules == "partnership" else 0
    found = count(rules, (random.randrange(parts), parts), [bags], phone=rules == "partnership")
    assert found.hands >= 100
    assert (found.differ, found.example) == (0, "")


@pytest.mark.parametrize("rules", TABLES)
def test_some_points_of_every_hand(rules: str) -> None:
    """What scores four times as many leaves out reading, and refuses the same."""
    spoken = Hands(rules).spoken
    shard = Random(f"{seed()} {rules}").randrange(spoken // 5), spoken // 5
    bags = range(BAGS) if rules == "partnership" else [0]
    found = count_points(rules, shard, bags, phone=False)
    assert found.hands + found.refused >= 70
    assert (found.differ, found.example) == (0, "")


@pytest.mark.parametrize("bags", range(BAGS))
def test_a_game_begins_with_any_number_of_bags(bags: int) -> None:
    for most in (bags, BAGS - 1):
        sides = read_sheet(begun("partnership", bags, most)).scoreboard().scores
        assert [(side.total, side.towards_penalty) for side in sides] == [(0, bags)] * 2
