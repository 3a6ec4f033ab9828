"""Examples of what is posted; the tests post every one of them, in this order."""

from typing import Any

Json = dict[str, Any]

NEW_GAME: Json = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "options": {"target": 300},
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
    "dealer": 3,
}

PLAYED_GAME: Json = {
    "rules": "two-player",
    "sides": [{"name": "Ann"}, {"name": "Ben"}],
    "dealer": 0,
    "hands": [{"bids": ["5", "6"], "took": [6, 7], "note": "the first of the evening"}],
    "closed": None,
}

BIDS = [["4", "3"], ["3", "2"]]

ENTRIES: dict[str, Json] = {
    "bids": {"kind": "bids", "hand": 1, "bids": [["4", None], ["3", None]]},
    "misdeal": {"kind": "misdeal", "hand": 1, "reason": "a card lay face up"},
    "hand": {
        "id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77",
        "seq": 3,
        "kind": "hand",
        "hand": 1,
        "bids": BIDS,
        "took": [7, 6],
    },
    "correction": {"kind": "correction", "hand": 1, "bids": BIDS, "took": [8, 5], "reason": "miscounted"},
    "undo": {"kind": "take-back", "entry": 5},
    "redo": {"kind": "take-back", "entry": 6},
    "substitute": {"kind": "substitute", "hand": 2, "seat": 3, "player": "Eve"},
    "close": {"kind": "close", "reason": "the last train"},
    "sign": {"kind": "sign", "side": 1, "verdict": "disputed", "hand": 1, "note": "we took six"},
    "reopen": {"kind": "reopen", "reason": "the next train is later"},
}
