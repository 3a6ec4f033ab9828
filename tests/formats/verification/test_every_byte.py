"""Verification names the place of any single change, and notices any cut: every byte of a small export.

The suite tries every twelfth place, `make soak` each.
"""

import io
import zipfile
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from scorekeeper.formats.chain import ChainHead, Signature, statement
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.keys import to_text
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.hypothesis_budget import IN_SOAK
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking", "Ann 5 took 7, Ben nil took 6")


ZIP_HEADER = 30  # bytes before a member's name
PARTS = 12  # the places are split into this many tests, which can run in parallel
TRIED = range(PARTS) if IN_SOAK else range(1)

KEY = Ed25519PrivateKey.from_private_bytes(b"0123456789abcdef0123456789abcdef")


def sign(head: ChainHead, record: str | None) -> Signature:
    """A server's signature, the same in every test process."""
    at = "2026-11-20T23:14:05.000600Z"
    value = KEY.sign(statement(head, at, record))
    return Signature(to_text(KEY.public_key().public_bytes_raw()), at, to_text(value))


GAME = game_of_sheet(sheet_of("two-player", *HANDS), signer=sign)
OTHER = game_of_sheet(sheet_of("two-player", *HANDS[:1]), 2, not_counted="practice", signer=sign)
TEXT = {
    "text": record_of(GAME).encode(),
    "two records": f"{record_of(GAME)}\n{record_of(OTHER)}".encode(),
    "json": game_json(OTHER).encode(),
    "two games": b"".join(games_json([GAME, OTHER])),
}
ZIP = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [OTHER]))


def changed(content: bytes, part: int = 0) -> Iterator[tuple[int, bytes]]:
    """The file with one byte changed, for every place in a part: to its neighbour, or to a space or a line break."""
    for position in range(part, len(content), PARTS):
        byte = content[position]
        other = byte ^ 1 if position % 3 else 0x20 if byte != 0x20 else 0x0A
        yield position, content[:position] + bytes([other]) + content[position + 1 :]


def means_nothing(content: bytes, position: int) -> bool:
    """Whether it is a line break of an empty line or at the end: as a file travels, these come and go."""
    around = content[max(0, position - 1) : position + 2]
    return content[position : position + 1] == b"\n" and (b"\n\n" in around or position == len(content) - 1)


@each_case("kind", TEXT)
def test_unchanged_file_is_valid(kind: str) -> None:
    assert check_file(io.BytesIO(TEXT[kind])).findings == []


@pytest.mark.parametrize("part", TRIED)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_a_change_of_any_byte_is_named_at_its_line(kind: str, part: int) -> None:
    content = TEXT[kind]
    for position, wrong in changed(content, part):
        line = content.count(b"\n", 0, position) + 1
        findings = check_file(io.BytesIO(wrong)).findings
        if not findings:
            assert means_nothing(content, position), (position, wrong[max(0, position - 20) : position + 20])
            continue
        near = {line, line + 1} if content[position : position + 1] == b"\n" else {line}
        assert {finding.path.number_of("line") for finding in findings} & near, (position, findings[:2])


@pytest.mark.parametrize("kind", ["two records", "two games"])
def test_changed_byte_in_a_file_of_many_games_is_found(kind: str) -> None:
    content = TEXT[kind]
    for position in range(0, len(content), 7 if IN_SOAK else 61):
        wrong = content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
        line = content.count(b"\n", 0, position) + 1
        findings = check_file(io.BytesIO(wrong)).findings
        if content[position : position + 1] == b"\n":  # this joins two lines, or two games
            assert findings or means_nothing(content, position), position
        else:
            assert {finding.path.number_of("line") for finding in findings} & {line, line + 1}, (position, findings[:2])


@pytest.mark.parametrize("content", [TEXT["text"], TEXT["json"], ZIP], ids=["text", "json", "zip"])
def test_a_file_cut_short_anywhere_is_noticed(content: bytes) -> None:
    for end in range(0, len(content.rstrip()), 1 if IN_SOAK else 11):  # the end of the last line means nothing
        assert check_file(io.BytesIO(content[:end])).findings, content[max(0, end - 20) : end]


@pytest.mark.parametrize("tag", ["Side", "Dealer"])
def test_record_that_ends_after_a_tag_is_reported_as_cut(tag: str) -> None:
    lines = TEXT["text"].decode().split("\n")
    last = max(number for number, line in enumerate(lines) if line.startswith(f"[{tag} "))
    findings = check_file(io.BytesIO("\n".join([*lines[: last + 1], ""]).encode())).findings
    assert [(finding.code, finding.path.parts) for finding in findings] == [
        ("checksums-missing", (f"line {last + 1}",))
    ]


def test_a_zip_holds() -> None:
    checked = check_file(io.BytesIO(ZIP))
    assert checked.findings == []
    assert (checked.games, checked.hands) == (1, 1)


@pytest.mark.parametrize("part", TRIED)
def test_a_change_of_any_byte_of_a_file_in_a_zip_is_found(part: int) -> None:
    for position, wrong in changed(ZIP, part):
        checked = check_file(io.BytesIO(wrong))
        if not checked.findings:  # a time, say; or the directory hides the list, which is noted
            assert checked.notes or files_in(wrong) == files_in(ZIP), position
        else:
            assert member_at(position) in checked.findings[0].path.words, position


def files_in(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def member_at(position: int) -> str:
    """The member with packed bytes there; empty in headers and directory."""
    for member in zipfile.ZipFile(io.BytesIO(ZIP)).infolist():
        begin = member.header_offset + ZIP_HEADER + len(member.filename)
        if begin <= position < begin + member.compress_size:
            return member.filename
    return ""
