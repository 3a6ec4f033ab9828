"""The paper score sheet: a column for each side, every line with its sentence, in any width and any script."""

from pathlib import Path

import pytest

from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet import read_sheet
from tests.cli.papers import EVENING
from tests.cli.runs import run, written
from tests.hand_notation import Hand
from tests.tables import sheet_of


def test_paper_score_sheet(tmp_path: Path, evening: Hand) -> None:
    result = run("score", written(tmp_path / "evening.json", evening))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == EVENING


def test_game_in_progress_names_who_bids_first(tmp_path: Path) -> None:
    result = run("score", written(tmp_path / "game.json", sheet_of("two-player", "Ann 5 took 6")))
    assert result.stdout.endswith("Hand 2 is next: Ann draws and bids first.\n")


def test_game_in_progress_names_the_dealer(tmp_path: Path) -> None:
    game = sheet_of("royal", "Ann 5 took 6", shape=Shape(2))
    result = run("score", written(tmp_path / "game.json", game))
    assert result.stdout.endswith("Hand 2 is next: Ben deals, Ann bids first.\n")


def test_finished_game_names_the_winner(tmp_path: Path) -> None:
    game = sheet_of("two-handed", "so far Ann 250", "Ann 5 took 5", "Ann 6 took 6")
    lines = run("score", written(tmp_path / "game.json", game)).stdout.splitlines()
    assert lines[-1] == "Ann won 300–17."
    assert sum("not counted" in line for line in lines) == 1


def test_substitute_is_listed(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5 took 6", "Ann 5>4 took 6", "Ann 5 took 6")
    game["substitutes"] = [{"hand": 2, "seat": 0, "player": "Eve"}]
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert printed.count("From here on Eve plays for Ann\n") == 1
    first_of_eve = printed.index("   2 ")
    assert printed.index("   1 ") < printed.index("From here on Eve plays for Ann") < first_of_eve
    assert "! 5 became 4; once said, a bid may not change (Eve)" in printed
    assert printed.endswith("Hand 4 is next: Eve draws and bids first.\n")


def test_names_put_right_from_the_first_hand_head_their_columns(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5 took 6", "Ann 5 took 6")
    game["substitutes"] = [{"hand": 1, "seat": 0, "player": "Ben"}, {"hand": 1, "seat": 1, "player": "Ann"}]
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert "From here on" not in printed
    assert next(line.split() for line in printed.splitlines() if line.startswith("Hand")) == ["Hand", "Ben", "Ann"]


def test_chips_are_named_chips(tmp_path: Path) -> None:
    game = sheet_of("gambling", "Ann 5 took 6, Ben 5 took 6, Cal 6 took 5", shape=Shape(3))
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert "The score is in chips; points in brackets decide who takes the pot.\n" in printed
    assert "(50) Bid 5, took 6" in printed
    assert "+9 Pot of 19, shared by 2" in printed
    assert printed.splitlines()[-3].split() == ["Total", "3", "4", "−7"]


def test_overruled_objection_is_listed(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5>4 took 6; the table allowed it")
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "! 5 became 4; once said, a bid may not change (Ann) (the table allowed it)\n" in output


def test_renege_is_listed(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 6 took 6, Ben 7 took 7; Ben gives Ann 2 books")
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "Renege by Ben (2 books to Ann)\n" in output
    assert "6, took 8" in output


@pytest.mark.parametrize("columns", ["20", "60", "100", "200"])
@pytest.mark.parametrize("rules", ["two-player", "partnership", "cutthroat", "toss"])
def test_every_terminal_width_shows_every_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    game = sheet_of(rules, "Ann 1 took 4; Ann adjusted +4321 for a very long reason that must be broken somewhere")
    sheet = read_sheet(game)
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    totals = next(line for line in printed.splitlines() if line.startswith("Total "))
    assert totals.split()[1:] == [str(score.total) for score in sheet.scoreboard().scores]
    assert all(word in printed for word in ("Agreed:", "very", "long", "reason", "broken", "somewhere"))


def test_names_in_any_script_keep_the_columns(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5 took 6")
    game["sides"] = [{"name": "小明"}, {"name": "Zoë"}]
    head, _, first = run("score", written(tmp_path / "game.json", game)).stdout.splitlines()[2:5]
    assert head.index("Zoë") + 2 == first.index("1, took 7")


def test_names_like_markup_are_printed_as_text(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5 took 6")
    game["sides"] = [{"name": "=HYPERLINK(1)"}, {"name": "<script>"}]
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "=HYPERLINK(1)" in output
    assert "<script>" in output


def test_agreed_lines_are_printed(tmp_path: Path) -> None:
    game = sheet_of("two-player", "Ann 5 took 6") | {"agreed": ["Both jokers are high", "No talking"]}
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert "Agreed: Both jokers are high\nAgreed: No talking\n" in printed
