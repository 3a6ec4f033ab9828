"""Small changes stay small: a recipe needs only the files and tests that its section names, and the change works."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.checksums import rules_code
from tests.core.words import golden
from tests.each_case import each_case
from tests.recipes.changes import RECIPES, WORDING
from tests.recipes.conftest import PINNING
from tests.recipes.copies import CHECKOUT, Recipe

SECTION = re.compile(r"^### (.+)\n\n((?:(?!###? ).*\n)+)", re.MULTILINE)
SECTIONS = dict(
    SECTION.findall((CHECKOUT / "docs/architecture.md").read_text("utf-8").partition("## How to change it")[2])
)

Found = dict[str, Any]


def named(section: str, perhaps: bool) -> list[str]:
    """The files and folders to touch, as beginnings of paths; `perhaps`: also those that only some changes need."""
    steps = section.partition("\nTests: ")[0].split("\n- ")
    paths = [
        path
        for step in steps
        if perhaps or "perhaps" not in step
        for path in re.findall(r"`((?:core|formats|storage|rooms|api|web|migrations|templates)/[^`]*)`", step)
    ]
    return [path if path.startswith("templates/") else f"scorekeeper/{path}" for path in paths]


def test_places_of_pinned_tests_are_there() -> None:
    assert [name for name in PINNING if not (CHECKOUT / "tests" / name.partition("::")[0]).exists()] == []


@each_case("recipe", RECIPES)
def test_recipe_touches_only_the_files_of_its_section(recipe: Recipe) -> None:
    places = tuple(named(SECTIONS[recipe.title], perhaps=True))
    assert [file for file in recipe.files if not file.startswith(places)] == []


@each_case("recipe", RECIPES)
def test_section_names_only_files_of_its_recipe(recipe: Recipe) -> None:
    places = named(SECTIONS[recipe.title], perhaps=False)
    assert [path for path in places if not any(file.startswith(path) for file in recipe.files)] == []


@each_case("recipe", RECIPES)
def test_section_names_what_its_pinned_tests_need(recipe: Recipe) -> None:
    section = " ".join(SECTIONS[recipe.title].split())
    assert [needed for needed in recipe.pins.values() if needed not in section] == []


def test_a_house_rule_scores_and_is_on_its_page(changed: Found) -> None:
    assert changed["house rule"] == {"nothing": [50, 62], "five": [55, 62], "ten": [60, 62]}
    assert "A hand without bags" in changed["rules page"]


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
    ends_of_snap = re.compile(r"^snap: .*\n    .*\n", re.MULTILINE)  # those of the new rule set
    others = ends_of_snap.sub("", changed["sentences"])
    before, after = golden.FILE.read_text("utf-8").splitlines(), others.splitlines()
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
