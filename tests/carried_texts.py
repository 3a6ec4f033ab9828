"""Texts of games that phones hand over, for any browser: a game that has just begun, and one that unpacks to 50 MB."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode

from scorekeeper.core.sheet import SETUP, read_sheet, sheet_json

SHEET = read_sheet(
    {
        "format": "scorekeeper-sheet/1",
        "rules": "partnership",
        "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
        "dealer": 0,
    }
)
START = {
    "id": "00000000-0000-4000-8000-000000000001",
    "kind": "start",
    "payload": {name: part for name, part in sheet_json(SHEET).items() if name in SETUP},
    "who": None,
    "reason": None,
    "at": "2026-11-21T21:58:59.213Z",
}
CARRIED = {"game": START["id"], "salt": "0123456789abcdef", "pad": {"number": 1}, "entries": [START]}


def packed(text: bytes) -> str:
    """As a phone packs it."""
    return f"SPADES1.{urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip('=')}"


GAME = packed(json.dumps({"games": [CARRIED]}).encode())
BOMB = packed(b'{"games":[' + b" " * 50_000_000)
FOUND = "//*[@data-found and not(@hidden)]"
WRONG = "//*[@data-wrong and not(@hidden)]"
TOO_LARGE = "larger than any game"
