"""The deals of a custom game: written, reordered, removed; every kind of limit; every refusal."""

from __future__ import annotations

import json

import pytest

from scorekeeper.core.rules.scripted_limits import KINDS
from scorekeeper.core.rulesets.evil import HANDS
from tests.web.browsing import Form, Page, Phone
from tests.web.test_custom_games import begun, custom_games, deal

__all__ = ["custom_games"]

LIMITS: dict[str, tuple[dict[str, str | None], str]] = {
    "sum-is": ({"number": "13", "bids": "nil"}, "The bids total 13, unless one is nil"),
    "sum-at-most": ({"number": "5", "by": "1"}, "The 1st bid is at most 5"),
    "at-least": ({"number": "2"}, "Everyone must bid at least 2"),
    "one-of": ({"bids": "2, Double nil"}, "Everyone must bid 2 or double nil"),
    "how-many": ({"bids": "nil", "low": "1", "high": "2"}, "1 to 2 of the bids are nil"),
    "in-each-pair": ({"bids": "0", "low": "1", "high": "1"}, "In each pair, exactly 1 of the bids is nil"),
    "partners-alike": ({}, "Partners bid alike"),
    "all-alike": ({}, "All bid the same as the first"),
    "rising": ({"number": "1"}, "Each bid is 1 more than the one before"),
    "only-by": ({"bids": "nil", "by": "4"}, "Only the 4th bidder may bid nil"),
}


@pytest.fixture
def written(phone: Phone, custom_games: str) -> Page:
    """The page of the first deal of a new custom game."""

    def tap() -> None:
        deal(phone, begun(phone, custom_games), "snow", "As it falls.")

    phone.step("a custom game", tap)
    return phone.page


def limit(phone: Phone, page: Page, kind: str, status: int = 200, /, **typed: str | None) -> Page:
    """Add a bidding rule of this kind."""
    form = phone.open(f"{page.url}/limits/new?kind={kind}").form_with("kind")
    return phone.submit(form, None, status, **typed)


def names(phone: Phone, page: Page) -> list[str]:
    """The deals of the custom game, from its file."""
    custom_game = page.url.partition("/deals")[0]
    return [found["name"] for found in json.loads(phone.client.get(f"{custom_game}/game.json").text)["deals"]]


def test_every_kind_of_limit_can_be_added_and_removed(phone: Phone, written: Page) -> None:
    for kind in KINDS:
        typed, notice = LIMITS[kind]
        assert any(form.fields.get("kind") == kind for form in written.forms)
        assert notice in limit(phone, written, kind, **typed).text
        assert "None. Players bid as usual." in phone.tap("Remove this rule").text


WRONG_LIMITS = (
    ("one-of", {"bids": "2, 33"}, '"33" is not a bid here'),
    ("one-of", {"bids": ""}, "It has no bid"),
    ("sum-is", {"number": "many"}, "Type a whole number from 0 to 100."),
    ("at-least", {"number": "101"}, "Type a whole number from 0 to 100."),
    ("how-many", {"bids": "nil", "low": "3", "high": "1"}, "they must be 0 ≤ low ≤ high ≤ 4"),
)


def test_invalid_limit_is_refused(phone: Phone, written: Page) -> None:
    for kind, typed, notice in WRONG_LIMITS:
        page = limit(phone, written, kind, 422, **typed)
        assert notice in page.text
        for name, value in typed.items():
            assert page.form_with("kind").fields[name] == value
    assert "None. Players bid as usual." in phone.open(written.url).text


def test_number_of_limits_is_limited(phone: Phone, written: Page) -> None:
    for _ in range(8):
        limit(phone, written, "all-alike")
    assert "Fill in a sentence" not in phone.page.text
    assert "a deal has at most 8" in limit(phone, written, "all-alike", 422).text


def test_deals_are_moved_and_removed(phone: Phone, written: Page) -> None:
    second = deal(phone, written, "ice", "As usual.")
    assert names(phone, written) == ["snow", "ice"]
    phone.tap("Earlier")
    assert names(phone, written) == ["ice", "snow"]
    phone.open(written.url)
    phone.tap("Later")
    assert names(phone, written) == ["snow", "ice"]
    phone.open(second.url)
    phone.tap("Remove hand")
    assert names(phone, written) == ["snow"]


def test_game_is_built_from_known_hands(phone: Phone, written: Page) -> None:
    phone.open(written.url.partition("/deals")[0])
    phone.tap("Suicide One of each pair bids nil, the other as usual.")
    phone.tap("Winner takes all The first bidder bids 13, everyone else double nil.")
    assert names(phone, written) == ["snow", "suicide", "winner takes all"]
    phone.submit(phone.page.form_with("find"), None, 200, find=" EACH nil ")
    phone.submit(known_hands(phone), None, 200, known="9")
    assert phone.page.form_with("find").fields["find"] == "EACH nil"
    assert names(phone, written) == ["snow", "suicide", "winner takes all", "nil"]
    assert "Checked: in each pair, exactly 1 of the bids is nil" in phone.page.text
    phone.tap("Move hand 4 up")
    assert names(phone, written) == ["snow", "suicide", "nil", "winner takes all"]
    form = next(form for form in phone.page.forms if form.action.endswith("/deals/1/move"))
    phone.submit(form, None, 200, to="3")  # as the script does if hand 1 is dragged there
    assert names(phone, written) == ["suicide", "nil", "snow", "winner takes all"]
    phone.tap("Remove hand 2")
    assert names(phone, written) == ["suicide", "snow", "winner takes all"]
    assert "Page not found" in phone.submit(known_hands(phone), None, 404, known="46").text


def known_hands(phone: Phone) -> Form:
    """The form that adds a known hand."""
    return next(form for form in phone.page.forms if form.action.endswith("/deals/known"))


def test_known_hands_are_found_by_words_of_their_names_and_rules(phone: Phone, written: Page) -> None:
    address = written.url.partition("/deals")[0]
    assert len([button for button in phone.open(address).buttons if button.name == "known"]) == len(HANDS)
    page = phone.open(f"{address}?find=suicide")
    assert [button.label for button in page.buttons if button.name == "known"] == [
        "Suicide One of each pair bids nil, the other as usual."
    ]
    phone.tap("Suicide One of each pair bids nil, the other as usual.")
    assert phone.can_tap("Suicide One of each pair bids nil, the other as usual. hand 2"), "it says where it is now"
    page = phone.open(f"{address}?find=no+such+hand")
    assert "No known hand has these words" in page.text
    assert not [button for button in page.buttons if button.name == "known"]


def test_deal_is_changed_to_allow_double_nil(phone: Phone, written: Page) -> None:
    page = phone.submit(written.form_with("rule"), None, 200, name="sleet", double_nil="2")
    assert "Sleet As it falls. Checked: the 2nd bidder may call double nil." in page.text


def test_invalid_deal_is_refused(phone: Phone, written: Page) -> None:
    for typed, notice in (
        ({"name": ""}, "Give the hand a name"),
        ({"rule": ""}, "Write the rule"),
        ({"rule": "x" * 301}, "1 to 300"),
    ):
        assert notice in phone.submit(written.form_with("rule"), None, 422, **typed).text
    assert names(phone, written) == ["snow"]


def test_change_of_an_outdated_version_is_refused(phone: Phone, written: Page) -> None:
    deal(phone, written, "ice", "As usual.")
    page = phone.submit(written.form_with("rule"), None, 422, name="sleet")
    assert "Another phone changed this custom game" in page.text
    assert names(phone, written) == ["snow", "ice"]


def test_unknown_url_is_not_found(phone: Phone, written: Page) -> None:
    custom_game = written.url.partition("/deals")[0]
    for what in ("deals/9", "deals/1/limits/new?kind=no-such-kind", "deals/0"):
        assert "Page not found" in phone.open(f"{custom_game}/{what}", 404).text


def test_shipped_custom_game_cannot_be_changed(phone: Phone, custom_games: str) -> None:
    assert "Page not found" in phone.open(f"{custom_games}/short-fuse/deals/1", 404).text
