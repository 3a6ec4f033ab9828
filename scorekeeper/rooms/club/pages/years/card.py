"""The picture of a year: who won most, large; a line for each of the others; and what was played."""

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import number_text, translate as _, translate_plural as _n, with_dots
from scorekeeper.rooms.club.pages.years.page import Fact, champion_fact, counts_text, facts
from scorekeeper.rooms.club.services.years import Year
from scorekeeper.web.pictures.parts import BOLD, FOOT, HEIGHT, LEFT, RIGHT, WIDTH, top_line
from scorekeeper.web.pictures.text import fitted, line_of, one_or_two

HEADLINE = 560
"""The height of the field with the champion."""
ROWS, ROWS_END = 590, 1130
"""Between these are the lines, in the middle."""
PITCH = 170
COUNTS = 1196
"""The baseline of the numbers at the bottom."""


def year_card(table: str, year: Year, alt: str) -> View:
    """Values for `pictures/year.svg`."""
    best = None if year.champion is None else champion_fact(year.champion)
    heads = one_or_two(str(year.year) if best is None else best.who, 118, 72, RIGHT - LEFT, BOLD)
    under = counts_text(year) if best is None else with_dots([part for part in (best.words, best.more) if part])
    rows = facts(year)
    pitch = min(PITCH, (ROWS_END - ROWS) / max(1, len(rows)))
    first = (ROWS + ROWS_END - pitch * len(rows)) / 2
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "alt": alt,
        "top": top_line(table, str(year.year)),
        "foot": {"name": line_of("Scorekeeper", 29, BOLD), "y": FOOT},
        "note": fitted(_("Our year at the card table"), 29, RIGHT - LEFT - 290, smallest=20),
        "headline": {
            "height": HEADLINE,
            "label": line_of(_("Our year") if best is None else best.label, 44),
            "names": [(line, 406 - (len(heads) - 1 - row) * 96) for row, line in enumerate(heads)],
            "label_y": 260 if len(heads) == 1 else 196,
            "under": fitted(under, 44, RIGHT - LEFT),
        },
        "rows": [_row(fact, first + pitch * place, pitch, place > 0) for place, fact in enumerate(rows)],
        "counts": _counts(year),
    }


def _row(fact: Fact, top: float, pitch: float, rule: bool) -> View:
    """A line: its label, the names, what is known; and the figure on the right."""
    figure = line_of(fact.figure, 84, BOLD)
    room = RIGHT - LEFT - figure.width - 40
    note = with_dots([part for part in (fact.words, fact.more) if part])
    middle = top + pitch / 2
    return {
        "top": top,
        "rule": rule,
        "label": (fitted(fact.label, 28, room), middle - 32),
        "who": (fitted(fact.who, 46, room, BOLD, 26), middle + 14),
        "note": (fitted(note, 28, room, smallest=20), middle + 50),
        "figure": (figure, middle + 30),
    }


def _counts(year: Year) -> list[View]:
    """Games, nights, players and hands, side by side."""
    counts = (
        (year.games, _n(year.games, "game", "games")),
        (year.nights, _n(year.nights, "night", "nights")),
        (year.players, _n(year.players, "player", "players")),
        (year.hands, _n(year.hands, "hand", "hands")),
    )
    width = (RIGHT - LEFT) / len(counts)
    return [
        {
            "x": LEFT + width * (place + 0.5),
            "number": (fitted(number_text(number), 50, width - 20, BOLD), COUNTS),
            "word": (fitted(word, 29, width - 20), COUNTS + 40),
        }
        for place, (number, word) in enumerate(counts)
    ]
