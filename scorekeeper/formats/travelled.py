"""Undoes what editors, mail programs and chats do to a text file, so that it is read and verified as it was exported.

Of any text: line ends, white space where a line ends, its encoding. Of a text record also what a chat adds around it
(a name and a time, a greeting, `> ` before each line), and letters that were replaced by similar ones: its checksums
tell what stood there. Each line keeps its number, so that an error names the line that a person sees.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from scorekeeper.core.sheet.record_text import RECORD, SEAL
from scorekeeper.formats.checksums import checksums_of, line_sum
from scorekeeper.formats.strict_json import encoding_of
from scorekeeper.formats.text_file import START, lines_of, pieces_of
from scorekeeper.formats.text_record.tags import CURLY_QUOTES

IN_MEMORY = 16 * 1024 * 1024
WHITE = b" \t\r"
SPACE = "[ \t\u00a0\u2007\u202f]"
QUOTE = f'["{CURLY_QUOTES}]'
QUOTED_LINE = re.compile(rf"^(?:{SPACE}*>)+{SPACE}?")
RECORD_LINE = re.compile(rf'[^"{CURLY_QUOTES}]*?(\[{RECORD}{SPACE}+{QUOTE}scorekeeper/\w{{1,4}}{QUOTE}\])')
SEAL_LINE = re.compile(rf"\[{SEAL}{SPACE}+{QUOTE}([0-9a-f\s]*){QUOTE}\](.*)")
OF_A_RECORD = re.compile(rf"\[(?:[A-Za-z][A-Za-z0-9_-]*{SPACE}+)?{QUOTE}|\d{{1,4}}\.{SPACE}|.*\|")
"""A line that may belong to a record: a tag, a hand."""
ANSWER = re.compile(r"\[\d")
"""What a chat puts before a message."""
SIMILAR = (
    (re.compile("[\u00a0\u2007\u202f]"), " "),
    (re.compile(f"[{CURLY_QUOTES}]"), '"'),
    (re.compile("[\u2018\u2019\u201a\u201b]"), "'"),
    (re.compile("\u2026"), "..."),
    (re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]"), ""),
)
"""Letters that programs put in place of others, and those others."""
UNSEEN = "\ufeff\u200b\u200e\u200f\u202a\u202c\u2060 \t\r\u00a0\u2007\u202f"
WITHOUT_NAMES = re.compile(r"\[(Rules|RulesCard|Revision|Options|Started|Result|Dealer|DealtBy|Minutes|TimeCalled)\s")
"""Tags whose words are the program's own."""
IN_QUOTES = re.compile(r'("(?:[^"\\]|\\.)*")')


@contextmanager
def as_exported(file: BinaryIO) -> Iterator[BinaryIO]:
    """The text of a file as it was exported: the same file if nothing happened to it."""
    start = file.read(START)
    file.seek(0)
    encoding = encoding_of(start)
    is_record = any(RECORD_LINE.fullmatch(_unquoted(line)) for line in start.decode(encoding, "replace").splitlines())
    if not is_record and encoding == "utf-8" and _is_clean(file):
        yield file
        return
    lines = _lines(file, encoding)
    with SpooledTemporaryFile(IN_MEMORY) as made:
        if is_record:
            texts = (line.decode("utf-8", "surrogateescape") for line in lines)
            _write(made, (line.encode("utf-8", "surrogateescape") for line in _records(texts)))
        else:
            _write(made, (line.rstrip(WHITE) for line in lines))
        yield cast("BinaryIO", made)


def _is_clean(file: BinaryIO) -> bool:
    clean = not file.read(len(codecs.BOM_UTF8)).startswith(codecs.BOM_UTF8)
    file.seek(0)
    clean = clean and all(b"\r" not in line and line == line.rstrip(WHITE) for line in lines_of(pieces_of(file)))
    file.seek(0)
    return clean


def _lines(file: BinaryIO, encoding: str) -> Iterator[bytes]:
    """The lines in UTF-8, whatever ends them."""
    pieces = pieces_of(file)
    if encoding.startswith("utf-16"):
        pieces = (text.encode() for text in codecs.iterdecode(pieces, encoding, "replace"))
    first = True
    for line in lines_of(pieces):
        plain = line.removeprefix(codecs.BOM_UTF8) if first else line
        first = False
        yield from plain.rstrip(b"\r").split(b"\r")


def _write(made: SpooledTemporaryFile[bytes], lines: Iterable[bytes]) -> None:
    """Write these lines, without empty ones at the end."""
    empty = 0
    for line in lines:
        if line:
            made.write(b"\n" * empty + line + b"\n")
        empty = 0 if line else empty + 1
    made.seek(0)


def _unquoted(line: str) -> str:
    """The line without the signs of a quoted message, and without space around it."""
    return QUOTED_LINE.sub("", line, count=1).strip(UNSEEN) if ">" in line else line.strip(UNSEEN)


def _records(lines: Iterable[str]) -> Iterator[str]:
    """Each record as it was exported; a line that belongs to none is empty, unless it looks like a part of one."""
    record: list[str] = []
    for line in lines:
        plain = _unquoted(line)
        if found := RECORD_LINE.fullmatch(plain):
            yield from _record(record)
            record, plain = [], found[1]
        record.append(plain)
    yield from _record(record)


def _record(lines: list[str]) -> list[str]:
    """A record with whatever comes after it. Lines before the first record are one without a seal."""
    if not lines or not lines[0].startswith(f"[{RECORD}"):
        return ["" if not OF_A_RECORD.match(line) else line for line in lines]
    end = next((number for number, line in enumerate(lines) if SEAL_LINE.fullmatch(line)), None)
    if end is None:
        return [_well_formed(line) for line in _without_greeting(lines)]
    seal = SEAL_LINE.fullmatch(lines[end])
    assert seal is not None
    checksums, after = " ".join(seal[1].split()), [seal[2], *lines[end + 1 :]]
    covered = _repaired(lines[:end], checksums)
    rest = [line if OF_A_RECORD.match(line) else "" for line in after]
    return [*covered, f'[{SEAL} "{checksums}"]', *[""] * (end - len(covered)), *rest[1:]]


def _without_greeting(lines: Sequence[str]) -> list[str]:
    """A record without checksums, and without what comes after its last hand: an answer, or words set apart."""
    for number, line in enumerate(lines):
        if (not line or ANSWER.match(line)) and not any(OF_A_RECORD.match(after) for after in lines[number:]):
            return [*lines[:number], *[""] * (len(lines) - number)]
    return list(lines)


def _repaired(lines: Sequence[str], checksums: str) -> list[str]:
    """The lines of a record with the letters that its checksums cover, where they tell.

    Empty lines mean nothing: if all others match, the lines are those that were exported.
    """
    _digest, *sums = checksums.split(" ")
    places = [number for number, line in enumerate(lines) if line]
    tags = next((count for count, place in enumerate(places) if not lines[place].startswith("[")), len(places))
    if len(sums) == len(places) + 1:
        of_lines = sums[:tags] + sums[tags + 1 :]
        found = {place: _matching(lines[place], each) for place, each in zip(places, of_lines, strict=True)}
        exported = [found[place] for place in places]
        exported.insert(tags, "")
        if checksums_of([line.encode("utf-8", "surrogateescape") for line in exported]) == checksums:
            return exported
        return [found.get(number, "") for number in range(len(lines))]
    each_sum = [*sums, *[""] * len(lines)]
    return [_matching(line, each_sum[number]) for number, line in enumerate(lines)]


def _matching(line: str, checksum: str) -> str:
    """The line with the letters that give this checksum, if such were only replaced by similar ones."""
    replaced = [(pattern, letter) for pattern, letter in SIMILAR if pattern.search(line)]
    for count in range(len(replaced) + 1):
        for chosen in combinations(replaced, count):
            text = line
            for pattern, letter in chosen:
                text = pattern.sub(letter, text)
            if line_sum(text.encode("utf-8", "surrogateescape")) == checksum:
                return text
    return _well_formed(line)


def _well_formed(line: str) -> str:
    """The line with the signs of the notation, where a similar one can mean nothing else.

    A letter between quotes may be meant, but if there are no other quotes than curly ones, those are the notation's.
    """
    if '"' not in line:
        line = SIMILAR[1][0].sub('"', line)
    if WITHOUT_NAMES.match(line):
        return SIMILAR[0][0].sub(" ", line)
    parts = IN_QUOTES.split(line)
    return "".join([part if number % 2 else SIMILAR[0][0].sub(" ", part) for number, part in enumerate(parts)])
