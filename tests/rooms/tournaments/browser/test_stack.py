"""Results by the stack, typed as fast as a browser takes keys: none is lost, and none lands at another table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.rooms.tournaments.browser.open_hall import House, OpenHall, open_hall

pytestmark = pytest.mark.browser

FIRST = ("Ann", "Ben", "Cleo", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")
TEAMS = [f"{name} {own} & {name} {other}" for own, other in (("Alder", "Birch"), ("Cedar", "Elm")) for name in FIRST]
TABLES = range(1, len(TEAMS) // 2 + 1)
RESULTS = {table: (300, 100 + table) for table in TABLES}


@pytest.fixture
def hall(house: House) -> Iterator[OpenHall]:
    """Twelve tables play on paper."""
    with open_hall(house) as found:
        found.set_up((), format="swiss", playoff="0", kept_on="paper")
        found.paste(TEAMS)
        found.director.tap("All are here")
        found.pair()
        yield found


def results(hall: OpenHall) -> dict[int | None, tuple[int, ...]]:
    """The totals at each table that has a result."""
    state = hall.state
    found = {match.pairing.table: state.result(match) for match in state.matches.values()}
    return {table: result.scores for table, result in found.items() if result is not None}


def names(hall: OpenHall, table: int) -> Iterator[str]:
    """The names of the sides at a table."""
    match = next(match for match in hall.state.matches.values() if match.pairing.table == table)
    return iter(hall.names(match))


def type_paper(page: Page, table: int, *scores: int) -> None:
    """Type one paper, and confirm it with Enter."""
    page.keyboard.type(str(table))
    for score in scores:
        page.keyboard.press("Tab")
        page.keyboard.type(str(score))
    page.keyboard.press("Enter")


def all_taken(page: Page) -> None:
    expect(page.get_by_text("No result is missing.")).to_be_visible()
    expect(page.get_by_text("12 sheets")).to_be_visible()


def test_papers_typed_without_a_pause_are_all_saved(hall: OpenHall) -> None:
    page = hall.show("desk/results", (1280, 800))
    for table in TABLES:
        type_paper(page, table, *RESULTS[table])
    all_taken(page)
    assert results(hall) == RESULTS
    expect(page.get_by_role("link", name="Go to the desk")).to_be_focused()
    page.reload()
    all_taken(page)


def test_paper_that_contradicts_the_last_one_is_asked_about(hall: OpenHall) -> None:
    hall.play_round(TEAMS)
    page = hall.show("desk/results", (390, 664), refused=422)
    before = results(hall)
    page.keyboard.type("3")
    expect(page.locator("[data-side]").first).to_have_text(next(names(hall, 3)))
    page.get_by_label("Table", exact=True).clear()
    type_paper(page, 3, 210, 99)
    kept = page.locator("#kept-papers > li")
    expect(kept).to_contain_text("Another score of table 3 is there. Which one counts?")
    kept.get_by_role("button", name="Look at it").click()
    page.get_by_role("button", name="Take mine").click()
    expect(kept).to_have_count(0)
    expect(page.get_by_text("1 sheet", exact=True)).to_be_visible()
    assert results(hall) == {**before, 3: (210, 99)}


def test_papers_are_saved_without_scripts(hall: OpenHall) -> None:
    page = hall.show("desk/results", (1280, 800), java_script_enabled=False)
    for table in TABLES:
        expect(page.get_by_label("Table", exact=True)).to_be_focused()
        with page.expect_navigation():
            type_paper(page, table, *RESULTS[table])
    all_taken(page)
    assert results(hall) == RESULTS


def test_paper_that_is_asked_about_waits_while_the_next_ones_are_typed(hall: OpenHall) -> None:
    page = hall.show("desk/results", (390, 664), refused=422)
    type_paper(page, 1, 2005, 150)
    type_paper(page, 77, 300, 150)
    type_paper(page, 3, 300, 150)
    expect(page.get_by_text("1 sheet", exact=True)).to_be_visible()
    assert results(hall) == {3: (300, 150)}
    kept = page.locator("#kept-papers > li")
    expect(kept).to_have_count(2)
    expect(kept.first).to_contain_text("2,005 is far above the target of 300.")
    expect(kept.last).to_contain_text("There is no table 77 in this round.")
    page.keyboard.type("12")  # of the next paper, which is still there when both are settled
    kept.first.get_by_role("button", name="Look at it").click()
    page.get_by_role("button", name="Save it all the same").click()
    kept.get_by_role("button", name="Leave it out").click()
    expect(page.get_by_text("2 sheets")).to_be_visible()
    expect(kept).to_have_count(0)
    expect(page.get_by_label("Table", exact=True)).to_have_value("12")
    assert results(hall) == {3: (300, 150), 1: (2005, 150)}


def test_papers_typed_without_a_connection_are_saved_later(hall: OpenHall) -> None:
    page = hall.show("desk/results", (390, 664), cut=True)
    lost: list[str] = []

    def answer_is_lost(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            route.fetch()  # the server takes it, and its answer never arrives
        lost.append(route.request.method)
        route.abort()

    page.route("**/desk/results*", answer_is_lost)
    type_paper(page, 1, 300, 150)
    type_paper(page, 12, 300, 160)
    expect(page.locator("#kept-papers > li")).to_have_count(2)
    expect(page.locator("#kept-papers")).to_contain_text("Not saved yet")
    page.unroute("**/desk/results*")
    page.reload()
    expect(page.get_by_text("10 results are missing")).to_be_visible()
    expect(page.locator("#kept-papers > li")).to_have_count(0)
    assert results(hall) == {1: (300, 150), 12: (300, 160)}


def test_table_tapped_in_the_list_is_filled_in(hall: OpenHall) -> None:
    page = hall.show("desk/results", (1280, 800))
    page.locator("[data-table='7']").click()
    page.keyboard.type("300")
    page.keyboard.press("Tab")
    page.keyboard.type("107\n")
    expect(page.get_by_text("1 sheet", exact=True)).to_be_visible()
    assert results(hall) == {7: (300, 107)}
    expect(page.get_by_label("Table", exact=True)).to_be_focused()


def test_paper_left_from_the_round_before_lands_at_no_match_of_the_next(hall: OpenHall) -> None:
    page = hall.show("desk/results", (1280, 800), refused=422)
    type_paper(page, 1, 2005, 150)  # far above the target, and left unanswered
    kept = page.locator("#kept-papers > li")
    expect(kept).to_contain_text("2,005 is far above the target of 300.")
    hall.play_round(TEAMS)
    hall.pair()
    page.reload()
    expect(kept).to_contain_text(re.compile("Round 2 .*was paired since this sheet was typed"))
    type_paper(page, 2, 300, 102)
    expect(page.get_by_text("1 sheet", exact=True)).to_be_visible()
    now = hall.state
    played = {match.pairing.table: now.result(match) for match in now.matches.values() if match.round == 2}
    assert [table for table, found in played.items() if found is not None] == [2]
