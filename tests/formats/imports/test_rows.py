"""The one reader of rows: every line of a list is in a row or in a fault, whatever somebody brings."""

from __future__ import annotations

import csv
from random import Random

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import Fault
from scorekeeper.formats.rows import MAX_LENGTH, MAX_LINES, Row, read_rows, rows_of
from tests.each_case import each_case
from tests.hypothesis_budget import examples
from tests.random_lists import random_list

MOST = 4000


def read_lines(text: str) -> tuple[list[tuple[int, list[str]]], list[tuple[int, str]]]:
    rows, faulty = read_rows(text, MOST)
    return (
        [(row.number, list(row.cells)) for row in rows],
        [(fault.path.number_of("line"), fault.code) for fault in faulty],
    )


@each_case(
    ("text", "rows"),
    [
        ("1,Ann\n2,Ben", [(1, ["1", "Ann"]), (2, ["2", "Ben"])]),
        ("\n1;Ann, Cal\n,,,\n  \n2;Ben, Dee\n", [(2, ["1", "Ann, Cal"]), (5, ["2", "Ben, Dee"])]),
        ("9,0;Ann\n8,0;Ben", [(1, ["9,0", "Ann"]), (2, ["8,0", "Ben"])]),
        ("A league, autumn\n1\tAnn\n2\tBen", [(1, ["A league, autumn"]), (2, ["1", "Ann"]), (3, ["2", "Ben"])]),
        ("\ufeffsep=|\n1|Ann", [(2, ["1", "Ann"])]),
        ("sep=\t\n1\tAnn", [(2, ["1", "Ann"])]),
        ('sep="\n1', [(1, ['sep="']), (2, ["1"])]),
        ('"Bid\n(we)",Took\n4,5', [(1, ["Bid (we)", "Took"]), (3, ["4", "5"])]),
        ("  Ann\u00a0 Cal , x ", [(1, ["Ann Cal", "x"])]),
        ("", []),
    ],
)  # fmt: skip
def test_rows_are_read_as_people_and_spreadsheets_write_them(text: str, rows: list[tuple[int, list[str]]]) -> None:
    assert read_lines(text) == (rows, [])


@each_case(
    ("text", "rows", "faulty"),
    [
        ('1,"\n2,Ben', [2], [(1, "not-csv")]),
        ('1,"Ann" and Cal\n2,Ben\n"', [2], [(1, "not-csv"), (3, "not-csv")]),
        (f"1,{'x' * MAX_LENGTH}\n2,Ben", [2], [(1, "line-too-long")]),
        (f'1,"\n{"x" * 200_000}\n2,Ben', [3], [(1, "not-csv"), (2, "line-too-long")]),
        ('"' + "\n" * 2 * MAX_LINES + '"', [], [(1, "not-csv"), (2 * MAX_LINES + 1, "not-csv")]),
    ],
)
def test_line_that_cannot_be_read_is_named_and_the_others_are_read(
    text: str, rows: list[int], faulty: list[tuple[int, str]]
) -> None:
    read, not_read = read_lines(text)
    assert ([number for number, _cells in read], not_read) == (rows, faulty)


def test_more_lines_than_there_may_be_are_refused_before_any_is_read() -> None:
    read_rows("1,Ann\n\n2,Ben\n", 2)
    with pytest.raises(InvalidInput) as refused:
        read_rows("1,Ann\n\n2,Ben\n3,Cal", 2)
    assert (refused.value.fault.code, refused.value.fault.params) == ("too-many-rows", {"found": 3, "most": 2})


def test_a_line_is_looked_at_a_few_times_at_most() -> None:
    """Each of these lines opens a cell that the next one closes, and opens another."""
    looked = 0

    class Counted(str):
        __slots__ = ()

        def __len__(self) -> int:
            nonlocal looked
            looked += 1
            return super().__len__()

    lines = [Counted('a","\n')] * 1000
    found = list(rows_of(lines, ","))
    assert all(isinstance(row, Fault) for row in found)
    assert (len(found), looked > 1000) == (1000, True)
    assert looked <= 1000 * (MAX_LINES + 2)


def test_any_list_gives_each_line_in_a_row_or_a_fault() -> None:
    for number in range(examples(300, 60_000)):
        lines = random_list(Random(number)).splitlines()
        at, found = 1, list(rows_of(lines, ","))
        for row, after in zip(found, [*map(begins, found), len(lines) + 1][1:], strict=True):
            assert begins(row) == at
            if isinstance(row, Row):
                cells = next(csv.reader((f"{line}\n" for line in lines[at - 1 : after - 1]), strict=True))
                assert row.cells == tuple(cells)
            at = after if isinstance(row, Row) else at + 1
        assert at == len(lines) + 1


def begins(row: Row | Fault) -> int:
    return row.number if isinstance(row, Row) else row.path.number_of("line")
