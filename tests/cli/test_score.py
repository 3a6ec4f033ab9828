"""`scorekeeper score`: the paper score sheet, the scoreboard as JSON, and several sheets at once."""

import json
from pathlib import Path

import pytest

from scorekeeper.rules.seating import Shape
from scorekeeper.sheet import read_sheet, scoreboard_json
from tests.cli.runs import run, written
from tests.schemas import hold_scoreboard
from tests.tables import record_of
from tests.telling import Hand


@pytest.fixture
def evening() -> Hand:
    """A game in pairs that a nil, a rollover, an objection and the last train went through."""
    sheet = record_of(
        "partnership",
        "Ann 5 took 5, Cal nil took 1, Ben 4 took 4, Dee 3>2 took 3",
        "Ann 1 and Cal 1 took 12, Ben 1 and Dee nil took 1; Ann adjusted -30 for talking; the table allowed it",
        dealer="Ben",
        closed="the last train",
        blind_nil=200,
    )
    sheet["hands"][0]["note"] = "Dee took long"
    sheet["sides"] = [{"name": "Us", "players": ["Ann", "Cal"]}, {"name": "Them", "players": ["Ben", "Dee"]}]
    sheet["hands"][1]["took"] = [12, [1, 0]]
    return sheet


PAPER = """\
Partnership Spades
House rules: blind_nil 200

Hand   Us                                            Them
       Ann & Cal                                     Ben & Dee

   1   5 and nil, took 6                             4 and 3>2, took 7
        +50 Bid 5, took 5                            +60 Bid 6, took 7
       -100 Nil failed, took 1                        +1 1 bag, the 1st
         +1 1 bag, the 1st, from the failed nil      = 61, 1 bag
       = -49, 1 bag
       ! Them: 3 became 2: a bid may be raised, never lowered
       Note: Dee took long

   2   1 and 1, took 12                              1 and nil, took 1
        +20 Bid 2, took 12                            +10 Bid 1, took 1
        +10 10 bags, the 2nd to the 11th             +100 Nil made
       -100 Ten bags: 1 in hand 1, 9 here            = 171, 1 bag
        -30 Agreed: talking
       = -149, 1 bag

Total  -149                                          171

The table stopped after 2 hands, Them led: 171 to -149 (the last train).
"""


def test_the_paper_score_sheet(tmp_path: Path, evening: Hand) -> None:
    result = run("score", written(tmp_path / "evening.json", evening))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == PAPER


def test_a_game_that_goes_on_says_who_is_next(tmp_path: Path) -> None:
    result = run("score", written(tmp_path / "game.json", record_of("two-player", "Ann 5 took 6")))
    assert result.stdout.endswith("Hand 2 is next: Ben deals, Ann bids first.\n")


def test_a_game_that_is_over_says_who_has_won(tmp_path: Path) -> None:
    game = record_of("two-handed", "so far Ann 250", "Ann 5 took 5", "Ann 6 took 6")
    lines = run("score", written(tmp_path / "game.json", game)).stdout.splitlines()
    assert lines[-1] == "Ann reached 300: 300 to 17."
    assert sum("not counted" in line for line in lines) == 1


def test_a_substitute_is_told(tmp_path: Path) -> None:
    game = record_of("two-player", "Ann 5 took 6", "Ann 5>4 took 6", "Ann 5 took 6")
    game["substitutes"] = [{"hand": 2, "seat": 0, "player": "Eve"}]
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert printed.count("From here on Eve plays for Ann\n") == 1
    assert "! Eve: 5 became 4" in printed
    assert printed.endswith("Hand 4 is next: Ben deals, Eve bids first.\n")


def test_chips_are_told_from_points(tmp_path: Path) -> None:
    game = record_of("gambling", "Ann 5 took 6, Ben 5 took 6, Cal 6 took 5", shape=Shape(3))
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    assert "The score is in chips; points in brackets decide who takes the pot.\n" in printed
    assert "(50) Bid 5, took 6" in printed
    assert "+9 Pot of 19, shared by 2" in printed
    assert printed.splitlines()[-3].split() == ["Total", "3", "4", "-7"]


def test_an_objection_that_the_table_allowed(tmp_path: Path) -> None:
    game = record_of("two-player", "Ann 5>4 took 6; the table allowed it")
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "! Ann: 5 became 4: a bid may be raised, never lowered (the table allowed it)\n" in output


def test_a_renege_is_told(tmp_path: Path) -> None:
    game = record_of("two-player", "Ann 6 took 6, Ben 7 took 7; Ben gives Ann 2 books")
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "Renege: Ben gives Ann 2 books\n" in output
    assert "6, took 8" in output


def test_the_scoreboard_as_json(tmp_path: Path, evening: Hand) -> None:
    result = run("score", "--json", written(tmp_path / "evening.json", evening))
    board = json.loads(result.stdout)
    hold_scoreboard(board)
    sheet = read_sheet(evening)
    assert board == scoreboard_json(sheet.scoreboard(), sheet.names)


def test_standard_input(evening: Hand) -> None:
    assert run("score", "-", text=json.dumps(evening)).stdout == PAPER
    assert run("score", "-", text=json.dumps(evening, indent=2).encode("utf-8-sig")).stdout == PAPER


def test_several_sheets_are_one_scoreboard_a_line(tmp_path: Path, evening: Hand) -> None:
    short = record_of("two-player", "Ann 5 took 6")
    names = [written(tmp_path / "a.json", evening), written(tmp_path / "b.json", short)]
    for flags in ([], ["--json"]):
        boards = [json.loads(line) for line in run("score", *flags, *names).stdout.splitlines()]
        assert [board["rules"] for board in boards] == ["partnership", "two-player"]


def test_a_stream_has_one_sheet_a_line(tmp_path: Path, evening: Hand) -> None:
    stream = f"{json.dumps(evening)}\n\n{json.dumps(record_of('two-player'))}\r\n{json.dumps(evening)}"
    path = tmp_path / "games.jsonl"
    path.write_text(stream, "utf-8")
    expected = ["partnership", "two-player", "partnership"]
    for result in (run("score", "--jsonl", str(path)), run("score", "--jsonl", text=stream)):
        assert [json.loads(line)["rules"] for line in result.stdout.splitlines()] == expected
    both = run("score", "--jsonl", str(path), "-", text=json.dumps(evening))
    assert len(both.stdout.splitlines()) == 4


def test_an_empty_stream_is_no_sheets() -> None:
    result = run("score", "--jsonl", text="")
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("columns", ["20", "60", "100", "200"])
@pytest.mark.parametrize("rules", ["two-player", "partnership", "cutthroat", "toss"])
def test_every_width_shows_every_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    game = record_of(rules, "Ann 1 took 4; Ann adjusted +4321 for a very long reason that must be broken somewhere")
    sheet = read_sheet(game)
    printed = run("score", written(tmp_path / "game.json", game)).stdout
    totals = next(line for line in printed.splitlines() if line.startswith("Total "))
    assert totals.split()[1:] == [str(standing.total) for standing in sheet.scoreboard().standings]
    assert all(word in printed for word in ("Agreed:", "very", "long", "reason", "broken", "somewhere"))


def test_names_in_any_script_keep_the_columns(tmp_path: Path) -> None:
    game = record_of("two-player", "Ann 5 took 6")
    game["sides"] = [{"name": "小明"}, {"name": "Zoë"}]
    head, _, first = run("score", written(tmp_path / "game.json", game)).stdout.splitlines()[2:5]
    assert head.index("Zoë") + 2 == first.index("1, took 7")


def test_names_that_look_like_markup_are_text(tmp_path: Path) -> None:
    game = record_of("two-player", "Ann 5 took 6")
    game["sides"] = [{"name": "=HYPERLINK(1)"}, {"name": "<script>"}]
    output = run("score", written(tmp_path / "game.json", game)).stdout
    assert "=HYPERLINK(1)" in output
    assert "<script>" in output
