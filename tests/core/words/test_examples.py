"""What the worked examples of the rules pages say, over all rule sets."""

import pytest

from scorekeeper.core.examples import kinds, worked_examples
from scorekeeper.core.rules.options import Value
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.examples import EXAMPLES, example_words
from tests.core.words.codes import codes_in


def test_every_kind_of_example_has_words() -> None:
    assert sorted(EXAMPLES) == sorted(code.key for code in codes_in(kinds))


SAID: list[tuple[str, dict[str, Value], str, str, str]] = [
    ("partnership", {}, "Made to the trick", "Ann bids 3, Cal 2; they take 5.", ""),
    ("partnership", {}, "Nil, failed", "Ann bids nil, Cal 5; they take 2 and 5.", ""),
    (
        "berkley-two",
        {},
        "Naught, made",
        "Ann bids 5 and naught, front hand, takes 0 in one hand and 5 in the other.",
        "",
    ),
    ("berkley-two", {}, "Blind 6, one trick too few", "Ann bids blind 6, takes 5.", ""),
    ("berkley-three-1", {}, "An automatic win", "Ann bids 13, takes 13.", "The game is over, and this side won."),
    ("gambling", {}, "The pot, shared", "Everyone bids 4; they take 5, 5, 2 and 1.", ""),
    (
        "partnership",
        {},
        "10 bags",
        "6 and 6 bags in 2 hands; this is the last one.",
        "2 bags count towards the next penalty.",
    ),
    ("berkley-two", {}, "3 perfect bids", "4 bid and 4 taken, 3 times in a row; this is the last one.", ""),
    ("two-player", {}, "Level at the target", "Ann 500, Ben 500.", "Another hand is played."),
    (
        "partnership",
        {"lose_at": -200},
        "A side at the floor",
        "Ann & Cal 0, Ben & Dee −200.",
        "Ann & Cal led when a side fell to -200: 0 to -200.",
    ),
    ("hurricane", {"hands": 1}, "Level after 1", "Ann & Cal 0, Ben & Dee 0.", "Another hand is played."),
    (
        "gambling",
        {},
        "The table stops",
        "Ann 30, Ben 0, Cal −1, Dee −1.",
        "The table stopped after 1 hand, Ann led: 30 to 0 to -1 to -1.",
    ),
]


@pytest.mark.parametrize(("key", "options", "title", "told", "comes_to"), SAID, ids=[f"{s[0]}: {s[2]}" for s in SAID])
def test_the_words_of_an_example(key: str, options: dict[str, Value], title: str, told: str, comes_to: str) -> None:
    found = [example_words(example) for example in worked_examples(rule_set(key).with_options(options))]
    assert [(words.told, words.comes_to) for words in found if words.title == title] == [(told, comes_to)]
