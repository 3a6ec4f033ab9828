"""What worker processes do, by name: each takes the bytes that it was sent, and gives results one by one.

They import no more than they need, for a worker is started for each piece of work: no Flask, no database.
"""

from collections.abc import Callable, Iterator
from io import BytesIO

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.budget import Budget
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.formats.verification.file import check_file

Task = Callable[[bytes], Iterator[object]]

MOST_FINDINGS = 200
"""Findings that are sent back. A page shows fewer, and one is enough to know."""


def check(content: bytes) -> Iterator[object]:
    """A file from anybody, checked: one `Checked`."""
    checked = check_file(BytesIO(content), Budget())
    del checked.findings[MOST_FINDINGS:]
    yield checked


def games(content: bytes) -> Iterator[object]:
    """A file from anybody: each `ScoredGame` and `ExportedTable` of it."""
    yield from scored_games(BytesIO(content), Budget())


def score(content: bytes) -> Iterator[object]:
    """The body of a call, a sheet as JSON: its scoreboard as JSON."""
    try:
        value = parse_json(content)
    except InvalidInput as error:
        raise error.within("body") from error
    sheet = read_sheet(value)
    yield scoreboard_json(sheet.scoreboard(), sheet.names)


TASKS: dict[str, Task] = {task.__name__: task for task in (check, games, score)}
