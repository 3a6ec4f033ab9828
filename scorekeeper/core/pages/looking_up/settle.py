"""Settle it: the questions that these rules leave tables to ask, each answered with the table's own numbers."""

from collections.abc import Iterator

from scorekeeper.core.examples import worked_examples
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.rules.lines import RuleText
from scorekeeper.core.rules.ruleset import HouseRules, Option
from scorekeeper.core.words.examples import example_words
from scorekeeper.core.words.language import spaced
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.options import option_rule
from scorekeeper.core.words.rules import rule_sentence
from scorekeeper.core.words.vocabulary import worth_text

FIRST = (
    *("both_reach", "tie", "set_costs", "failed_nil", "bags", "bags_carry", "overtrick_penalty", "blind_behind"),
    *("zero", "renege", "misdeal", "blind_nil", "nil", "target", "hands"),
)
"""The options that tables ask about most, in this order; all others follow as on the page of house rules."""


def settle_view(rules: HouseRules, hand: int, correct_url: str | None, find: str = "") -> View:
    """Values for `rulesets/settle.html`: each question, and whether it or its answer has every word of `find`.

    `hand` is how many hands there are; `correct_url` leads to the correction of the last one, for who may record.
    """
    rows = [*question_views(rules), *_of_any_rules(hand, correct_url)]
    words = find.lower().split()
    for row in rows:
        text = f"{row['question']} {row['answer']}".lower()
        row["found"] = all(word in text for word in words)
    return {"questions": rows, "find": find, "any_found": any(row["found"] for row in rows)}


def question_views(rules: HouseRules) -> list[View]:
    """Each question that an option decides: question, answer, and example (a line) or None; most frequent first."""
    options = [
        option
        for option in rules.ruleset.options(rules.shape)
        if option.question and not option.has_no_effect(rules.options)
    ]
    ranked = sorted(options, key=lambda option: FIRST.index(option.key) if option.key in FIRST else len(FIRST))
    examples = worked_examples(rules)
    rows: list[View] = []
    for option in ranked:
        answer = answer_to(option, rules)
        if not any(row["answer"] == answer for row in rows):
            example = _example(option, examples, rules)
            rows.append(
                {"question": _(option.question), "answer": answer, "example": example, "url": None, "found": True}
            )
    return rows


def answer_to(option: Option, rules: HouseRules) -> str:
    """The rules that decide it, as they are written on the rules page; else the option as chosen."""
    texts = [rule_sentence(text) for text in _rule_texts(rules) if text.code in option.settled_by]
    return spaced(*dict.fromkeys(texts)) if texts else sentence(option_rule(option, rules.options))


def _rule_texts(rules: HouseRules) -> Iterator[RuleText]:
    for limit in rules.hand_rules_of(1).limits:
        yield limit.rule_text()
    for step in rules.scoring.steps:
        yield from step.rule_texts()
    for ending in rules.scoring.endings:
        yield ending.rule_text()


def _example(option: Option, examples: list[Example], rules: HouseRules) -> str | None:
    """A worked line: `Ann bids nil, Cal 5; they take 2 and 5. −48`."""
    example = next((example for example in examples if example.code == option.example), None)
    if example is None:
        return None
    words = example_words(example)
    points = [worth_text(side.points, rules.scoring.unit) for side in example.sides]
    return spaced(*[part for part in (words.story, words.comes_to, *points) if part])


def _of_any_rules(hand: int, correct_url: str | None) -> Iterator[View]:
    """What every table asks, whatever its rules."""
    yield {
        "question": _("The evening ends early: who wins?"),
        "answer": _("The highest score wins. A tie is shared."),
        "example": None,
        "url": None,
    }
    if hand:
        yield {
            "question": _("A hand was typed wrong: does it change who won?"),
            "answer": _("Correct it: before you save, the page shows every point that changes, and who wins then."),
            "example": None,
            "url": correct_url,
        }
