"""The games of the approved exports: together they have everything that an export can write."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.formats.games import ExportedGame, ExportedPreset, ExportedTable
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

WHOLE_GAMES = Path(__file__).parents[2] / "games"
OWED = "game,started,player,currency,for a game,for difference,for sets,for bags,for nils,from the pot,paid,night\r\n"
TABLE = ExportedTable(
    "Friday ♠",
    ["Ben", "Ann", "Zoë"],
    {"Benny": "Ben", "Annie": "Ann"},
    (ExportedPreset("Ours", "two-player", {"target": 300, "bags": 0}),),
    ("Ann brings the cards", "Both jokers are high"),
    files={"settling.csv": lambda: [OWED, ",,Zoë,EUR,,,,,,,0.50,\r\n"]},
)

Json = dict[str, Any]


@cache
def games() -> dict[str, ExportedGame]:
    """By a name that says what is special; each has the number of its place."""
    made = (_annotated(), _renegade(), _signed(), _in_tenths(), _custom_game(), _unplayed(), _new())
    names = ("annotated", "reneges", "signed", "in tenths", "scripted", "unplayed", "new")
    numbered = enumerate(zip(names, made, strict=True), start=1)
    return {name: game_of_sheet(sheet, number, **more) for number, (name, (sheet, more)) in numbered}


def _annotated() -> tuple[Json, Json]:
    """Names like formulas, rulings and notes, an objection, house rules, tags, an early end; not counted."""
    hands = (
        "Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking",
        "Ann 5 took 7, Ben nil took 6; the table allowed it",
        "Ann 2 took 3, Ben 11 took 10",
    )
    sheet = sheet_of("two-player", *hands, closed="late", dealer="Ben", may_total_tricks=False, target=300)
    sheet["hands"][1]["note"] = 'said "nil" | late; twice'
    sheet["sides"] = [{"name": name, "players": [name]} for name in ("=Zoë", "Ben ♠")]
    sheet["agreed"] = ["Both jokers are high", "=1+1"]
    sheet["tags"] = {"Place": "Café ♠", "the cook": "=Ann"}
    sheet["closed"]["forfeit"] = 1
    difference = {"what": "total", "said": "99", "gives": "21", "hand": 1, "side": "=Zoë"}
    return sheet, {"corrected": True, "not_counted": "practice", "differences": (difference,)}


def _renegade() -> tuple[Json, Json]:
    sheet = _whole("berkley-two-renege")
    return sheet, {"who": None}


def _signed() -> tuple[Json, Json]:
    """Three pairs to the end: a substitute, another dealer; each side signs in its own way."""
    sheet = _whole("partnership-six-in-three-pairs") | {
        "substitutes": [{"hand": 2, "seat": 4, "player": "Gus"}],
        "dealers": [{"hand": 3, "seat": 5}],
    }
    signed: list[Json] = [
        {"side": 0, "verdict": "agreed", "device": "own"},
        {"side": 1, "verdict": "disputed", "device": "shared", "note": "we took one more"},
    ]
    return sheet, {"signed": signed}


def _in_tenths() -> tuple[Json, Json]:
    return _whole("call-break-least-call-of-two"), {}


def _custom_game() -> tuple[Json, Json]:
    sheet = _whole("night-short-fuse")
    return sheet | {"hands": sheet["hands"][:2]}, {}


def _unplayed() -> tuple[Json, Json]:
    """The first hand's bids are too low to play it; the last one does not count, as the game was over."""
    sheet = _whole("partnership-least-total")
    sheet["options"]["target"] = 100
    return sheet, {}


def _new() -> tuple[Json, Json]:
    return sheet_of("cutthroat", dealer="Cal"), {}


def _whole(name: str) -> Json:
    sheet: Json = json.loads((WHOLE_GAMES / f"{name}.json").read_text("utf-8"))["sheet"]
    return sheet
