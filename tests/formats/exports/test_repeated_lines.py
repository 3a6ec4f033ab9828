"""What an export writes once and repeats: score lines and house rules, each found again by all that it depends on."""

import json
from collections.abc import Iterator

import pytest

from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.core.sheet.record_text import options_text
from scorekeeper.core.words import language
from scorekeeper.core.words.lines import line_text
from scorekeeper.formats import hand_text
from scorekeeper.formats.catalogues import PseudoCatalogue
from scorekeeper.formats.checksums import option_key, options_of
from scorekeeper.formats.game_json import game_json
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.tables import TABLES, sheet_of

SHEET = sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7", "Ann nil took 2, Ben 9 took 11")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    before = language._PROVIDER.current
    yield
    language.use_catalogues(before)


def lines_of(calls: tuple[Call, ...], tricks: int) -> Iterator[LineItem]:
    """The line of each of these calls with each number of tricks, made and set."""
    for call in calls:
        for took in range(tricks + 1):
            for made in (True, False):
                contract = Contract(Side(0), call, (), took, made, 0)
                reason = f"{call.reason}-{'made' if made else 'failed'}"
                yield LineItem(Side(0), call.made if made else call.failed, reason, contract, call.rule)


@each_case(("key", "shape"), TABLES)
def test_every_call_with_every_number_of_tricks_has_its_own_line(key: str, shape: Shape) -> None:
    rules = rule_set(key).with_options({}, shape)
    for deal in rules.scoring.deals:
        for line in lines_of(deal.calls + deal.partnership_contracts, rules.seating.tricks):
            written = json.loads(hand_text._line(line, "en"))
            assert written == {
                "points": line.points,
                "reason": line.reason,
                "text": line_text(line),
                "rule": line.rule,
            }


def test_lines_are_in_the_language_of_each_reader() -> None:
    english = game_json(game_of_sheet(SHEET))
    language.use_catalogues(PseudoCatalogue)
    game = game_of_sheet(SHEET)
    due = [json.dumps(hand, ensure_ascii=False) for hand in scoreboard_json(game.board, game.sheet.names)["hands"]]
    written = [line.removesuffix(",") for line in game_json(game).split("\n")]
    assert [line for line in written if line.startswith('{"number"')] == due
    assert not any(line in english for line in due)


def test_few_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_text, "MAX_LINES", 3)
    monkeypatch.setattr(hand_text, "_LINES", {})
    usual = game_json(game_of_sheet(SHEET))
    assert 0 < len(hand_text._LINES) <= 3
    assert game_json(game_of_sheet(SHEET)) == usual


def test_switch_is_not_the_number_one() -> None:
    assert [options_text({"x": value}) for value in (True, 1, False, 0)] == ["x=true", "x=1", "x=false", "x=0"]
    assert options_of(option_key({"x": True, "y": None, "z": "a"})) == {"x": True, "y": None, "z": "a"}
