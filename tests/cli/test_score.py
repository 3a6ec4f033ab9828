"""`scorekeeper score`: one sheet, standard input, several sheets, a stream of them."""

import json
from pathlib import Path

from scorekeeper.core.sheet import read_sheet, scoreboard_json
from tests.cli.papers import EVENING
from tests.cli.runs import run, written
from tests.hand_notation import Hand
from tests.schemas import assert_scoreboard_valid
from tests.tables import sheet_of


def test_scoreboard_as_json(tmp_path: Path, evening: Hand) -> None:
    result = run("score", "--json", written(tmp_path / "evening.json", evening))
    board = json.loads(result.stdout)
    assert_scoreboard_valid(board)
    sheet = read_sheet(evening)
    assert board == scoreboard_json(sheet.scoreboard(), sheet.names)


def test_sheet_is_read_from_standard_input(evening: Hand) -> None:
    assert run("score", "-", text=json.dumps(evening)).stdout == EVENING
    assert run("score", "-", text=json.dumps(evening, indent=2).encode("utf-8-sig")).stdout == EVENING


def test_several_sheets_print_one_scoreboard_per_line(tmp_path: Path, evening: Hand) -> None:
    short = sheet_of("two-player", "Ann 5 took 6")
    names = [written(tmp_path / "a.json", evening), written(tmp_path / "b.json", short)]
    for flags in ([], ["--json"]):
        boards = [json.loads(line) for line in run("score", *flags, *names).stdout.splitlines()]
        assert [board["rules"] for board in boards] == ["partnership", "two-player"]


def test_stream_has_one_sheet_per_line(tmp_path: Path, evening: Hand) -> None:
    stream = f"{json.dumps(evening)}\n\n{json.dumps(sheet_of('two-player'))}\r\n{json.dumps(evening)}"
    path = tmp_path / "games.jsonl"
    path.write_text(stream, "utf-8")
    expected = ["partnership", "two-player", "partnership"]
    for result in (run("score", "--jsonl", str(path)), run("score", "--jsonl", text=stream)):
        assert [json.loads(line)["rules"] for line in result.stdout.splitlines()] == expected
    both = run("score", "--jsonl", str(path), "-", text=json.dumps(evening))
    assert len(both.stdout.splitlines()) == 4


def test_empty_stream_has_no_sheets() -> None:
    result = run("score", "--jsonl", text="")
    assert (result.exit_code, result.output) == (0, "")
