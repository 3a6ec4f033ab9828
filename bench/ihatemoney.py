"""ihatemoney, a well-kept Flask app of about this size: installs it into its own environment and serves a project.

Its row is a bill: who paid, how much and for whom. It is served as Scorekeeper is, by the same version of gunicorn.
"""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path

from bench.client import Answer, Client
from bench.serving import served
from bench.table import text_of

VERSION = "7.2.1"
HOME = Path(__file__).parents[1] / "build" / f"ihatemoney-{VERSION}"
"""The environment; it stays for the next run."""
WORKER = "gthread --keep-alive 60"  # as long as Scorekeeper keeps a browser's connection, or longer
PEOPLE = ("Ann", "Ben", "Cal", "Dee")
TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
PAID_FOR = re.compile(r'name="payed_for"[^>]* value="(\d+)"')
SETTINGS = """SECRET_KEY = "a key of the measurement"
SQLALCHEMY_DATABASE_URI = "sqlite:///{database}"
SESSION_COOKIE_SECURE = False
MAIL_SUPPRESS_SEND = True
"""


class CannotInstall(Exception):
    """ihatemoney cannot be installed here; the message says why."""


def installed() -> Path:
    """Python in an environment with ihatemoney, which is made if there is none. Raises `CannotInstall`."""
    python = HOME / "bin" / "python"
    done = HOME / "installed"
    if not done.exists():
        packages = [f"ihatemoney=={VERSION}", f"gunicorn=={version('gunicorn')}"]
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(HOME)],
            [str(python), "-m", "pip", "install", "--quiet", *packages],
        ):
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
                raise CannotInstall(said[-1] if said else f"{command[0]} failed")
        done.touch()
    return python


@contextmanager
def serving(python: Path, folder: Path) -> Iterator[int]:
    """The port of ihatemoney, with its database in this folder."""
    settings = folder / "ihatemoney.cfg"
    settings.write_text(SETTINGS.format(database=_database(folder)), "utf-8")
    more = {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings), "PYTHONWARNINGS": "ignore"}
    with served("ihatemoney.wsgi:application", more, python=str(python), kind=WORKER) as port:
        yield port


class Project:
    """A project of four people, as one of them sees it in a browser. Its page lists the newest hundred bills."""

    def __init__(self, browser: Client, name: str) -> None:
        self._browser = browser
        self.name = name
        self.path = f"/{name}/"
        form = {"name": name, "password": "secret", "contact_email": "ann@example.org", "default_currency": "XXX"}
        made = browser.post("/create", form | {"csrf_token": _token(browser.get("/create"))})
        assert made.status == 302, text_of(made)
        for person in PEOPLE:
            token = _token(browser.get(f"{self.path}members/add"))
            added = browser.post(f"{self.path}members/add", {"csrf_token": token, "name": person})
            assert added.status == 302, text_of(added)
        page = browser.get(f"{self.path}add")
        self._token = _token(page)
        self._people = list(dict.fromkeys(PAID_FOR.findall(text_of(page))))
        assert len(self._people) == len(PEOPLE), self._people

    def add(self) -> Answer:
        """Add a bill that all four share, as the form suggests."""
        form: dict[str, str | list[str]] = {"date": "2026-11-19", "what": "Cards", "amount": "12"}
        form |= {"original_currency": "XXX", "bill_type": "Expense", "csrf_token": self._token}
        answer = self._browser.post(f"{self.path}add", form | {"payer": self._people[0], "payed_for": self._people})
        assert answer.status == 302, text_of(answer)
        return answer


def fill(folder: Path, name: str, bills: int) -> None:
    """Bring this project to this many bills: copies of its first, written directly to the database.

    Their history is left out, so that a full project is smaller here than one that was filled by hand.
    """
    mine = "SELECT bill.id FROM bill JOIN person ON person.id = payer_id WHERE project_id = ?"
    with closing(sqlite3.connect(_database(folder))) as database, database:
        (there,) = database.execute(mine, (name,))
        columns = [row[1] for row in database.execute("PRAGMA table_info(bill)") if row[1] != "id"]
        names = ", ".join(columns)
        database.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            f" INSERT INTO bill ({names}) SELECT {names} FROM bill, n WHERE id = ?",
            (bills - 1, *there),
        )
        database.execute(
            f"INSERT INTO billowers (bill_id, person_id) SELECT new.id, person.id FROM ({mine}) AS new, person"
            " WHERE project_id = ? AND new.id != ?",
            (name, name, *there),
        )


def _database(folder: Path) -> Path:
    return folder / "ihatemoney.sqlite"


def _token(page: Answer) -> str:
    found = TOKEN.search(text_of(page))
    assert found, "a page without a form"
    return found[1]
