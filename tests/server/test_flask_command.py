"""Flask's own command works with the app, as `flask --app scorekeeper`."""

import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from tests.served import CHECKOUT, environment

FLASK = (sys.executable, "-W", "error::DeprecationWarning", "-m", "flask", "--app", "scorekeeper")


def test_flask_command_runs_the_app(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [*FLASK, "run", "--port", "0"],
        cwd=CHECKOUT,
        env=environment(tmp_path),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    with running:
        assert running.stderr is not None
        address = next(line.split()[-1] for line in running.stderr if "Running on" in line)
        with urlopen(f"{address}/rules") as answer:
            assert answer.status == 200
        running.terminate()
