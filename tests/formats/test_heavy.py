"""Worker processes return the result of the work, and end if it takes too much."""

import json
import pickle
import resource
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from types import SimpleNamespace

import pytest

from bench import hostile_files
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import sheet_json
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats import heavy
from scorekeeper.formats.games import ExportedTable, UnreadGame
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.png import png, png_in_all_fonts
from scorekeeper.formats.scored import ScoredGame
from scorekeeper.formats.strict_json import TooLarge
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.tracebacks import traceback_text
from scorekeeper.formats.verification import Verification
from scorekeeper.services import untrusted
from tests.formats import small_tasks
from tests.formats.exports.games import game_of_sheet
from tests.refusals import refuses
from tests.tables import sheet_of

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
SUIT = b"no such suit"


def test_check_in_a_worker_gives_the_same_report() -> None:
    (checked,) = run_sandboxed(untrusted.check, record_of(GAME).replace("took", "tock").encode())
    assert isinstance(checked, Verification)
    assert (checked.games, len(checked.findings)) == (1, 0)


def test_task_gives_the_same_in_this_process_and_a_worker() -> None:
    record, sheet = record_of(GAME).encode(), json.dumps(sheet_json(GAME.sheet)).encode()
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">Ann</text></svg>'
    for task, content in (
        (untrusted.games, record),
        (untrusted.score, sheet),
        (png, picture),
        (png_in_all_fonts, picture),
    ):
        assert list(task(BytesIO(content))) == list(run_sandboxed(task, content))
    for found in (untrusted.score(BytesIO(b"{")), run_sandboxed(untrusted.score, b"{")):
        with refuses(InvalidInput, match=r"This is not JSON \(line 1, column 2\)"):
            list(found)


def test_no_more_findings_are_sent_than_anyone_reads() -> None:
    wrong = record_of(GAME).replace("51 : 43 | 51 : 43", "52 : 44 | 52 : 44")
    (checked,) = untrusted.check(BytesIO("\n".join([wrong] * 60).encode()))
    assert isinstance(checked, Verification)
    assert (checked.games, len(checked.findings)) == (60, untrusted.MAX_FINDINGS)


def test_games_are_scored_and_those_that_cannot_be_read_are_named() -> None:
    text = f"{record_of(GAME)}\n{record_of(GAME).replace('1. 5 : 4', '1. 5 : fish')}"
    found = run_sandboxed(untrusted.games, text.encode())
    game = next(found)
    assert isinstance(game, ScoredGame)
    assert (game.imported.sheet, game.board) == (GAME.sheet, GAME.board)
    unread = next(found)
    assert isinstance(unread, UnreadGame)
    assert "fish" in fault_text(unread.fault)


def test_results_of_a_worker_come_in_their_order() -> None:
    assert list(run_sandboxed(small_tasks.letters, [b"spa", b"des"])) == list("spades")
    assert list(run_sandboxed(small_tasks.letters, b"")) == []


def test_work_that_takes_too_long_ends() -> None:
    with refuses(TooLarge, match="too much time or memory"):
        list(run_sandboxed(untrusted.games, hostile_files.many_hands(60), seconds=1))


def test_work_that_takes_too_much_memory_ends() -> None:
    content = b"[" + b'{"":0},' * 550_000 + b"0]"
    with refuses(TooLarge, match="too much time or memory"):
        list(run_sandboxed(untrusted.games, content))


def test_failing_worker_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    """It says so to the server, whose log bounds and counts it, and prints nothing itself."""
    with pytest.raises(RuntimeError, match="a worker process failed") as failed:
        list(run_sandboxed(small_tasks.fails, SUIT))
    assert capfd.readouterr().err == ""
    logged = traceback_text(failed.value)
    assert "builtins.ValueError" in logged
    assert "small_tasks.py" in logged
    assert SUIT.decode() not in logged, "the log of the server has no text of a file"
    assert logged.count("\n") < 38


def test_a_worker_limits_itself_and_sends_each_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker does, in this process: here it can be seen."""
    limits: list[object] = []
    monkeypatch.setattr("os.nice", limits.append)
    monkeypatch.setattr("resource.setrlimit", lambda what, most: limits.append((what, most)))

    def sent(task: str, content: bytes) -> Iterator[tuple[str, object]]:
        output = BytesIO()
        with monkeypatch.context() as streams:
            streams.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(content)))
            streams.setattr("sys.stdout", SimpleNamespace(buffer=output))
            heavy.main(task, 7)
        output.seek(0)
        while output.tell() < len(output.getvalue()):
            yield pickle.load(output)

    assert list(sent("scorekeeper.services.untrusted:games", record_of(GAME).encode())) == [
        *(("result", game) for game in untrusted.games(BytesIO(record_of(GAME).encode()))),
        ("end", None),
    ]
    assert limits == [
        10,
        (resource.RLIMIT_CPU, (7, 8)),
        (resource.RLIMIT_DATA, (heavy.MEMORY, heavy.MEMORY)),
        (resource.RLIMIT_CORE, (0, 0)),
    ]
    ((kind, bad),) = sent("scorekeeper.services.untrusted:score", b"{")
    assert (kind, type(bad)) == ("bad", InvalidInput)
    with pytest.raises(SystemExit) as ended:
        list(sent(f"{small_tasks.__name__}:too_large", b""))
    assert ended.value.code == heavy.OUT_OF_MEMORY


def test_why_a_worker_ended() -> None:
    """A signal has a negative number."""
    assert isinstance(heavy._ended(-9), TooLarge)
    assert isinstance(heavy._ended(heavy.OUT_OF_MEMORY), TooLarge)
    for status in (0, 1):
        assert str(heavy._ended(status)) == f"a worker process ended with status {status}"


def test_worker_loads_no_room_for_a_file_without_a_part_of_one() -> None:
    """Rooms bring Flask and SQLAlchemy, which would take most of a worker's time and memory."""
    code = """
import sys
from io import BytesIO
from scorekeeper.services import untrusted
list(untrusted.games(BytesIO(sys.stdin.buffer.read())))
print([name for name in ("flask", "sqlalchemy", "scorekeeper.rooms") if name in sys.modules])
"""
    packed = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [GAME]))
    loaded = subprocess.run([sys.executable, "-c", code], input=packed, stdout=subprocess.PIPE, check=True).stdout
    assert loaded.decode().strip() == "[]"


def test_worker_knows_no_setting_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it reads is a stranger's, and settings have the server's secrets."""
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "hush")
    (names,) = run_sandboxed(small_tasks.names_around, b"")
    assert isinstance(names, list)
    assert "PATH" in names
    assert not [name for name in names if name.startswith("SCOREKEEPER_")]
