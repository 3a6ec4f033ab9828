"""`scorekeeper check` names who signed an export: by a server's public keys, and on the server itself."""

import json
import shutil
from pathlib import Path

import pytest

from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.game_json import game_json
from scorekeeper.services import who_played
from scorekeeper.services.exporting import exported_game
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage import upgrade
from scorekeeper.storage.games import create_table
from tests.cli.runs import inside, only_instance, refusal, run
from tests.formats.verification.forging import forged
from tests.storage.later_version import later_migrations
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4>5 took 7", "Ann 5 took 7, Ben nil took 6")


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an instance, its keys and export, a forgery of it, and a sheet typed by hand."""
    folder = tmp_path_factory.mktemp("signed")
    with pytest.MonkeyPatch.context() as settings:
        only_instance(settings, folder / "instance")
        with inside():
            table = create_table("Friday")
            sheet = read_sheet(sheet_of("two-player", *HANDS, closed="late"))
            game = start_game(table.id, sheet, author=Author("Ann")).game
            lie = game_json(forged(exported_game(game.id)))
            export = game_json(exported_game(game.id))
        keys = run("keys", "show").stdout
    typed = json.dumps(sheet_of("two-player", *HANDS))
    for name, content in {"export": export, "forged": lie, "typed": typed, "keys": keys}.items():
        (folder / name).write_text(content, "utf-8")
    return folder


@pytest.fixture
def files(signed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A copy of these files, for each test."""
    only_instance(monkeypatch, tmp_path / "instance")
    shutil.copytree(signed, tmp_path, dirs_exist_ok=True)
    return {name: str(tmp_path / name) for name in ("export", "forged", "typed", "keys")}


def levels(result_text: str, name: str) -> list[str]:
    """The first words of each level."""
    lines = [line.removeprefix(f"{name}: ") for line in result_text.splitlines()]
    return [line.split(":")[0].split(".")[0] for line in lines[1:]]


def test_check_of_all_upgrades_nothing(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked before an upgrade, and a copy can be upgraded as well; the older version goes on with the file."""
    monkeypatch.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
    before = [path.read_bytes() for path in sorted((tmp_path / "instance").glob("*.sqlite"))]
    checked = run("check", "--all")
    assert checked.exit_code == 0, checked.output
    assert checked.stdout == "all: 1 game, 2 hands, nothing wrong.\n"
    assert [path.read_bytes() for path in sorted((tmp_path / "instance").glob("*.sqlite"))] == before
    assert not list((tmp_path / "instance").glob(".scorekeeper-*"))


def test_check_of_all_fills_nothing_in(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of the current version: a start fills in what is derived, a check says what is there."""
    (file,) = (tmp_path / "instance").glob("*.sqlite")
    before = file.read_bytes()
    monkeypatch.setattr(who_played, "_fill_played", lambda: pytest.fail("a check only reads"))
    assert run("check", "--all").exit_code == 0
    assert file.read_bytes() == before


def test_export_is_verified_with_the_given_key(files: dict[str, str]) -> None:
    checked = run("check", "--key", files["keys"], files["export"])
    assert checked.exit_code == 0, checked.output
    assert f"Signed by the key in {files['keys']}." in checked.stdout
    assert "Not compared with the games of a server." in checked.stdout


def test_export_of_this_server_matches_its_record(files: dict[str, str]) -> None:
    checked = run("check", "--here", files["export"])
    assert checked.exit_code == 0, checked.output
    assert levels(checked.stdout, files["export"]) == [
        "The scores add up",
        "Undamaged",
        "Signed by this server",
        "This server has the game, up to the same entry",
    ]


def test_forged_game_is_not_vouched_for(files: dict[str, str]) -> None:
    assert run("check", files["forged"]).exit_code == 0
    checked = run("check", "--here", files["forged"])
    assert checked.exit_code == 1
    assert levels(checked.stdout, files["forged"]) == [
        "The scores add up",
        "Undamaged",
        "Not signed",
        "This server doesn’t have this game",
    ]
    assert run("check", "--key", files["keys"], files["forged"]).exit_code == 1


def test_typed_sheet_without_checksums_is_not_vouched_for(files: dict[str, str]) -> None:
    checked = run("check", "--here", files["typed"])
    assert checked.exit_code == 1
    assert "It may be incomplete; it has no checksums." in checked.stdout


def test_signature_without_keys_is_unknown(files: dict[str, str]) -> None:
    checked = run("check", files["export"])
    assert checked.exit_code == 0
    assert "Signed with a key that was not given" in checked.stdout


def test_old_exports_verify_after_a_key_rotation(files: dict[str, str]) -> None:
    printed = run("keys", "rotate").stdout
    assert "1 older key still verifies earlier exports." in printed
    shown = json.loads(run("keys", "show").stdout)["keys"]
    assert [part["current"] for part in shown] == [False, True]
    assert run("check", "--here", files["export"]).exit_code == 0


def test_file_without_a_key_is_refused(files: dict[str, str]) -> None:
    printed = refusal(run("check", "--key", files["typed"], files["export"]))
    assert "There is no public key in this file. Give a PEM file, or the JSON" in printed


def test_unreadable_keys_are_reported_in_one_line(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "instance" / "signing_keys" / "0001.pem").write_text("hello")
    assert "0001.pem holds no key" in refusal(run("export", "-o", str(tmp_path / "out.zip")))
    assert "0001.pem holds no key" in refusal(run("keys", "show"))
