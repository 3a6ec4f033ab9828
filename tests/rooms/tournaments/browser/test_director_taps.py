"""How many taps a director's steps take on a phone, in Chromium, each from the page where it begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rooms.tournaments.browser.open_hall import House, OpenHall, open_hall
from tests.rooms.tournaments.directing import Directed, hand

pytestmark = pytest.mark.browser

TEAMS = (("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))


class Walk:
    """A director's phone at a swiss of three hands a match, which counts its taps."""

    def __init__(self, hall: OpenHall) -> None:
        self.hall, self.taps = hall, 0
        self.directed = Directed(hall.app, {"format": "swiss", "rules": "partnership", "hands": 3, "minutes": 40})
        self.directed.enter(*TEAMS)
        self.page: Page

    def begin(self, address: str = "desk") -> None:
        """Open the page where the step begins."""
        self.taps = 0
        self.page = self.hall.show(
            f"/tournaments/{self.directed.id}/{address}",
            (390, 664),
            phone=self.directed.phone(),
        )

    def tap(self, what: str | Locator) -> None:
        """Tap a button or a link."""
        if isinstance(what, str):
            what = self.page.locator("button:visible, a:visible, label:visible").filter(has_text=what)
        what.first.click()
        self.taps += 1

    def all_hands(self) -> str:
        """Play the three hands of the first match; its game."""
        game = self.directed.game(self.directed.pair()[0])
        for number in (1, 2, 3):
            self.directed.program.write(game, "hand", hand=number, **hand(5, 4, 6))
        return game


@pytest.fixture
def walk(house: House) -> Iterator[Walk]:
    """A director's phone before round 1."""
    with open_hall(house) as hall:
        yield Walk(hall)


def test_pair_and_publish_are_two_taps_and_start_is_one(walk: Walk) -> None:
    walk.begin()
    walk.tap("Pair round 1")
    walk.tap("Publish round 1")
    expect(walk.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert walk.taps == 2
    walk.taps = 0
    walk.tap(walk.page.get_by_role("button", name="Start", exact=True))
    expect(walk.page.get_by_role("button", name="Pause")).to_be_visible()
    assert walk.taps == 1


def test_a_team_is_here_with_one_tap(walk: Walk) -> None:
    walk.directed.call("POST", "/teams", {"players": ["Zoe", "Zack"]})
    walk.begin("teams")
    walk.tap(walk.page.get_by_role("button", name="Here", exact=True))
    expect(walk.page.get_by_role("button", name="Here", exact=True)).to_have_count(0)
    assert walk.taps == 1
    assert walk.directed.now["teams"][-1]["status"] == "arrived"


def test_a_team_drops_out_with_four_taps(walk: Walk) -> None:
    walk.directed.pair()
    walk.begin()
    walk.tap(walk.page.locator(".bar").get_by_role("link", name="Teams"))
    walk.tap(walk.page.get_by_role("link", name="Bea & Ben"))
    walk.tap(walk.page.locator("#leaves > summary"))
    walk.tap("Drops out")
    expect(walk.page.get_by_role("button", name="Comes back")).to_be_visible()
    assert walk.taps == 4  # the question whether it left, or was taken out


def test_a_result_is_confirmed_with_two_taps(walk: Walk) -> None:
    walk.all_hands()
    walk.begin()
    walk.tap(walk.page.locator(".by-list .match-row").first)
    walk.tap(walk.page.get_by_role("button", name="Confirm"))
    expect(walk.page.get_by_role("button", name="Confirm")).to_have_count(0)
    assert walk.taps == 2
    assert "done" in [match["status"] for match in walk.directed.matches()]


def test_a_disputed_hand_is_corrected_with_four_taps(walk: Walk) -> None:
    game = walk.all_hands()
    walk.directed.program.write(game, "sign", side=0, verdict="agreed")
    walk.directed.program.write(game, "sign", side=1, verdict="disputed", hand=3)
    walk.begin()
    walk.tap("Look")
    walk.tap("Correct hand 3")
    walk.tap(walk.page.get_by_role("button", name="5", exact=True))
    walk.tap("Save correction")
    expect(walk.page.get_by_role("button", name="Save correction")).to_have_count(0)
    assert walk.taps == 4
    assert "done" in [match["status"] for match in walk.directed.matches()]


def test_a_renege_is_ruled_with_five_taps(walk: Walk) -> None:
    match = walk.directed.pair()[0]
    game = walk.directed.game(match)
    walk.directed.program.write(game, "hand", hand=1, **hand(5, 4, 6))
    names = {team["id"]: team["name"] for team in walk.directed.now["teams"]}
    walk.begin()
    walk.tap(walk.page.locator(".match-row:visible", has_text=names[match["teams"][0]]))
    walk.tap("Renege")
    walk.tap(walk.page.get_by_text(names[match["teams"][0]], exact=True))
    walk.tap(walk.page.get_by_text("A set", exact=True))
    walk.tap("Save ruling")
    expect(walk.page.get_by_role("button", name="Save ruling")).to_have_count(0)
    assert walk.taps == 5
    assert walk.directed.program.get(f"/games/{game}/sheet")["hands"][0]["reneges"]


def test_a_paper_needs_one_tap_and_typing(walk: Walk) -> None:
    walk.directed.change(kept_on="paper")
    walk.directed.pair()
    walk.begin()
    walk.tap("Results by the stack")
    expect(walk.page.get_by_label("Table", exact=True)).to_be_focused()
    for key in ("1", "Tab", "300", "Tab", "200", "Enter"):
        (walk.page.keyboard.press if key.isalpha() else walk.page.keyboard.type)(key)
    expect(walk.page.locator(".missing-papers .match-row")).to_have_count(1)
    assert walk.taps == 1


def test_a_forfeit_takes_three_touches(walk: Walk) -> None:
    match = walk.directed.pair()[0]
    names = {team["id"]: team["name"] for team in walk.directed.now["teams"]}
    walk.begin()
    walk.tap(walk.page.locator(".match-row:visible", has_text=names[match["teams"][0]]))
    walk.tap(walk.page.locator("#forfeit").get_by_role("link", name=names[match["teams"][1]]))
    expect(walk.page.get_by_text("Gives up: loses by")).to_be_visible()
    walk.tap("Record the forfeit")
    expect(walk.page.get_by_text("Record the forfeit")).to_have_count(0)
    assert walk.taps == 3
    assert "forfeited" in [match["status"] for match in walk.directed.matches()]


def test_a_late_team_takes_three_touches_and_typing(walk: Walk) -> None:
    walk.directed.pair()
    walk.begin()
    walk.tap(walk.page.locator(".bar").get_by_role("link", name="Teams"))
    walk.tap("A late team")
    expect(walk.page.get_by_label("Teams, one a line")).to_be_focused()
    walk.page.keyboard.type("Zoe & Zack")
    walk.tap(walk.page.get_by_role("button", name="Add", exact=True))
    expect(walk.page.get_by_role("link", name="Zoe & Zack")).to_be_visible()
    assert walk.taps == 3
    assert walk.directed.now["teams"][-1]["status"] == "arrived"


def test_an_old_result_is_corrected_with_four_touches_and_typing(walk: Walk) -> None:
    first = walk.directed.pair()
    for match in first:
        walk.directed.call("POST", f"/matches/{match['id']}/result", {"scores": [300, 200], "signed": True})
    walk.directed.pair()
    walk.begin()
    walk.tap(walk.page.get_by_role("link", name="Round 1", exact=True))
    walk.tap(walk.page.locator(".match-row:visible").first)
    walk.tap(walk.page.locator("#first"))
    walk.page.keyboard.press("Control+a")
    for key in ("210", "Tab", "305"):
        (walk.page.keyboard.press if key.isalpha() else walk.page.keyboard.type)(key)
    walk.tap("Save result")
    expect(walk.page.get_by_text("Save result")).to_have_count(0)
    assert walk.taps == 4
    assert [210, 305] in [match["result"]["scores"] for match in walk.directed.matches() if match["result"]]
