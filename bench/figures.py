"""Writes the figures of documents that come from the program itself: `make figures`, after a change of one.

The limits in docs/hosting.md are what the code has, and a test compares them. The sizes in docs/speed.md are measured:
the compiled modules, and what Chromium fetches for a first load.
"""

import re
from pathlib import Path

import brotli
from limits import RateLimitItem

from bench import first_load
from scorekeeper.access.followers import PageFollower, Program
from scorekeeper.access.limits import AnyLimit, RateLimit
from scorekeeper.access.quotas import LARGE_GAME, LEAST_FREE, MAX_DEVICE_DOWNLOADS, MAX_DOWNLOADS, MAX_HEAVY_JOBS
from scorekeeper.compiler.built import PARTS
from scorekeeper.compiler.sources import build
from scorekeeper.formats import heavy, rows
from scorekeeper.formats.hand_list import reading
from scorekeeper.formats.strict_json import LARGEST, Budget
from scorekeeper.rooms.tournaments.access import HallLimit
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_FIXTURES, MAX_TEAMS
from scorekeeper.rooms.tournaments.services.teams import MAX_QUESTIONS
from scorekeeper.server.settings import templates_folder
from scorekeeper.services.members import MAX_DEVICES
from scorekeeper.services.recording import MAX_EVENTS
from scorekeeper.storage.database import WRITE_LOCK_TIMEOUT
from scorekeeper.web.forms import MAX_SENT_BACK
from scorekeeper.web.transfer.imports import MAX_TOTAL_BYTES

DOCS = Path(__file__).resolve().parents[1] / "docs"
HEAD = "| what | how much |\n| --- | --- |\n"
MB = 1024 * 1024


def limits_table() -> str:
    """The rows of “Limits” in docs/hosting.md."""
    return "".join(f"| {what} | {much} |\n" for what, much in (_of_work() | _of_rates() | _of_games()).items())


AGAIN = "others are asked to try again (503)"


def _of_work() -> dict[str, str]:
    file = Budget()
    read = (
        f"{LARGEST // MB} MB; unpacked {file.unpacked // MB} MB, {file.member // MB} MB a member, {file.ratio} times "
        f"its packed size; {file.members:,} members, {file.lines:,} lines; {heavy.SECONDS} seconds of processor time "
        f"and {heavy.MEMORY // MB} MB of memory"
    )
    pasted = (
        f"of fixtures {MAX_FIXTURES:,} lines and {MAX_SENT_BACK // 1000} kB as the page shows it again; of teams "
        f"{MAX_TEAMS} lines; of hands {reading.MAX_ROWS} rows of {reading.MAX_COLUMNS} columns; a line "
        f"{rows.MAX_LENGTH:,} letters, a row {rows.MAX_LINES} lines. {MAX_QUESTIONS} names are asked about at once"
    )
    at_once = f"{MAX_HEAVY_JOBS} for each server process, each file in a separate process; {AGAIN}"
    previewed = f"1 for each table, for an hour, {MAX_TOTAL_BYTES // MB} MB in total"
    return {
        "a file to check or import": read,
        "checks, audits, import previews and sheets to score at once": at_once,
        "imports at once": "1; other tables can write meanwhile",
        "a pasted or uploaded list": pasted,
        "previewed files that are not imported yet": previewed,
    }


def _of_rates() -> dict[str, str]:
    checks = f"{_rates(RateLimit.CHECKS)}; each second that one takes counts as one more"
    pictures = f"{_rates(RateLimit.PICTURES)}; what has been drawn already does not count"
    live = f"{PageFollower.most}; of one link over the API {Program.most}. Other pages ask every two seconds"
    tableless = "forms and calls without a table, such as a new table or a sheet to check, from one address"
    return {
        "checks, audits and previews from one address": checks,
        "wrong links or tokens, and typed codes, from one address": _rates(RateLimit.GUESSES, RateLimit.CODES),
        "unknown receipts, from one address": _rates(RateLimit.RECEIPTS),
        "new tables from one address": _rates(RateLimit.TABLES),
        "devices that join a table from one address": _rates(RateLimit.JOINS),
        "phones that come by one table card of a tournament": _rates(HallLimit.CARDS),
        "calls of the director by the table of one match": _rates(HallLimit.CALLS),
        "phones that sign up for one tournament": _rates(HallLimit.SIGN_UPS),
        "devices at a table": f"{MAX_DEVICES}; removed ones make room",
        "live connections of one device": live,
        tableless: _rates(RateLimit.POSTS),
        "sheets scored over the API from one address": _rates(RateLimit.SCORES),
        "entries of one device": _rates(RateLimit.WRITES),
        "new pictures of one device or address": pictures,
        "pages of one device that take long to work out": _rates(RateLimit.DEAR_PAGES),
        "new games of a table": f"{_rates(RateLimit.GAMES)}; imported games do not count",
        "new links and codes of a table": _rates(RateLimit.LINKS),
    }


def _of_games() -> dict[str, str]:
    large = f"downloads, and answers about a whole game of {LARGE_GAME} entries or more, until they have been read"
    downloads = f"{MAX_DEVICE_DOWNLOADS} for each device or link, {MAX_DOWNLOADS} for each server process; {AGAIN}"
    return {
        large: downloads,
        "entries of a game": f"{MAX_EVENTS:,}",
        "free disk space": f"below {LEAST_FREE // MB} MB nothing is saved (507)",
        "waiting for another writer": f"{WRITE_LOCK_TIMEOUT:.0f} seconds, then 503",
    }


def _rates(*limits: AnyLimit) -> str:
    """`30 a minute, 300 an hour`, which all of these limits have."""
    (found,) = {", ".join(map(_rate, limit.items)) for limit in limits}
    return found


def _rate(item: RateLimitItem) -> str:
    name = item.GRANULARITY.name
    return f"{item.amount:,} {'an' if name == 'hour' else 'a'} {name}"


def with_limits(text: str) -> str:
    """The page for hosts with the limits of today."""
    before, _, after = text.partition(HEAD)
    return before + HEAD + limits_table() + after[after.index("\n\n") + 1 :]


def with_sizes(text: str, packed: dict[str, int], loads: dict[str, float]) -> str:
    """The page on speed with these sizes of modules, and of the first load and the next."""
    game, others = packed["phone"], packed["pages"]
    for row, figures in (
        (r"\| first load of the game page, .*? \| ", _load(loads, "first")),
        (r"\| the next load of that page \| ", _load(loads, "again")),
        (r"\| the phone's module for playing .*? \| ", f"{game:,} and {others:,} bytes"),
    ):
        text, count = re.subn(rf"({row})[^|]+ \|", rf"\g<1>{figures} |", text)
        assert count == 1, row
    return text


def _load(loads: dict[str, float], which: str) -> str:
    requests = int(loads[f"{which}_requests"])
    return f"{int(loads[f'{which}_body_bytes']):,} bytes in {requests} request{'s' if requests > 1 else ''}"


def main() -> None:
    """Measure, and write all of them."""
    texts = build(templates_folder())
    packed = {part: len(brotli.compress(text.encode())) for part, text in zip(PARTS, texts, strict=True)}
    hosting, speed = DOCS / "hosting.md", DOCS / "speed.md"
    hosting.write_text(with_limits(hosting.read_text("utf-8")), "utf-8")
    speed.write_text(with_sizes(speed.read_text("utf-8"), packed, first_load.measured()), "utf-8")


if __name__ == "__main__":
    main()
