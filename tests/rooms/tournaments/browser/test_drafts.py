"""What a director types and chooses stays while news comes by the live stream, in Firefox and in the engine of iPhones.

One of the two is drawn for each commit. Chromium has more of this in `test_refreshed_pages.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.client import Scorekeeper
from tests.evenings.evening import Window, start_table
from tests.firefox.window import firefox
from tests.rooms.tournaments.browser.open_hall import LOOK
from tests.sampled import sampled
from tests.served import served
from tests.webkit.window import Hands, webkit

pytestmark = [
    pytest.mark.browser,
    # selenium's WebKit driver uses a way to connect that selenium has deprecated.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

TEAMS = (("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"), ("Eve", "Ed"), ("Fay", "Flo"))
VERSION = "document.querySelector('[data-version]').dataset.version"
DRAFT = "document.querySelector('[name=teams]').value"
FOCUS = "document.activeElement.name"


@contextmanager
def webkit_hands(home: Path) -> Iterator[Window]:
    with webkit(home) as window:
        window.set_window_size(447, 800)
        yield Hands(window)


class Room:
    """A tournament whose round 1 is played, as a program at another table sees it."""

    def __init__(self, window: Window, server: str) -> None:
        self.table = start_table(window, server)
        window.open(f"{self.table}/share?role=keeper")
        token = str(window.evaluate("document.querySelector('#link').value")).rsplit("/", 1)[-1]
        self.program = Scorekeeper(server, token)
        stage = {"format": "swiss", "rules": "partnership", "rounds": 3}
        begun = self.call("POST", f"/tables/{self.table.rsplit('/', 1)[-1]}/tournaments", name="Open", stages=[stage])
        self.path = f"/tournaments/{begun['tournament']}"
        teams = [self.call("POST", f"{self.path}/teams", players=team)["id"] for team in TEAMS]
        self.call("POST", f"{self.path}/entries", kind="team-status", teams=teams, status="arrived")
        self.open = [match["id"] for match in self.call("POST", f"{self.path}/rounds")["matches"]]
        self.page = f"{server}{self.path}/teams"

    def call(self, method: str, path: str, **body: object) -> Any:
        return self.program.call(method, path, body)

    def result(self) -> None:
        """A result of another table."""
        match = self.open.pop()
        self.call("POST", f"{self.path}/matches/{match}/result", scores=[300, 100], signed=True)


def hear(window: Window, room: Room) -> None:
    """A result of another table arrives, and the page is a new one."""
    before = window.evaluate(VERSION)
    room.result()
    window.wait(lambda: window.evaluate(VERSION) != before, "no news")


@pytest.mark.parametrize("browser", sampled([firefox, webkit_hands], 2), ids=lambda browser: browser.__name__)
def test_news_leaves_what_a_director_has_begun(
    tmp_path: Path, browser: Callable[[Path], AbstractContextManager[Window]]
) -> None:
    (tmp_path / "instance").mkdir()
    with browser(tmp_path / "home") as window, served(tmp_path / "instance", "--host", "127.0.0.1") as server:
        room = Room(window, server.url)
        window.open(room.page)
        window.tap("//*[@id='add-teams']/summary")
        window.type("teams", "Lea")
        before = window.evaluate(VERSION)
        room.result()
        window.evaluate(LOOK)
        assert (window.evaluate(DRAFT), window.evaluate(FOCUS)) == ("Lea", "teams")
        assert window.evaluate(VERSION) == before
        window.type("teams", " & Max")
        window.evaluate("document.activeElement.blur()")  # as Done does on a phone
        window.wait(lambda: window.evaluate(VERSION) != before, "no news")
        assert window.evaluate(DRAFT) == "Lea & Max"
        window.tap("//*[@id='apart']/summary")
        window.evaluate("document.querySelector('[name=first]').selectedIndex = 2")
        hear(window, room)
        assert window.evaluate("[...document.querySelectorAll('details[open]')].map(each => each.id)") == [
            "add-teams",
            "apart",
        ]
        assert window.evaluate("document.querySelector('[name=first]').selectedIndex") == 2
        assert window.evaluate(DRAFT) == "Lea & Max"
        window.tap("//form[.//textarea]//button[normalize-space()='Add']")
        window.sees("//main", "Lea & Max")
