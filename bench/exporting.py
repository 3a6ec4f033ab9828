"""Exporting 1,000,000 hands as CSV: hands a second, compared with sqlite3 dumping the same rows, and the memory."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.many_games import HANDS, fill
from scorekeeper import create_app
from scorekeeper.storage.games import create_table
from scorekeeper.storage.setup import close_storage

GAMES = 100_000
SIDES = "SELECT COUNT(*) FROM rows"


def measured() -> dict[str, float]:
    """Hands a second here and by sqlite3, their ratio, and peak megabytes above an idle app."""
    with tempfile.TemporaryDirectory() as folder:
        table = _filled(Path(folder))
        here = _in_subprocess(folder, table)
        dump = _sqlite3_seconds(Path(folder))
    hands = GAMES * HANDS
    return here | {
        "hands": float(hands),
        "hands_per_second": hands / here["seconds"],
        "sqlite3_hands_per_second": hands / dump,
        "ratio": here["seconds"] / dump,
    }


def _filled(folder: Path) -> str:
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/scorekeeper.sqlite"})
    with app.app_context():
        table = create_table("Thursday").id
        fill(table, GAMES)
    close_storage(app)
    return table


def _in_subprocess(folder: str, table: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.exporting", folder, table]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def _export(folder: str, table: str) -> dict[str, float]:
    """The export as the page streams it, to a file; memory is the process's peak less its initial use."""
    from scorekeeper.services.exporting import table_in_form

    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/scorekeeper.sqlite"})
    with app.app_context(), Path(folder, "hands.csv").open("wb") as file:
        assert app.test_client().get("/rules").status_code == 200  # after a response the app is idle, not cold
        idle = _memory("VmRSS")
        began = time.perf_counter()
        for piece in table_in_form(table, "csv"):
            file.write(piece)
        seconds = time.perf_counter() - began
    close_storage(app)
    return {"seconds": seconds, "peak_mb": _memory("VmHWM") - idle}


def _memory(kind: str) -> float:
    """Megabytes of memory of this process: now (VmRSS), or at its peak (VmHWM).

    `resource.getrusage` would include the peak of the parent, which filled the table.
    """
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(kind)) / 1024


def _sqlite3_seconds(folder: Path) -> float:
    """Seconds for sqlite3 to dump the same rows."""
    database, rows = folder / "rows.sqlite", folder / "hands.csv"
    subprocess.run(["sqlite3", "-csv", str(database), f".import {rows} rows"], check=True, capture_output=True)
    with Path(folder, "again.csv").open("wb") as file:
        began = time.perf_counter()
        subprocess.run(["sqlite3", "-csv", str(database), "SELECT * FROM rows"], check=True, stdout=file)
        return time.perf_counter() - began


if __name__ == "__main__":
    print(json.dumps(_export(*sys.argv[1:])))
