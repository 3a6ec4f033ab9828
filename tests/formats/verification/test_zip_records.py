"""A ZIP: the text record of each game must belong to it, and each damaged member is named with its place."""

import io
import zipfile
from collections.abc import Iterable

import pytest

from scorekeeper.core.inputs import NOWHERE, FieldPath
from scorekeeper.core.inputs.file_faults import TOO_MANY_BYTES, Most
from scorekeeper.core.inputs.findings import (
    CUT_OFF,
    DAMAGED,
    HEADER_CHANGED,
    PACKING_CHANGED,
    ZIP_END_CHANGED,
    AtByte,
    Finding,
)
from scorekeeper.core.words.findings import finding_text
from scorekeeper.formats import table_zip
from scorekeeper.formats.games import ExportedGame, ExportedTable
from scorekeeper.formats.strict_json import LARGEST_MEMBER
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification.file import check_file
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
OTHER = game_of_sheet(sheet_of("two-player", "Ann 5 took 7, Ben 4 took 6"), 2)


def packed(monkeypatch: pytest.MonkeyPatch, record: str) -> list[str]:
    """The findings for a ZIP of one game with this text record."""
    monkeypatch.setattr(table_zip, "record_of", lambda game: record)
    content = b"".join(table_zip.table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [GAME]))
    return [finding_text(finding) for finding in check_file(io.BytesIO(content)).findings]


def record(game: ExportedGame) -> str:
    return record_of(game)


def test_record_of_the_game_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert packed(monkeypatch, record(GAME)) == []


def test_record_of_another_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert packed(monkeypatch, record(OTHER)) == [
        "The text record is of another game than the file beside it (games/000001.txt)"
    ]


def test_record_without_its_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = record(GAME).partition("[Result")[0]
    (found, *_) = packed(monkeypatch, cut)
    assert "(games/000001.txt, line " in found


def test_readme_of_another_version_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_zip, "README", "Spades.\n")
    assert packed(monkeypatch, record(GAME)) == []


FIELDS = {"sign": (0, 4), "version": (4, 10), "time": (10, 14), "checksum": (14, 22), "millions of bytes": (25, 26)}
"""Where some fields of a member's header begin and end."""
ENTRY = 46  # bytes of a member in the directory, before its name
CHECKSUM = 8  # the packed bytes' own, after the name


def test_each_damage_of_a_member_is_named_with_its_place() -> None:
    content = b"".join(table_zip.table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [GAME]))
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        before, member, game = opened.infolist()[:3]
        directory = opened.start_dir
    start, name = member.header_offset, FieldPath.to("table.json")
    inside = start + 30 + len(member.filename) + member.compress_size // 2
    listed = directory + ENTRY + len(before.filename) + CHECKSUM

    def findings(damaged: bytes) -> list[Finding]:
        return check_file(io.BytesIO(damaged)).findings

    def flipped(places: Iterable[int]) -> list[Finding]:
        found = [findings(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :]) for at in places]
        assert {len(each) for each in found} == {1}
        return [each[0] for each in found]

    def all_are(found: list[Finding], code: str, figures: object, path: FieldPath = name) -> bool:
        return found == [Finding(code, figures, path)] * len(found)

    sign, version, time, checksum, size = (range(start + at, start + end) for at, end in FIELDS.values())
    assert all_are(flipped(version), HEADER_CHANGED.key, AtByte(start))
    assert all_are(flipped([*checksum, inside]), DAMAGED.key, AtByte(start))
    assert all_are(flipped(size), TOO_MANY_BYTES.key, Most(LARGEST_MEMBER))
    end_of_members = AtByte(start + 2)  # the directory's sign differs here
    assert all_are(flipped(sign[2:]), PACKING_CHANGED.key, end_of_members, FieldPath.to(before.filename))
    assert flipped(time) == [Finding(PACKING_CHANGED.key, AtByte(listed + 12 + at), name) for at in range(4)]
    in_directory = (listed, listed + ENTRY, listed + ENTRY + len(member.filename) + CHECKSUM - 1)
    assert flipped(in_directory) == [Finding(PACKING_CHANGED.key, AtByte(at), name) for at in in_directory]
    assert flipped([len(content) - 1]) == [Finding(ZIP_END_CHANGED.key, AtByte(len(content) - 1), NOWHERE)]
    assert findings(content[: start + 29]) == [Finding(CUT_OFF.key, AtByte(start), NOWHERE)]
    for cut in (inside, game.header_offset - 1):
        assert findings(content[:cut]) == [Finding(DAMAGED.key, AtByte(start), name)]
    for end in (directory, len(content) - 1):
        assert findings(content[:end]) == [Finding(ZIP_END_CHANGED.key, AtByte(len(content)), NOWHERE)]
    assert findings(content + b"!") == [Finding(ZIP_END_CHANGED.key, AtByte(len(content)), NOWHERE)]
