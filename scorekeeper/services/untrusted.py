"""What is done with untrusted input in a worker process, see `formats.heavy`."""

from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.strict_json import Budget, parse_json
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.part_kinds import part_kinds

MAX_FINDINGS = 200
"""How many findings are sent back. A page shows fewer, and one proves that something is wrong."""


def check(content: BinaryIO) -> Iterator[object]:
    """Verify an untrusted file: yields one `Verification`."""
    checked = check_file(BytesIO(content.read()), Budget(kinds=part_kinds))
    del checked.findings[MAX_FINDINGS:]
    yield checked


def games(content: BinaryIO) -> Iterator[object]:
    """Score an untrusted file: yields each `ScoredGame` and `ExportedTable`."""
    yield from scored_games(BytesIO(content.read()), Budget(kinds=part_kinds))


def score(content: BinaryIO) -> Iterator[object]:
    """Score a sheet in the JSON body of a call: yields its scoreboard as JSON."""
    try:
        value = parse_json(content.read())
    except InvalidInput as error:
        raise error.within("body") from error
    sheet = read_sheet(value)
    yield scoreboard_json(sheet.scoreboard(), sheet.names)
