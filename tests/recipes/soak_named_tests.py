"""The tests that recipes name fail after them, and no others: minutes long, for `make soak`."""

from __future__ import annotations

from tests.recipes.changes import RECIPES

NOT_ALWAYS = {
    "test_every_page_is_in_the_table",
    "test_both_scorers_agree_on_any_game",
    "test_overtricks_match_contracts_and_ledger",
}
"""The first fails once the page has its role in `tests/access/roles.py`, the others play random games."""


def test_only_the_tests_that_recipes_name_fail_after_them(failing: set[str]) -> None:
    pinned = {test for recipe in RECIPES for test in recipe.pins}
    assert failing - pinned == set()
    assert pinned - failing <= NOT_ALWAYS
