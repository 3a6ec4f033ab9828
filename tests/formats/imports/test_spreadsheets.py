"""A list in a workbook is what its cells say, and no file takes more than a worker has."""

import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter
from openpyxl import Workbook

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.hand_list.columns import guessed_columns
from scorekeeper.formats.hand_list.doubts import doubts_of
from scorekeeper.formats.hand_list.reading import read_hand_list
from scorekeeper.formats.spreadsheets import MAX_BYTES, list_text, sheets_in
from tests.workbooks import HEADS, saved

LIST = Path(__file__).parents[2] / "data" / "hand_lists" / "workbook.xlsx"
ROWS: list[list[object]] = [[*HEADS], [1, 5, 7, 4, 6], [2, 6, 5, 5, 8]]


def made(fill: Callable[[xlsxwriter.Workbook], object]) -> bytes:
    content = BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        fill(workbook)
    return content.getvalue()


def changed(content: bytes, old: bytes, new: bytes, part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """The workbook with other bytes in one of its parts."""
    into = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as read, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as write:
        for name in read.namelist():
            kept = read.read(name)
            assert name != part or old in kept
            write.writestr(name, kept.replace(old, new, 1) if name == part else kept)
    return into.getvalue()


def code(content: bytes, sheet: str = "") -> str:
    with pytest.raises(InvalidInput) as refused:
        list_text(content, sheet)
    return refused.value.fault.code


def test_list_in_a_workbook_is_read_as_the_same_list_in_text() -> None:
    text = "\n".join(",".join(map(str, row)) for row in ROWS)
    assert read_hand_list(list_text(LIST.read_bytes())) == read_hand_list(text)


def test_cells_are_as_they_are_typed() -> None:
    def fill(workbook: xlsxwriter.Workbook) -> None:
        sheet = workbook.add_worksheet()
        form = workbook.add_format
        sheet.write_datetime(1, 1, date(2026, 4, 3), form({"num_format": "d-mmm"}))
        sheet.write_datetime(1, 2, datetime.fromisoformat("2026-04-03T19:30"), form({"num_format": "d-mmm h:mm"}))
        sheet.write_datetime(1, 3, time(5, 7), form({"num_format": "h:mm"}))
        sheet.write_row(2, 1, [9.0, 9.5, "a\n b\tc"])
        sheet.write_formula(3, 1, "=4+3", None, 7)
        sheet.write_string(3, 3, "nil")

    rows = [line.split("\t") for line in list_text(made(fill)).split("\n")]
    assert rows == [
        ["", "", "", ""],
        ["", "2026-04-03", "2026-04-03 19:30", "05:07"],
        ["", "9", "9.5", "a b c"],
        ["", "7", "", "nil"],
        [""],
    ]


def test_date_where_a_bid_belongs_is_asked_about() -> None:
    workbook = Workbook()
    for row in [*ROWS[:1], [1, date(2026, 4, 3), 7, 4, 6]]:
        workbook.worksheets[0].append(row)
    found = read_hand_list(list_text(saved(workbook)))
    columns = guessed_columns(found.heads, [["Ann", "Cal"], ["Ben", "Dee"]])
    assert doubts_of(found, columns).dates == ("2026-04-03",)


def test_what_is_merged_over_rows_stands_in_each_and_over_columns_in_the_first() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in [["Hand", "We", None], [None, "Bid", "Took"], [1, 5, 7], [2, 5, 8], ["Friday"], []]:
        sheet.append(row)
    for merged in ("A1:A2", "B1:C1", "A5:A9", "Z1:Z9", "B50:B60"):
        sheet.merge_cells(merged)
    assert list_text(saved(workbook)).split("\n")[:5] == [
        "Hand\tWe\t",
        "Hand\tBid\tTook",
        "1\t5\t7",
        "2\t5\t8",
        "Friday\t\t",
    ]


def test_several_sheets_are_a_question_and_empty_or_hidden_ones_are_none() -> None:
    workbook = Workbook()
    workbook.worksheets[0].append(["first"])
    workbook.create_sheet("Empty")
    workbook.create_sheet("Hidden").append(["secret"])
    workbook["Hidden"].sheet_state = "hidden"
    assert list_text(saved(workbook)) == "first\n"
    assert code(saved(workbook), "Other") == "which-sheet"
    workbook.create_sheet("Night 2").append(["second"])
    assert code(saved(workbook)) == "which-sheet"
    assert list_text(saved(workbook), "Night 2") == "second\n"
    assert sheets_in(saved(workbook)) == (("Sheet", "first\n"), ("Night 2", "second\n"))
    assert list_text(saved(Workbook())) == ""


def a_sheet(workbook: xlsxwriter.Workbook) -> None:
    sheet = workbook.add_worksheet()
    for number, row in enumerate(ROWS):
        sheet.write_row(number, 0, row)


def far_apart(workbook: xlsxwriter.Workbook) -> None:
    sheet = workbook.add_worksheet()
    sheet.write(0, 0, "a")
    sheet.write(1_048_575, 16_383, "b")


def many_rows(workbook: xlsxwriter.Workbook) -> None:
    sheet = workbook.add_worksheet()
    for row in range(6_000):
        sheet.write(row, 0, row)


def much_text(workbook: xlsxwriter.Workbook) -> None:
    sheet = workbook.add_worksheet()
    for row in range(10):
        sheet.write(row, 0, "x" * 20_000)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"PK\x03\x04" + b"x" * 500, "no-spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "no-spreadsheet"),
        (made(a_sheet)[:3000], "no-spreadsheet"),
        (changed(made(a_sheet), b'r="A1"', b'r="A0"'), "no-spreadsheet"),
        (changed(made(a_sheet), b'r="A1"', b'r="ZZZZZZZ999999999"'), "no-spreadsheet"),
        (changed(made(a_sheet), b"<si>", b"<si><t>" + b"A" * 150_000_000, "xl/sharedStrings.xml"), "too-much-work"),
        (made(far_apart), "too-much-work"),
        (made(many_rows), "too-much-work"),
        (made(much_text), "too-much-work"),
        (b"PK\x03\x04" + b"x" * MAX_BYTES, "too-many-bytes"),
    ],
    ids=["no zip", "old", "cut off", "row 0", "no column", "bomb", "far apart", "rows", "letters", "bytes"],
)
def test_file_that_cannot_be_read_is_refused_in_a_sentence(content: bytes, expected: str) -> None:
    assert code(content) == expected


def test_text_is_read_as_before_whatever_sheet_is_named() -> None:
    assert list_text(b"a,b\n", "Sheet 1") == "a,b\n"
