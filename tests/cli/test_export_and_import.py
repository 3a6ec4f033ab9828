"""Export, check, import, stats, backup and restore on the command line, on a separate instance."""

import json
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table
from tests.cli.runs import damage_database, inside, only_instance, refusal, run
from tests.formats.exports.unsigned import unsigned
from tests.tables import sheet_of
from tests.workbooks import workbook_of_two_nights

HANDS = ("Ann 5 took 6, Ben 4>5 took 7", "Ann 5 took 7, Ben nil took 6")
UNDAMAGED = "Undamaged. Nothing was lost or miscopied on the way. Anyone who changes a file can make new checksums."
ADDS_UP = (
    "The scores add up. Every score is what the hands give. No file can show whether the hands were played like this."
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with one table, Friday, and two games: one over, one in progress."""
    folder = tmp_path_factory.mktemp("played") / "instance"
    with pytest.MonkeyPatch.context() as settings:
        only_instance(settings, folder)
        with inside():
            table = create_table("Friday")
            start_game(table.id, read_sheet(sheet_of("two-player", *HANDS, closed="late")), author=Author("Ann"))
            start_game(table.id, read_sheet(sheet_of("two-player", *HANDS)), author=Author("Ann"))
    return folder


@pytest.fixture
def packed(instance: Path, tmp_path: Path) -> Path:
    """The table's ZIP."""
    file = tmp_path / "friday.zip"
    assert run("export", "--table", "Friday", "-o", str(file)).exit_code == 0
    return file


def other_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "other"))
    return tmp_path / "other"


def test_zip_of_a_table_is_verified(packed: Path) -> None:
    checked = run("check", str(packed))
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[:3] == [
        f"{packed}: 2 games, 4 hands, nothing wrong.",
        f"{packed}: {ADDS_UP}",
        f"{packed}: {UNDAMAGED}",
    ]


def test_changed_score_is_reported(packed: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(packed) as zipped:
        text = zipped.read("games/000001.json").decode()
    changed = tmp_path / "game.json"
    changed.write_text(text.replace('"points": 52, "total": 103', '"points": 62, "total": 113'), "utf-8")
    checked = run("check", "--every", str(changed))
    assert checked.exit_code == 1
    assert checked.stderr.splitlines() == [
        f"{changed}: Hand 2 of the scoreboard was changed after export (line 9)",
        f"{changed}: Points written 62, should be 52 (hand 2, Ann)",
        f"{changed}: Total written 113, should be 103 (hand 2, Ann)",
    ]


def test_every_stored_game_is_verified(instance: Path) -> None:
    assert run("check", "--all").stdout == "all: 2 games, 4 hands, nothing wrong.\n"


def test_total_that_differs_from_the_events_is_reported(instance: Path) -> None:
    with sqlite3.connect(instance / "scorekeeper.sqlite") as opened:
        opened.execute("UPDATE game SET summary = replace(summary, '103', '104') WHERE number = 2")
    checked = run("check", "--all")
    assert checked.exit_code == 1
    assert checked.stderr == "all: The stored total of Ann is 104, should be 103 (Friday, game 2)\n"


def test_changed_event_is_reported(instance: Path) -> None:
    with sqlite3.connect(instance / "scorekeeper.sqlite") as opened:
        opened.execute("DROP TRIGGER entry_refuses_UPDATE")
        opened.execute(
            "UPDATE entry SET who = 'Eve' WHERE seq = 2 AND game_id = (SELECT id FROM game WHERE number = 1)"
        )
    checked = run("check", "--all")
    assert checked.exit_code == 1
    assert "The chain is broken. Entry 2 was changed (Friday, game 1)" in checked.stderr


def test_statistics_are_rebuilt(instance: Path) -> None:
    with sqlite3.connect(instance / "scorekeeper.sqlite") as opened:
        opened.execute("DELETE FROM played_game WHERE sat_as = 1")
    assert "The statistics are not what the entries give" in run("check", "--all").stderr
    assert run("stats", "rebuild").stdout.splitlines() == [
        "Game 1: its statistics were wrong",
        "2 games, 1 fixed.",
    ]
    assert run("check", "--all").exit_code == 0


def test_imported_zip_is_exported_unchanged(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other_instance(tmp_path, monkeypatch)
    came = run("import", str(packed))
    assert came.exit_code == 0, came.output
    assert came.stdout.splitlines()[0] == "2 games were imported."
    assert "New table: Friday. Its keeper opens http" in came.stdout
    (link,) = re.findall(r"opens (\S+)", came.stdout)
    assert re.fullmatch(r"http://[\w.:-]+:8000/join/\w+", link)
    again = tmp_path / "again.zip"
    run("export", "--table", "Friday", "-o", str(again))
    assert unsigned(again.read_bytes()) == unsigned(packed.read_bytes())
    assert run("import", str(packed), "--table", "Friday").stdout == "0 games were imported; 2 were here already.\n"


def test_whole_instance_is_exported_and_imported(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside():
        create_table("Monday")
    whole = tmp_path / "all.zip"
    run("export", "-o", str(whole))
    other_instance(tmp_path, monkeypatch)
    assert run("import", str(whole)).exit_code == 0
    again = tmp_path / "again.zip"
    run("export", "-o", str(again))
    assert unsigned(again.read_bytes()) == unsigned(whole.read_bytes())


@pytest.mark.parametrize("form", ["json", "text", "csv", "lines", "xlsx"])
def test_table_is_exported_in_each_format(instance: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / "out"
    assert run("export", "--table", "Friday", "--as", form, "-o", str(file)).exit_code == 0
    assert file.stat().st_size > 200


def test_preview_of_an_import_writes_nothing(instance: Path, packed: Path) -> None:
    looked = run("import", "--look", str(packed), "--table", "Friday")
    assert looked.stdout.splitlines()[1:] == [
        "games/000001.json, Ann – Ben, 2 hands: it is already here",
        "games/000002.json, Ann – Ben, 2 hands: it is already here",
    ]


def test_backup_of_a_running_server_can_be_restored(instance: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with inside():
        assert run("backup", str(copy)).exit_code == 0
        game = db.session.execute(db.text("SELECT id FROM game WHERE number = 2")).scalar_one()
        record(game, "close", {"reason": "late"}, author=Author("Ann"))
    assert refusal(run("restore", str(copy))).endswith(
        "has 2 games. Nothing was changed. Use --force to move it aside and restore the copy"
    )
    restored = run("restore", "--force", str(copy))
    assert restored.exit_code == 0, restored.output
    assert len(list(instance.glob("scorekeeper-before-*.sqlite"))) == 1
    with inside():
        assert db.session.execute(db.text("SELECT status FROM game WHERE number = 2")).scalar_one() == "playing"
    assert run("check", "--all").exit_code == 0


def test_database_in_use_is_not_replaced(instance: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    run("backup", str(copy))
    with inside():
        db.session.execute(db.text("SELECT 1"))
        assert "is in use. Nothing was changed. Stop the server first" in refusal(run("restore", "--force", str(copy)))


def test_file_that_is_no_backup_is_refused(instance: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_bytes(b"hello" * 1000)
    assert "cannot be read as an SQLite database" in refusal(run("restore", "--force", str(wrong)))
    assert run("check", "--all").exit_code == 0


def test_damaged_backup_is_refused(instance: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    run("backup", str(copy))
    damage_database(copy)
    words = refusal(run("restore", "--force", str(copy)))
    assert re.fullmatch(rf"{re.escape(str(copy))} is damaged \(.*[Pp]age.*\)\. Nothing was changed", words), words
    assert run("check", "--all").exit_code == 0


def test_backup_is_not_overwritten(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    file.write_text("mine", "utf-8")
    assert refusal(run("backup", str(file))).endswith("already exists. Use another name, or --force")
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (["check", "-"], "hello", "This is not an export"),
        (["check", "nowhere.zip"], "", "nowhere.zip: This file cannot be read (No such file or directory)"),
        (["check"], "", "Name an export, or give --all."),
        (["export", "--table", "x", "--game", "y"], "", "Name a table or a game, not both."),
        (["export", "--as", "csv"], "", "For another format, name a table."),
    ],
)
def test_impossible_arguments_are_refused(arguments: list[str], text: str, message: str) -> None:
    result = run(*arguments, text=text)
    assert result.exit_code in (1, 2)
    assert message in result.stderr


def test_import_names_a_game_that_cannot_be_read_and_takes_the_others(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(json.dumps([{"rules": "whist", "sides": []}, sheet_of("two-player", *HANDS)]), "utf-8")
    for options, says in (("--look",), "will be imported"), ((), "1 game was imported"):
        done = run("import", str(file), "--table", "Friday", *options)
        assert done.exit_code == 1
        assert says in done.stdout
        assert "Can’t be read" in done.stderr
        assert "game 1" in done.stderr
    assert run("check", "--all").stdout.startswith("all: 3 games")


def test_import_of_no_game_that_can_be_read_imports_nothing(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps([{"rules": "whist", "sides": []}]), "utf-8")
    assert refusal(run("import", str(file), "--table", "Friday")).endswith("Nothing was imported")
    assert run("check", "--all").stdout.startswith("all: 2 games")


LIST = "Round,Ann Bid,Cal Bid,Ben Bid,Dee Bid,We took,They took\n1,3,2,5,2,5,8\n2,4,3,2,2,7,6\n"
HANDS_OF = ("--rules", "partnership", "--side", "Ann und Cal", "--side", "Ben, Dee", "--day", "2026-11-19")


def test_a_guess_of_a_list_is_shown_with_its_scores(instance: Path, tmp_path: Path) -> None:
    file, made = tmp_path / "list.csv", tmp_path / "hands.csv"
    file.write_text(LIST, "utf-8")
    tried = run("hands", str(file), *HANDS_OF, "--dry-run", "-o", str(made))
    assert "Game 1: Ann & Cal 120 : Ben & Dee 113 (2 hands)" in tried.stdout
    assert not made.exists()
    done = run("hands", str(file), *HANDS_OF, "-o", str(made))
    assert "Bid of Ann & Cal: “Ann Bid” and “Cal Bid”" in done.stderr
    assert "120 : Ben & Dee 113" in done.stderr
    assert "1 game was imported" in run("import", str(made), "--table", "Friday").stdout


def test_what_a_list_leaves_open_is_an_option(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("Hand,We bid,We took,They bid,They took,Remark\n1,3-Apr,9,2 2,4,x\nbreak,,,,,\n", "utf-8")
    answers = [("--ignore", "Remark"), ("--leave-out", "3"), ("--dates", "month-first")]
    for known in range(len(answers)):
        given = [word for answer in answers[:known] for word in answer]
        assert run("hands", str(file), *HANDS_OF, "--dry-run", *given).exit_code == 2
    given = [word for answer in answers for word in answer]
    assert "Ann & Cal 72 : Ben & Dee 40" in run("hands", str(file), *HANDS_OF, "--dry-run", *given).stdout


def test_named_columns_may_be_one_for_each_seat(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(LIST.replace(" Bid", ""), "utf-8")
    named = ("--hand", "Round", "--bid", "Ann,Cal", "--bid", "Ben,Dee", "--took", "We took", "--took", "They took")
    assert "120 : Ben & Dee 113" in run("hands", str(file), *HANDS_OF, *named, "--dry-run").stdout


LISTS = Path(__file__).parents[1] / "data" / "hand_lists"


@pytest.mark.parametrize("name", sorted(path.name for path in LISTS.iterdir()))
def test_list_of_any_shape_is_read_or_asked_about(instance: Path, name: str) -> None:
    done = run("hands", str(LISTS / name), *HANDS_OF, "--dry-run")
    if done.exit_code:
        assert "\n" not in done.stderr.strip()
        assert done.exit_code == 2
    else:
        assert "Ann & Cal -8 : Ben & Dee 95 (2 hands)" in done.stdout.replace("−", "-")


def test_sheet_of_a_workbook_is_an_option(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "season.xlsx"
    file.write_bytes(workbook_of_two_nights())
    assert '"Night 1", "Night 2"' in refusal(run("hands", str(file), *HANDS_OF, "--dry-run"))
    refusal(run("hands", str(file), *HANDS_OF, "--dry-run", "--sheet", "Night 3"))
    shown = run("hands", str(file), *HANDS_OF, "--dry-run", "--sheet", "Night 2").stdout
    assert "Ann & Cal 52 : Ben & Dee 42 (1 hand)" in shown


def test_bid_that_is_no_call_is_one_line(instance: Path) -> None:
    for given in ((), ("--dry-run",)):
        assert '"x5" is not a bid in this game' in refusal(
            run("hands", str(LISTS / "unknown-bid.csv"), *HANDS_OF, *given)
        )


@pytest.mark.parametrize(
    "wrong",
    [
        ("--rules", "whist"),
        ("--option", "bags=many"),
        ("--option", "nothing"),
        ("--dealer", "9"),
        ("--bid", "Nowhere", "--bid", "Nowhere", "--took", "Nowhere"),
        ("--bid", "Bid", "--bid", "Bid", "--took", "Took"),
        ("--side", "Eve,Fay"),
        ("--hand", "Nowhere", "--bid", "B", "--bid", "D", "--took", "C", "--took", "E"),
    ],
)
def test_whatever_is_wrong_about_a_list_is_said_in_one_way(instance: Path, wrong: tuple[str, ...]) -> None:
    assert "Traceback" not in refusal(
        run("hands", str(LISTS / "repeated-headings.csv"), *HANDS_OF, *wrong, "--dry-run")
    )
