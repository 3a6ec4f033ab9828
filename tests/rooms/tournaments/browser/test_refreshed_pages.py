"""News from other tables renews a director's pages, and takes nothing away that the director has begun."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.storage.players import add_player
from tests.rooms.tournaments.browser.open_hall import LOOK, House, OpenHall, open_hall
from tests.rooms.tournaments.hall import EIGHT

pytestmark = pytest.mark.browser


@pytest.fixture
def hall(house: House) -> Iterator[OpenHall]:
    """Eight teams in round 1 of a swiss, on paper."""
    with open_hall(house) as found:
        found.set_up(EIGHT, format="swiss", kept_on="paper")
        found.pair()
        yield found


def news(hall: OpenHall, page: Page) -> None:
    """A result of another table arrives, and the page shows what came of it."""
    before = page.locator("[data-version]").get_attribute("data-version")
    hall.paper(hall.open_matches[0], 300, 100)
    page.evaluate("dispatchEvent(new Event('online'))")  # it looks now, not only every two seconds
    expect(page.locator(f'[data-version="{before}"]')).to_have_count(0)


def test_news_leaves_an_open_menu_and_an_open_fold(hall: OpenHall) -> None:
    page = hall.show("desk", (390, 664))
    page.locator("#menu summary").click()
    news(hall, page)
    expect(page.locator("#menu")).to_have_attribute("open", "")
    page.locator("#menu summary").click()
    page.locator("#message summary").click()
    news(hall, page)
    expect(page.locator("#message")).to_have_attribute("open", "")
    expect(page.locator("#menu")).not_to_have_attribute("open", "")


def test_news_leaves_typed_text_in_its_own_form(hall: OpenHall) -> None:
    page = hall.show("teams", (390, 664))
    page.locator("#add-teams summary").click()
    page.locator("[name=teams]").fill("Jo & Kim\nLea & Max")
    page.locator("#add-teams summary").focus()
    news(hall, page)
    expect(page.locator("[name=teams]")).to_have_value("Jo & Kim\nLea & Max")
    expect(page.locator("#add-teams summary")).to_be_focused()


def test_news_leaves_a_tick(hall: OpenHall) -> None:
    with hall.app.app_context():
        add_player(hall.director_table, "Nobody’s Partner")
    page = hall.show("teams", (390, 664))
    page.locator("#add-teams summary").click()
    page.locator("[name=chosen]").first.check()
    page.locator("#add-teams summary").focus()
    news(hall, page)
    expect(page.locator("[name=chosen]").first).to_be_checked()


def test_news_leaves_the_place_in_a_long_page(hall: OpenHall) -> None:
    page = hall.show("desk", (390, 400))
    page.evaluate("scrollTo(0, 250)")
    assert page.evaluate("scrollY") == 250
    news(hall, page)
    assert page.evaluate("scrollY") == 250


def test_news_leaves_a_question(hall: OpenHall) -> None:
    page = hall.show("teams", (390, 664))
    page.locator("#add-teams summary").click()
    page.locator("[name=teams]").fill("Abbe & Jo")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("looks like")
    hall.paper(hall.open_matches[0], 300, 100)
    page.evaluate(LOOK)
    expect(page.get_by_role("alert")).to_contain_text("looks like")
    expect(page.locator("[name=teams]")).to_have_value("Abbe & Jo")
    page.get_by_role("button", name="Add all the same").click()
    expect(page.get_by_role("link", name="Abbe & Jo")).to_be_visible()
