"""`scorekeeper forget`: erases a player or a table on the command line, after a preview, and with the chain intact."""

import re
from pathlib import Path

import pytest

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import create_table
from tests.cli.runs import inside, only_instance, refusal, run
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for what Ben said",)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with two tables, and a finished game at each."""
    folder = tmp_path_factory.mktemp("played") / "instance"
    with pytest.MonkeyPatch.context() as settings:
        only_instance(settings, folder)
        with inside():
            for name in ("Friday", "Monday"):
                sheet = read_sheet(sheet_of("two-player", *HANDS, closed="late"))
                start_game(create_table(name).id, sheet, author=Author("Ben"))
    return folder


def test_player_is_erased_and_everything_still_verifies(instance: Path) -> None:
    done = run("forget", "--table", "Friday", "--player", "Ben", "--yes")
    assert done.exit_code == 0, done.output
    assert "Ben becomes Player 1 in 1 game." in done.output
    assert "what Ben said\n    → what Player 1 said" in done.output
    assert "Older backups, exports and copies" in done.output
    ben = re.compile(r"\bBen\b")  # not in the middle of a signature
    assert not ben.search(run("export", "--table", "Friday", "--as", "json").output)
    assert ben.search(run("export", "--table", "Monday", "--as", "json").output)
    assert run("check", "--all").exit_code == 0


def test_erasing_needs_confirmation(instance: Path) -> None:
    assert "Nothing was erased" in run("forget", "--table", "Friday", "--player", "Ben", text="n\n").stderr
    assert "Ben" in run("export", "--table", "Friday", "--as", "json").output


def test_table_is_deleted_after_its_export(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "friday.zip"
    done = run("forget", "--table", "Friday", "--export", str(file), "--yes")
    assert done.exit_code == 0, done.output
    assert run("check", str(file)).exit_code == 0
    assert "There is no table called" in refusal(run("export", "--table", "Friday"))
    assert run("check", "--all").exit_code == 0


def test_export_does_not_overwrite_a_file(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "friday.zip"
    file.write_bytes(b"dear")
    done = run("forget", "--table", "Friday", "--export", str(file), "--yes")
    assert "Nothing was erased" in refusal(done)
    assert file.read_bytes() == b"dear"
    assert run("export", "--table", "Friday").exit_code == 0


def test_unknown_player_is_refused(instance: Path) -> None:
    assert "Nobody at this table is called “Zoe”" in refusal(run("forget", "--table", "Friday", "--player", "Zoe"))


def test_file_is_cleaned_on_its_own(instance: Path) -> None:
    assert run("forget", "--clean").output == "The database’s file is clean.\n"
    assert run("forget").exit_code == 2
