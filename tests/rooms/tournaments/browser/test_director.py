"""A director's and a player's pages: estimates follow typing, places are kept, and nothing covers what is pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browsers import pauses
from tests.rooms.tournaments.browser.open_hall import House, OpenHall, open_hall
from tests.rooms.tournaments.directing import Directed, hand as counted
from tests.rooms.tournaments.hall import EIGHT
from tests.sampled import sampled

pytestmark = pytest.mark.browser

LETTERS = ("", "bert", "cliff", "dale", "ford", "gard")
"""They make other names of names."""

PHONES = ((390, 664), (375, 553))
LAPTOP = (1280, 800)
DESKS = (*PHONES, LAPTOP, (1920, 1080))
FIRST_SCREENS = sampled((*PHONES, (844, 390), (640, 400), LAPTOP), 2)
"""Windows in which a page’s next step is looked for, drawn for each commit."""
COVERED = """button => {
    const box = button.getBoundingClientRect(), x = (box.left + box.right) / 2;
    const seen = y => y >= 0 && y < innerHeight && button.contains(document.elementFromPoint(x, y));
    return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2].filter(y => !seen(y));
}"""
"""The heights at which a button is outside the window, or something lies over it."""
COVERED_ONES = f"all => all.filter(each => ({COVERED})(each).length).map(each => each.textContent)"
BOXES = "all => all.map(each => each.getBoundingClientRect().toJSON())"


@pytest.fixture
def hall(house: House) -> Iterator[OpenHall]:
    """An empty hall."""
    with open_hall(house) as found:
        yield found


def begin(hall: OpenHall, teams: int = 8, **fields: str) -> None:
    """Teams have arrived at a swiss."""
    hall.set_up(EIGHT[:0], format="swiss", playoff="0", **fields)
    enter = [
        name if not number else " & ".join(f"{one}{LETTERS[number]}" for one in name.split(" & "))
        for number in range(teams // 8)
        for name in EIGHT
    ]
    hall.paste(enter)
    if teams > 8:
        hall.director.tap("Add all the same")
    hall.director.tap("All are here")


def place(page: Page) -> int:
    """How far the page is scrolled, once all of it has loaded."""
    page.wait_for_load_state()
    found: int = page.evaluate("Math.round(scrollY)")
    return found


def expect_place(page: Page, at: int) -> None:
    """The page is scrolled this far: it goes where it was left a moment after it has loaded."""
    for pause in pauses():
        if place(page) == at:
            return
        page.wait_for_timeout(pause)
    raise AssertionError(f"scrolled to {place(page)}, not to {at}")


def resized(page: Page, size: tuple[int, int]) -> Page:
    """The page, loaded in a window of this size: measured from its top, as it opens."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(page.url)
    return page


def seen_at(part: Locator) -> float:
    """Where a part stands in the window."""
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def test_estimates_follow_typing(hall: OpenHall) -> None:
    begin(hall)
    page = hall.show("/tournaments/new", (390, 664))
    estimate = page.locator(".format .estimate").first
    before = estimate.text_content()
    teams = page.locator("[name=teams]")
    teams.press("End")
    teams.press_sequentially("4")  # 16 and then 164
    expect(estimate).not_to_have_text(before or "")
    expect(teams).to_be_focused()
    expect(teams).to_have_value("164")
    expect(page).to_have_url("/tournaments/new")


def test_settings_say_in_words_what_is_typed(hall: OpenHall) -> None:
    begin(hall)
    page = hall.show("settings", (390, 664))
    group = page.locator("details", has=page.locator("[name=tables]"))
    expect(group.locator("summary")).to_contain_text("Enough tables for every match.")
    group.locator("summary").click()
    group.locator("[name=tables]").press_sequentially("12")
    expect(group.locator("summary")).to_contain_text("There are 12 tables.")
    expect(group.locator("[name=tables]")).to_be_focused()
    expect(group.locator("[name=tables]")).to_have_value("12")


PAST = (
    "[document.documentElement.scrollWidth - innerWidth, document.querySelector('.bracket').scrollWidth - innerWidth]"
)
FIRST = ("Alexander", "Christopher", "Elizabeth", "Kimberly", "Dorothy", "Margaret", "Nathaniel", "Patricia")
LAST = [name + end for name in ("Hugh", "Wal", "Zimm", "Vasq") for end in ("es", "ey", "er", "u")]
LONG = [f"{FIRST[n % 8]} {last} & {FIRST[(n + 3) % 8]} {last}" for n, last in enumerate(LAST)]


def begin_bracket(hall: OpenHall, rounds: int, **fields: str) -> None:
    """Sixteen teams with long names in a bracket, in this round."""
    hall.set_up([], playoff="0", **fields)
    hall.paste(LONG)
    hall.director.tap("Add all the same")
    hall.director.tap("All are here")
    for number in range(rounds):
        hall.pair()
        if number < rounds - 1:
            for match in hall.open_matches:
                hall.paper(match, 300, 200)


def test_bracket_of_16_uses_the_width_that_a_window_has(hall: OpenHall) -> None:
    """On the first screen of a laptop, on a large screen, and on a phone that is turned."""
    begin_bracket(hall, 1, format="single-elimination")
    page = hall.show("bracket", LAPTOP)
    assert page.evaluate(PAST) == [0, 0]
    bar = seen_at(page.locator(".bar"))
    matches = page.locator(".bracket-match")
    expect(matches).to_have_count(15)
    assert all(box["bottom"] <= bar for box in matches.evaluate_all(BOXES))

    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(PAST) == [0, 0]
    edge = page.evaluate("document.querySelector('.bracket-round:last-child').getBoundingClientRect().right")
    assert edge > 1920 * 0.9
    lowest = max(box["y"] for box in page.locator(".bracket-side").evaluate_all(BOXES))
    assert lowest + 40 < seen_at(page.locator(".bar"))

    page.set_viewport_size({"width": 844, "height": 390})
    assert page.evaluate("document.querySelector('.bracket').getBoundingClientRect().width") == 844
    page.set_viewport_size({"width": 390, "height": 664})
    ends = [
        page.locator(f".bracket-round.now {heading}").first.evaluate("each => each.getBoundingClientRect().bottom")
        for heading in ("h2", "h3")
    ]
    assert abs(ends[0] - ends[1]) < 12, "the round and its matches are named on one line"


def test_rounds_that_are_over_give_way_until_one_is_chosen(hall: OpenHall) -> None:
    begin_bracket(hall, 3, format="double-elimination")
    page = hall.show("bracket#now", LAPTOP)
    rounds = page.locator(".bracket-round")
    titles = page.locator(".bracket-round h2:visible")
    assert page.evaluate(PAST) == [0, 0]
    expect(titles.first).to_have_text("Round 3")
    expect(titles.last).to_have_text("Final")
    expect(page.get_by_role("heading", name="No losses").first).to_be_visible()
    page.get_by_role("link", name="Round 1", exact=True).click()
    expect(titles.first).to_have_text("Round 1")
    expect(titles).to_have_count(rounds.count())
    page.get_by_role("link", name="Round 3", exact=True).click()
    expect(titles.first).to_have_text("Round 3")
    hall.show("print/bracket").locator("h2", has_text="Round 1").wait_for()


def test_place_is_kept_while_teams_are_swapped(hall: OpenHall) -> None:
    begin(hall, 48)
    hall.director.open(hall.at("desk"))
    hall.director.tap("Pair round 1")
    page = hall.show("rounds", (390, 664))
    rows = page.locator(".pairing")
    first, second = rows.nth(15).locator(".swap").first, rows.nth(16).locator(".swap").first
    names = first.inner_text(), second.inner_text()
    first.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 120)")
    at = place(page)
    assert at > 500
    first.click()
    expect(page.get_by_text("changes places with")).to_be_attached()
    expect_place(page, at)
    second.click()
    expect(rows.nth(15)).to_contain_text(names[1])
    expect(rows.nth(16)).to_contain_text(names[0])
    expect_place(page, at)


def test_place_at_the_desk_is_kept_on_the_way_back(hall: OpenHall) -> None:
    begin(hall, 48, kept_on="paper")
    hall.pair()
    page = hall.show("desk", (390, 664))
    match = page.locator(f"#match-{hall.open_matches[14].id}")
    match.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 60)")
    at, row = place(page), seen_at(match)
    assert at > 300
    match.get_by_role("link").first.click()
    page.wait_for_url("**/desk/matches/*")
    page.locator(".back").click()
    page.wait_for_url("**/desk#match-*")
    expect(match).to_be_visible()
    expect_place(page, at)
    assert seen_at(match) == row


CUT_NAMES = """() => [...document.querySelectorAll('.names > span, .tile .name')].filter(name => name.checkVisibility())
    .map(name => [name.textContent, name.scrollWidth - name.clientWidth, getComputedStyle(name).textOverflow])"""


def test_desk_has_names_in_full_and_the_next_step_on_the_first_screen(hall: OpenHall) -> None:
    page = hall.show("/tournaments/new")
    for size in DESKS:
        page = resized(page, size)
        assert page.get_by_role("button", name="Open sign-up").evaluate(COVERED) == [], size
    begin(hall, 48, kept_on="paper")
    hall.pair()
    for match in hall.open_matches[:6]:
        hall.paper(match, 300, 200, signed=False)
    page = hall.show("desk")
    for size in DESKS:
        page = resized(page, size)
        shown = page.evaluate(CUT_NAMES)
        assert len(shown) == 48
        assert [name for name, over, cut in shown if over > 0 or cut != "clip"] == [], size
        assert page.get_by_role("link", name="Pair anyway").evaluate(COVERED) == [], size
        tiles = page.locator(".tile:visible")
        assert tiles.count() == (24 if size[0] > 1000 else 0)
        assert tiles.evaluate_all(COVERED_ONES) == [], size


LEAST_TARGET = 24
"""Pixels that a finger can hit, by WCAG 2.2."""


def test_short_names_in_standings_can_be_tapped(hall: OpenHall) -> None:
    hall.set_up(("Al", "Bo", "Cy", "Di"), format="rotation", playoff="0")
    hall.pair()
    links = hall.show("standings", PHONES[0]).locator(".standings th a")
    expect(links).to_have_text(["Al", "Bo", "Cy", "Di"])
    assert min(links.evaluate_all("links => links.map(link => link.getBoundingClientRect().width)")) >= LEAST_TARGET


def test_teams_offer_to_pair_only_when_that_is_the_next_step(hall: OpenHall) -> None:
    begin(hall, kept_on="paper")
    hall.director.open(hall.at("teams"))
    assert hall.director.can_tap("Pair round 1")
    hall.pair()
    page = hall.show("teams", (390, 664))
    expect(page.locator(".team")).to_have_count(8)
    assert page.get_by_role("button", name="Pair round 2").count() == 0
    hall.play_round()
    page.reload()
    assert page.get_by_role("button", name="Pair round 2").evaluate(COVERED) == []


def test_next_step_is_on_the_first_screen(hall: OpenHall) -> None:
    begin(hall, 48)
    for address in ("settings", "teams"):
        page = hall.show(address)
        for size in FIRST_SCREENS:
            step = resized(page, size).locator("main .button.main:visible").last
            assert step.evaluate(COVERED) == [], (address, size)


def test_keeping_the_score_here_is_never_under_the_bar(hall: OpenHall) -> None:
    """On the phone of an opponent of the one that keeps score."""
    begin(hall)
    hall.pair()
    keeper, other = (hall.phone_of(hall.state.teams[team].players[0]) for team in hall.open_matches[0].teams)
    keeper.tap("Keep score on this phone")
    page = hall.show("my-match", phone=other)
    for size in PHONES:
        assert resized(page, size).get_by_role("button", name="Keep it here").evaluate(COVERED) == [], size


def test_objecting_is_never_behind_sharing_the_result(hall: OpenHall) -> None:
    directed = Directed(hall.app, {"format": "swiss", "rules": "partnership", "rounds": 1, "hands": 3})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
    game = directed.game(directed.pair()[0])
    for number in (1, 2, 3):
        directed.program.write(game, "hand", hand=number, **counted(5, 4, 6))
    page = hall.show(f"/games/{game}", phone=directed.phone())
    for size in PHONES:
        objections = resized(page, size).locator(".signs summary")
        expect(objections).to_have_count(2)
        for objection in objections.all():
            objection.scroll_into_view_if_needed()  # below the score sheet
            assert objection.evaluate(COVERED) == [], size
            objection.click()
            dispute = objection.locator("..").get_by_role("button", name="Dispute")
            dispute.scroll_into_view_if_needed()
            assert dispute.evaluate(COVERED) == [], size
            objection.click()


def test_message_leaves_the_list_of_teams_where_it_was(hall: OpenHall) -> None:
    begin(hall, 16)
    page = hall.show("teams", LAPTOP)
    before = [seen_at(page.locator(part)) for part in (".pick", "ul.teams")]
    page.locator("#add-teams > summary").click()
    page.get_by_label("Teams, one a line").fill("Zoe & Zack")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("1 team entered.")).to_be_visible()
    assert [seen_at(page.locator(part)) for part in (".pick", "ul.teams")] == before
    assert seen_at(page.locator(".qr-card")) < 200
    expect(page.locator("#add-teams > summary")).to_be_in_viewport()


def test_question_about_names_lies_under_nothing(hall: OpenHall) -> None:
    begin(hall)
    for size in (*PHONES, LAPTOP):
        page = hall.show("teams", size)
        page.locator("#add-teams > summary").click()
        page.get_by_label("Teams, one a line").fill("Annn & Zack")
        page.get_by_role("button", name="Add", exact=True).click()
        add = page.get_by_role("button", name="Add all the same")
        add.scroll_into_view_if_needed()
        assert add.evaluate(COVERED) == [], size


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_of_long_names_fits_on_one_page(hall: OpenHall, paper: str) -> None:
    begin(hall)
    hall.director.open(hall.at("teams"))
    hall.paste(["Bartholomew-Maximilian & Christophina Alexandra", "Leopold Constantin & Wilhelmina Theodora"])
    hall.director.tap("All are here")
    hall.pair()
    pdf = hall.show(f"print/sheets?paper={paper}", LAPTOP).pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == len(hall.open_matches)
