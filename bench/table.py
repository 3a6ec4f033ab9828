"""Tables and games to measure with. Tables are created through the pages, so that the browser is a member."""

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

from bench.client import Answer, Client
from bench.game import game
from scorekeeper import create_app
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.setup import close_storage

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def settings(instance: Path) -> dict[str, str]:
    """The settings of a separate server."""
    return {
        "SCOREKEEPER_INSTANCE": str(instance),
        "SCOREKEEPER_DATABASE_URL": _database(instance),
        "SCOREKEEPER_SECURITY_LOG": "off",
    }


def open_table(browser: Client) -> str:
    """The id of a new table of this browser."""
    form = {"csrf_token": token_in(browser.get("/tables/new")), "name": "Thursday"}
    answer = browser.post("/tables", form)
    assert answer.status == 303, answer.head
    return answer.location.rpartition("/")[2]


def token_in(page: Answer) -> str:
    """The form token on this page."""
    found = TOKEN.search(text_of(page))
    assert found, "a page without a form"
    return found[1]


def text_of(page: Answer) -> str:
    """The text of this page."""
    return (gzip.decompress(page.body) if "content-encoding: gzip" in page.head.lower() else page.body).decode()


def new_games(
    instance: Path, tables: str | Sequence[str], count: int, hands: int = 0, url: str | None = None
) -> list[str]:
    """The ids of this many new games at each table, written directly to the database of the server in this folder."""
    each = [tables] if isinstance(tables, str) else tables
    app = create_app({"SQLALCHEMY_DATABASE_URI": url or _database(instance)})
    with app.app_context():
        started = [start_game(table, game(hands), author=Author()).game.id for table in each for _ in range(count)]
    close_storage(app)
    return started


def _database(instance: Path) -> str:
    return f"sqlite:///{instance}/scorekeeper.sqlite"
