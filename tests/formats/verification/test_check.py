"""Verification reports: changes by someone who also recomputes checksums, events dropped or swapped, large files."""

import io
import json
import random
from typing import Any

import pytest

from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.checksums import checksums_of, rules_code
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ClaimedHand, ClaimedScores, ClaimedSide, ExportedTable
from scorekeeper.formats.scored import differences
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from scorekeeper.formats.verification.words import size_words
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 5 took 7", "Ann 5 took 7, Ben nil took 6", "Ann 4 took 4, Ben 8 took 9")
GAME = game_of_sheet(sheet_of("two-player", *HANDS, closed="late"))


def findings(content: str | bytes) -> list[str]:
    raw = content.encode() if isinstance(content, str) else content
    return [fault_text(finding) for finding in check_file(io.BytesIO(raw)).findings]


def resealed(lines: list[str]) -> str:
    """The file with matching checksums, as a forger can recompute them."""
    body = lines[:-1]
    seal = checksums_of([line.encode() for line in body])
    last = f'"seal": "{seal}"}}' if lines[-1].startswith('"seal"') else f'[Seal "{seal}"]'
    return "\n".join([*body, last, ""])


def changed(old: str, new: str, text: str) -> str:
    assert old in text
    return resealed(text.replace(old, new, 1).rstrip("\n").split("\n"))


def test_valid_file_is_summed_up() -> None:
    checked = check_file(io.BytesIO(game_json(GAME).encode()))
    assert (checked.holds, size_words(checked)) == (True, "1 game, 3 hands")


def test_a_resealed_score_is_found_from_the_record() -> None:
    text = changed("| 52 : -100 | 103 : -48", "| 62 : -100 | 113 : -48", record_of(GAME))
    assert findings(text)[:2] == [
        "Points written 62, should be 52 (hand 2, Ann)",
        "Total written 113, should be 103 (hand 2, Ann)",
    ]


def test_a_line_that_was_resealed_is_named_by_its_number() -> None:
    text = changed('{"points": 2, "reason": "bags"', '{"points": 3, "reason": "bags"', game_json(GAME))
    assert findings(text)[0] == "Score line written 3 for bags, should be 2 for bags (hand 1, Ben, score line 2)"


@each_case(
    ("old", "new", "finding"),
    [
        ('"tricks": 6, "points": 51', '"tricks": 7, "points": 51', "Tricks written 7, should be 6 (hand 1, Ann)"),
        (
            '"total": 51, "overtricks": 1',
            '"total": 51, "overtricks": 2',
            "Overtricks written 2, should be 1",
        ),
        ('"reason": "bags"', '"reason": "gifts"', "Score line written 1 for gifts, should be 1 for bags"),
        (
            '"objections": []',
            '"objections": [{"code": "sum-is"}]',
            "Objections written sum-is, should be none",
        ),
        ('"ended_by": "closed"', '"ended_by": "target"', "End of the game written target, highest, should be"),
        ('"winners": [0]', '"winners": [1]', "Winner written Ben, should be Ann"),
        ('"total": 143, "overtricks": 3', '"total": 143, "overtricks": 4', "Overtricks written 4 : 3, should be 3 : 3"),
    ],
)
def test_any_resealed_figure_or_code_is_found_from_the_record(old: str, new: str, finding: str) -> None:
    assert findings(changed(old, new, game_json(GAME)))[0].startswith(finding)


@pytest.mark.parametrize("old", ['"text": "Bid 5, took 6"', '"text": "1 bag (now 1)"'])
def test_a_sentence_is_not_compared(old: str) -> None:
    """Another version may word it differently."""
    assert findings(changed(old, '"text": "So it was"', game_json(GAME))) == []


def test_a_game_without_its_entries_is_found() -> None:
    lines = game_json(GAME).rstrip("\n").split("\n")
    first, last = (next(n for n, line in enumerate(lines) if line.startswith(sign)) for sign in ('"entries"', "],"))
    assert findings(resealed([*lines[: first + 1], *lines[last:]])) == ["The chain is broken. The game has no entries"]


def test_unknown_rules_code_is_a_note_not_a_fault() -> None:
    code = rules_code(GAME.sheet.rules)
    checked = check_file(io.BytesIO(changed(code, "000-00", record_of(GAME)).encode()))
    assert checked.holds
    (note,) = checked.notes
    assert (note.code, note.params) == ("unknown-rules-code", {"code": "000-00", "here": code})
    assert fault_text(note).endswith("(line 1)")


def test_an_entry_that_was_resealed_breaks_the_chain() -> None:
    text = changed('"took":[7,6]', '"took":[6,7]', game_json(GAME))
    assert findings(text) == ["The chain is broken. Entry 3 was changed"]


def test_dropped_entry_is_reported_at_its_place() -> None:
    lines = game_json(GAME).rstrip("\n").split("\n")
    position = next(number for number, line in enumerate(lines) if '"seq":3' in line)
    assert findings(resealed([*lines[:position], *lines[position + 1 :]])) == [
        "The chain is broken. Entry 3 is missing, and entry 4 is there"
    ]
    assert findings("\n".join([*lines[:position], *lines[position + 1 :], ""]))[0].endswith(f"(line {position + 1})")


def test_hands_that_were_swapped_are_named() -> None:
    lines = record_of(GAME).rstrip("\n").split("\n")
    one = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[one], lines[one + 1] = lines[one + 1], lines[one]
    assert f"Hand 2 was changed after export (line {one + 1})" in findings("\n".join([*lines, ""]))
    (found,) = findings(resealed(lines))
    assert found.endswith(f"(line {one + 1})")
    assert 'does not begin with "1. "' in found
    assert found.count(f"line {one + 1}") == 1


def test_a_sheet_that_does_not_fit_its_entries_is_named_at_its_hand() -> None:
    written = json.loads(game_json(GAME))
    written["sheet"]["hands"][1]["took"] = [6, 7]
    assert "Hand 2 of the sheet is not what the entries give" in findings(json.dumps(written))


def test_another_layout_is_noticed_and_the_rest_is_verified() -> None:
    checked = check_file(io.BytesIO(json.dumps(json.loads(game_json(GAME)), indent=1).encode()))
    assert [finding.code for finding in checked.findings] == ["unprotected"]


NONE = ["", "hello", "PK", "PK\x03\x04", "{", "[", '[Record "x"]', '{"seal": "00"}', "\x00" * 99]


@each_case("content", NONE)
def test_any_input_is_answered_in_words(content: str) -> None:
    assert all("\n" not in finding for finding in findings(content))
    assert not check_file(io.BytesIO(content.encode())).games


def test_a_change_in_a_large_file_is_found_at_its_line() -> None:
    games = [game_of_sheet(sheet_of("two-player", *HANDS * 8), number) for number in range(1, 9)]
    content = b"".join(games_json(games))
    assert findings(content) == []
    dice = random.Random(20261120)
    for position in dice.sample(range(len(content)), 5):
        wrong = content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
        line = content.count(b"\n", 0, position) + 1
        lines = {finding.path.number_of("line") for finding in check_file(io.BytesIO(wrong)).findings}
        assert lines & {line, line + 1}, position


def test_a_change_in_a_large_zip_is_found_at_its_file() -> None:
    games: list[Any] = [game_of_sheet(sheet_of("two-player", *HANDS * 4), number) for number in range(1, 13)]
    packed = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), games))
    assert findings(packed) == []
    position = packed.index(b"games/000007.json") + 60
    wrong = packed[:position] + bytes([packed[position] ^ 1]) + packed[position + 1 :]
    assert "games/000007.json" in findings(wrong)[0]


@pytest.mark.parametrize(("bid", "expected"), [("4>5", ()), ("5>4", ("lowered",)), ("5>4", ("changed",))])
def test_file_from_before_changed_bids_were_irregular_holds(bid: str, expected: tuple[str, ...]) -> None:
    sheet = read_sheet(sheet_of("two-player", f"Ann {bid} took 6"))
    claimed = ClaimedScores(hands=(ClaimedHand(1, True, (ClaimedSide(), ClaimedSide()), expected),))
    assert list(differences(sheet, sheet.scoreboard(), claimed)) == []


def test_an_objection_that_was_never_made_is_a_difference() -> None:
    sheet = read_sheet(sheet_of("two-player", "Ann 4>5 took 6"))
    claimed = ClaimedScores(hands=(ClaimedHand(1, True, (ClaimedSide(), ClaimedSide()), ("not-behind",)),))
    assert [found.what for found in differences(sheet, sheet.scoreboard(), claimed)] == ["the objections are"]
