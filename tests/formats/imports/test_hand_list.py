"""A plain list of hands: its columns are guessed or named, and its games scored."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import error_text
from scorekeeper.formats.hand_list.columns import (
    Columns,
    guessed_columns,
    named_columns,
    places_of,
    seats_in_heads,
    without,
)
from scorekeeper.formats.hand_list.doubts import doubts_of
from scorekeeper.formats.hand_list.games import decided_by_points, games_of, sheets_of
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers, read_hand_list
from scorekeeper.formats.rows import text_of
from scorekeeper.services.hand_lists import columns_in_words, file_of_games
from scorekeeper.services.importing import import_file
from scorekeeper.storage.games import games_of as stored_games
from scorekeeper.storage.models import Table
from tests.each_case import each_case
from tests.formats.imports.files import csv_games

HEADS = "Hand, We bid, We took, They bid, They took"
PAIRS: dict[str, Any] = {
    "rules": "partnership",
    "sides": [{"name": "We", "players": ["Ann", "Cal"]}, {"name": "They", "players": ["Ben", "Dee"]}],
}
ALONE: dict[str, Any] = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]}


def totals(
    text: str, head: dict[str, Any], columns: Columns | None = None, answers: ListAnswers | None = None
) -> list[list[int]]:
    found = read_hand_list(text)
    columns = columns or guessed(found, head)
    return [[score.total for score in sheet.scoreboard().scores] for sheet in sheets_of(found, columns, head, answers)]


def guessed(found: HandList, head: dict[str, Any]) -> Columns:
    return guessed_columns(found.heads, [side.get("players", [side["name"]]) for side in head["sides"]])


def test_list_of_the_usual_columns() -> None:
    assert totals(f"{HEADS}\n1,5,6,4,7\n2,6,7,nil,6\n", ALONE) == [[112, -57]]


def test_pair_with_one_number_bids_as_a_pair() -> None:
    found = read_hand_list(f"{HEADS}\n1,8,9,4,4\n")
    (sheet,) = sheets_of(found, guessed(found, PAIRS), PAIRS)
    assert sheet.rules.options["pair_bids"] == "pair"
    assert [score.total for score in sheet.scoreboard().scores] == [81, 40]


def test_pair_with_a_bid_for_each_seat() -> None:
    assert totals(f"{HEADS}\n1,nil 5,0/6,4/3,7\n", PAIRS) == [[151, 70]]


@pytest.mark.parametrize("text", ["{}\n1\t5\t6\t4\t7\n", "{}\n1;5;6;4;7\n", '\ufeff{}\r\n"1",5,6,4,7\r\n\r\n'])
def test_list_of_any_spreadsheet(text: str) -> None:
    delimiter = "\t" if "\t" in text else ";" if ";" in text else ","
    assert totals(text.format(HEADS.replace(", ", delimiter)), ALONE) == [[51, 43]]


def test_next_hand_1_begins_another_game_and_totals_are_skipped() -> None:
    assert totals(f"{HEADS}\n1,5,6,4,7\nTotal,,6,,7\n1,6,7,5,6\n", ALONE) == [[51, 43], [61, 51]]


def test_tricks_of_one_side_are_the_rest() -> None:
    assert totals("Ours bid, theirs bid, our tricks\n5,4,6\n", ALONE) == [[51, 43]]


def test_columns_by_name_in_any_order() -> None:
    found = read_hand_list("a,b,c,d\n7,4,6,5\n")
    columns = named_columns(found.heads, ["d", "b"], ["c", "a"], None)
    assert totals("a,b,c,d\n7,4,6,5\n", ALONE, columns) == [[51, 43]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nothing", "This is no list of hands"),
        (f"{HEADS}\n1,5,6,x,7\n", '"x" is not a bid in this game'),
        (f"{HEADS}\n1,5,6,4,8\n", "Tricks add up to 14"),
        (f"{HEADS}\n1,5,,4,\n", "trick count"),
        ("Hand,We bid,We took\n1,5,6\n", 'There is no column "Ben bid"; the columns are Hand, We bid, We took'),
        (f'{HEADS}\n1,"5,6,4,7\n', "The quotation marks of this line"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        totals(text, ALONE)
    assert says in error_text(raised.value)


def test_file_has_the_games_with_their_time() -> None:
    found = read_hand_list(f"{HEADS}\n1,5,6,4,7\n1,6,7,5,6\n")
    started = datetime(2026, 11, 19, 20, tzinfo=UTC)
    content = file_of_games(games_of(found, guessed(found, ALONE), ALONE), started)
    games = list(csv_games(io.StringIO(content.decode(), newline="")))
    assert [game.started for game in games] == [started, started.replace(minute=1)]
    assert [len(game.sheet.hands) for game in games] == [1, 1]


SEATS = "Round,Ann Bid,Cal Bid,Ben Bid,Dee Bid,We took,They took\n1,3,2,5,2,5,8\n2,4,3,2,2,7,6\n"
SUMS = "Hand,We bid,They bid,We took\n1,6,4,6\n2,5,5,6\nTotal,11,10,12\n"
ROUNDS = (
    "Round,Hand,We bid,We took,They bid,They took\n1,1,8,9,4,4\n1,2,6,7,5,6\n1,3,5,6,6,7\n2,1,7,7,5,6\n2,2,6,7,5,6\n"
)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        (SEATS, [[120, 113]]),
        (SUMS, [[111, 95]]),
        (ROUNDS, [[193, 152], [131, 102]]),
        (f"sep=;\r\n{HEADS.replace(', ', ';')}\r\n1;8;9;4;4\r\n", [[81, 40]]),
        (f"sep=|\n{HEADS.replace(', ', '|')}\n1|8,0|9,0|4,0|4,0\n", [[81, 40]]),
        (f"Friday at Ann’s\n\nspades,,,,\n{HEADS}\n1,8,9,4,4\n", [[81, 40]]),
        (f"{HEADS}\n1.0,8.0,9.00,4.0,4.0\n", [[81, 40]]),
        (f"{HEADS.replace(', ', ';')}\n1,0;8,0;9,0;4,0;4,0\n", [[81, 40]]),
        ("Hand,We bid,They bid,They took,We took\n1,8,4,4,9\n", [[81, 40]]),
        ("Runde;Ansage wir;Stiche wir;Ansage sie;Stiche sie\n1;8;9;4;4\n", [[81, 40]]),
        ("Spiel;Runde;wir angesagt;wir gemacht;sie angesagt;sie gemacht\n1;1;8;9;4;4\n", [[81, 40]]),
        ("Mano;Nuestra apuesta;Nuestras bazas;Su apuesta;Sus bazas\n1;8;9;4;4\n", [[81, 40]]),
        (f"{HEADS}\n1,nil und 5,0 y 6,4 and 3,7\n", [[151, 70]]),
        (f"{HEADS}\n1,null 5,0 6,4 3,7\n", [[151, 70]]),
    ],
)
def test_list_as_spreadsheets_and_people_write_it(text: str, due: list[list[int]]) -> None:
    assert totals(text, PAIRS) == due


def test_columns_that_name_players_are_theirs_in_any_order() -> None:
    text = "Hand,Dee bid,Cal bid,Ben bid,Ann bid,They took,We took\n1,2,3,1,nil,5,8\n"
    found = read_hand_list(text)
    assert guessed(found, PAIRS).bids == ((2, 4), (1, 3))
    heads = read_hand_list(SEATS).heads
    assert seats_in_heads(heads, guessed_columns(heads, [["", ""], ["", ""]]), 2) == [["Ann", "Cal"], ["Ben", "Dee"]]


def test_list_in_utf_16() -> None:
    text = f"{HEADS}\n1,8,9,4,4\n"
    for content in (text.encode("utf-16"), text.encode("utf-16-le"), text.encode("utf-8-sig")):
        assert totals(text_of(content), PAIRS) == [[81, 40]]
    with pytest.raises(InvalidInput):
        text_of("Zoë".encode("cp1252"))


NOTED = f"{HEADS}, Remark\n1,8,9,4,4,late\nbreak,,,,,\n2,6,7,5,6,\n"


def test_a_column_and_a_row_that_are_not_understood_are_asked_about() -> None:
    found = read_hand_list(NOTED)
    columns = guessed(found, PAIRS)
    doubts = doubts_of(found, columns)
    assert (doubts.columns, [found.number_of(row) for row in doubts.rows]) == ((5,), [3])
    with pytest.raises(InvalidInput, match="unknown-columns") as refused:
        totals(NOTED, PAIRS)
    assert "Remark" in error_text(refused.value)
    columns = without(columns, [5])
    with pytest.raises(InvalidInput, match="unknown-row") as refused:
        totals(NOTED, PAIRS, columns)
    assert "break" in error_text(refused.value)
    assert "line 3" in error_text(refused.value)
    assert totals(NOTED, PAIRS, columns, ListAnswers(left_out=frozenset({3}))) == [[142, 91]]


def test_an_empty_column_is_no_question() -> None:
    assert totals(f"{HEADS},,\n1,8,9,4,4,,\n", PAIRS) == [[81, 40]]


DATED = f"{HEADS}\n1,03-Apr,9,02-Feb,4\n2,4-Feb,7,2-Mar,6\n"


def test_bids_that_a_spreadsheet_made_dates_are_asked_about() -> None:
    with pytest.raises(InvalidInput, match="bids-or-date") as refused:
        totals(DATED, PAIRS)
    assert "03-Apr is 4 3 or 3 4" in error_text(refused.value)
    found = read_hand_list(DATED)
    for order, bids in (("month-first", ("4", "2", "3", "2")), ("day-first", ("3", "2", "4", "2"))):
        (sheet,) = sheets_of(found, guessed(found, PAIRS), PAIRS, ListAnswers(dates=order))
        assert tuple(bid.calls[0] for bid in sheet.hands[0].bids) == bids
        assert [score.total for score in sheet.scoreboard().scores] == [133, 91]


@pytest.mark.parametrize("cell", ["04. Mrz", "4-mar", "04-Mar-26", "Mar-04", "2026-03-04", "2026-03-04 00:00:00"])
def test_a_date_of_any_spreadsheet_is_recognized(cell: str) -> None:
    (sheet,) = sheets_of(
        found := read_hand_list(f"{HEADS}\n1,{cell},9,2 2,4\n"),
        guessed(found, PAIRS),
        PAIRS,
        ListAnswers(dates="day-first"),
    )
    assert [bid.calls[0] for bid in sheet.hands[0].bids] == ["4", "2", "3", "2"]


@pytest.mark.parametrize("cell", ["4/3/2026", "04.03.2026", "04/03/26"])
def test_a_date_in_numbers_stands_as_it_was_typed(cell: str) -> None:
    found = read_hand_list(f"{HEADS}\n1,{cell},9,2 2,4\n")
    (sheet,) = sheets_of(found, guessed(found, PAIRS), PAIRS)
    assert [bid.calls[0] for bid in sheet.hands[0].bids] == ["4", "2", "3", "2"]


def test_a_hand_that_is_missing_is_named() -> None:
    with pytest.raises(InvalidInput, match="next-number") as refused:
        totals(f"{HEADS}\n1,8,9,4,4\n3,6,7,5,6\n", PAIRS)
    assert "line 3" in error_text(refused.value)


def test_what_was_guessed_is_said() -> None:
    found = read_hand_list(SUMS)
    lines = columns_in_words(found, guessed(found, PAIRS), ["Ann & Cal", "Ben & Dee"])
    assert "Tricks of Ben & Dee: the rest" in lines
    assert lines[-1] == "Not read, as it has totals: row 4 (Total, 11, 10, 12)"


def test_a_second_game_of_the_evening_is_no_copy_of_the_first(table: Table) -> None:
    started = datetime(2026, 11, 19, 20, tzinfo=UTC)
    for text, imported in (
        (f"{HEADS}\n1,8,9,4,4\n2,6,7,5,6\n3,nil 5,0 6,7,7\n", 1),
        (f"{HEADS}\n1,5,6,7,7\n2,4,4,8,9\n", 1),
        (f"{HEADS}\n1,5,6,7,7\n2,4,4,8,9\n", 0),
    ):
        found = read_hand_list(text)
        content = file_of_games(games_of(found, guessed(found, PAIRS), PAIRS), started)
        assert len(import_file(io.BytesIO(content), table.id).games) == imported
    assert [len(game.summary["totals"]) for game in stored_games(table.id)] == [2, 2]
    assert sorted(game.number for game in stored_games(table.id)) == [1, 2]


LISTS = Path(__file__).parents[2] / "data" / "hand_lists"


def of_file(name: str) -> str:
    return (LISTS / f"{name}.csv").read_text("utf-8")


EACH = "Hand,{}\n1,5,7,4,6\n2,6,5,5,8\n"
BOTH = [[-8, 95]]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        (of_file("repeated-headings"), BOTH),
        (of_file("names-above-headings"), BOTH),
        (of_file("hand-in-words"), BOTH),
        (of_file("bid-and-tricks-in-one-cell"), BOTH),
        (of_file("bid-and-tricks-in-one-cell").replace("/", "-"), BOTH),
        (of_file("two-nights"), [[-8, 95], [111, 122]]),
        (EACH.format("Bid,Made,Bid,Made"), BOTH),
        (EACH.format("Gebot,Stiche,Gebot,Stiche"), BOTH),
        (EACH.format("Apuesta,Bazas,Apuesta,Bazas"), BOTH),
        (EACH.format("Bid (tricks),Took (tricks),Bid [tricks],Took [tricks]"), BOTH),
        (EACH.format('"We\nbid","We\ntook","They\nbid","They\ntook"'), BOTH),
        ("Hand,Bid,Bid,Took,Took\n1,5,4,7,6\n2,6,5,5,8\n", BOTH),
        ("#,They bid,They took,We bid,We took\n#1,4,6,5,7\n#2,5,8,6,5\n", BOTH),
        (EACH.format("We bid,We took,They bid,They took") + "3,,,,\n4,,,,\n", BOTH),
        ("Hand,Dealer,We bid,We took,They bid,They took\n1,Ben,5,7,4,6\n2,Cal,6,5,5,8\n", BOTH),
    ],
)
def test_list_in_another_shape(text: str, due: list[list[int]]) -> None:
    assert totals(text, PAIRS) == due


WHOSE = (
    *("Gegner {bid};Gegner {took};Wir {bid};Wir {took}", "Opponents {bid};Opponents {took};Our {bid};Our {took}"),
    *("Rivales {bid};Rivales {took};Nosotros {bid};Nosotros {took}", "Opp {bid};Opp {took};Us {bid};Us {took}"),
    *("Dee & Ben {bid};Dee & Ben {took};Cal & Ann {bid};Cal & Ann {took}", "B+D {bid};B+D {took};A+C {bid};A+C {took}"),
    *("Ben & Di {bid};Ben & Di {took};Ann & Kal {bid};Ann & Kal {took}", "BD {bid};BD {took};AC {bid};AC {took}"),
    *("Team 2 {bid};Team 2 {took};Team 1 {bid};Team 1 {took}", "{bid} Paar B;{took} Paar B;{bid} Paar A;{took} Paar A"),
    *("You {bid};You {took};Me {bid};Me {took}", "Du {bid};Du {took};Ich {bid};Ich {took}"),
    "Ben & Dee ({bid});Ben & Dee ({took});Ann & Cal ({bid});Ann & Cal ({took})",
    *("Ben/Dee {bid};Ben/Dee {took};Guests {bid};Guests {took}", "Dee {bid};Dee {took};Cal {bid};Cal {took}"),
)
"""Headings of a list that has the second side first."""


@each_case("heads", WHOSE)
def test_columns_are_of_the_side_that_their_headings_name(heads: str) -> None:
    for bid, took in (("bid", "took"), ("Ansage", "Stiche"), ("apuesta", "bazas")):
        assert totals(f"Nr;{heads.format(bid=bid, took=took)}\n1;4;6;5;7\n2;5;8;6;5\n", PAIRS) == BOTH


PLAIN = "Hand,We bid,We took,They bid,They took"


@each_case(
    ("text", "due"),
    [
        ("\ufeffSpiel;Ansage Wir;Stiche Wir;Ansage Die;Stiche Die\r\n1;5;7;4;6\r\n2;6;5;5;8\r\n", BOTH),
        (PLAIN.replace(",", "\t").replace(" ", "\u00a0") + "\n1\t5\u00a0\t7\t4\t6\n2\t6\t5\t5\t8\n", BOTH),
        (f"{PLAIN}\n\uff11,\uff15,\uff17,\uff14,\uff16\n2,6,5,5,8\n", BOTH),
        (f"{PLAIN}\n1st,5,7,4,6\n2nd,6,5,5,8\n", BOTH),
        (f"{PLAIN},We pts,They pts\n1,5,7,4,6,52,42\n2,6,5,5,8,\u201360,53\n", BOTH),
        (f"{PLAIN},We total,They total\n1,5,7,4,6,52,42\n2,6,5,5,8,(8),95\n", BOTH),
        (f"{PLAIN},They pts,We pts\n1,5,7,4,6,42,52\n2,6,5,5,8,53,\u221260\n", BOTH),
        ("Hand;We bid;We took;They bid;They took;We pts;They pts\n1;5,0;7,0;4,0;6,0;52,00;42,00\n", [[52, 42]]),
        (f"{PLAIN}\n1,5,7,4,6\n2,6,5,5,8\nTotals,11,12,9,14\n", BOTH),
        (f"{PLAIN}\n1,5,7,4,6\n2,6,5,5,8\nTotal,,-8,,95\n", BOTH),
        (f"{PLAIN}\n1,5,7,4,6\nTotal,52,,42,\n1,6,5,5,8\nTotal,-60,,53,\nTotal,-8,,95,\n", [[52, 42], [-60, 53]]),
        (f"Date,{PLAIN}\n2026-11-05,1,5,7,4,6\n,2,6,5,5,8\n2026-11-12,1,5,7,4,6\n", [*BOTH, [52, 42]]),
        (f"Date,{PLAIN}\n2026-11-05 23:30,1,5,7,4,6\n2026-11-06 00:10,2,6,5,5,8\n", BOTH),
        (f"Game,{PLAIN}\n1,1,5,7,4,6\n,2,6,5,5,8\n2,1,5,7,4,6\n", [*BOTH, [52, 42]]),
        (",Bid,,Took,\nHand,Us,Them,Us,Them\n1,5,4,7,6\n2,6,5,5,8\n", BOTH),
        (",Them,,Us,\nHand,Bid,Took,Bid,Took\n1,4,6,5,7\n2,5,8,6,5\n", BOTH),
        ("Hand,Us bid,Us got,Them bid,Them got\n1,5,7,4,6\n2,6,5,5,8\n", BOTH),
        ("Hand,Wir Soll,Wir Ist,Sie Soll,Sie Ist\n1,5,7,4,6\n2,6,5,5,8\n", BOTH),
        ("Mano,Nosotros dijo,Nosotros hizo,Ellos dijo,Ellos hizo\n1,5,7,4,6\n2,6,5,5,8\n", BOTH),
        ("Hand,Us (bid/took),Them (bid/took)\n1,5/7,4/6\n2,6/5,5/8\n", BOTH),
        ("Hand,Them Took/Bid,Us Took/Bid\n1,6/4,7/5\n2,8/5,5/6\n", BOTH),
        (f"Hand,Dealer,{PLAIN[5:]}\n1,Ben,5,7,4,6\n2,C,6,5,5,8\n", BOTH),
        ("Hand,Team,Bid,Tricks\n1,Dee & Ben,4,6\n1,Cal & Ann,5,7\n2,Dee & Ben,5,8\n2,Cal & Ann,6,5\n", BOTH),
        ("Hand,Team,Bid,Tricks\n1,Us,5,7\n,Them,4,6\n2,Us,6,5\n,Them,5,8\n", BOTH),
        ("Team,Hand,Bid,Tricks\nUs,1,5,7\n,2,6,5\nThem,1,4,6\n,2,5,8\n", BOTH),
        ("Date,Hand,Team,Bid,Tricks\n2026-11-05,1,Us,5,7\n,,Them,4,6\n,2,Us,6,5\n,,Them,5,8\n", BOTH),
        ("Runde;Team;Ansage;Stiche\n1;Wir;5;7\n1;Sie;4;6\n2;Wir;6;5\n2;Sie;5;8\n", BOTH),
        ('Hand,"Smith, Ann bid","Smith, Ann took",Ben bid,Ben took\n1,5,7,4,6\n2,6,5,5,8\n', BOTH),
    ],
)
def test_list_of_another_hand(text: str, due: list[list[int]]) -> None:
    assert guessed_totals(text) == due


def guessed_totals(text: str, *named: str) -> list[list[int]]:
    """As the API and the command line read it; `named` are headings of bids and tricks in turn, if they are given."""
    found = read_hand_list(text)
    columns = named_columns(found.heads, named[::2], named[1::2], None) if named else guessed(found, PAIRS)
    columns = decided_by_points(found, columns, PAIRS)
    return [[score.total for score in sheet.scoreboard().scores] for sheet in sheets_of(found, columns, PAIRS)]


def test_points_are_compared_where_columns_are_named_too() -> None:
    rows = "5,7,4,6,52,42\n6,5,5,8,-8,{}\n"
    text, named = f"a,b,c,d,Total us,Total them\n{rows}", ("a", "b", "c", "d")
    assert guessed_totals(text.format(95), *named) == BOTH
    with pytest.raises(InvalidInput, match="unknown-columns"):
        guessed_totals(text.format(94), *named)
    found = read_hand_list(text.format(94))
    columns = without(named_columns(found.heads, ["a", "c"], ["b", "d"], None), [4, 5])
    assert totals(text.format(94), PAIRS, columns) == BOTH


@each_case("called", ["Zed", "N", "B & D"])
def test_a_dealer_who_is_nobody_of_them_is_asked_about(called: str) -> None:
    text = f"Hand,Dealer,{PLAIN[5:]}\n1,{called},5,7,4,6\n2,Cal,6,5,5,8\n"
    with pytest.raises(InvalidInput, match="unknown-columns"):
        guessed_totals(text)
    found = read_hand_list(text)
    assert totals(text, PAIRS, without(guessed(found, PAIRS), [1])) == BOTH


def test_totals_that_do_not_fit_can_be_left_out() -> None:
    text = f"{PLAIN}\n1,5,7,4,6\n2,6,5,5,8\nTotal,,-10,,95\n"
    assert totals(text, PAIRS, None, ListAnswers(frozenset([4]))) == BOTH


def test_row_for_each_team() -> None:
    found = read_hand_list(of_file("row-for-each-team"))
    columns = guessed(found, PAIRS)
    scores = [place for place, head in enumerate(found.heads) if "Score" in head or "Overtricks" in head]
    assert doubts_of(found, columns).columns == tuple(scores)
    assert totals(of_file("row-for-each-team"), PAIRS, without(columns, scores)) == BOTH


def test_games_of_two_nights_have_their_days() -> None:
    found = read_hand_list(of_file("two-nights"))
    played = games_of(found, guessed(found, PAIRS), PAIRS)
    assert [day for _sheet, day in played] == [date(2026, 11, 5), date(2026, 11, 12)]
    started = datetime(2026, 11, 19, 20, tzinfo=UTC)
    content = file_of_games(played, started)
    games = list(csv_games(io.StringIO(content.decode(), newline="")))
    assert [game.started.date() for game in games if game.started] == [date(2026, 11, 5), date(2026, 11, 12)]


def test_dealer_of_the_first_hand_is_read() -> None:
    text = "Hand,Dealer,We bid,We took,They bid,They took\n1,Dee,5,7,4,6\n"
    found = read_hand_list(text)
    (sheet,) = sheets_of(found, guessed(found, PAIRS), PAIRS)
    assert sheet.dealer == 3


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("Hand,N bid,E bid,S bid,W bid,We took,They took\n1,3,2,2,2,7,6\n", "two-ways", "columns B, C, or in B, D"),
        ("Hand,5,4\n1,7/6,6/7\n", "no-column", "no column"),
        ("Ours bid,theirs bid,tricks\n5,4,6\n", "no-column", "took"),
        ("Hand,Bid,Us took,Us bid,Them took\n1,5,7,4,6\n", "two-ways", "columns B, or in D"),
        (EACH.format("Ann & Ben bid,Ann & Ben took,Cal & Dee bid,Cal & Dee took"), "two-ways", "columns B, or in D"),
        (EACH.format("We bid,We took,They bid,They took") + "Total,,-10,,95\n", "unknown-row", "Total, -10, 95"),
        (of_file("two-nights").replace("2026-11-12,1", "11/12/2026,1"), "two-days", "11/12/2026"),
    ],
)
def test_what_can_be_read_two_ways_is_asked(text: str, code: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=code) as refused:
        totals(text, PAIRS)
    assert says in error_text(refused.value)


def test_columns_are_named_by_their_letters_or_numbers() -> None:
    text = of_file("repeated-headings")
    heads = read_hand_list(text).heads
    for bids, took in ((["B", "D"], ["C", "E"]), (["2", "4"], ["3", "5"])):
        assert totals(text, PAIRS, named_columns(heads, bids, took, "Hand")) == BOTH
    with pytest.raises(InvalidInput, match="same-heading") as refused:
        named_columns(heads, ["Bid", "Bid"], ["Took", "Took"], "Hand")
    assert "C, E" in error_text(refused.value)
    assert places_of(("Hand", "Score", "B", "Score"), "Score") == [1, 3]
    assert places_of(("Hand", "Score", "B", "Score"), "B") == [2]


def test_columns_with_one_heading_are_told_apart() -> None:
    found = read_hand_list(of_file("repeated-headings"))
    lines = columns_in_words(found, guessed(found, PAIRS), ["Ann & Cal", "Ben & Dee"])
    assert "Bid of Ben & Dee: “Bid” in column D" in lines


def games_by_day(text: str, answers: ListAnswers | None = None) -> list[date | None]:
    found = read_hand_list(text, answers.dates if answers else "")
    return [day for _sheet, day in games_of(found, guessed(found, ALONE), ALONE, answers)]


@each_case(
    ("cells", "days"),
    [
        (("5 Nov 2026", "12. November 2026"), (5, 12)),
        (("Nov 5, 2026", "12-Nov-26"), (5, 12)),
        (("5.11.2026", "12.11.2026"), (5, 12)),
        (("Do 5. Nov", "Thu 12 Nov"), (5, 12)),
        (("5/11/2026", "13/11/2026"), (5, 13)),
        (("11/5/2026", "11/13/2026"), (5, 13)),
    ],
)
def test_a_date_is_read_as_people_write_it(cells: tuple[str, str], days: tuple[int, int]) -> None:
    rows = "".join(f'"{cell}",{hand},5,6,4,7\n' for cell in cells for hand in (1, 2))
    answers = ListAnswers(near=date(2026, 12, 1))
    assert games_by_day(f"Date,{HEADS}\n{rows}", answers) == [date(2026, 11, day) for day in days]


def test_a_date_that_may_be_two_days_is_asked_about() -> None:
    text = f"Date,{HEADS}\n11/12/2026,1,5,6,4,7\n"
    with pytest.raises(InvalidInput) as error:
        games_by_day(text)
    assert error.value.fault.code == "two-days"
    assert "11/12/2026 is 2026-11-12 or 2026-12-11" in error_text(error.value)
    found = read_hand_list(text)
    assert doubts_of(found, guessed(found, ALONE)).days == ("11/12/2026",)
    assert games_by_day(text, ListAnswers(dates="day-first")) == [date(2026, 12, 11)]
    assert games_by_day(text, ListAnswers(dates="month-first")) == [date(2026, 11, 12)]


def test_a_bid_and_its_tricks_of_which_a_spreadsheet_made_a_date_are_asked_about() -> None:
    text = "Date,Hand,Us,Them\n2026-11-05,1,2026-05-07,4/6\n2026-11-05,2,6/5,2026-05-08\n"
    with pytest.raises(InvalidInput) as error:
        read_hand_list(text)
    assert error.value.fault.code == "bids-or-date"
    (sheet,) = sheets_of(found := read_hand_list(text, "month-first"), guessed(found, ALONE), ALONE)
    assert [score.total for score in sheet.scoreboard().scores] == [-8, 95]
    with pytest.raises(InvalidInput):
        sheets_of(found := read_hand_list(text, "day-first"), guessed(found, ALONE), ALONE)


ACROSS = "Hand,N bid,E bid,S bid,W bid,We took,They took,We points,They points\n"


@each_case(
    ("rows", "decided"),
    [
        (("1,3,2,2,2,7,6,52,42", "2,4,3,2,3,6,7,60,61"), ((1, 3), (2, 4))),
        (("1,3,2,2,2,7,6,52,42", "2,4,3,2,3,6,7,112,103"), ((1, 3), (2, 4))),
        (("1,3,4,2,2,8,5,71,41", "2,4,3,2,3,8,5,71,50"), ((1, 2), (3, 4))),
        (("1,3,2,2,2,7,6,1,1",), None),
    ],
)
def test_points_decide_between_two_readings(rows: tuple[str, ...], decided: object) -> None:
    """Of each hand, or added up; where they fit none, it is asked."""
    found = read_hand_list(ACROSS + "".join(f"{row}\n" for row in rows))
    columns = decided_by_points(found, guessed(found, PAIRS), PAIRS)
    if decided is None:
        assert (columns.points, bool(columns.other)) == ((), True)
        return
    assert (columns.bids, columns.points, columns.other) == (decided, (7, 8), ())
    assert sheets_of(found, columns, PAIRS)


def test_points_that_fit_are_understood_and_others_are_asked_about() -> None:
    rows = "1,5,6,4,7,51,43\n2,6,7,5,6,112,94\n"
    found = read_hand_list(f"{HEADS},We total,They total\n{rows}")
    columns = decided_by_points(found, guessed(found, ALONE), ALONE)
    assert (columns.points, doubts_of(found, columns).columns) == ((5, 6), ())
    found = read_hand_list(f"{HEADS},We total,They total\n{rows.replace('112', '113')}")
    columns = decided_by_points(found, guessed(found, ALONE), ALONE)
    assert doubts_of(found, columns).columns == (5, 6)


def test_row_longer_than_the_headings_is_no_fault_of_ours() -> None:
    with pytest.raises(InvalidInput):
        sheets_of(found := read_hand_list("a,b\n5/7,5/7,3-Apr\n5/7,6/7,4-Apr\n"), guessed(found, ALONE), ALONE)
