"""A writer, and hands in the tests' notation, in the form in which they are recorded."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game import HAND
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.services.recording import Author, Recorded, record
from scorekeeper.storage.events import events_of
from tests.hand_notation import Hand, Seats, hand
from tests.tables import sheet_of

ANN, BEN = Author("Ann"), Author("Ben")
PAIRS = Seats(sides=2, players_per_side=2, tricks=13)

EVEN = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6"
"""+70 for Ann & Cal; +51 for Ben & Dee, one bag."""

BIG = "Ann 9 and Cal 4 took 13, Ben 1 and Dee 1 took 0"
"""+130 for Ann & Cal; −20 for Ben & Dee. Four of them reach 500."""


def game_setup(*hands: str, **more: Any) -> Sheet:
    """A partnership game with Dee dealing first, with these hands; more options by name."""
    return read_sheet(sheet_of("partnership", *hands, **({"dealer": "Dee"} | more)))


def hand_body(number: int, words: str) -> Hand:
    """The record of hand `number`."""
    return {"hand": number, **hand(PAIRS, words)}


def play(game_id: str, *hands: str, start: int = 1) -> Recorded:
    """Record hands, one after the other; returns the last result."""
    return [record(game_id, HAND, hand_body(number, words), author=ANN) for number, words in enumerate(hands, start)][
        -1
    ]


def kinds(game_id: str) -> list[str]:
    """The kinds of events in the log, without the start."""
    return [entry.kind for entry in events_of(game_id, after=1)]


def totals(recorded: Recorded) -> list[int]:
    """The totals, side by side."""
    return [score.total for score in recorded.state.board.scores]
