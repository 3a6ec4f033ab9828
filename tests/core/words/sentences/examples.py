"""The worked examples of some rules pages, with every kind of example among them."""

from collections.abc import Iterator

from scorekeeper.core.examples import worked_examples
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
]


def codes() -> set[str]:
    """The kinds of examples among them."""
    return {example.code for key, given in PAGES for example in worked_examples(rule_set(key).with_options(given))}


def sentences() -> Iterator[tuple[str, str]]:
    """Each under its rule set and title."""
    for key, given in PAGES:
        for example in worked_examples(rule_set(key).with_options(given)):
            words = example_words(example)
            yield f"{key}: {words.title}", f"{words.story} {words.comes_to}"
