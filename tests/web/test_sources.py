"""docs/sources.md: each page it names has the rule, and each sheet has the figure."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rulesets import rule_set
from tests.docs.pages import page
from tests.served import CHECKOUT
from tests.web.browsing import Phone

PAGE = page("docs/sources.md")
PLACE = re.compile(r"`(/rules/[^#`]+)#([^`]+)`")
SHEET = re.compile(r"\[([\w-]+)\]\(\.\./tests/games/([\w-]+)\.json\)(?:, hand (\d+): (.+) (\+\d+|−\d+|0))?")
TABLE = re.compile(r"\[([\w-]+)\.csv\]\(\.\./tests/data/tables/([\w-]+)\.csv\): `([\w-]+)` (\+\d+|wins), (−\d+|0)")


@dataclass(frozen=True)
class Row:
    """A sentence from a source, where the app says it, and the proof."""

    source: str
    app: str
    shown: str


def rows() -> Iterator[Row]:
    """Every row of every table, without the heads."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 3 and cells[0] not in ("the source", "---"):
            yield Row(*cells)


ROWS = list(rows())


def figure(text: str) -> int:
    return int(text.replace("−", "-"))


def test_every_rule_is_at_its_place_on_a_page(phone: Phone) -> None:
    places = [found for row in ROWS for found in PLACE.findall(row.app)]
    assert all(PLACE.fullmatch(place) for row in ROWS for place in row.app.split(", "))
    for address in dict.fromkeys(address for address, _ in places):
        anchors = set(re.findall(r'\sid="([^"]+)"', phone.open(address).html))
        missing = {anchor for named, anchor in places if named == address} - anchors
        assert not missing, (address, missing)


def test_every_rule_has_a_sheet_a_printed_row_or_none() -> None:
    assert [
        row for row in ROWS if not (row.shown == "–" or SHEET.fullmatch(row.shown) or TABLE.fullmatch(row.shown))
    ] == []


def test_every_sheet_has_the_figure_that_the_row_names() -> None:
    for row in ROWS:
        if found := SHEET.fullmatch(row.shown):
            name, file, hand, side, points = found.groups()
            assert name == file
            game: dict[str, Any] = json.loads((CHECKOUT / "tests/games" / f"{file}.json").read_text("utf-8"))
            if hand:
                names = [side["name"] for side in game["sheet"]["sides"]]
                assert game["expected"]["points"][int(hand) - 1][names.index(side)] == figure(points), row


def test_every_printed_row_is_the_one_that_scores() -> None:
    for row in ROWS:
        if found := TABLE.fullmatch(row.shown):
            name, key, code, made, failed = found.groups()
            assert name == key
            with Path(CHECKOUT / "tests/data/tables" / f"{key}.csv").open(encoding="utf-8", newline="") as table:
                printed = {line["call"]: line for line in csv.DictReader(table)}[code]
            book: Any = describe(rule_set(key).with_options({}))
            call = next(call for call in book["calls"] if call["code"] == code)
            assert figure(failed) == call["failed"] == int(printed["failed"]), row
            assert call["wins"] is (made == printed["made"] == "wins"), row
            assert made == "wins" or figure(made) == call["made"] == int(printed["made"]), row


def test_every_row_of_the_printed_tables_is_listed() -> None:
    listed = {(found[2], found[3]) for row in ROWS if (found := TABLE.fullmatch(row.shown))}
    for key in ("berkley-two", "berkley-three-1", "berkley-three-2"):
        codes = {call.code for call in rule_set(key).with_options({}).hand_rules_of(1).calls}
        assert codes - {"nil-right", "naught-right"} == {code for named, code in listed if named == key}


def test_every_evil_hand_is_listed_with_its_own_figure() -> None:
    places = [place for row in ROWS for place in PLACE.findall(row.app) if place[1].startswith("deal-")]
    assert places == [("/rules/evil", f"deal-{number}") for number in range(1, 46)]
