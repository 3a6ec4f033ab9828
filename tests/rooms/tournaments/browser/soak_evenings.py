"""Three tournaments in browsers, from the first pairing to the podium: a director, six table phones, and a wall.

In each, one table is offline for a round, one phone dies, one result is disputed, one team comes late, and the director
swaps two teams. Each takes half a minute; `test_match_time.py` is the short run of one table that is always made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, PLAYING, Match
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.services.recording import Author
from scorekeeper.storage.setup import close_storage
from tests.browser.pad import Pad
from tests.browser.taps import all_loaded, all_sent, draw_on_phone
from tests.rooms.tournaments.hall import Hall
from tests.web.browsing import Phone

pytestmark = pytest.mark.browser

FIRST = [
    "Albert",
    "Bruno",
    "Clara",
    "Denis",
    "Ernst",
    "Felix",
    "Georg",
    "Heidi",
    "Irene",
    "James",
    "Kevin",
    "Louis",
    "Marta",
    "Oscar",
    "Peter",
    "Ralph",
]
SECOND = [
    "Agnes",
    "Betty",
    "Cyril",
    "Donna",
    "Emily",
    "Frank",
    "Gerda",
    "Hubert",
    "Ivana",
    "Jutta",
    "Klaus",
    "Lydia",
    "Moses",
    "Nancy",
    "Ottokar",
    "Quentin",
]
TEAMS = [f"{one} & {other}" for one, other in zip(FIRST, SECOND, strict=True)]
TABLES = 6
TOURNAMENTS = {
    "winners-night": (12, {"format": "swiss", "playoff": "2", "rounds": "3"}),
    "contest": (15, {"format": "double-elimination", "playoff": "0"}),
    "super-bowl": (12, {"format": "open", "playoff": "2"}),
}


class Evening:
    """A hall with a server in this process; the director's page, the phones of six tables, and a wall."""

    def __init__(self, instance: Path, browser: Browser) -> None:
        self.app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/hall.sqlite"})
        self.app.config["RATE_LIMITS"] = False
        self.hall, self.browser = Hall(self.app), browser
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def open(self, device: Phone, address: str, size: tuple[int, int] = (390, 844)) -> Page:
        """A page on a device that the app knows by its cookies."""
        context = self.browser.new_context(
            base_url=f"http://127.0.0.1:{self.server.port}", viewport={"width": size[0], "height": size[1]}
        )
        kept = (device.client._cookies or {}).values()
        context.add_cookies([{"name": one.key, "value": one.value, "domain": "127.0.0.1", "path": "/"} for one in kept])
        page = context.new_page()
        page.goto(self.hall.at(address))
        return page

    def begin(self, teams: int, **fields: str) -> None:
        """The teams are here, and matches go to 50, which is one hand; then the director's page, and the wall."""
        self.hall.set_up(TEAMS[:teams], **fields)
        state = self.hall.state
        setup = setup_json(state.name, state.stages, state.settings)
        setup["stages"] = [
            {part: value for part, value in stage.items() if value is not None} | {"options": {"target": 50}}
            for stage in setup["stages"]
        ]
        with self.app.app_context():
            record(self.hall.id, ev.SETTINGS, setup, author=Author("Alice"))
        self.director = self.open(self.hall.director, "teams", (1280, 800))
        self.wall = self.open(self.hall.director, "wall", (1920, 1080))

    def scan_cards(self) -> None:
        """The phones of six tables scan their cards."""
        self.phones = [self._table_phone(number) for number in range(1, TABLES + 1)]

    def _table_phone(self, number: int) -> Page:
        device = self.hall.new_phone()
        device.open(self.hall.card(number))
        device.tap("The table’s own phone")
        return self.open(device, "my-match")

    def tap(self, label: str | re.Pattern[str]) -> None:
        """The director taps a button or a link."""
        name = re.compile(f"^{label}$") if isinstance(label, str) else label
        found = self.director.get_by_role("button", name=name).or_(self.director.get_by_role("link", name=name))
        found.first.click()

    def desk(self) -> None:
        """The director goes to the desk."""
        self.director.goto(self.hall.at("desk"))

    def match_at(self, table: int) -> Match:
        """The open match at a table."""
        return next(match for match in self.hall.open_matches if match.pairing.table == table)

    def keep_score(self, table: int) -> Pad:
        """A table's phone begins its match, and has what it needs to play on without a connection."""
        page = self.phones[table - 1]
        page.goto(self.hall.at("my-match"))
        page.get_by_role("button", name="Keep score on this phone").click()
        pad = Pad(page)
        pad.expect_hand(1)
        return pad

    def play(self, table: int, pad: Pad) -> None:
        """One hand to 50: the first side makes its bid, the other is set."""
        [side, _] = self.hall.names(self.match_at(table))
        for call in ("2", "3", "3", "3"):
            pad.bid(pad.bidding.get_by_role("heading").first.inner_text().split(" bids")[0], call)
        pad.took(side, 8)
        pad.save()
        expect(pad.heading).to_have_text("Game over")

    def agree(self, page: Page) -> None:
        """Both sides confirm on the shared phone."""
        for _ in range(2):
            page.get_by_role("button", name=re.compile(": confirm score$")).first.click()
            page.wait_for_load_state()

    def close(self) -> None:
        self.server.shutdown()
        close_storage(self.app)


@pytest.fixture
def evening(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """An empty hall."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    others = browser.contexts  # phones that tests of other files borrow
    found = Evening(tmp_path, browser)
    yield found
    for context in browser.contexts:
        if context not in others:
            context.close()
    found.close()


@contextmanager
def offline(context: BrowserContext) -> Iterator[None]:
    """A table without a connection."""
    context.set_offline(True)
    yield
    context.set_offline(False)


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_evening_from_the_first_pairing_to_the_podium(evening: Evening, name: str) -> None:
    teams, fields = TOURNAMENTS[name]
    hall = evening.hall
    evening.begin(teams, **fields)

    evening.tap("Pair round 1")
    first, second = (match.teams[0] for match in list(hall.state.matches.values())[:2])
    for team in (first, second):  # the director swaps two teams
        evening.director.locator(".swap", has_text=hall.state.teams[team].name).first.click()
    expect(evening.director.locator(".pairing").first).to_contain_text(hall.state.teams[second].name)
    evening.tap("Publish round 1")
    evening.scan_cards()
    evening.desk()
    evening.tap("Let all phones in")
    evening.tap("Start")

    pads = {table: evening.keep_score(table) for table in range(1, TABLES + 1)}
    draw_on_phone(pads[1].page)
    all_loaded(pads[1].page)
    with offline(pads[1].page.context):  # the hall's network does not reach table 1
        evening.play(1, pads[1])
        assert hall.state.match_status(evening.match_at(1)) == PLAYING
        for table in range(2, TABLES):
            evening.play(table, pads[table])
            if table != 2:
                evening.agree(pads[table].page)
        dead, disputed = evening.match_at(6), evening.match_at(2)
        pads[6].page.context.close()  # its phone is dead: the director types the sheet
        hall.paper(dead, 320, 190)
        pads[2].page.get_by_text("That’s wrong").first.click()
        pads[2].page.get_by_role("button", name="Dispute").first.click()
        expect(pads[2].page.get_by_text("Disputed").first).to_be_visible()
        evening.desk()
        expect(evening.director.get_by_text("Disputed").first).to_be_visible()
        assert hall.state.match_status(hall.state.matches[disputed.id]) == DISPUTED
    all_sent(pads[1].page)
    pads[1].page.reload()
    evening.agree(pads[1].page)
    evening.director.goto(hall.at(f"desk/matches/{disputed.id}"))
    evening.tap(re.compile("^Confirm"))
    for match in hall.open_matches[:]:  # tables without a phone of their own
        if match.round == 1 and match.pairing.table is not None and match.pairing.table > TABLES:
            hall.paper(match, 300, 200)

    hall.paste([TEAMS[teams]])  # one more team comes
    late = hall.team(TEAMS[teams])
    hall.director.open(hall.at(f"teams/{late}"))
    hall.director.tap("All here")
    assert hall.state.teams[late].late
    if fields["format"] == "open":  # nobody begins another match after this
        hall.play_round(TEAMS)
        evening.desk()
        evening.tap("Call last hand")
        evening.tap("Call last hand")
    while hall.state.status != "ended":
        hall.play_round(TEAMS)
        evening.desk()
        if evening.director.get_by_role("button", name="Podium").count():
            evening.tap("Podium")
            break
        evening.tap(re.compile("^Pair (round|the)"))
        evening.tap(re.compile("^Publish"))
    assert late in [team for match in hall.state.matches.values() for team in match.teams]
    expect(evening.wall.get_by_text(hall.podium()[0].split(" & ")[0]).first).to_be_visible()
