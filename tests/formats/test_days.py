"""Days and moments at the limits of the calendar: read, or refused with the reason, never an error of the server."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.formats.days import day_of, read_minute, read_moment, written_period
from tests.each_case import each_case


@each_case("text", ["9999-12-31", "0001-01-01", "1900-12-31", "9000-01-01", "2026-02-30", "２０２６-11-19", "yes", ""])
def test_other_days_are_none(text: str) -> None:
    assert day_of(text) is None


def test_first_and_last_year_are_days() -> None:
    assert [str(day_of(day)) for day in ("1901-01-01", "8999-12-31")] == ["1901-01-01", "8999-12-31"]


@each_case(
    ("text", "code"),
    [
        ("9999-12-31T23:59:59-14:00", "out-of-range"),
        ("0001-01-01T00:00:00+14:00", "out-of-range"),
        ("9000-01-01T00:00:00Z", "out-of-range"),
        ("2026-11-19T20:00:00", "wrong-kind"),
        ("2026-11-19T20:00:00+99:00", "wrong-kind"),
        ("٢٠٢٦-11-19T20:00:00Z", "wrong-kind"),
    ],
)
def test_moment_that_no_calendar_has_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_moment(NOWHERE, text, "at")
    assert refused.value.fault.code == code


def test_moment_is_in_utc() -> None:
    assert read_moment(NOWHERE, "2026-11-19T20:00:00-05:00", "at") == datetime(2026, 11, 20, 1, tzinfo=UTC)


def test_minute_at_the_limit_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_minute(NOWHERE, "9999.12.31 23:59", "%Y.%m.%d %H:%M", "started")
    assert refused.value.fault.code == "out-of-range"


MARCH, TWELFTH = (date(2026, 3, 1), date(2026, 4, 1)), (date(2026, 3, 12), date(2026, 3, 13))


@each_case(
    ("text", "period"),
    [
        *((text, MARCH) for text in ("2026-03", "2026/3", "03.2026", "3/2026", "March 2026", "Mar 2026", "mar. 2026")),
        *((text, MARCH) for text in ("März 2026", "marzo de 2026", "marzo 2026", "MARCH, 2026")),
        *((text, TWELFTH) for text in ("2026-03-12", "12.03.2026", "12.3.2026", "12 March 2026", "March 12, 2026")),
        *((text, TWELFTH) for text in ("12. März 2026", "12 de marzo de 2026")),
        ("Dezember 2026", (date(2026, 12, 1), date(2027, 1, 1))),
    ],
)
def test_days_and_months_are_periods(text: str, period: tuple[date, date]) -> None:
    assert written_period(text) == period


@each_case(
    "text",
    ["March", "2026", "2026-13", "Marge 2026", "Ann 12.03.2026", "3/4/2026", "12.03.", "0000-01", "9999-12", "May", ""],
)
def test_what_may_be_a_name_or_two_days_is_no_period(text: str) -> None:
    assert written_period(text) is None
