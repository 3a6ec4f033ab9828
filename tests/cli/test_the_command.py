"""The command as a process: startup, imports, closed pipes, terminals without Unicode, long streams."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import CHECKOUT, run, run_for_real, written
from tests.core.sheet.sheets import in_pairs, sound, with_hand

ENTRY = [sys.executable, "-m", "scorekeeper"]


def test_help_lists_the_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command in ("score", "rules", "serve"):
        assert re.search(rf"^  {command} ", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("command", ["score", "rules", "serve"])
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: scorekeeper {command} ")


def test_unknown_command_is_refused() -> None:
    result = run("scroe")
    assert result.exit_code == 2
    assert "No such command 'scroe'" in result.stderr


def test_version_is_printed() -> None:
    assert re.fullmatch(r"scorekeeper \d+\.\d+\.\d+\S*\n", run("--version").stdout)


def test_installed_command_scores_a_sheet(tmp_path: Path) -> None:
    good = run_for_real("score", written(tmp_path / "game.json", sound()))
    assert (good.returncode, good.stderr) == (0, b"")
    assert good.stdout.decode().endswith("Hand 2 is next: Ann draws and bids first.\n")
    bad = run_for_real("score", "-", text=json.dumps(with_hand(took=[6, 6])).encode())
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.decode() == "Error: standard input: Tricks add up to 12; a hand has 13 (hand 1)" + os.linesep


def test_commands_import_only_what_they_need() -> None:
    program = (
        "import sys; from scorekeeper.cli import commands; commands(['rules'], standalone_mode=False);"
        "sys.exit(bool({'flask', 'sqlalchemy', 'wtforms', 'werkzeug', 'jinja2'} & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, check=False).returncode == 0
    )


def test_terminal_without_unicode_replaces_characters(tmp_path: Path) -> None:
    sheet = in_pairs()
    sheet["sides"][0] = {"name": "Zoë & 小明", "players": ["Zoë", "小明"]}
    sheet["hands"][0]["took"] = [[3, 1], 9]
    name = written(tmp_path / "game.json", sheet)
    paper = run_for_real("score", name, PYTHONIOENCODING="latin-1")
    assert (paper.returncode, paper.stderr) == (0, b"")
    assert "Zoë & ??" in paper.stdout.decode("latin-1")
    assert "-100 Nil set" in paper.stdout.decode("latin-1")
    board = run_for_real("score", "--json", name, PYTHONIOENCODING="latin-1")
    assert json.loads(board.stdout.decode("latin-1"))["sides"][0]["name"] == "Zoë & 小明"
    sheet["dealer"] = "小明"
    bad = run_for_real("score", written(tmp_path / "bad.json", sheet), PYTHONIOENCODING="latin-1")
    assert bad.returncode == 2
    assert b'The dealer is "??"; it must be a whole number from 0 to 3 (sheet)' in bad.stderr


@pytest.mark.parametrize(("encoding", "flags"), [("ascii", ["--json"]), ("utf-16", [])])
def test_no_terminal_encoding_causes_a_traceback(tmp_path: Path, encoding: str, flags: list[str]) -> None:
    sheet = sound(sides=[{"name": "小明"}, {"name": "👩‍👩‍👧"}])
    result = run_for_real("score", *flags, written(tmp_path / "game.json", sheet), PYTHONIOENCODING=encoding)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_closed_pipe_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(f"{json.dumps(sound())}\n" * 2000)
    piped = f"PYTHONPATH={CHECKOUT} {sys.executable} -m scorekeeper score --jsonl games.jsonl | head -n 1"
    result = subprocess.run(["/bin/sh", "-c", piped], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_full_disk_is_reported_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([*ENTRY, "rules"], cwd=CHECKOUT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 1
    assert result.stderr == b"Error: cannot write (No space left on device)\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(("closed", "status"), [("<&-", 2), (">&-", 2), ("2>&-", 2)])
def test_closed_streams_cause_no_traceback(closed: str, status: int) -> None:
    command = f"{sys.executable} -m scorekeeper score - {closed}"
    result = subprocess.run(["/bin/sh", "-c", command], cwd=CHECKOUT, input=b"", capture_output=True, check=False)
    assert result.returncode == status
    assert b"Traceback" not in result.stderr


def test_thousands_of_sheets_are_streamed() -> None:
    """Each scoreboard is printed before the last sheet is read, and nothing piles up."""
    line = json.dumps(in_pairs()).encode() + b"\n"
    watched = (
        "import resource, sys; from scorekeeper.cli import commands;"
        "commands(['score', '--jsonl'], standalone_mode=False);"
        "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    )
    few, many = (
        subprocess.run([sys.executable, "-c", watched], cwd=CHECKOUT, input=line * n, capture_output=True, check=True)
        for n in (100, 1_000)
    )
    boards = many.stdout.splitlines()
    assert len(boards) == 1_000
    assert set(boards) == {boards[0]}
    assert int(many.stderr) < int(few.stderr) * 1.2
