"""The second scorer's part for the Berkley games: from their printed tables, without the app's code."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

from tests.second_scorer import SecondScorer

Json = dict[str, Any]

BERKLEY = ("berkley-two", "berkley-three-1", "berkley-three-2")
NO_TRICKS = ("nil", "naught")


@cache
def printed(rules: str) -> dict[str, Json]:
    """The rows of a printed table by call."""
    with (Path(__file__).parent / "data" / "tables" / f"{rules}.csv").open(encoding="utf-8", newline="") as table:
        return {row["call"]: row for row in csv.DictReader(table)}


def score(sheet: Json) -> Json:
    """The result of a sheet by the second scorer: points, totals, overtricks, bags and the outcome."""
    return (BerkleyScorer if sheet["rules"] in BERKLEY else SecondScorer)(sheet).played()


class BerkleyScorer(SecondScorer):
    """A game for two or three, with its runs of perfect bids."""

    def __init__(self, sheet: Json) -> None:
        super().__init__(sheet)
        self.tricks = 18 if self.rules == "berkley-three-2" else 13
        self.runs = [0 for _ in self.sides]

    def _side(self, side: int, hand: Json) -> tuple[int, bool]:
        calls = hand["bids"][side].rpartition(">")[2].split("+")
        took, made = hand["took"][side], []
        if isinstance(took, dict):
            took, made = took["tricks"], took["made"]
        hands = took if isinstance(took, list) else [took]
        tricks = sum(hands)
        took_all = tricks == self.tricks  # a failed nil's tricks are left out below
        points = over = 0
        perfect, wins = True, False
        for call in calls[1:]:
            if "bemo" in call:
                points += self._worth(call, call in made or took_all)
            else:
                own = 0 if not tricks else hands[call.endswith("-right")]
                points += self._worth(call, not own)
                perfect = perfect and not own
                over += own if self._failed_nil() == "bags" else 0
                tricks -= 0 if self._failed_nil() == "helps" else own
        if calls[0].startswith("double-"):
            points += self._worth(calls[0], not tricks)
            perfect = not tricks
            over += tricks if self._failed_nil() != "ignored" else 0
        else:
            ruled = self._is_ruled_a_set(side, hand)
            gained, wins, above = self._bid(calls[0], tricks, ruled)
            exact = not ruled and self._is_exact(calls[0], tricks)
            points, over, perfect = points + gained, over + above, perfect and exact
        points += over - self._overtrick_penalty(side, over)
        return points + self._run(side, perfect), wins

    def _bid(self, call: str, tricks: int, ruled: bool) -> tuple[int, bool, int]:
        """The points of a number, whether it wins the game, and the overtricks."""
        number, blind = int(call.removeprefix("blind-")), call.startswith("blind-")
        exact = (self.chosen.get("blind_exact", self.rules != "berkley-two") and blind) or number <= 2
        made = not ruled and (tricks == number if exact else tricks >= number)
        wins = made and printed(self.rules)[call]["made"] == "wins"
        points = 0 if wins else self._worth(call, made)
        if call == "13" and self.rules == "berkley-two" and not made:
            points = self.number("boston_missed", 0)
        return points, wins, tricks - number if made else 0

    def _worth(self, call: str, made: bool) -> int:
        return int(printed(self.rules)[call]["made" if made else "failed"])

    def _is_exact(self, call: str, tricks: int) -> bool:
        return int(call.removeprefix("blind-")) == tricks

    def _failed_nil(self) -> str:
        return str(self.chosen.get("failed_nil", "bags"))

    def _overtrick_penalty(self, side: int, new: int) -> int:
        before, self.over[side] = self.over[side], self.over[side] + new
        passed = range(before // 10 + 1, self.over[side] // 10 + 1)
        return sum(100 * (number if self.is_set_to("overtrick_penalty", "escalating") else 1) for number in passed)

    def _run(self, side: int, perfect: bool) -> int:
        """The bonus for perfect bids in a row."""
        self.runs[side] = self.runs[side] + 1 if perfect else 0
        if not self.chosen.get("perfect_run", True) or self.runs[side] < 3:
            return 0
        if self.rules == "berkley-two":
            self.runs[side] = 0
            return 80
        return 100 if self.runs[side] == 3 else 50
