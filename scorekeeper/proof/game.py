"""One game of a file, proven: its seal, its chain, its scores, and that it is spelled as it was exported."""

from collections.abc import Iterator, Sequence

from scorekeeper.chain import Unwritable, verify
from scorekeeper.exports import text_record
from scorekeeper.exports.game_json import game_json
from scorekeeper.exports.seal import Broken, broken_at
from scorekeeper.imports.blocks import Block
from scorekeeper.imports.chain import course_of
from scorekeeper.imports.differences import differences
from scorekeeper.imports.game_json import read_game
from scorekeeper.imports.kept import kept_from
from scorekeeper.imports.record import read_record
from scorekeeper.imports.told import Told
from scorekeeper.log import Course
from scorekeeper.proof.findings import Checked, Finding
from scorekeeper.proof.places import label
from scorekeeper.proof.signed import MISFIT, as_signed, digest_of
from scorekeeper.sheet import BadSheet, Sheet, parse_json


def check_block(block: Block, checked: Checked) -> Told | None:
    """Look at one game; what is not as it was written is added to `checked`. The game, where it can be read."""
    broken = None if block.seal is None else broken_at(block.sealed, block.seal)
    if broken is not None:
        checked.findings.append(_seal_finding(block, broken))
    try:
        told = told_of(block)
    except BadSheet as error:
        checked.findings.append(Finding(str(error), 0 if block.is_json else _line_in(str(error))))
        return None
    checked.games += 1
    checked.hands += len(told.sheet.hands)
    damage, found = list(chain_findings(told)), list(score_findings(told))
    checked.findings += [Finding(what) for what in (*damage, *found)]
    if broken is None and not damage and not found:
        checked.findings += _spelling(block, told)
    traceless = block.seal is None and not told.entries
    fits = checked.levels.note(
        differences=len(found),
        undamaged=None if traceless else broken is None and not damage,
        head=told.head,
        signature=told.signature,
        record=digest_of(block),
    )
    if not fits:
        checked.findings.append(Finding(MISFIT))
    return told


def told_of(block: Block) -> Told:
    """The game of a block. Raises `BadSheet`."""
    if block.is_json:
        text = b"\n".join(block.lines)
        return read_game(parse_json(text.removesuffix(b",") if block.seal is not None else text))
    try:
        lines = [line.decode("utf-8") for line in block.lines]
    except UnicodeDecodeError as error:
        raise BadSheet("this is not text in UTF-8") from error
    return read_record(lines, block.start)


def chain_findings(told: Told) -> Iterator[str]:
    """Where the chain does not hold, or the sheet is not what its entries give."""
    if not told.entries:
        return
    try:
        broken = verify(told.entries)
        if broken is not None:
            yield f"the chain is broken: {broken.message}"
            return
        course = course_of(told.entries)
    except (BadSheet, Unwritable) as error:
        yield str(error)
        return
    yield from _against_entries(told, course)


def score_findings(told: Told) -> Iterator[str]:
    """Where scores are not what the record gives."""
    try:
        board = told.sheet.scoreboard()
    except BadSheet as error:
        yield str(error)
        return
    yield from (str(difference) for difference in differences(told.sheet, board, told.said))


def _against_entries(told: Told, course: Course) -> Iterator[str]:
    if told.started is not None and told.started != told.entries[0].at:
        yield "the game's beginning is not that of its first entry"
    if told.sheet != course.sheet:
        yield f"{_other_hand(told.sheet, course.sheet)} is not as its entries give it"


def _other_hand(one: Sheet, other: Sheet) -> str:
    pairs = zip(one.hands, other.hands, strict=False)
    found = next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), None)
    if found is None and len(one.hands) != len(other.hands):
        found = min(len(one.hands), len(other.hands)) + 1
    return f"hand {found} of the sheet" if found else "the head of the sheet"


def _seal_finding(block: Block, broken: Broken) -> Finding:
    place = label(block, broken.line)
    what = "is missing something after it" if broken.missing else "is not as it was exported"
    return Finding(f"{place} {what}", block.start + broken.line - 1)


def _spelling(block: Block, told: Told) -> Iterator[Finding]:
    """The first line that the same game would not have, where all else holds."""
    expected = written_anew(told)
    if expected is None:
        return
    lines = expected.encode("utf-8").rstrip(b"\n").split(b"\n")
    found = _first_other([*block.lines[:-1], block.lines[-1].removesuffix(b",")], lines)
    if found is not None:
        what = f"{label(block, found)} is spelled in another way"
        if block.seal is None:
            what = "it is not laid out as it was exported, so that no seal holds its lines; what it says is right"
        yield Finding(what, block.start + found - 1)


def _first_other(lines: Sequence[bytes], expected: Sequence[bytes]) -> int | None:
    for number, (line, due) in enumerate(zip(lines, expected, strict=False), start=1):
        if line != due:
            return number
    return None if len(lines) == len(expected) else min(len(lines), len(expected))


def written_anew(told: Told) -> str | None:
    """The game once more as it is exported; None for a bare sheet, which has no form of its own."""
    if told.entries:
        return game_json(kept_from(told))
    if told.said.totals is not None:
        return text_record(told.sheet, told.sheet.scoreboard(), told.started, told.revision, as_signed(told))
    return None


def _line_in(message: str) -> int:
    """The line that a reader's sentence names."""
    number = message.removeprefix("line ").partition(":")[0]
    return int(number) if message.startswith("line ") and number.isdecimal() else 0
