"""The worked examples of some rules pages, with every kind of example among them."""

from collections.abc import Iterator

from scorekeeper.core.examples import worked_examples
from scorekeeper.core.examples.asked import asked_examples
from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.examples import example_words

PAGES: list[tuple[str, dict[str, Value]]] = [
    ("partnership", {"lose_at": -200, "tie": "fewest-overtricks"}),
    ("two-player", {}),
    ("berkley-two", {}),
    ("berkley-three-1", {}),
    ("hurricane", {"hands": 1}),
    ("gambling", {}),
    (
        "partnership",
        {"sets_lose": 3, "sets_in_a_row_lose": 2, "first_hand": "bids-itself", "first_hand_least": 4, "least_hands": 2},
    ),
    ("miser", {}),
    ("partnership", {"zero": "number", "least_total": 11, "blind_numbers": 6, "renege": "set", "misdeal": "passes"}),
    ("cutthroat", {"renege": "game"}),
]


def codes() -> set[str]:
    """The kinds of examples among them."""
    shown = [asked_examples(rule_set(key).with_options(given)) for key, given in PAGES]
    return {example.code for found in shown for example in found.values()}


def sentences() -> Iterator[tuple[str, str]]:
    """Each under its rule set and title, or under its code if only a question is about it."""
    for key, given in PAGES:
        rules = rule_set(key).with_options(given)
        asked = [example for name, example in asked_examples(rules).items() if name == example.code]
        for example in [*worked_examples(rules), *[each for each in asked if not example_words(each).title]]:
            words = example_words(example)
            yield f"{key}: {words.title or example.code}", f"{words.story} {words.comes_to}"
