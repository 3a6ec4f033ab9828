"""The calls of a game, shortened, in the refusal of an unknown one."""

from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import calls_words

BERKLEY = rule_set("berkley-two").with_options({}).hand_rules_of(1)
PAIRS = rule_set("partnership").with_options({"blind_nil": 200}).hand_rules_of(1)
THREE = rule_set("berkley-three-1").with_options({}).hand_rules_of(1)

BERKLEY_CALLS = (
    "4..13, blind-6..12, nil-front, nil-right, naught-front, naught-right, double-nil, double-naught, bemo, big-bemo"
)


def test_runs_of_calls_are_shortened() -> None:
    assert calls_words(BERKLEY.codes) == BERKLEY_CALLS
    assert calls_words(PAIRS.codes) == "nil, 1..13, blind-nil"
    assert calls_words(THREE.codes) == "0..13, blind-0..13, bemo, big-bemo"


def test_single_calls_are_listed() -> None:
    assert calls_words(("2", "4", "5", "nil", "7")) == "2, 4..5, nil, 7"
    assert calls_words(()) == ""
