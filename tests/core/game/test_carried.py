"""A game in columns: the same entries come out, and nothing is written that follows from the entry before."""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.game.carried import (
    COUNTED,
    FOLLOWS,
    SHAPE,
    SHORT,
    USUAL,
    entries_of,
    id_after,
    in_columns,
    in_full,
    shortened,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import SETUP, read_sheet, sheet_json
from tests.tables import sheet_of

GAME = "2b1f8a9c-7d3e-4f50-a1b2-c3d4e5f60718"
SALT = "9f86d081884c7d659a2feaa0c55ad015"
FIRST = "5da16819-d228-4326-a105-fffffffffffd"
BEGUN = 1_795_908_161_321


def start_of(rules: str, **options: object) -> dict[str, Any]:
    sheet = sheet_json(read_sheet(sheet_of(rules) | {"options": options}))
    return {name: part for name, part in sheet.items() if name in SETUP}


def entry(number: int, payload: object, at: object = BEGUN, **others: Any) -> dict[str, Any]:
    entry_id = GAME
    if number:
        entry_id = FIRST
        for _ in range(number - 1):
            entry_id = id_after(entry_id)
    kind = "bids" if number else "start"
    return {"id": entry_id, "kind": kind, "payload": payload, "who": None, "reason": None, "at": at} | others


def carried(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """What a reader gets: the columns went through JSON."""
    found: dict[str, Any] = json.loads(json.dumps({"game": GAME, **in_columns(GAME, entries)}))
    return found


def test_document_has_what_is_usual() -> None:
    """It never changes, and other programs read it there."""
    text = Path("docs/record.md").read_text("utf-8")
    block = text.partition("They never change, whatever a later version plays by:")[2]
    shape, _, options = block.partition("```json\n")[2].partition("```")[0].partition("\n")
    assert (json.loads(shape), json.loads(options)) == (SHAPE, USUAL)


def test_document_has_what_is_short() -> None:
    text = Path("docs/record.md").read_text("utf-8")
    block = text.partition("U+0001, U+0002 and so on stand for these texts")[2]
    assert tuple(json.loads(block.partition("```json\n")[2].partition("```")[0])) == SHORT


def test_short_text_comes_out_in_full() -> None:
    """Also one that has a short text within a name."""
    text = json.dumps({"games": [{"game": 'null,"North & South', "ids": [0, 0, 0]}]}, separators=(",", ":"))
    assert in_full(shortened(text), len(text)) == text
    assert in_full(shortened(text), len(text) - 1) == ""
    assert len(SHORT) < ord(" ")


@pytest.mark.parametrize("rules", rule_sets())
def test_entries_come_out_as_they_went_in(rules: str) -> None:
    start = start_of(rules)
    bids = {"hand": 1, "bids": [["4", None], [None, None]]}
    entries = [
        entry(0, start),
        entry(1, bids, BEGUN + 4213),
        entry(2, bids, BEGUN - 60_000, who="Zoë", reason="a second “try”"),
        entry(2, {}, "2026-11-21T21:58:59.213456Z", id="made-by-a-server", kind="close"),
        entry(3, {"event": 2}, BEGUN),
    ]
    assert entries_of(carried(entries)) == entries


def test_changed_options_and_parts_that_are_not_there_come_out() -> None:
    start = start_of("partnership", target=300, bags=0)
    del start["options"]["tie"]
    others: list[dict[str, Any]] = [{"rules": "partnership"}, {"options": {}}, {"options": 7, "hands": [1]}]
    for payload in [start, start | {"later": [1]}, *others]:
        assert entries_of(carried([entry(0, payload)])) == [entry(0, payload)]


def test_ids_that_follow_are_not_written() -> None:
    columns = carried([entry(number, {}) for number in range(6)])
    assert columns["ids"] == [FOLLOWS, FIRST, *[FOLLOWS] * 4]
    assert columns["usual"] == "0" * (len(SHAPE) + len(USUAL))
    assert "who" not in columns


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("5da16819-d228-4326-a105-c57c3ef68b68", "5da16819-d228-4326-a105-c57c3ef68b69"),
        ("5da16819-d228-4326-a105-c57c3ef68bff", "5da16819-d228-4326-a105-c57c3ef68c00"),
        ("5da16819-d228-4326-a105-ffffffffffff", "5da16819-d228-4326-a105-" + "0" * COUNTED),
        ("by a server", "by a server"),
        ("", ""),
    ],
)
def test_id_is_counted_on_as_phones_do(before: str, after: str) -> None:
    assert id_after(before) == after


@pytest.mark.parametrize("hands", [1, 5, 9, 20])
def test_link_stays_short(hands: int) -> None:
    """Of a game with names and times: what is fixed, and 60 letters a hand."""
    dice = random.Random(hands)
    entries, at = [entry(0, start_of("partnership", blind_nil=200))], BEGUN
    for hand in range(1, hands + 1):
        bids: list[list[str | None]] = [[None, None], [None, None]]
        for seat in range(hand, hand + 4):
            at += dice.randint(900, 9_000)
            bids[seat % 2][seat // 2 % 2] = dice.choice(["1", "2", "2", "3", "3", "3", "4", "4", "5", "nil"])
            entries.append(entry(len(entries), {"hand": hand, "bids": [list(side) for side in bids]}, at))
        at += dice.randint(120_000, 500_000)
        tricks = dice.randint(4, 9)
        hand_payload = {"hand": hand, "bids": bids, "took": [tricks, 13 - tricks]}
        entries.append(entry(len(entries), hand_payload, at, kind="hand"))
    pad = {"number": 1, "unnamed": ["North", "East", "South", "West"], "rules_code": "2NK-79"}
    whole = json.dumps({"games": [carried(entries) | {"salt": SALT, "pad": pad}]}, separators=(",", ":"))
    link = b"https://pad.example/take#SPADES3." + b64encode(zlib.compress(shortened(whole).encode())).rstrip(b"=")
    assert len(link) < 340 + 60 * hands


def test_what_a_phone_does_not_write_is_refused() -> None:
    columns = carried([entry(0, {}), entry(1, {})])
    for change in (
        {"ids": [0]},
        {"at": [True, 1]},
        {"at": [-1, 0]},
        {"usual": "1"},
        {"usual": None},
        {"kinds": "start"},
    ):
        with pytest.raises(InvalidInput):
            entries_of(columns | change)
    assert entries_of(columns | {"ids": [0, []]})[1]["id"] == []  # whoever reads the entry refuses it
