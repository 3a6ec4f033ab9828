"""The search for another reading of a paper sheet ends, however many readings there are."""

import pytest

from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats import paper_audit as audit_module
from scorekeeper.formats.paper_audit import audit
from tests.tables import sheet_of

HANDS = 60
SHEET = read_sheet(sheet_of("two-player", *["Ann 5 took 6, Ben 4 took 7"] * HANDS, target=10_000))
NOWHERE = [[None, None]] * (HANDS - 1) + [[7, 13]]


def test_search_stops_after_a_number_of_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    after, scored = Scoreboard.after, 0

    def counted(board: Scoreboard, record: HandRecord) -> Scoreboard:
        nonlocal scored
        scored += 1
        return after(board, record)

    monkeypatch.setattr(Scoreboard, "after", counted)
    monkeypatch.setattr(audit_module, "MAX_SCORED", 1000)
    found = audit(SHEET, NOWHERE)
    assert not found.searched
    assert found.hands == (HANDS,)
    assert scored <= 1000 + 2 * HANDS


def test_short_sheet_is_searched_to_the_end() -> None:
    sheet = read_sheet(sheet_of("two-player", *["Ann 5 took 6, Ben 4 took 7"] * 2))
    assert audit(sheet, [[None, None], [7, 13]]).searched
