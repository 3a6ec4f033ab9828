"""One function for every text: figures, plurals, lists, and the language that an edge provides."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words import language
from scorekeeper.core.words.language import (
    ENGLISH,
    SAMPLES,
    Catalogue,
    either,
    listed,
    number_text,
    plural_key,
    signed,
    text_key,
    translatable_in,
    translate as _,
    translate_in as _c,
    translate_plural as _n,
)
from scorekeeper.core.words.names import device_name, stored_device
from scorekeeper.core.words.options import choice_rule, sentence_of
from scorekeeper.core.words.rulesets import first_sentence, texts_of
from scorekeeper.formats.catalogues import PseudoCatalogue
from tests.accents import is_unaccented
from tests.core.words import golden
from tests.each_case import each_case


@dataclass
class Reading:
    """A provider of the current catalogue."""

    catalogue: Catalogue = field(default_factory=Catalogue)


@pytest.fixture
def reading() -> Iterator[Reading]:
    before = language._PROVIDER.current
    reading = Reading()
    language.use_catalogues(lambda: reading.catalogue)
    yield reading
    language.use_catalogues(before)


GERMAN = {
    text_key("button", "Set"): "Gefallen",
    "Set": "Fallen",
    "{name} bid {bid}": "{bid} sagt {name}",
    "{names} and {last}": "{names} und {last}",
}


class German(Catalogue):
    language = "de"

    def text(self, message: str) -> str:
        return GERMAN[message] if message in GERMAN else super().text(message)

    def plural_text(self, count: int, one: str, other: str) -> str:
        return {"1 bag": "1 Sack", "{count} bags": "{count} Säcke"}[one if count == 1 else other]

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", ".")


def test_figures_take_the_places_of_their_names() -> None:
    assert _("{name} bid {bid}", name="Ann", bid=4) == "Ann bid 4"
    assert _("Undo") == "Undo"


def test_context_tells_two_meanings_of_a_word_apart(reading: Reading) -> None:
    meanings = translatable_in("button", "Set"), "Set", translatable_in("column", "Set")
    assert [_(text) for text in meanings] == ["Set", "Set", "Set"]
    reading.catalogue = German()
    assert [_(text) for text in meanings] == ["Gefallen", "Fallen", "Set"]
    assert _c("button", "Set") == "Gefallen"


def test_braces_in_a_name_stay() -> None:
    assert _("{name} bid {bid}", name="{bid} {", bid=4) == "{bid} { bid 4"


def test_negative_figure_has_a_minus_sign() -> None:
    assert _("Ann has {total}", total=-20) == "Ann has −20"
    assert _("the code {code}", code="x-1") == "the code x-1"
    assert [signed(points) for points in (62, 0, -20)] == ["+62", "0", "−20"]
    assert [number_text(number) for number in (20, 10_000, -10_000)] == ["20", "10,000", "−10,000"]


def test_missing_figure_is_an_error() -> None:
    with pytest.raises(KeyError, match="bid"):
        _("{name} bid {bid}", name="Ann")


@pytest.mark.parametrize(("count", "words"), [(0, "0 bags"), (1, "1 bag"), (2, "2 bags")])
def test_plurals(count: int, words: str) -> None:
    assert _n(count, "1 bag", "{count} bags") == words


def test_lists() -> None:
    names = ["Ann", "Ben", "Cal"]
    assert [listed(names[:number]) for number in range(4)] == ["", "Ann", "Ann and Ben", "Ann, Ben and Cal"]
    assert either(["2", "3", "nil"]) == "2, 3 or nil"
    assert listed(["{last}", "Ben"]) == "{last} and Ben"


def test_each_call_uses_the_current_language(reading: Reading) -> None:
    assert (_("{name} bid {bid}", name="Ann", bid=4), language.current_language()) == ("Ann bid 4", "en")
    reading.catalogue = German()
    assert (_("{name} bid {bid}", name="Ann", bid=4), language.current_language()) == ("4 sagt Ann", "de")
    assert [_n(count, "1 bag", "{count} bags") for count in (1, 2)] == ["1 Sack", "2 Säcke"]
    assert listed(["Ann", "Ben", "Cal"]) == "Ann, Ben und Cal"
    assert number_text(10_000) == "10.000"
    reading.catalogue = ENGLISH
    assert _("{name} bid {bid}", name="Ann", bid=4) == "Ann bid 4"


NAMES_AND_REASONS = ["Ann", "Ben", "Cal", "Dee", "talking", "rain", '"spade"']
GAMES = ["Miser", "Whiz", "Toss", "partnership", "miser", '"bridge"']
DEALS = ["mirrors", "whiz", "fire", "vice", "deuce", "burned", "chance", "accident", "murder", "backseat", "copycat"]
DEALS += ["progression", "regular", "psycho", "hang 'em"]
CODES = ['"bags"', '"tie"', "target", "tie", "play-on", "fewest-overtricks", "shared", "never", "sum-is", "at-least"]
CODES += ['"5+nil"', "blind-nil", "nil", "bemo", '"classic"', "standard", "start", "abc", "games.sqlite"]
CODES += ['"sets_in_a_row"', '"sets_in_a_row_lose"', "true", "scorekeeper stats rebuild", "U+200B"]
NOT_A_SENTENCE = "The end stays as it is."  # the file of sentences writes this for an empty text
AS_GIVEN = [*NAMES_AND_REASONS, *GAMES, *DEALS, *CODES, NOT_A_SENTENCE]


@pytest.mark.parametrize("section", golden.SECTIONS)
def test_pseudo_locale_accents_all_sentences(reading: Reading, section: str) -> None:
    reading.catalogue = PseudoCatalogue()
    sentences = [sentence for _label, sentence in golden.SECTIONS[section]()]
    assert len(sentences) > 10
    assert [sentence for sentence in sentences if is_unaccented(sentence, AS_GIVEN)] == []


def polish_form(count: int) -> str:
    """Which of its three forms a count takes: one, a few, many."""
    if count == 1:
        return "0"
    return "1" if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else "2"


POLISH = {
    "language": "pl",
    "mirrored": False,
    "texts": {"Undo": "Cofnij"},
    "plurals": {plural_key("1 bag", "{count} bags"): ["1 worek", "{count} worki", "{count} worków"]},
    "forms": "".join(polish_form(count) for count in range(SAMPLES)),
    "grouping": [" ", 3, 2],
}
"""A language as a phone gets it, but with digits in groups as in India."""


def test_language_of_a_phone_has_its_texts_plurals_and_numbers(reading: Reading) -> None:
    language.speak(POLISH)
    assert (_("Undo"), _("Redo"), language.current_language(), language.before_sign()) == ("Cofnij", "Redo", "pl", "")
    words = {1: "1 worek", 2: "2 worki", 12: "12 worków", 100: "100 worków", 122: "122 worki", 199: "199 worków"}
    words |= {200: "200 worków", 201: "201 worków", 303: "303 worki", 2112: "2 112 worków", -3: "−3 worki"}
    assert {count: _n(count, "1 bag", "{count} bags") for count in words} == words
    assert [_n(count, "1 trick", "{count} tricks") for count in (1, 2)] == ["1 trick", "2 tricks"]
    numbers = (7, 999, 1000, 100_000, -1_234_567)
    assert [number_text(number) for number in numbers] == ["7", "999", "1 000", "1 00 000", "−12 34 567"]
    language.speak(POLISH | {"mirrored": True})
    assert signed(62) == "\u200e+62"


def test_names_of_devices_are_those_of_the_reader(reading: Reading) -> None:
    class Phones(Catalogue):
        def text(self, message: str) -> str:
            return {"A phone": "Ein Handy"}.get(message, message)

    stored = ["A phone", "A phone 2", "A phone of Ann", "Ann", "Phone 3"]
    assert [device_name(name) for name in stored] == stored
    reading.catalogue = Phones()
    assert [device_name(name) for name in stored] == ["Ein Handy", "Ein Handy 2", *stored[2:]]
    assert [stored_device(name) for name in ("Ein Handy", "A phone", "Ann")] == ["A phone", "A phone", "Ann"]


@each_case("key", list(rule_sets()))
def test_translators_get_every_text_of_a_rule_set_once(key: str) -> None:
    rules = rule_sets()[key]
    texts = texts_of(rules)
    readings = {reading if isinstance(reading, str) else reading.text for reading in rules.reading}
    needed = {rules.name, rules.idea, first_sentence(rules.idea), rules.source, rules.notice} | readings
    for shape in rules.shapes:
        for option in rules.options(shape):
            needed |= {option.name, option.help, sentence_of(option)}
            needed |= {text for choice in option.choices for text in (choice.label, choice_rule(option, choice))}
        needed |= {text for deal in rules.with_options({}, shape).scoring.deals for text in (deal.name, deal.text)}
    assert needed - {""} <= set(texts)
    assert ("" in texts, len(texts)) == (False, len(set(texts)))
    by_an_option = {"hurricane": "pass right", "mirrors": "Bid the number of spades you hold; with none, 0 or nil."}
    assert by_an_option.get(key, rules.name) in set(texts) - needed | {rules.name}
