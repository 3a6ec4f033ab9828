"""The public record of a game: reads sheets from JSON, and writes sheets and scoreboards."""

from scorekeeper.core.sheet.hands import HAND, read_draft, read_hand
from scorekeeper.core.sheet.model import Sheet, SideNames, Substitute
from scorekeeper.core.sheet.reading import SETUP, read_setup, read_sheet
from scorekeeper.core.sheet.writing import hand_json, scoreboard_json, sheet_json

__all__ = [
    "HAND",
    "SETUP",
    "Sheet",
    "SideNames",
    "Substitute",
    "hand_json",
    "read_draft",
    "read_hand",
    "read_setup",
    "read_sheet",
    "scoreboard_json",
    "sheet_json",
]
