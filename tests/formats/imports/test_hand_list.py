"""A plain list of hands: its columns are guessed or named, and its games scored."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import error_text
from scorekeeper.formats.hand_list import Columns, guessed_columns, named_columns, read_hand_list, sheets_of
from scorekeeper.services.hand_lists import file_of_hand_list
from tests.formats.imports.files import csv_games

HEADS = "Hand, We bid, We took, They bid, They took"
PAIRS: dict[str, Any] = {
    "rules": "partnership",
    "sides": [{"name": "We", "players": ["Ann", "Cal"]}, {"name": "They", "players": ["Ben", "Dee"]}],
}
ALONE: dict[str, Any] = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]}


def totals(text: str, head: dict[str, Any], columns: Columns | None = None) -> list[list[int]]:
    found = read_hand_list(text)
    columns = columns or guessed_columns(found.heads, len(head["sides"]))
    return [[score.total for score in sheet.scoreboard().scores] for sheet in sheets_of(found, columns, head)]


def test_list_of_the_usual_columns() -> None:
    assert totals(f"{HEADS}\n1,5,6,4,7\n2,6,7,nil,6\n", ALONE) == [[112, -57]]


def test_pair_with_one_number_bids_as_a_pair() -> None:
    found = read_hand_list(f"{HEADS}\n1,8,9,4,4\n")
    (sheet,) = sheets_of(found, guessed_columns(found.heads, 2), PAIRS)
    assert sheet.rules.options["pair_bids"] == "pair"
    assert [score.total for score in sheet.scoreboard().scores] == [81, 40]


def test_pair_with_a_bid_for_each_seat() -> None:
    assert totals(f"{HEADS}\n1,nil 5,0/6,4/3,7\n", PAIRS) == [[151, 70]]


@pytest.mark.parametrize("text", ["{}\n1\t5\t6\t4\t7\n", "{}\n1;5;6;4;7\n", '\ufeff{}\r\n"1",5,6,4,7\r\n\r\n'])
def test_list_of_any_spreadsheet(text: str) -> None:
    delimiter = "\t" if "\t" in text else ";" if ";" in text else ","
    assert totals(text.format(HEADS.replace(", ", delimiter)), ALONE) == [[51, 43]]


def test_next_hand_1_begins_another_game_and_totals_are_skipped() -> None:
    assert totals(f"{HEADS}\n1,5,6,4,7\n,,6,,7\n1,6,7,5,6\n", ALONE) == [[51, 43], [61, 51]]


def test_tricks_of_one_side_are_the_rest() -> None:
    assert totals("Ours bid, theirs bid, tricks\n5,4,6\n", ALONE) == [[51, 43]]


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
        (f'{HEADS}\n1,"5,6,4,7\n', "This is not CSV"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        totals(text, ALONE)
    assert says in error_text(raised.value)


def test_file_has_the_games_with_their_time() -> None:
    found = read_hand_list(f"{HEADS}\n1,5,6,4,7\n1,6,7,5,6\n")
    started = datetime(2026, 11, 19, 20, tzinfo=UTC)
    content = file_of_hand_list(found, guessed_columns(found.heads, 2), ALONE, started)
    games = list(csv_games(io.StringIO(content.decode(), newline="")))
    assert [game.started for game in games] == [started, started.replace(minute=1)]
    assert [len(game.sheet.hands) for game in games] == [1, 1]
