"""Games that are hard to fit on a screen: long and short names and totals, two to eight sides."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.browser.ready import Unseen, unseen_table
from tests.sampled import sampled
from tests.web import at_table

LONGEST, SHORTEST = "Montgomery Featherston-H", "I"
NAMES = (LONGEST, SHORTEST, "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
TABLES = {"2x2": ("partnership", "4, 3, 3, Nil", (9, 4)), "3x1": ("cutthroat", "5, 6, 5", (7, 3)),
          "3x2": ("partnership", "2, 2, 2, 1, 1, Nil", (3, 3)), "4x1": ("cutthroat", "3, 2, 3, 4", (4, 3, 3)),
          "4x2": ("toss", "1, 2, 1, 1, 2, 1, 1, 2", (5, 3, 3)), "5x1": ("toss", "4, 2, 3, 1, 2", (5, 2, 2, 2)),
          "6x1": ("cutthroat", "1, 1, 2, 1, 1, 1", (2, 1, 2, 1, 1)),
          "7x1": ("toss", "1, 1, 2, 1, 1, 1, 1", (5, 1, 2, 1, 1, 1)),
          "8x1": ("toss", "1, 1, 2, 1, 2, 1, 1, 1", (4, 1, 2, 1, 2, 1, 1))}  # fmt: skip
"""By sides and players of each: the rules, the bids, and the tricks of all sides but the last."""

MOST = "8x1"
SHAPES = (*sampled([shape for shape in TABLES if shape != MOST], 8), MOST)
"""One of fewer sides, drawn for each commit, and the most."""

LONG, SHORT = "−1024", "12"
"""Totals of the first two sides."""


def extreme_games(phone: Page, shapes: Iterable[str]) -> dict[str, str]:
    """A game for each of these tables, all bid, with a long total and a short one: their URLs."""
    table = unseen_table(phone)
    found = {}
    for shape in shapes:
        rules, bids, _ = TABLES[shape]
        names = NAMES[: int(shape[0]) * int(shape[-1])]
        pad = at_table.start_game(Unseen(phone), rules, names, names[-1], table, shape, target="5000")
        found[shape] = pad.url
        play_hand(pad, shape)
        pad.reload()
        play_hand(pad, shape)
        agree(pad, {0: -1024, 1: 12})
        pad.reload()
        pad.bids(bids)
    return found


def play_hand(pad: at_table.Pad, shape: str) -> None:
    """A hand with these bids and tricks; nils are made."""
    _, bids, taken = TABLES[shape]
    pad.bids(bids)
    pad.phone.open(f"{pad.url}?{'&'.join(f't{side}={tricks}' for side, tricks in enumerate(taken))}")
    pad.save()


def agree(pad: at_table.Pad, totals: dict[int, int]) -> None:
    """Points that the table agrees on in its first hand bring these totals."""
    for side, total in totals.items():
        pad.reload()
        points = total - int(pad.totals[side])
        pad.phone.open(f"{pad.url}/rulings/points?hand=1&side={side}&points={points}&why=talking")
        pad.phone.tap("Save ruling")
