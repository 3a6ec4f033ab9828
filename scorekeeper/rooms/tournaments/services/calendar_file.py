"""Writes the matches of a team as a calendar file (RFC 5545), which calendar programs import or follow.

Times are floating: a match at 19:30 is at 19:30 wherever its place is. A match keeps its name (`UID`) when its day
changes, so a program moves it; one that is postponed is cancelled until it has another day.

The forty lines of the format are our own: `icalendar`, which reads these files in the tests, would be three packages of
9 MB, 6 MB of each process and a tenth of the time to start, and would leave out no control characters either.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_OCTETS = 75
"""Of a line, without its end."""
HOURS = 2
"""How long a match is in a calendar."""
PROGRAM = "-//Scorekeeper//Scorekeeper//EN"
CONTROL: dict[str, str | None] = {chr(code): None for code in (*range(0x20), 0x7F)}
MARKS = str.maketrans(CONTROL | {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
"""What has a meaning in a calendar file, and what none may have."""


@dataclass(frozen=True, slots=True)
class CalendarMatch:
    """A match in a calendar: `date` as `2026-09-05`, `time` as `19:30` or empty for the whole day.

    `uid` is its name for ever, `changes` how often its day changed, `changed_at` when something about it did, in
    milliseconds of UTC.
    """

    uid: str
    date: str
    time: str
    summary: str
    place: str = ""
    about: str = ""
    url: str = ""
    postponed: bool = False
    changes: int = 0
    changed_at: int = 0


def calendar(name: str, matches: Iterable[CalendarMatch]) -> str:
    """The file of a calendar with this name."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PROGRAM}", "CALSCALE:GREGORIAN", f"X-WR-CALNAME:{_text(name)}"]
    lines += [line for match in matches for line in _event(match)]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _event(match: CalendarMatch) -> Iterator[str]:
    day, changed = match.date.replace("-", ""), datetime.fromtimestamp(match.changed_at / 1000, UTC)
    yield "BEGIN:VEVENT"
    yield f"UID:{match.uid}"
    yield f"DTSTAMP:{changed:%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{match.changes}"
    if match.time:
        yield f"DTSTART:{day}T{match.time.replace(':', '')}00"
        yield f"DURATION:PT{HOURS}H"
    else:
        yield f"DTSTART;VALUE=DATE:{day}"
    yield f"SUMMARY:{_text(match.summary)}"
    if match.place:
        yield f"LOCATION:{_text(match.place)}"
    if match.about:
        yield f"DESCRIPTION:{_text(match.about)}"
    if match.url:
        yield f"URL:{match.url}"
    yield f"STATUS:{'CANCELLED' if match.postponed else 'CONFIRMED'}"
    yield "END:VEVENT"


def _text(text: str) -> str:
    """A text as a value: what has a meaning in a calendar file is escaped, and what none may have is left out."""
    return text.replace("\r\n", "\n").translate(MARKS)


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets, of which each further one begins with a space; no character is split."""
    part, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > MAX_OCTETS:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + octets
    yield part
