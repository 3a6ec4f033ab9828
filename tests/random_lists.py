"""Lists as nobody would bring them, from pieces of those that people do: for what reads lists of any kind."""

from __future__ import annotations

from random import Random

HEADS = (
    *("Round", "Table", "Division", "Team 1", "Home", "Away", "Score", "Points", "Hand", "We bid", "We took"),
    *("They bid", "They took", "Total", "Bid", "Took", "Runde", "Stiche", "Game", "#"),
    *("rules", "hand", "side", "name", "bid", "took"),
)
CELLS = (
    *("", "", "1", "2", "3", "13", "0", "-5", "300", "9.0", "9,0", "nil", "bn", "4 3", "4/3", "5/7", "3-Apr", "19:30"),
    *("Ann & Cal", "Ben & Dee", "Ann", "ANN", "Anna & Cal", "\u0410nn & Cal", "Total", "BYE", "W/O", "2026-11-05"),
    *("99999999999", "²", "\uff11", "\u0663", "\u22127", "1:2", "300-120", "=1+1", "partnership", "two-player", "-"),
    *("\u202eAnn", "x" * 300, "🂡", "a\u0301", "North", "no", "yes", "null", "{}", "[[", "Hand 1", "#1", "1.", "Ann &"),
    *("& &", ":", "\x00", "\ud800"),
)
BETWEEN = (",", ",", ",", ";", "\t", "|", ", ", "\n", "\n", "\r\n", "\x0b", "\u2028", " ", '"', '""', '","', "", ":")
BEGINS = (
    "",
    "",
    "",
    "sep=;\n",
    "sep=\t\n",
    'sep="\n',
    "sep= \n",
    "\ufeff",
    "Harbour League, autumn 2026\n",
    ",,,\n",
    "\n",
)


def random_list(lots: Random) -> str:
    """A text of some lines: with headings or without, mostly with one separator, sometimes with anything between."""
    mark = lots.choice((",", ";", "\t"))
    lines = []
    if lots.random() < 0.6:
        lines.append(mark.join(lots.choices(HEADS, k=lots.randint(1, 8))))
    for _line in range(lots.randint(0, 8)):
        cells = lots.choices(CELLS, k=lots.randint(1, 8))
        marks = [mark if lots.random() < 0.9 else lots.choice(BETWEEN) for _cell in cells]
        lines.append(
            "".join(part for pair in zip(cells, marks, strict=True) for part in pair)[: lots.choice((-1, 10_000))]
        )
    text = lots.choice(BEGINS) + lots.choice(("\n", "\n", "\r\n")).join(lines)
    while lots.random() < 0.3:
        place = lots.randint(0, len(text))
        text = text[:place] + lots.choice(BETWEEN) + text[place + lots.randint(0, 3) :]
    return text
