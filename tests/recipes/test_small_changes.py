"""Small changes stay small: each recipe touches only the files its row names, and the change works."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.checksums import rules_code
from tests.core.words import golden
from tests.each_case import each_case
from tests.recipes.changes import EVENT_WORDS, RECIPES, WORDING
from tests.recipes.copies import CHECKOUT, Recipe

ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)
ROWS = dict(ROW.findall((CHECKOUT / "docs/architecture.md").read_text("utf-8").partition("## How to change it")[2]))

Found = dict[str, Any]


def named(row: str) -> list[str]:
    """The files and folders that a row names, as beginnings of paths."""
    paths = re.findall(r"`((?:core|storage|api|web|migrations|templates)/[^`]*)`", row)
    files = [path if path.startswith("templates/") else f"scorekeeper/{path}" for path in paths]
    return [*files, EVENT_WORDS] if "`WORDS`" in row else files


@each_case("recipe", RECIPES)
def test_recipe_touches_only_the_files_of_its_row(recipe: Recipe) -> None:
    assert [file for file in recipe.files if not file.startswith(tuple(named(ROWS[recipe.row])))] == []


@each_case("recipe", RECIPES)
def test_row_names_only_files_of_its_recipe(recipe: Recipe) -> None:
    assert [path for path in named(ROWS[recipe.row]) if not any(file.startswith(path) for file in recipe.files)] == []


def test_a_house_rule_scores_and_is_on_its_page(changed: Found) -> None:
    assert changed["house rule"] == {"printed": [-68, 128], "two a bag": [-66, 136], "none": [-70, 120]}
    assert "Points a bag" in changed["rules page"]


def test_house_rule_does_not_change_old_rules_codes(changed: Found) -> None:
    assert changed["rules_code"] == rules_code(rule_set("two-player").with_options({}))


def test_new_page_is_found_automatically(changed: Found) -> None:
    assert "The sky is clear." in changed["page"]


def test_a_statistic_is_on_pages_and_in_spreadsheets(changed: Found) -> None:
    assert "Hands with bags" in changed["player's page"]
    heads, *rows = changed["players"]
    assert {row[0]: row[heads.index("Hands with bags")] for row in rows} == {"Ann": 1, "Ben": 2}


def test_statistic_is_computed_for_old_games(changed: Found) -> None:
    assert changed["results that differ"] == 0


def test_a_sentence_changes_nothing_but_the_approved_sentences(changed: Found) -> None:
    old, new = (wording.partition("} ")[2].partition(" {")[0] for wording in WORDING)
    before, after = golden.FILE.read_text("utf-8").splitlines(), changed["sentences"].splitlines()
    differ = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert differ
    assert [one.replace(old, new) for one, _ in differ] == [other for _, other in differ]


def test_a_kind_of_event_is_posted_logged_exported_and_read_back(changed: Found) -> None:
    assert "remark: Nice try" in changed["log"]
    assert changed["findings"] == []
    assert changed["remarks read back"] == ["Nice try"]


def test_an_api_call_is_answered_and_described(changed: Found) -> None:
    assert changed["idea"] == {"idea": rule_set("two-player").idea}
    assert changed["document"]["paths"]["/rules/{key}/idea"]["get"]["operationId"] == "idea"
    assert "Read what a rule set is about" in changed["api page"]
