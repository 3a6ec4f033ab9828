"""Settle it: the questions that these rules leave tables to ask, each answered with the table's own numbers."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.examples.asked import asked_examples
from scorekeeper.core.examples.games import TABLE_STOPS
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.rules.lines import RuleText
from scorekeeper.core.rules.ruleset import HouseRules, Option, is_same
from scorekeeper.core.words.examples import example_words
from scorekeeper.core.words.language import fill, spaced, translate as _
from scorekeeper.core.words.options import option_rule, value_label
from scorekeeper.core.words.rules import rule_sentence
from scorekeeper.core.words.vocabulary import counted, worth_text

FIRST = (
    *("both_reach", "tie", "set_costs", "failed_nil", "bags", "bags_carry", "overtrick_penalty", "blind_behind"),
    *("zero", "renege", "misdeal", "blind_nil", "nil", "target", "hands"),
)
"""The options that tables ask about most, in this order; all others follow as on the page of house rules."""


def settle_view(rules: HouseRules, hand: int, correct_url: str | None, find: str = "") -> View:
    """Values for `rulesets/settle.html`: each question, and whether it or its answer has every word of `find`.

    `hand` is how many hands there are; `correct_url` leads to the correction of the last one, for who may record.
    """
    alike = _alike(rules)
    examples = asked_examples(alike)
    rows = [*_of_options(alike, examples), *_of_any_rules(alike, examples, hand, correct_url)]
    words = find.lower().split()
    for row in rows:
        text = f"{row['question']} {row['answer']}".lower()
        row["found"] = all(word in text for word in words)
    return {"questions": rows, "find": find, "any_found": any(row["found"] for row in rows)}


def question_views(rules: HouseRules) -> list[View]:
    """Each question that an option decides: question, answer, and example (a line) or None; most frequent first."""
    alike = _alike(rules)
    return _of_options(alike, asked_examples(alike))


def _alike(rules: HouseRules) -> HouseRules:
    """The rules of all hands but the first, which may be bid unlike all others."""
    return replace(rules, scoring=replace(rules.scoring, first=None))


def _of_options(rules: HouseRules, examples: dict[str, Example]) -> list[View]:
    options = [
        option
        for option in rules.ruleset.options(rules.shape)
        if option.question and not option.has_no_effect(rules.options)
    ]
    ranked = sorted(options, key=lambda option: FIRST.index(option.key) if option.key in FIRST else len(FIRST))
    rows: list[View] = []
    for option in ranked:
        answer = answer_to(option, rules)
        example = _example(option, examples, rules)
        if not any((row["answer"], row["example"]) == (answer, example) for row in rows):
            rows.append(
                {"question": _(option.question), "answer": answer, "example": example, "url": None, "found": True}
            )
    return rows


def answer_to(option: Option, rules: HouseRules) -> str:
    """What decides it at this table: the rules as they are written on the rules page, or the option's own answer."""
    texts = [rule_sentence(text) for text in _rule_texts(rules) if text.code in option.settled_by]
    if texts:
        return spaced(*dict.fromkeys(texts))
    value = rules.options[option.key]
    own = next((answer for other, answer in option.answers if is_same(other, value)), option.answer)
    if not own:
        return sentence(option_rule(option, rules.options))
    scoring = rules.scoring
    return fill(
        _(own),
        {
            "value": value_label(option, value),
            "tricks": rules.seating.tricks,
            "target": scoring.target,
            "bags": counted(scoring.bags_per_penalty, scoring.overtrick_word),
        },
    )


def _rule_texts(rules: HouseRules) -> Iterator[RuleText]:
    for limit in rules.hand_rules_of(1).limits:
        yield limit.rule_text()
    for step in rules.scoring.steps:
        yield from step.rule_texts()
    for ending in rules.scoring.endings:
        yield ending.rule_text()


def _example(option: Option, examples: dict[str, Example], rules: HouseRules) -> str | None:
    """A worked line: `Ann bids nil, Cal 5; they take 2 and 5. −48`."""
    return _worked(next((examples[name] for name in option.examples if name in examples), None), rules)


def _worked(example: Example | None, rules: HouseRules) -> str | None:
    if example is None:
        return None
    words = example_words(example)
    points = [worth_text(side.points, rules.scoring.unit) for side in example.sides]
    return spaced(*[part for part in (words.story, words.comes_to, *points) if part])


def _of_any_rules(
    rules: HouseRules, examples: dict[str, Example], hand: int, correct_url: str | None
) -> Iterator[View]:
    """What every table asks, whatever its rules."""
    yield {
        "question": _("The evening ends early: who wins?"),
        "answer": _("The highest score wins. A tie is shared."),
        "example": _worked(examples.get(TABLE_STOPS.key), rules),
        "url": None,
    }
    if hand:
        yield {
            "question": _("A hand was typed wrong: does it change who won?"),
            "answer": _("Correct it: before you save, the page shows every point that changes, and who wins then."),
            "example": None,
            "url": correct_url,
        }
