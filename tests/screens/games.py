"""Sample games, each in a different state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.game import BIDS, CORRECTION, HAND, SIGN, SUBSTITUTE
from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.setup import close_storage
from tests.rooms import rooms_with
from tests.served import CHECKOUT
from tests.tables import sheet_of

Parts = dict[str, Any]

SIX_HANDS = (
    "Ann 4 and Cal 3 took 10, Ben 3 and Dee 2 took 3",
    "Ann 3 and Cal 3 took 7, Ben 4 and Dee 2 took 6",
    "Ann 5 and Cal 2 took 7, Ben 3 and Dee 3 took 6",
    "Ann nil took 0, Cal 5 took 6, Ben 4 and Dee 3 took 7",
    "Ann 3 and Cal 3 took 9, Ben 2 and Dee 2 took 4",
    "Ann 4 and Cal 2 took 8, Ben 4 and Dee 2 took 5",
)
LAST_HANDS = (
    "Ann 2 and Cal 4 took 6, Ben nil took 0, Dee 5 took 7",
    "Ann 4 and Cal 4 took 8, Ben 3 and Dee 2 took 5",
)
OVER = SIX_HANDS + LAST_HANDS
SET = "Ann 7 and Cal 6 took 3, Ben 4 and Dee 4 took 10"
TALKED = "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5; Ann adjusted -30 for talking"
ALL_BID = [["4", "3"], ["3", "2"]]
LONG_NAMES = ("Bartholomew-Maximilian", "Ben", "Christophina Alexandra", "Dee", "Ekaterina", "Fay")


@dataclass(frozen=True)
class Sample:
    """A game so far: its sheet, the bids for its next hand, and later events."""

    sheet: Parts
    bids: object = None
    later: tuple[Mapping[str, Any], ...] = ()


def sample(rules: str, *hands: str, bids: object = None, later: tuple[Parts, ...] = (), **more: Any) -> Sample:
    """A game in the tests' notation."""
    return Sample(sheet_of(rules, *hands, **more), bids, later)


def from_file(name: str, hands: int, bids: object = None, names: tuple[str, ...] = (), **options: object) -> Sample:
    """The first hands of a game from the tests, perhaps with other names."""
    sheet = json.loads((CHECKOUT / "tests" / "games" / f"{name}.json").read_text())["sheet"]
    sheet["hands"] = sheet["hands"][:hands]
    sheet["options"] |= options
    sheet["closed"] = None
    for side, other in zip(sheet["sides"], names, strict=False):
        side |= {"name": other, "players": [other]}
    return Sample(sheet, bids)


LEVEL = (
    "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6; Ann adjusted +372 for luck; Ben adjusted +390 for luck",
    "Ann 3 and Cal 3 took 6, Ben 3 and Dee 3 took 7",
)
"""442 and 441, then 502 each: another hand decides."""


def correction(hand: int) -> Parts:
    """One hand was counted wrong."""
    return {"kind": CORRECTION, "hand": hand, "bids": ALL_BID, "took": [8, 5], "reason": "miscounted"}


def samples() -> dict[str, Sample]:
    """The sample games by name, the latest one last."""
    return {
        "fresh": sample("partnership"),
        "long": sample("partnership", *SIX_HANDS * 3, *SIX_HANDS[:2], target=10_000),
        "deep": sample("partnership", *[SET] * 9, target=10_000),
        "objection": sample("partnership", SIX_HANDS[0], bids=[["blind-nil", "3"], ["3", "2"]], blind_nil=200),
        "overruled": sample("partnership", SIX_HANDS[0], "Ann blind-nil took 0, Cal 3 took 4; the table allowed it",
                          blind_nil=200),
        "corrected": sample("partnership", *SIX_HANDS[:3], later=(correction(2), {
            "kind": SUBSTITUTE, "hand": 4, "seat": 1, "player": "Eve"})),
        "signed": sample("partnership", *OVER, later=({"kind": SIGN, "side": 0, "verdict": "agreed"},
            {"kind": SIGN, "side": 1, "verdict": "disputed", "hand": 3, "note": "that was 5"})),
        "level": sample("partnership", *LEVEL, bids=[["3", None], [None, "4"]]),
        "to-level": sample("partnership", LEVEL[0], bids=[["3", "3"], ["3", "3"]]),
        "stopped": sample("partnership", *SIX_HANDS[:2], closed="late"),
        "misread": sample("partnership", *SIX_HANDS[:2], TALKED, bids=ALL_BID),
        "clash": sample("partnership", bids=ALL_BID),
        "rows": sample("cutthroat", "Ann 5 took 6, Ben 4 took 4, Cal 3 took 7", bids=["4", None, None]),
        "six": from_file("gambling-six-goes-on", 6, ["1", None, None, None, None, None], LONG_NAMES),
        "once-more": from_file("miser-four-to-500", 2, ["3", "2", "4", "1"]),
        "raises": from_file("gambling-five-closed", 2, ["1", "2", "0", "1", "0"]),
        "forced": from_file("evil-all-hands", 6),  # everyone bids 1
        "last-bid": sample("partnership", *SIX_HANDS, bids=[["3", "4"], [None, "4"]], may_total_tricks=False),
        "evil": from_file("evil-all-hands", 12),
        "toss": from_file("toss-pairs-twenty-six-tricks", 3, target=5000),
        "toss-counted": from_file("toss-pairs-twenty-six-tricks", 3, [["7", "6"], ["6", "5"]], target=5000),
        "company": from_file("berkley-two-house-rules", 3),
        "facts": from_file("berkley-two-house-rules", 1, ["5+bemo", "6"]),
        "over": sample("partnership", *OVER),
        "tricks": sample("partnership", *SIX_HANDS, bids=ALL_BID),
        "bidding": sample("partnership", *SIX_HANDS, bids=[["3", None], [None, "4"]]),
    }  # fmt: skip


def _app_beside(instance: Path) -> Flask:
    """An app on the instance of a running server; the checkout's own instance is left alone."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SCOREKEEPER_INSTANCE", str(instance))
        return create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/scorekeeper.sqlite"})


def play_samples(instance: Path, table: str) -> dict[str, str]:
    """Plays the sample games, and what rooms add, at the table; returns their ids by name."""
    app = _app_beside(instance)
    with app.app_context():
        played = {name: _play(sample, table) for name, sample in samples().items()}
        for room in reversed(rooms_with("screens")):
            more = room.play(table)
            assert not played.keys() & more.keys(), "a room’s sample in place of another"
            played |= more
    close_storage(app)
    return played


EVENING = (
    ("Ann", "Cal", "Ben", "Dee", "Ann 4 and Cal 3 took 9, Ben 2 and Dee 2 took 4"),
    ("Ann", "Ben", "Cal", "Eve", "Ann 4 and Cal 3 took 5, Ben nil took 1, Dee 5 took 7"),
    ("Fay", "Dee", "Eve", "Ben", "Ann 3 and Cal 3 took 7, Ben 3 and Dee 3 took 6"),
)
"""The games of six friends: each with the two pairs, and a hand in which they play as Ann & Cal and Ben & Dee."""


def play_evening(instance: Path, table: str) -> None:
    """Plays the games of an evening at the table, with partners that change."""
    app = _app_beside(instance)
    with app.app_context():
        for *names, hand in EVENING:
            sheet = sheet_of("partnership", hand, closed="late")
            pairs = (names[:2], names[2:])
            sheet["sides"] = [{"name": " & ".join(pair), "players": pair} for pair in pairs]
            start_game(table, read_sheet(sheet), author=Author("Ann’s phone"))
    close_storage(app)


def _play(sample: Sample, table: str) -> str:
    started = start_game(table, read_sheet(sample.sheet), author=Author("Ann’s phone"))
    game = started.game.id
    if sample.bids is not None:
        body = {"hand": started.state.board.next_number, "bids": sample.bids}
        record(game, BIDS, body, author=Author("Ann’s phone"))
    for entry in sample.later:
        record(game, entry["kind"], {k: v for k, v in entry.items() if k != "kind"}, author=Author("Ben’s phone"))
    return game


def save_hand(instance: Path, game: str, took: list[int]) -> None:
    """Another phone saves the first hand of a game in the meantime."""
    app = _app_beside(instance)
    with app.app_context():
        record(game, HAND, {"hand": 1, "bids": ALL_BID, "took": took}, author=Author("Ben’s phone"))
    close_storage(app)
