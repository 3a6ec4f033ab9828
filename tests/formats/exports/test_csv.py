"""CSV: its rows, names that would be formulas, and importing it."""

import csv
import io

from hypothesis import given, settings

from scorekeeper.formats.csv_rows import escape_formula, hands_csv, lines_csv, unescape_formula
from scorekeeper.formats.files.csv_hands import read_csv
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.scored import differences
from tests.each_case import each_case
from tests.formats.exports.games import exported_games, game_of_sheet
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

HAND = "Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_row_for_each_side_and_hand() -> None:
    found = rows("".join(hands_csv([game_of_sheet(sheet_of("two-player", HAND, HAND))])))
    assert [(row["hand"], row["name"], row["bid"], row["took"], row["points"], row["total"]) for row in found] == [
        ("1", "Ann", "5", "6", "21", "21"),
        ("1", "Ben", "4>5", "7", "52", "52"),
        ("2", "Ann", "5", "6", "21", "42"),
        ("2", "Ben", "4>5", "7", "52", "104"),
    ]


def test_a_row_for_each_line() -> None:
    found = rows("".join(lines_csv([game_of_sheet(sheet_of("two-player", HAND))])))
    assert [(row["name"], row["points"], row["for"]) for row in found] == [
        ("Ann", "50", "Bid 5, took 6"),
        ("Ann", "1", "1 bag (now 1)"),
        ("Ann", "-30", "Agreed: talking"),
        ("Ben", "50", "Bid 5, took 7"),
        ("Ben", "2", "2 bags (now 2)"),
    ]


@each_case("name", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "＝1"])
def test_no_name_is_a_formula(name: str) -> None:
    assert escape_formula(name) == f"'{name}"
    assert unescape_formula(escape_formula(name)) == name


@each_case("name", ["Ann", "O'Hara", "'Ann'", ""])
def test_other_names_stay_unchanged(name: str) -> None:
    assert escape_formula(name) == name
    assert unescape_formula(name) == name


def test_a_sheet_made_by_hand_needs_few_columns() -> None:
    imported = next(read_csv(["rules;hand;side;name;bid;took", "two-player;1;1;Ann;5;6", "two-player;1;2;Ben;4;7"]))
    assert imported.sheet.names == ("Ann", "Ben")
    assert [score.total for score in imported.sheet.scoreboard().scores] == [51, 43]


@settings(max_examples=examples(20))
@given(exported_games(1), exported_games(2))
def test_csv_survives_a_round_trip(one: ExportedGame, two: ExportedGame) -> None:
    games = [game for game in (one, two) if game.sheet.hands]
    text = "".join(hands_csv(games))
    imported = list(read_csv(io.StringIO(text, newline="")))
    assert [found.sheet for found in imported] == [game.sheet for game in games]
    for found in imported:
        assert list(differences(found.sheet, found.sheet.scoreboard(), found.claimed)) == []
    again = [ExportedGame(g.id, g.state, g.entries, g.number) for g in games]
    assert "".join(hands_csv(again)) == text
