"""Files that would expand to far more than their size are refused by their own headers, before they are read."""

import io
import zipfile
import zlib
from collections.abc import Callable

import pytest

from bench import hostile_files
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.strict_json import Budget, TooLarge
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_file import Block
from scorekeeper.formats.verification import Verification, zip_file
from scorekeeper.formats.verification.file import check_file
from scorekeeper.formats.verification.game import check_block
from tests.formats.exports.games import game_of_sheet
from tests.refusals import refuses
from tests.tables import sheet_of

GAMES = [game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"), number) for number in (1, 2, 3)]
HONEST = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), GAMES))
SMALL = b"[]\n"


def packed(**members: bytes) -> bytes:
    return hostile_files.zip_of({name.replace("_", "."): content for name, content in members.items()})


def twice() -> bytes:
    return packed(a_json=SMALL, b_json=SMALL).replace(b"b.json", b"a.json")


def laid_over() -> bytes:
    """Two members of the directory with the same packed bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("1.json", b"[" + b"0," * 50 + b"0]")
        out.writestr("2.json", SMALL)
        out.filelist[1].header_offset = 0
        out.filelist[1].compress_size = out.filelist[0].compress_size
    return file.getvalue()


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "8 kB": (lambda: hostile_files.lines(1), "more than 4,194,304 bytes"),
    "long sheets": (lambda: hostile_files.long_sheets(1, 20), "more than 100 times its size"),
    "ratio": (lambda: packed(a_json=b"\n" * 1_000_000), "more than 100 times its size"),
    "twice": (twice, "It is in the ZIP twice"),
    "laid over": (laid_over, "It overlaps another file"),
    "nested": (lambda: packed(a_zip=HONEST), "a ZIP inside the ZIP"),
}


@pytest.fixture
def never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpack(*_words: object) -> None:
        raise AssertionError("it was unpacked")

    monkeypatch.setattr(zlib, "decompressobj", unpack)


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.usefixtures("never_unpacked")
def test_hostile_zip_is_refused_before_it_is_unpacked(name: str) -> None:
    make, words = REFUSED[name]
    content = make()
    checked = check_file(io.BytesIO(content), Budget())
    assert [words in fault_text(finding) for finding in checked.findings] == [True]
    with refuses(InvalidInput, match=words):
        list(games_of_file(io.BytesIO(content), Budget()))


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(members=7), "more than 7 files"),
        (Budget(unpacked=5000), "The ZIP is too large"),
        (Budget(lines=40), "too many lines"),
    ],
)
def test_zip_past_its_budget_is_too_large(budget: Budget, words: str) -> None:
    with refuses(TooLarge, match=words):
        check_file(io.BytesIO(HONEST), budget)


def test_honest_zip_keeps_within_the_budget() -> None:
    checked = check_file(io.BytesIO(HONEST), Budget())
    assert (checked.holds, checked.games, checked.hands) == (True, 3, 3)
    assert len(list(games_of_file(io.BytesIO(HONEST), Budget()))) == 4


def test_text_of_too_many_lines_is_too_large() -> None:
    text = hostile_files.tiny_games(20)
    for read in (check_file, lambda file, budget: list(games_of_file(file, budget))):
        with refuses(TooLarge, match="too many lines"):
            read(io.BytesIO(text), Budget(lines=100))


def test_check_stops_at_the_first_member_that_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[Block]()

    def look(block: Block, checked: Verification) -> ImportedGame | None:
        looked.append(block)
        return check_block(block, checked)

    monkeypatch.setattr(zip_file, "check_block", look)
    checked = check_file(io.BytesIO(packed(a_json=b"hello\n", b_json=b"hello\n", c_json=b"hello\n")))
    assert len(looked) == 1
    assert [finding.path.parts[0] for finding in checked.findings] == ["a.json"]


def test_zip_with_a_false_size_unpacks_no_more_than_a_game() -> None:
    content = bytearray(packed(a_json=b" " * 8_000_000))
    size = (8_000_000).to_bytes(4, "little")
    small = bytes(content).replace(size, (1000).to_bytes(4, "little"))
    checked = check_file(io.BytesIO(small), Budget())
    assert [fault_text(finding) for finding in checked.findings] == ["It is damaged; get the ZIP again (a.json)"]


@pytest.mark.parametrize("content", [hostile_files.huge_number(), b'{"rules": ' + b"9" * 4400 + b"}"])
def test_number_of_4400_digits_is_a_sentence(content: bytes) -> None:
    assert "A number in this JSON is too long" in fault_text(check_file(io.BytesIO(content), Budget()).findings[0])
    with refuses(InvalidInput, match="A number in this JSON is too long"):
        list(games_of_file(io.BytesIO(content), Budget()))
