"""The game to measure: partnership, twenty hands, with nils, sets and bag penalties."""

from typing import Any

from scorekeeper.core.sheet import Sheet, read_sheet

HANDS = 20

# The bids of the four seats (Ann and Cal, Ben and Dee), and the tricks: a nil's are counted separately.
PLAYED = (
    ("4 3", "3 2", 8, 5),
    ("5 2", "4 1", 7, 6),
    ("nil 4", "3 3", [0, 5], 8),
    ("3 3", "5 2", 7, 6),
    ("4 4", "2 2", 7, 6),
    ("2 3", "4 nil", 6, [6, 1]),
    ("6 1", "3 3", 8, 5),
    ("3 2", "5 3", 5, 8),
    ("4 3", "4 2", 9, 4),
    ("2 2", "6 2", 4, 9),
)


def record(number: int) -> dict[str, Any]:
    """Hand `number`, from 1, as in a sheet."""
    ours, theirs, we_took, they_took = PLAYED[(number - 1) % len(PLAYED)]
    return {"bids": [ours.split(), theirs.split()], "took": [we_took, they_took]}


def events(number: int) -> list[tuple[str, dict[str, Any]]]:
    """The events of this hand: four bids, each with those before it, and the count."""
    hand = record(number)
    found: list[tuple[str, dict[str, Any]]] = []
    bids: list[list[str | None]] = [[None, None], [None, None]]
    for turn in range(number, number + 4):
        seat = turn % 4
        bids[seat % 2][seat // 2] = hand["bids"][seat % 2][seat // 2]
        found.append(("bids", {"hand": number, "bids": [list(side) for side in bids]}))
    return [*found, ("hand", {"hand": number, **hand})]


def sheet(hands: int) -> dict[str, Any]:
    """A sheet with this many hands; its target is out of reach."""
    return {
        "format": "scorekeeper-sheet/1",
        "rules": "partnership",
        "options": {"target": 10_000},
        "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
        "dealer": 0,
        "hands": [record(number) for number in range(1, hands + 1)],
        "closed": None,
    }


def game(hands: int = HANDS) -> Sheet:
    """The same sheet, parsed."""
    return read_sheet(sheet(hands))
