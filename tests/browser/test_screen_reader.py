"""A hand as a screen reader gives it: found and pressed only by what the browser's accessibility tree says."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Node:
    """What the tree says of one element; `key` finds it again."""

    role: str
    name: str
    key: int


class Reader:
    """Reads the tree in order, and presses what it has found, as assistive technology does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser: CDPSession = page.context.new_cdp_session(page)

    @property
    def nodes(self) -> list[Node]:
        """What is read, in order."""
        tree = self.browser.send("Accessibility.getFullAXTree")["nodes"]
        return [
            Node(node["role"]["value"], node.get("name", {}).get("value", ""), node["backendDOMNodeId"])
            for node in tree
            if not node["ignored"] and "backendDOMNodeId" in node
        ]

    def names(self, role: str) -> list[str]:
        """The names of everything with this role."""
        return [node.name for node in self.nodes if node.role == role]

    def press(self, name: str) -> None:
        """Press the one button with this name, once the page of what was pressed before has come."""
        expect(self.page.locator("html:not([data-sending])")).to_be_attached()
        expect(self.page.locator("form[data-pressed]")).to_have_count(0)
        (button,) = [node for node in self.nodes if (node.role, node.name) == ("button", name)]
        found = self.browser.send("DOM.resolveNode", {"backendNodeId": button.key})["object"]["objectId"]
        press = {"objectId": found, "functionDeclaration": "function () { this.click(); }"}
        self.browser.send("Runtime.callFunctionOn", press)


def test_one_hand_through_the_accessibility_tree(open_page: OpenPage) -> None:
    page = open_page()
    start_game(page)
    reader = Reader(page)
    for player, bid in (("Ann", "4"), ("Ben", "3"), ("Cal", "5"), ("Dee", "Nil")):
        assert any(heading.startswith(f"{player} bids") for heading in reader.names("heading"))
        reader.press(bid)
        expect(page.get_by_role("heading", name=f"{player} bids")).to_be_hidden()
    assert "The hand is being played." in reader.names("heading")
    reader.press("Count tricks")
    expect(page.get_by_role("form", name="Dee’s nil: made?")).to_be_visible()
    assert [name for name in reader.names("form") if name] == ["Dee’s nil: made?", "Tricks taken", "Ann & Cal: tricks?"]
    reader.press("10")
    expect(page.get_by_role("button", name="Save hand 1")).to_be_enabled()
    assert any(re.match(r"Ben & Dee bid nil \+ 3 tricks\? 3$", name) for name in reader.names("button"))
    reader.press("Save hand 1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert [name for name in reader.names("heading") if name in ("Ann & Cal", "Ben & Dee")] == [
        "Ann & Cal",
        "Ben & Dee",
    ]
    assert "Ann & Cal: 91 of 500" in reader.names("progressbar")
