"""Invalid sheets: exit status 2, and one line that names the file, the hand and the side."""

import json
from pathlib import Path

import pytest

from tests.cli.runs import refusal, run, written
from tests.core.sheet.sheets import sound, with_hand


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        (with_hand(took=[6, 6]), "Tricks add up to 12; a hand has 13 (hand 1)"),
        (with_hand(took=[6, 14]), "The trick count is 14; it must be 0 to 13 (hand 1, Ben)"),
        (with_hand(bids=["5", ""]), 'The bid is ""; it must be text such as "4" (hand 1, Ben)'),
        (with_hand(bids=["15", "5"]), '"15" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
        (sound(rules="partnership"), "partnership is for 2 or 3 pairs, not for 2 players (sheet)"),
        (sound(options={"bags": 21}), 'Option "bags" cannot be 21; it takes 0, 1 to 20 (sheet)'),
    ],
)
@pytest.mark.parametrize("flags", [[], ["--json"], ["--jsonl"]], ids=["paper", "json", "jsonl"])
def test_invalid_sheet_is_refused(tmp_path: Path, flags: list[str], sheet: object, sentence: str) -> None:
    name = written(tmp_path / "game.json", sheet)
    place = f"{name}, line 1" if flags == ["--jsonl"] else name
    result = run("score", *flags, name)
    assert refusal(result) == f"{place}: {sentence}"
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "This is empty; a sheet is a JSON object"),
        (b"{", "This is not JSON (line 1, column 2)"),
        (b"\xff\xfe", "This is empty; a sheet is a JSON object"),
        (b"\xffx", "This is not text in UTF-8; a sheet is JSON in UTF-8"),
        (b"[" * 10**6, "This JSON is nested too deeply; a sheet has at most six levels"),
        (b"9" * 10**5, "A number in this JSON is too long; scores are small whole numbers"),
        (b" " * (5 * 2**20), "This has more than 4,194,304 bytes, the limit for a sheet"),
        (b"[NaN]", "NaN is not a JSON number; scores are whole numbers"),
    ],
    ids=["empty", "cut off", "empty in UTF-16", "not UTF-8", "deep", "long number", "large", "NaN"],
)
def test_file_that_is_no_sheet_is_refused(tmp_path: Path, text: bytes, sentence: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(text)
    assert refusal(run("score", str(path))) == f"{path}: {sentence}"
    assert refusal(run("score", "-", text=text)) == f"standard input: {sentence}"


def test_missing_file_is_refused(tmp_path: Path) -> None:
    name = str(tmp_path / "none.json")
    assert refusal(run("score", name)) == f"{name}: This file cannot be read (No such file or directory)"
    assert refusal(run("score", "--jsonl", name)) == f"{name}: This file cannot be read (No such file or directory)"


def test_directory_is_refused(tmp_path: Path) -> None:
    assert refusal(run("score", str(tmp_path))) == f"{tmp_path}: This file cannot be read (Is a directory)"


def test_unreadable_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", mode)

    monkeypatch.setattr(Path, "open", refuse)  # the tests may run as root, who can read every file
    assert refusal(run("score", "game.json")) == "game.json: This file cannot be read (Permission denied)"


def test_line_break_in_a_file_name_is_escaped(tmp_path: Path) -> None:
    assert refusal(run("score", str(tmp_path / "a\nb.json"))).endswith(
        "a\\nb.json': This file cannot be read (No such file or directory)"
    )


def test_first_invalid_sheet_of_a_stream_is_named_by_its_line() -> None:
    good, bad = json.dumps(sound()), json.dumps(with_hand(took=[6, 6]))
    result = run("score", "--jsonl", text=f"{good}\n\n{good}\n{bad}\n{good}\n")
    assert refusal(result) == "standard input, line 4: Tricks add up to 12; a hand has 13 (hand 1)"
    assert len(result.stdout.splitlines()) == 2


def test_first_invalid_file_stops_the_command(tmp_path: Path) -> None:
    good = written(tmp_path / "good.json", sound())
    bad = written(tmp_path / "bad.json", sound(dealer=5))
    result = run("score", good, bad, good)
    assert refusal(result) == f"{bad}: The dealer is 5; it must be 0 to 1 (sheet)"
    assert len(result.stdout.splitlines()) == 1


def test_oversized_line_is_refused() -> None:
    assert refusal(run("score", "--jsonl", text=b"x" * (5 * 2**20))) == (
        "standard input, line 1: This has more than 4,194,304 bytes, the limit for a sheet"
    )


def test_empty_input_is_refused() -> None:
    result = run("score")
    assert result.exit_code == 2
    assert "Name a sheet, or - for standard input." in result.stderr
