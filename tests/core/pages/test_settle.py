"""Settle it: every option answers a question, with the table's own numbers, and a search finds it by its words."""

from scorekeeper.core.pages import View
from scorekeeper.core.pages.looking_up.settle import FIRST, question_views, settle_view
from scorekeeper.core.rules.ruleset import Options, Value
from scorekeeper.core.rulesets import rule_set, rule_sets
from tests.each_case import each_case


def asked(**options: Value) -> dict[str, str]:
    """The answer to each question at a partnership table with these house rules."""
    rules = rule_set("partnership").with_options(options)
    return {str(row["question"]): str(row["answer"]) for row in question_views(rules)}


def rows_of(page: View) -> list[View]:
    """The questions of a page."""
    rows = page["questions"]
    assert isinstance(rows, list)
    return rows


def found_by(find: str) -> list[View]:
    """The questions that these words find at a partnership table after two hands."""
    page = settle_view(rule_set("partnership").with_options({}), 2, "/corrections/2", find)
    return [row for row in rows_of(page) if row["found"]]


@each_case("key", rule_sets())
def test_every_option_has_a_question(key: str) -> None:
    game = rule_sets()[key]
    asks = {option.key: option.question for shape in game.shapes for option in game.options(shape)}
    assert [option for option, question in asks.items() if not question.endswith("?")] == []


def test_options_that_are_asked_first_exist() -> None:
    known = {option.key for game in rule_sets().values() for option in game.options(game.shapes[0])}
    assert set(FIRST) <= known


ANSWERS: list[tuple[Options, str, str]] = [
    ({}, "We are level at the end: what now?", "has 500 or more after a hand. The highest score wins. On a tie"),
    ({"tie": "shared"}, "We are level at the end: what now?", "A tie at the top is shared."),
    ({"target": 300}, "We are level at the end: what now?", "has 300 or more"),
    (
        {"bags": 7, "bag_penalty": 50},
        "How many bags are too many, and what do they cost?",
        "Every 7 bags cost 50 points",
    ),
    (
        {"failed_nil": "helps"},
        "A nil failed: do its tricks help the partner, and are they bags?",
        "If a nil fails, its tricks help the partner.",
    ),
    (
        {"blind_nil": 200, "blind_behind": 150},
        "May we bid blind when only a little behind, or after looking?",
        "150 or more behind",
    ),
]


@each_case(("options", "question", "answer"), ANSWERS)
def test_answer_has_the_numbers_of_the_table(options: Options, question: str, answer: str) -> None:
    assert answer in asked(**options)[question]


def test_options_without_effect_are_not_asked() -> None:
    assert "What is nil worth?" in asked()
    assert "And the bags after that: do they count on?" in asked()
    assert "And the bags after that: do they count on?" not in asked(bags=0)


def test_a_word_finds_questions_and_answers() -> None:
    rules = rule_set("partnership").with_options({})
    everything, found = settle_view(rules, 2, None), found_by("nil partner")
    assert len(rows_of(everything)) > 25
    assert all(row["found"] for row in rows_of(everything))
    assert 0 < len(found) < len(rows_of(everything))
    assert found_by("zebra") == []
    assert not settle_view(rules, 2, None, "zebra")["any_found"]


def test_a_wrong_hand_leads_to_its_correction() -> None:
    assert [row["url"] for row in found_by("typed wrong")] == ["/corrections/2"]
    rules = rule_set("partnership").with_options({})
    assert "typed wrong" not in str(settle_view(rules, 0, None))
