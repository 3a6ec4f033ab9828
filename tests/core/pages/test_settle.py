"""Settle it: every option answers a question, with the table's own numbers, and a search finds it by its words."""

from collections.abc import Iterator

from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.pages.looking_up.settle import FIRST, answer_to, question_views, settle_view
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, Value, values_alone
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.options import option_rule
from tests.each_case import each_case
from tests.sampled import sampled


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


CANNOT_BE_SHOWN = {("tricks", 1), ("team_minimum", 13)}
"""With one trick no nil fails by two, and no pair can bid low; a pair that bids all the tricks has nothing to spare."""


def tables(key: str) -> Iterator[tuple[HouseRules, Option, Value]]:
    """The rules of a game with each value of each option, the others as usual, at its usual table."""
    game = rule_sets()[key]
    options = game.options(game.shapes[0])
    for option in options:
        for value in values_alone(option, options):
            if (option.key, value) not in CANNOT_BE_SHOWN:
                yield game.with_options({option.key: value}, game.shapes[0]), option, value


@each_case("key", rule_sets())
def test_every_option_has_a_question_answered_with_a_worked_line(key: str) -> None:
    for rules, option, value in sampled(tables(key), 6):
        assert option.question.endswith("?"), option.key
        without = [row["question"] for row in question_views(rules) if not row["example"]]
        assert without == [], (option.key, value)


@each_case("key", rule_sets())
def test_no_answer_repeats_the_sentence_of_its_option(key: str) -> None:
    for rules, option, value in tables(key):
        answer, own = answer_to(option, rules), sentence(option_rule(option, rules.options))
        priced = any(figure.isdecimal() for figure in answer)  # what a high bid wins and loses
        assert answer != own or priced, (option.key, value)


def test_first_hand_that_bids_itself_leaves_the_limits_of_all_others() -> None:
    options: Options = {"first_hand": "bids-itself", "blind_nil": 200}
    assert "100 or more behind" in asked(**options)["May we bid blind when only a little behind, or after looking?"]


def test_options_that_are_asked_first_exist() -> None:
    known = {option.key for game in rule_sets().values() for option in game.options(game.shapes[0])}
    assert set(FIRST) <= known


ANSWERS: list[tuple[Options, str, str]] = [
    ({}, "We are level at the end: what now?", "Nobody has won: play another hand"),
    ({"tie": "shared"}, "We are level at the end: what now?", "All who are level at the top win."),
    ({"target": 300}, "When is the game over?", "a side has 300 or more"),
    ({"lose_at": -200}, "Can a side lose by falling too low?", "at −200 or less"),
    (
        {"bags": 7, "bag_penalty": 50},
        "How many bags are too many, and what do they cost?",
        "Every 7 bags cost 50 points",
    ),
    (
        {"failed_nil": "helps"},
        "A nil failed: do its tricks help the partner, and are they bags?",
        "They help the partner’s bid.",
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
