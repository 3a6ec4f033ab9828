"""The wall display: letters that are read from five metres, room for 24 tables with long names, views in turn, live."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rooms.tournaments.pages.showing import wall
from tests.browser.test_distance import TEXTS
from tests.fonts import load_fonts, use_font
from tests.rooms.tournaments.browser.open_hall import House, OpenHall, open_hall
from tests.rooms.tournaments.hall import EIGHT
from tests.sampled import sampled

pytestmark = pytest.mark.browser

FIRST = ("Bartholomew", "Christophina", "Montgomery", "Ekaterina", "Featherston", "Wilhelmina")
TEAMS = [
    f"{FIRST[number % 6]}{number} Montgomery & {FIRST[(number + 1) % 6]}{number + 60} Whitcombe" for number in range(48)
]
LEGIBLE = 3.2  # per cent of the height, of what is read from the back of the hall
LARGE = 4.9  # of a new pairing
NOTED = 2.6  # of what one reads who cares

SPILLS = """() => [...document.querySelectorAll('.wall-cell, .wall-seat, .wall-foot, .wall-head')].flatMap(cell => {
    if (!cell.checkVisibility()) return [];
    const box = cell.getBoundingClientRect(), range = document.createRange();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const own = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || own.closest('.vh, bdi, small')) continue;
        range.selectNodeContents(texts.currentNode);
        const {left, right, top, bottom, height} = range.getBoundingClientRect(), room = height / 6;
        if (left < box.left - 1 || right > box.right + 1 || top + room < box.top || bottom - room > box.bottom)
            found.push(texts.currentNode.data);
    }
    return found;
})"""
PAGE_SCROLLS = (
    "() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
)


NAMES_SEEN = """() => [...document.querySelectorAll('.wall-name, .wall-seat bdi, .wall-total')]
    .filter(name => name.checkVisibility() && name.textContent.trim())
    .map(name => parseFloat(getComputedStyle(name).fontSize))"""
KINDS = ("tables", "names", "standings")

LONG_TEAMS = [f"Bartholomew Featherstonehaugh {n} & Christophina Whitcombe-Smythe {n}" for n in range(32)]
CUT = """() => [...document.querySelectorAll('.wall bdi')].filter(name => name.checkVisibility()
    && name.scrollWidth > name.clientWidth + 1).map(name => name.textContent)"""
OUTSIDE = """() => [...document.querySelectorAll('.wall-view bdi')].filter(name => {
    const cell = name.closest('li, .wall-last').getBoundingClientRect(), own = name.getBoundingClientRect();
    const room = own.height / 6;
    return name.checkVisibility() && (own.top < cell.top - room || own.bottom > cell.bottom + room);
}).map(name => name.textContent)"""
"""Names outside their place, but for the room above and below the letters."""

ONLY = "view => document.querySelectorAll('[data-view]').forEach((each, i) => each.hidden = i !== view)"


class Walls:
    """A hall of 24 tables with long names, half of them done, and a wall without a clock."""

    def __init__(self, hall: OpenHall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hall, self.monkeypatch = hall, monkeypatch
        self.page: Page | None = None
        self.minutes, self.published = 0.0, 0

    @property
    def now(self) -> int:
        """`minutes` after the round was published, in milliseconds of UTC."""
        return self.published + round(self.minutes * 60_000)

    def play(self) -> None:
        """Enter the teams and publish round 1, with half the results."""
        director = self.hall.director
        self.hall.set_up([], name="Harbour Open of the Old Town Card Club", format="swiss", kept_on="paper")
        self.hall.paste(TEAMS)
        director.tap("Add all the same")
        director.tap("All are here")
        self.hall.pair()
        self.published = self.hall.state.rounds[0].published_at
        for match in self.hall.open_matches[:12]:
            self.hall.paper(match, 1312, -248)

    def open(self, address: str) -> Page:
        """A page on the director's laptop, which shows one after the other, on a large screen and in a wide font."""
        self.monkeypatch.setattr(wall, "milliseconds", lambda _moment: self.now)  # not that of another hall
        if self.page is None:
            self.page = self.hall.show(address)
        self.page.set_viewport_size({"width": 1920, "height": 1080})
        self.page.goto(self.hall.at(address))
        return self._in_wide_font(self.page)

    def resized(self, width: int, height: int) -> Page:
        """The same page, loaded in a window of this size."""
        assert self.page
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.reload()
        return self._in_wide_font(self.page)

    @staticmethod
    def _in_wide_font(page: Page) -> Page:
        load_fonts(page)
        use_font(page, "wide")
        return page


@pytest.fixture(scope="module")
def walls(house: House) -> Iterator[Walls]:
    """The hall."""
    with pytest.MonkeyPatch.context() as monkeypatch, open_hall(house) as hall:
        found = Walls(hall, monkeypatch)
        found.play()
        yield found


def check(page: Page, high: int = 1080) -> None:
    """What is read from the back is large enough, nothing is outside its place, and nothing scrolls."""
    sizes = page.evaluate(NAMES_SEEN)
    assert sizes
    assert min(sizes) >= high * LEGIBLE / 100
    assert min(text["high"] for text in page.evaluate(TEXTS)) >= high * NOTED / 100
    assert page.evaluate(SPILLS) == []
    assert not page.evaluate(PAGE_SCROLLS)


@pytest.mark.parametrize("kind", sampled(KINDS, 3))
def test_wall_is_read_from_five_metres(walls: Walls, kind: str) -> None:
    walls.minutes = 6
    walls.open(f"wall?show={kind}")
    for width, height in ((1920, 1080), (1366, 768), (1024, 768)):
        page = walls.resized(width, height)
        check(page, min(height, width * 9 // 16))


def test_new_pairing_is_large(walls: Walls) -> None:
    walls.minutes = 0.1
    page = walls.open("wall")
    sizes = page.evaluate(NAMES_SEEN)
    assert min(sizes) >= 1080 * LARGE / 100
    check(page)


def test_wall_shows_its_views_in_turn(walls: Walls) -> None:
    walls.minutes = 6
    page = walls.open("wall")
    views = page.locator("[data-view]")
    count = views.count()
    shown = set()
    for _turn in range(count):
        page.evaluate("Date.now = (now => () => now)(Date.now() + 12000)")  # and no time of the machine passes
        page.evaluate("dispatchEvent(new Event('pageshown'))")
        expect(page.locator("[data-view]:visible")).to_have_count(1)
        shown.add(page.evaluate("[...document.querySelectorAll('[data-view]')].findIndex(view => !view.hidden)"))
    assert shown == set(range(count))


def test_result_shows_on_the_wall_without_a_reload(walls: Walls) -> None:
    walls.minutes = 6
    page = walls.open("wall?show=tables")
    page.evaluate("window.isSame = true")
    expect(page.locator(".wall-cell.over")).to_have_count(12)
    walls.hall.paper(walls.hall.open_matches[0], 345, 123)
    expect(page.locator(".wall-cell.over")).to_have_count(13)
    assert page.evaluate("window.isSame")


def test_few_tables_leave_room_for_the_foot(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_hall(house) as hall:
        few = Walls(hall, monkeypatch)
        hall.set_up(EIGHT, format="swiss", kept_on="paper")
        hall.pair()
        few.published = hall.state.rounds[0].published_at
        for few.minutes in (0.1, 6):
            check(few.open("wall?show=tables"))


def test_eight_players_by_name_stand_in_one_column(house: House) -> None:
    with open_hall(house) as hall:
        hall.set_up(EIGHT[:4], format="swiss", kept_on="paper")
        hall.pair()
        page = hall.show("wall?show=names")
        assert page.evaluate(SPILLS) == []
        seats = [seat.bounding_box() for seat in page.locator(".wall-seat").all()]
        assert len({seat["x"] for seat in seats if seat}) == 1
        assert len(seats) == 8
        head = page.locator(".wall-columns span:visible")
        expect(head).to_have_count(1)
        expect(head).to_have_text("Table")


@pytest.fixture(scope="module")
def longest(house: House) -> Iterator[Walls]:
    """A bracket of 32 teams whose names are shown in full, after its first round; one has not arrived."""
    with pytest.MonkeyPatch.context() as monkeypatch, open_hall(house) as hall:
        found, director = Walls(hall, monkeypatch), hall.director
        hall.set_up([], name="Harbour Open", format="single-elimination", kept_on="paper")
        hall.paste(LONG_TEAMS)
        director.tap("Add all the same")
        director.tap("All are here")
        director.open(hall.at("settings"))
        director.submit(director.page.form_with("hide_standings"), None, 200, names="full")
        hall.pair()
        found.published = hall.state.rounds[0].published_at
        for match in hall.open_matches[:8]:
            hall.paper(match, 1312, -248)
        yield found


@pytest.mark.parametrize("kind", sampled([*KINDS, "bracket"], 2))
def test_long_names_are_in_full(longest: Walls, kind: str) -> None:
    longest.minutes = 6
    longest.open(f"wall?show={kind}")
    for size in ((1920, 1080), (1366, 768)):
        page = longest.resized(*size)
        assert page.locator(".wall bdi").count() > 32
        for view in range(page.locator("[data-view]").count()):
            page.evaluate(ONLY, view)
            assert (page.evaluate(CUT), page.evaluate(OUTSIDE)) == ([], []), size
