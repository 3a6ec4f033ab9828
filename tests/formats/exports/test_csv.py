"""CSV: its rows, names that would be formulas, and importing it."""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.csv_rows import (
    NUMBER,
    RISKY,
    bare_hands_csv,
    escape_formula,
    games_csv,
    hands_csv,
    lines_csv,
    players_csv,
    unescape_formula,
)
from scorekeeper.formats.files.csv_hands import recognizes
from scorekeeper.formats.games import ClaimedHand, ClaimedSide, ExportedGame
from scorekeeper.formats.scored import differences
from tests.each_case import each_case
from tests.formats.exports.games import exported_games, game_of_sheet
from tests.formats.imports.files import csv_games
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


def test_a_row_for_each_game() -> None:
    game = game_of_sheet(sheet_of("two-player", HAND, HAND, closed="late", target=300))
    (row,) = rows("".join(games_csv([game])))
    assert (row["game id"], row["game"], row["rules"], row["hands"]) == (game.id, "1", "two-player", "2")
    assert (row["house rules"], row["status"], row["ended by"]) == ("target=300", "over", "closed")
    assert (row["side 1"], row["total 1"], row["side 2"], row["total 2"]) == ("Ann", "42", "Ben", "104")
    assert (row["winners"], row["side 3"], row["total 3"]) == ("Ben", "", "")
    assert "target=300" in row["options"]


def test_a_row_for_each_player_and_game() -> None:
    game = game_of_sheet(sheet_of("two-player", HAND, HAND, closed="late"))
    found = rows("".join(players_csv([game])))
    assert [(row["player"], row["side"], row["total"], row["won"], row["hands"]) for row in found] == [
        ("Ann", "1", "42", "0", "2"),
        ("Ben", "2", "104", "1", "2"),
    ]


def test_every_row_has_the_id_of_its_game_and_moments_have_a_zone() -> None:
    game = game_of_sheet(sheet_of("two-player", HAND))
    for writer in (hands_csv, lines_csv, games_csv, players_csv, bare_hands_csv):
        for row in rows("".join(writer([game]))):
            assert row["game id"] == game.id
            moments = [row[name] for name in ("started at", "changed at") if name in row]
            assert all(datetime.fromisoformat(moment).tzinfo == UTC for moment in moments)


def test_short_rows_of_hands_are_the_hands_without_what_is_the_same_in_all() -> None:
    game = game_of_sheet(sheet_of("two-player", HAND, HAND))
    whole, short = (rows("".join(writer([game]))) for writer in (hands_csv, bare_hands_csv))
    assert "options" not in short[0]
    assert short == [{key: row[key] for key in short[0]} for row in whole]


@each_case("name", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "＝1"])
def test_no_name_is_a_formula(name: str) -> None:
    assert escape_formula(name) == f"'{name}"
    assert unescape_formula(escape_formula(name)) == name


@each_case("name", ["Ann", "O'Hara", "'Ann'", ""])
def test_other_names_stay_unchanged(name: str) -> None:
    assert escape_formula(name) == name
    assert unescape_formula(name) == name


FORMULA = '=HYPERLINK("https://example.org")'
EVERY_CSV = (hands_csv, lines_csv, bare_hands_csv, games_csv, players_csv)


@pytest.mark.parametrize("write", EVERY_CSV)
def test_no_cell_of_a_forged_game_is_a_formula(write: Callable[[list[ExportedGame]], Iterator[str]]) -> None:
    """Not only names are foreign text: the id of a game in a file is whatever the file says."""
    forged = replace(game_of_sheet(sheet_of("two-player", HAND, HAND)), id=FORMULA, not_counted=FORMULA)
    cells = [cell for row in csv.reader("".join(write([forged])).splitlines()) for cell in row]
    assert f"'{FORMULA}" in cells or write is lines_csv
    assert not [cell for cell in cells if cell.startswith(RISKY) and not NUMBER.fullmatch(cell)]


def test_figures_stay_figures() -> None:
    """A minus begins many a number, which a mark would make text."""
    found = "".join(hands_csv([game_of_sheet(sheet_of("two-player", "Ann 9 took 4, Ben 4 took 9"))]))
    assert [row["points"] for row in rows(found)] == ["-90", "45"]


def test_a_sheet_made_by_hand_needs_few_columns() -> None:
    imported = next(csv_games(["rules;hand;side;name;bid;took", "two-player;1;1;Ann;5;6", "two-player;1;2;Ben;4;7"]))
    assert imported.sheet.names == ("Ann", "Ben")
    assert [score.total for score in imported.sheet.scoreboard().scores] == [51, 43]


HEADS = "rules;hand;side;name;bid;took"
ANN, BEN = "two-player;1;1;Ann;5;6", "two-player;1;2;Ben;4;7"


def test_headings_may_be_quoted_and_in_capitals_and_cells_may_have_spaces() -> None:
    lines = ['\ufeff"Rules", HAND ,Side,Name,"Bid",took', "two-player, 1 ,1, Ann ,5,6", "", "two-player,1,2,Ben,4,7"]
    assert recognizes("\n".join(lines).encode())
    (imported,) = csv_games(lines)
    assert imported.sheet.names == ("Ann", "Ben")
    assert not recognizes(b"rules,hand,side,name,bid\n")
    assert not recognizes(b"")


def test_a_comma_in_a_name_is_not_the_separator() -> None:
    (imported,) = csv_games([HEADS, ANN.replace("Ann", "Ann, too, of, all, the, people"), BEN])
    assert imported.sheet.names[0] == "Ann, too, of, all, the, people"
    (imported,) = csv_games([f"{HEADS};a,b", f"{ANN};", f"{BEN};"])
    assert imported.sheet.names == ("Ann", "Ben")


def test_optional_columns_are_read() -> None:
    more = "started;dealer;closed;forfeit;points;total;overtricks;counted;rulings"
    ann = '2026-01-02 20:30;2;closed: late;1;\u221251;\u22121;1;yes;agreed 1 -30 "late"'
    ben = "2026-01-02 20:30;2;closed: late;1;43;43;;yes;"
    (imported,) = csv_games([f"{HEADS};{more}", f"{ANN};{ann}", f"{BEN};{ben}"])
    assert (imported.sheet.dealer, imported.sheet.closed, imported.sheet.forfeit) == (1, "late", 0)
    assert imported.started == datetime(2026, 1, 2, 20, 30, tzinfo=UTC)
    assert imported.sheet.hands[0].adjustments[0].points == -30
    (claimed,) = imported.claimed.hands
    assert (claimed.number, claimed.counted) == (1, True)
    assert claimed.sides == (ClaimedSide(-51, -1, overtricks=1), ClaimedSide(43, 43, overtricks=None))


def test_without_optional_columns_the_first_player_deals_and_nothing_is_claimed() -> None:
    (imported,) = csv_games([HEADS, ANN, BEN])
    assert (imported.sheet.dealer, imported.sheet.closed, imported.started) == (0, None, None)
    assert imported.where.words == "game 1"
    assert imported.claimed.hands == (
        ClaimedHand(1, counted=True, sides=(ClaimedSide(None, None), ClaimedSide(None, None))),
    )


def test_hands_that_do_not_count_claim_nothing() -> None:
    (imported,) = csv_games([f"{HEADS};counted;points", f"{ANN};No;x", f"{BEN};No;"])
    assert imported.claimed.hands == (ClaimedHand(1, counted=False),)


def test_a_game_ends_where_the_next_begins() -> None:
    other = [ANN.replace("Ann", "Cal"), BEN.replace("Ben", "Dee")]
    second = [line.replace(";1;", ";2;", 1) for line in (ANN, BEN)]
    found = list(csv_games([HEADS, ANN, BEN, *second, *other]))
    assert [(game.sheet.names, len(game.sheet.hands), game.where.words) for game in found] == [
        (("Ann", "Ben"), 2, "game 1"),
        (("Cal", "Dee"), 1, "game 2"),
    ]
    numbered = [f"{line};{number}" for number in ("7", "8") for line in (ANN, BEN)]
    assert [len(game.sheet.hands) for game in csv_games([f"{HEADS};game", *numbered])] == [1, 1]


def test_partners_have_columns_of_their_own() -> None:
    sides = ("partnership;1;1;Us;4 3;7;Ann;Cal", "partnership;1;2;Them;3 2;6;Ben;Dee")
    (imported,) = csv_games([f"{HEADS};player 1;player 2", *sides])
    assert [(side.name, side.players) for side in imported.sheet.sides] == [
        ("Us", ("Ann", "Cal")),
        ("Them", ("Ben", "Dee")),
    ]


@each_case(
    ("lines", "line", "code", "what"),
    [
        (["rules;hand;side;name;bid"], 1, "no-column", None),
        ([HEADS, "", ANN.replace(";1;", ";2;", 1), BEN], 3, "next-number", None),
        ([HEADS, ANN, BEN.replace(";1;2;", ";1;3;")], 3, "next-number", None),
        ([f"{HEADS};dealer", f"{ANN};1234567890", f"{BEN};"], 2, "wrong-kind", "dealer"),
        ([f"{HEADS};dealer", f"{ANN};--1", f"{BEN};"], 2, "wrong-kind", "dealer"),
        ([f"{HEADS};points", f"{ANN};x", f"{BEN};1"], 2, "wrong-kind", "points"),
        ([f"{HEADS};overtricks", f"{ANN};1", f"{BEN};x"], 3, "wrong-kind", "overtricks"),
        ([f"{HEADS};started", f"{ANN};today", f"{BEN};"], 2, "wrong-kind", "started"),
        ([HEADS, ANN.replace("two-player", "bridge"), BEN], 2, "unknown-rules", None),
        ([HEADS, ANN, BEN.replace("7", "x")], 3, "notation", None),
        ([f"{HEADS};rulings", f"{ANN};", f"{BEN};what"], 2, "notation", None),
        ([HEADS, ANN, '"two-player'], 3, "not-csv", None),
    ],
)
def test_refusal_of_a_csv_names_line_and_column(lines: list[str], line: int, code: str, what: str | None) -> None:
    with pytest.raises(InvalidInput) as refused:
        list(csv_games(lines))
    assert (refused.value.fault.path.words, refused.value.fault.code) == (f"line {line}", code)
    assert what is None or refused.value.fault.params.get("what") == what


@settings(max_examples=examples(20))
@given(exported_games(1), exported_games(2))
def test_csv_survives_a_round_trip(one: ExportedGame, two: ExportedGame) -> None:
    games = [game for game in (one, two) if game.sheet.hands]
    text = "".join(hands_csv(games))
    imported = list(csv_games(io.StringIO(text, newline="")))
    assert [found.sheet for found in imported] == [game.sheet for game in games]
    for found in imported:
        assert list(differences(found.sheet, found.sheet.scoreboard(), found.claimed)) == []
    again = [ExportedGame(g.id, g.state, g.events, g.number) for g in games]
    assert "".join(hands_csv(again)) == text


def resaved(lines: list[str], head: str, change: Callable[[str], str]) -> list[str]:
    """A CSV whose cells below a heading were changed, with semicolons, as a spreadsheet saves it."""
    rows = list(csv.reader(lines))
    place = rows[0].index(head)
    changed = [rows[0], *([*row[:place], change(row[place]), *row[place + 1 :]] for row in rows[1:])]
    made = io.StringIO()
    csv.writer(made, delimiter=";").writerows(changed)
    return made.getvalue().splitlines()


@pytest.mark.parametrize("date", ["20.11.2026 20:14", "11/20/2026 20:14", "20-Nov-26", "46346,84"])
def test_our_csv_is_imported_after_a_spreadsheet_saved_its_dates(date: str) -> None:
    game = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
    lines = "".join(hands_csv([game])).splitlines()
    (plain,) = csv_games(lines)
    (imported,) = csv_games(resaved(lines, "started", lambda _: date))
    assert (imported.sheet, imported.started) == (plain.sheet, plain.started)
    with pytest.raises(InvalidInput):
        list(csv_games([line.replace("2026-11-21T", "") for line in resaved(lines, "started", lambda _: date)]))


def test_numbers_and_separators_as_spreadsheets_write_them() -> None:
    lines = [HEADS, ANN, BEN]
    assert list(csv_games(["sep=;", *lines])) == list(csv_games(lines))
    assert list(csv_games([line.replace(";", "\t") for line in lines])) == list(csv_games(lines))
    (imported,) = csv_games([f"{HEADS};points;dealer", f"{ANN};51,0;1.0", f"{BEN};40.0;1,0"])
    assert [side.points for side in imported.claimed.hands[0].sides] == [51, 40]
    assert recognizes(b"sep=;\n" + HEADS.encode())


def test_a_side_has_one_name_in_every_table_after_a_substitute() -> None:
    sheet = sheet_of("two-player", HAND, HAND) | {"substitutes": [{"hand": 2, "seat": 0, "player": "Eve"}]}
    game = game_of_sheet(sheet)
    (name, *_) = game.sheet.names
    for write in (bare_hands_csv, lines_csv):
        found = rows("".join(write([game])))
        assert {row["name"] for row in found if row["side"] == "1"} == {name}
    assert {row["in total"] for row in rows("".join(lines_csv([game])))} == {"yes"}
