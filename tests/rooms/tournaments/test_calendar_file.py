"""The calendar file of a team: read by the grammar of RFC 5545 and by another program, whatever its names."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, strategies as st
from icalendar import Calendar

from scorekeeper.rooms.tournaments.pages.showing import public
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.calendar_file import CalendarMatch, calendar
from tests.each_case import each_case
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_league import PAIRS, bring, club, season  # noqa: F401 - the fixture of a league
from tests.web.browsing import Page

Event = dict[str, str]
CONTENT_LINE = re.compile(r"([A-Z-]+)((?:;[A-Z-]+=[^;:]+)*):(.*)", re.DOTALL)


def unfolded(text: str) -> list[str]:
    """The content lines of a file; each line of it has at most 75 octets and ends with CRLF."""
    assert text.endswith("\r\n")
    lines = text.removesuffix("\r\n").split("\r\n")
    assert all(len(line.encode()) <= 75 and "\n" not in line and "\r" not in line for line in lines)
    return "\r\n".join(lines).replace("\r\n ", "").split("\r\n")


def value(text: str) -> str:
    """A text without its escapes."""
    return re.sub(r"\\(.)", lambda mark: "\n" if mark[1] in "nN" else mark[1], text)


def events(text: str) -> list[Event]:
    """The events of a file, each with its properties; the parameters stand in the names."""
    found: list[Event] = []
    lines = unfolded(text)
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert {"VERSION:2.0", "PRODID:-//Scorekeeper//Scorekeeper//EN"} <= set(lines)
    for line in lines:
        part = CONTENT_LINE.fullmatch(line)
        assert part, line
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and line != "END:VEVENT":
            found[-1][part[1] + part[2]] = part[3]
    for event in found:
        assert re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"])
    return found


NAME = st.text(st.characters(exclude_categories=["Cs"]), max_size=120)


@given(name=NAME, summary=NAME, place=NAME)
def test_every_text_is_read_back(name: str, summary: str, place: str) -> None:
    match = CalendarMatch("a@b", "2026-09-05", "19:30", summary, place, changed_at=1_795_000_000_000)
    (event,) = events(calendar(name, [match]))
    assert value(event["SUMMARY"]) == printed(summary)
    assert value(event.get("LOCATION", "")) == printed(place)


def printed(text: str) -> str:
    """A text without the characters that no calendar file may have."""
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", "", text.replace("\r\n", "\n"))


@given(name=NAME, summary=NAME, place=NAME)
def test_calendar_library_reads_what_was_written(name: str, summary: str, place: str) -> None:
    evening = CalendarMatch("a@b", "2026-09-05", "19:30", summary, place, changed_at=1_795_000_000_000)
    whole_day = CalendarMatch("c@d", "2026-09-06", "", summary, place, postponed=True, changes=2, changed_at=0)
    read = Calendar.from_ical(calendar(name, [evening, whole_day]))
    first, second = read.events
    assert value(str(read["X-WR-CALNAME"])) == printed(name)  # no property of RFC 5545: it is not unescaped
    assert [event["SUMMARY"] for event in read.events] == [printed(summary)] * 2
    assert [event.get("LOCATION", "") for event in read.events] == [printed(place)] * 2
    assert (first.start, first.duration) == (datetime(2026, 9, 5, 19, 30), timedelta(hours=2))  # noqa: DTZ001 - floating
    assert (second.start, second.sequence, second.status) == (date(2026, 9, 6), 2, "CANCELLED")
    assert [event.DTSTAMP.timestamp() for event in read.events] == [1_795_000_000, 0]
    assert not [event.errors for event in read.events if event.errors]


@each_case(
    ("match", "line"),
    [
        (CalendarMatch("a@b", "2026-09-05", "19:30", "A – B"), {"DTSTART": "20260905T193000", "DURATION": "PT2H"}),
        (CalendarMatch("a@b", "2026-09-05", "", "A – B"), {"DTSTART;VALUE=DATE": "20260905"}),
        (CalendarMatch("a@b", "2026-09-05", "", "A", "Bell; Inn, 1\\2"), {"LOCATION": r"Bell\; Inn\, 1\\2"}),
        (
            CalendarMatch("a@b", "2026-09-05", "", "A", postponed=True, changes=3),
            {"STATUS": "CANCELLED", "SEQUENCE": "3"},
        ),
    ],
)
def test_a_match_says_when_where_and_whether_it_is_postponed(match: CalendarMatch, line: Event) -> None:
    (event,) = events(calendar("League", [match]))
    assert line.items() <= event.items()


def file_of(page: Page) -> list[Event]:
    return events(page.html)


def test_a_team_has_its_matches_in_a_calendar_whose_names_stay(club: Hall) -> None:  # noqa: F811
    club.director.open(club.at("standings/1"))
    before = file_of(club.director.tap("Calendar file"))
    assert [event["DTSTART"] for event in before][:2] == ["20260905T193000", "20260912T193000"]
    assert len({event["UID"] for event in before}) == len(before) == 6
    assert before[0]["SUMMARY"] == " – ".join((PAIRS[0], PAIRS[3]))
    assert before[0]["LOCATION"] == "The Anchor"
    page = club.director.open(club.at("desk/matches/1"))
    form = next(form for form in page.forms if form.action.endswith("/day") and "postponed" not in form.fields)
    club.director.submit(form, None, 200, date="2026-09-30", time="")
    club.paper(club.state.matches[3], 500, 320)
    after = {event["UID"]: event for event in file_of(club.director.open(club.at("standings/1/matches.ics")))}
    moved = after[before[0]["UID"]]
    assert (moved["DTSTART;VALUE=DATE"], moved["SEQUENCE"]) == ("20260930", "1")
    assert {event["UID"] for event in before} == set(after)
    assert any("500 : 320" in value(event["DESCRIPTION"]) for event in after.values())


def test_everybody_follows_a_team_while_there_is_a_public_page(club: Hall) -> None:  # noqa: F811
    stranger = club.new_phone()
    address = club.at("public/1")
    assert stranger.open(address, 404).status == 404
    club.set(public=True, names="number")
    page = stranger.open(club.at("public"))
    assert address in page.html
    page = stranger.open(address)
    assert "Team 4" in page.text
    assert "Ann" not in page.text
    found = file_of(stranger.open(f"{address}/matches.ics"))
    assert found[0]["SUMMARY"] == "Team 1 – Team 2"
    assert stranger.open(club.at("public/99"), 404).status == 404


def test_postponed_match_is_cancelled_until_it_has_another_day(club: Hall) -> None:  # noqa: F811
    club.director.open(club.at("desk/matches/1"))
    club.director.tap("Postpone until somebody says")
    first = file_of(club.director.open(club.at("standings/1/matches.ics")))[0]
    assert (first["STATUS"], first["SUMMARY"].startswith("Postponed")) == ("CANCELLED", True)


def test_all_fixtures_are_printed(club: Hall) -> None:  # noqa: F811
    club.paper(club.state.matches[1], 500, 320)
    club.director.open(club.at("print"))
    page = club.director.tap("Fixtures")
    assert page.text.count("The Anchor") == 12
    assert "500 : 320" in page.text
    assert "Table cards" not in club.director.open(club.at("print")).text


def test_public_page_stays_open_until_the_last_day(club: Hall) -> None:  # noqa: F811
    bring(club, [season()[0], "7,2027-12-24,,,Ann & Abe,Bea & Ben,,"])
    club.set(public=True)
    assert public.is_public(club.state, milliseconds(datetime(2027, 12, 25, tzinfo=UTC)))
    assert not public.is_public(club.state, milliseconds(datetime(2027, 12, 30, tzinfo=UTC)))
