"""Paper sheets with a slip, and the paper audit's findings for each."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.slips import mistake_text
from scorekeeper.formats.paper_audit import Totals, audit
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4 took 7", "Ann 5 took 7, Ben nil took 6", "Ann 3 took 4, Ben 9 took 9")
BEMO = ("Ann 6+bemo took 8 made bemo, Ben 5 took 5", "Ann 4 took 5, Ben 8 took 8")
FOUR = ("Ann 3 took 4, Ben 2 took 3, Cal 4 took 4, Dee 2 took 2",)

AUDITS: dict[str, tuple[str, tuple[str, ...], list[Totals]]] = {
    "right": ("two-player", HANDS, [(51, 43), (103, -57), (134, 33)]),
    "a line left out": ("two-player", HANDS, [(50, 43), (102, -57), (133, 33)]),
    "a line twice": ("two-player", HANDS, [(52, 43), (104, -57), (135, 33)]),
    "the wrong sign": ("two-player", HANDS, [(51, 43), (-1, -57), (30, 33)]),
    "a line with the wrong sign": ("two-player", HANDS, [(49, 43), (101, -57), (132, 33)]),
    "swapped digits": ("two-player", HANDS, [(51, 34), (103, -66), (134, 24)]),
    "ten too many": ("two-player", HANDS, [(61, 43), (113, -57), (144, 33)]),
    "a miswritten total": ("two-player", HANDS, [(51, 43), (130, -57), (134, 33)]),
    "two miswritten totals": ("two-player", HANDS, [(51, 43), (130, -75), (134, 33)]),
    "no total for a hand": ("two-player", HANDS, [(51, 43), (None, None), (133, 33)]),
    "no usual slip": ("two-player", HANDS, [(51, 43), (128, -57), (159, 33)]),
    "another bid": ("two-player", HANDS, [(42, 43), (94, -57), (125, 33)]),
    "another count": ("two-player", HANDS, [(50, 44), (102, -56), (133, 34)]),
    "another bid with a bemo": ("berkley-two", BEMO, [(113, 50), (154, 130)]),
    "tenths": ("call-break", FOUR, [(31, 21, 40, 30)]),
    "over before the last hand": ("two-player", (*HANDS, *HANDS), [(51, 43), (103, -57), (134, 33)]),
}


def sentences() -> Iterator[str]:
    """Each paper with its mistakes."""
    for name, (rules, hands, totals) in AUDITS.items():
        target: dict[str, Any] = {"target": 100} if name == "over before the last hand" else {}
        found = audit(read_sheet(sheet_of(rules, *hands, **target)), totals)
        searched = "" if found.searched else " (not all readings were tried)"
        yield f"{name}: {' / '.join(mistake_text(one) for one in found.mistakes) or 'no mistake'}{searched}"
        marks = [f"hand {one.hand}, {one.side or 'no side'}, {one.unit}" for one in found.mistakes]
        yield f"  {'; '.join(marks) or 'right'}; hands {found.hands}; totals {found.totals}"
    unscored = sheet_of("two-player", *HANDS)
    unscored["hands"][1]["took"] = [7, 5]
    yield f"too few tricks: {' / '.join(mistake_text(one) for one in audit(read_sheet(unscored), []).mistakes)}"
