"""On a laptop the club's pages have two columns, and a leaderboard prints on one page without what is tapped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from scorekeeper.formats.text_record import record_of
from tests.browser.ready import Unseen
from tests.fonts import load_fonts, use_font
from tests.web.at_table import start_table
from tests.web.test_imports import GAME, look

pytestmark = pytest.mark.browser

LAPTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=664)
SHOWN = "elements => elements.filter(each => each.checkVisibility()).length"
TAPPED = "main form, main nav, main .button, .bar, .back, main summary, main .tap"


@pytest.fixture(scope="module")
def players(browser: Browser, server: str) -> Iterator[tuple[Page, str]]:
    """A table's page of players, with a finished game; its address."""
    with closing(browser.new_context(base_url=server)) as context:
        page = context.new_page()
        phone = Unseen(page)
        table = start_table(phone)
        look(phone, table, record_of(GAME))
        phone.submit(phone.page.form_with("held"))
        yield page, f"{table}/players"


def halves(page: Page) -> list[dict[str, float]]:
    boxes = "halves => halves.map(half => half.getBoundingClientRect().toJSON())"
    found: list[dict[str, float]] = page.eval_on_selector_all("main.halves > .stack", boxes)
    return found


@pytest.mark.parametrize("path", ["", "/1", "/1/with/2", "/../night", "/../next"])
def test_table_is_left_and_details_right_on_a_laptop_and_below_on_a_phone(players: tuple[Page, str], path: str) -> None:
    page, address = players
    page.set_viewport_size(LAPTOP)
    page.goto(f"{address}{path}")
    left, right = halves(page)
    assert left["right"] < right["left"]
    assert left["width"] > 400
    page.set_viewport_size(PHONE)
    above, below = halves(page)
    assert above["bottom"] <= below["top"]
    assert above["left"] == below["left"]


FULL = """figures => {
  const one = figures.children[0], whole = figures.getBoundingClientRect(), left = []
  for (let count = 1; count < 10; count++) {
    figures.replaceChildren(...Array.from({length: count}, () => one.cloneNode(true)))
    const rows = Map.groupBy(figures.children, each => Math.round(each.getBoundingClientRect().top))
    for (const row of rows.values()) {
      if (whole.right - row.at(-1).getBoundingClientRect().right > 2) left.push(count)
    }
  }
  return left
}"""
"""Of how many figures a row is not full."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_no_figure_is_left_alone_beside_nothing(players: tuple[Page, str], size: ViewportSize) -> None:
    page, address = players
    page.set_viewport_size(size)
    page.goto(f"{address}/1")
    assert page.locator(".figures-grid").first.evaluate(FULL) == []


WORDS = """headings => headings.flatMap(heading => {
  const [text] = [...heading.querySelectorAll("a")].map(link => link.firstChild), range = document.createRange()
  if (text?.nodeType !== Node.TEXT_NODE) return []
  range.selectNodeContents(text)
  return range.getClientRects().length > 1 ? [text.data] : []
})"""
"""The headings that are on several lines."""


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("query", ["", "?period=month"], ids=["all time", "month"])
def test_headings_of_a_leaderboard_are_in_one_line(players: tuple[Page, str], language: str, query: str) -> None:
    page, address = players
    page.set_extra_http_headers({"Accept-Language": language})
    page.set_viewport_size(PHONE)
    page.goto(f"{address}{query}")
    load_fonts(page)
    use_font(page, "wide")
    assert page.eval_on_selector_all(".leaders thead th", WORDS) == []
    page.set_extra_http_headers({})


def test_leaderboard_prints_on_one_page_without_what_is_tapped(players: tuple[Page, str]) -> None:
    page, address = players
    page.goto(address)
    assert page.eval_on_selector_all(TAPPED, SHOWN)
    page.emulate_media(media="print")
    assert not page.eval_on_selector_all(TAPPED, SHOWN)
    assert page.eval_on_selector_all(".leaders tbody tr:not(.band)", SHOWN) == 2
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


DIFFERENCE = """([table, column]) => {
  table.className = `leaders ${column < 5 ? 'scores' : ''} differs-${column}`
  const cell = table.querySelector('tbody tr:not(.band)').children[column - 1], range = document.createRange()
  cell.textContent = '−4,260'
  range.selectNodeContents(cell)
  return range.getClientRects().length === 1 && cell.scrollWidth <= cell.clientWidth
}"""
"""Whether the difference of points of a long season is whole in its column."""


@pytest.mark.parametrize("column", [3, 4, 5])
def test_a_difference_of_four_digits_is_on_one_line(players: tuple[Page, str], column: int) -> None:
    page, address = players
    page.set_viewport_size(PHONE)
    page.goto(address)
    assert page.evaluate(DIFFERENCE, [page.query_selector("table.leaders"), column])
