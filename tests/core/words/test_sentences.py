"""All sentences match the approved ones, and every code has one."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from scorekeeper.core import rules
from scorekeeper.core.examples import asked, games
from scorekeeper.core.rules import scripted_limits
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.words.bidding import LIMITS
from scorekeeper.core.words.examples import EXAMPLES
from scorekeeper.core.words.lines import CONTRACTS, LINES
from scorekeeper.core.words.rules import RULE_SENTENCES
from scorekeeper.core.words.vocabulary import text_for
from tests.approved import expect_approved
from tests.core.words import golden
from tests.core.words.codes import codes_in, fault_codes
from tests.core.words.sentences import examples
from tests.each_case import each_case


def test_sentences_match_the_approved_file() -> None:
    expect_approved(golden.FILE, golden.sentences())


def test_sentences_in_other_languages_match_the_approved_file() -> None:
    expect_approved(golden.IN_OTHER_LANGUAGES, golden.sentences(golden.TRANSLATED))


def labels(section: str) -> set[str]:
    """The codes that have a sentence there."""
    return {label.partition(" #")[0] for label, _ in golden.SECTIONS[section]()}


def is_ruling(code: Code[object]) -> bool:
    """Whether its figures are a step, an ending or a limit, which state the rules."""
    return hasattr(code.params, "rule_texts") or hasattr(code.params, "rule_text")


RULES = [import_module(found.name) for found in iter_modules(rules.__path__, f"{rules.__name__}.")]
"""Every module that may have a step, an ending or a limit."""


def keys(*modules: ModuleType, rule_texts: bool = False) -> set[str]:
    """The codes that these modules define."""
    return {code.key for code in codes_in(*modules) if is_ruling(code) is rule_texts}


@each_case(
    ("section", "tables", "defined"),
    [
        ("Score lines", LINES, keys(*RULES)),
        ("Score lines", CONTRACTS, set(CONTRACTS)),
        ("Bidding limits", LIMITS, set(scripted_limits.KINDS)),
    ],
)
def test_every_code_has_a_sentence_in_the_file(section: str, tables: Iterable[str], defined: set[str]) -> None:
    assert set(tables) == defined
    assert labels(section) >= defined


def test_every_fault_has_a_sentence_in_the_file() -> None:
    sections = ("Objections", "Faults of hands", "Faults of rules", "Refusals and findings")
    assert set().union(*[labels(section) for section in sections]) >= {code.key for code in fault_codes()}


def test_every_ruling_has_a_sentence_in_the_file() -> None:
    assert set(RULE_SENTENCES) == keys(*RULES, rule_texts=True)
    assert labels("Rulings") | labels("Bidding limits") >= set(RULE_SENTENCES)


def test_every_kind_of_example_is_in_the_file() -> None:
    assert set(EXAMPLES) == {code.key for code in codes_in(games, asked)} == examples.codes()


def test_every_ending_is_in_the_file() -> None:
    ends = {"target", "hands", "floor", "sets", "closed"}
    assert labels("Outcomes") >= {f"{end}, {how}" for end in ends for how in ("highest", "shared")}


def test_an_entry_of_a_table_is_a_code_with_its_words() -> None:
    assert text_for(Code("agreed", int), str) == ("agreed", str)
