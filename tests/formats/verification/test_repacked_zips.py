"""A ZIP is verified by its files: any program may pack them again, and each changed, missing or added one is named."""

import io
import zipfile
from collections.abc import Mapping

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.chain import ChainHead, Signature, statement
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.keys import to_text
from scorekeeper.formats.strict_json import Budget
from scorekeeper.formats.table_zip import instance_zip, table_zip
from scorekeeper.formats.verification import TrustedKeys, Verification
from scorekeeper.formats.verification.file import check_file
from tests.formats.exports.games import game_of_sheet
from tests.golden import versions
from tests.tables import sheet_of

KEY = Ed25519PrivateKey.from_private_bytes(b"0123456789abcdef0123456789abcdef")
PUBLIC = to_text(KEY.public_key().public_bytes_raw())


def sign(head: ChainHead, record: str | None) -> Signature:
    at = "2026-11-20T23:14:05.000600Z"
    return Signature(PUBLIC, at, to_text(KEY.sign(statement(head, at, record))))


PLAYED = ("Ann 5 took 6, Ben 4 took 7", "Ann 5 took 7, Ben 4 took 6", "Ann 6 took 7, Ben 4 took 6")
GAMES = [game_of_sheet(sheet_of("two-player", hand), number, signer=sign) for number, hand in enumerate(PLAYED, 1)]
FRIDAY = ExportedTable("Friday", ["Ann", "Ben"], files={"settling.csv": lambda: ["player,paid\r\n", "Ann,0.50\r\n"]})
MONDAY = ExportedTable("Monday", ["Ann", "Ben"])
PACKED = b"".join(table_zip(FRIDAY, GAMES))
INSTANCE = b"".join(instance_zip([("tables/00001/", FRIDAY, GAMES[:2]), ("tables/00002/", MONDAY, GAMES[2:])]))
GOLDEN = {
    f"{folder.name}/{name}": (folder / name).read_bytes()
    for folder in versions()
    for name in ("table.zip", "instance.zip")
}
ZIPS = {"table": PACKED, "instance": INSTANCE, **GOLDEN}


def files_in(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED, level: int | None = None) -> bytes:
    """The ZIP that another program makes of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method, compresslevel=level) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return file.getvalue()


def in_folder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """As if the unpacked folder had been packed."""
    folders = {f"{name.rpartition('/')[0]}/": b"" for name in files if "/" in name}
    return {"evening/": b"", **{f"evening/{name}": content for name, content in (folders | dict(files)).items()}}


def reversed_order(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return dict(reversed(list(files.items())))


def checked(packed: bytes) -> Verification:
    return check_file(io.BytesIO(packed), Budget(), TrustedKeys({PUBLIC: "this server"}))


def sentences(files: Mapping[str, bytes]) -> list[str]:
    """The sentences for a ZIP of these files."""
    return [fault_text(finding) for finding in checked(zip_of(files)).findings]


AGAIN = {
    "stored": lambda files: zip_of(files, zipfile.ZIP_STORED),
    "smallest": lambda files: zip_of(files, level=9),
    "in another order": lambda files: zip_of(reversed_order(files)),
    "in a folder": lambda files: zip_of(in_folder(files)),
}


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("name", ZIPS)
def test_zip_packed_again_verifies_and_imports_with_the_same_result(name: str, again: str) -> None:
    packed = ZIPS[name]
    repacked = AGAIN[again](files_in(packed))
    assert repacked != packed
    before, after = checked(packed), checked(repacked)
    assert (before.findings, before.games > 1) == ([], True)
    assert (after.findings, after.games, after.hands, after.trust) == ([], before.games, before.hands, before.trust)
    assert [note.code for note in after.notes] == [note.code for note in before.notes]
    assert imported(repacked) == imported(packed)


def imported(packed: bytes) -> list[object]:
    """The tables and the ids of their games, in the order in which they are imported."""
    return [part.id if isinstance(part, ImportedGame) else part for part in games_of_file(io.BytesIO(packed), Budget())]


def test_signatures_of_a_zip_packed_again_are_those_of_its_games() -> None:
    found = checked(zip_of(files_in(PACKED), zipfile.ZIP_STORED))
    assert (found.trust.known_signers, found.undamaged) == (["this server"], True)


@pytest.mark.parametrize("name", [name for name in files_in(INSTANCE) if name != "SHA256SUMS"])
def test_missing_file_is_named(name: str) -> None:
    files = files_in(INSTANCE)
    del files[name]
    assert sentences(files) == [f"This file is missing from the ZIP ({name})"]


def test_missing_game_makes_the_file_damaged() -> None:
    files = files_in(PACKED)
    del files["games/000002.json"], files["games/000002.txt"]
    found = checked(zip_of(files))
    assert (found.undamaged, found.games) == (False, 2)
    assert [fault_text(finding) for finding in found.findings] == [
        "This file is missing from the ZIP (games/000002.json)",
        "This file is missing from the ZIP (games/000002.txt)",
    ]


def test_added_file_is_named_and_not_read() -> None:
    other = files_in(INSTANCE)["tables/00002/games/000003.json"]
    for name, content in (("games/000004.json", other), ("notes.txt", b"Ann won."), ("a.exe", b"MZ")):
        found = checked(zip_of({name: content, **files_in(PACKED)}))
        assert [fault_text(finding) for finding in found.findings] == [
            f"This file was added to the ZIP after export ({name})"
        ]
        assert found.games == 3


@pytest.mark.parametrize("name", list(files_in(PACKED)))
def test_changed_file_is_named(name: str) -> None:
    files = files_in(PACKED)
    files[name] = files[name].replace(b"a", b"e", 1)
    found = sentences(files)
    assert found
    assert name == "SHA256SUMS" or f"({name}" in found[0]


def test_change_that_the_file_s_own_checksums_do_not_show_is_named() -> None:
    files = files_in(PACKED)
    files["table.json"] = b"\n" + files["table.json"]  # an empty line before it is no line of the table
    assert sentences(files) == ["This file was changed after export (table.json)"]


def test_changed_list_is_named() -> None:
    for wrong in (b"hello\n", b"\xff\n", files_in(PACKED)["SHA256SUMS"].replace(b"  ", b" ", 1)):
        assert (
            sentences(files_in(PACKED) | {"SHA256SUMS": wrong})[0] == "This file was changed after export (SHA256SUMS)"
        )


def test_zip_without_a_list_verifies_with_a_note() -> None:
    files = files_in(PACKED)
    del files["SHA256SUMS"]
    found = checked(zip_of(files))
    assert (found.findings, found.games) == ([], 3)
    assert [fault_text(note) for note in found.notes] == [
        "The ZIP has no list of its files, so nothing shows whether one is missing"
    ]
