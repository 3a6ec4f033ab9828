"""A phone's pages in another language equal the server's, also where it has another word order and other plurals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import brotli
import pytest
from hypothesis import given, settings, strategies as st
from jinja2 import Environment

from scorekeeper.core.words.language import SAMPLES, TranslatedCatalogue, use_catalogues
from tests.hypothesis_budget import examples
from tests.phone import answers
from tests.phone.conftest import Engine
from tests.phone.turned import read, turned_language
from tests.phone.walks import Walk, templates
from tests.strategies import sheets

LARGEST = 25_000
"""Bytes that a phone downloads for a language."""


@pytest.fixture(scope="module")
def texts(module: list[str]) -> str:
    return turned_language(module[:3])


@pytest.fixture(scope="module")
def speaking(engine_with: Callable[[list[str]], Engine], module: list[str], texts: str) -> Iterator[Engine]:
    """A phone and this process, both in the other language."""
    engine = engine_with(module)
    engine.page.evaluate("texts => core.speak(core.fromJson(JSON.parse(texts)))", texts)
    catalogue = read(texts)
    before = use_catalogues(lambda: catalogue)
    yield engine
    use_catalogues(before)


@pytest.fixture(scope="module")
def made(speaking: Engine) -> Environment:
    """The server's templates, compiled once, in the other language: macros keep the texts of the one they began in."""
    return templates()


@settings(max_examples=examples(15, 1000))
@given(sheet=sheets(most=3), seed=st.integers(0, 2**32))
def test_taps_and_pages_are_the_same_in_another_language(
    speaking: Engine, made: Environment, sheet: dict[str, object], seed: int
) -> None:
    walk = Walk(made, sheet, seed)
    walk.go(most=6, pages=1)
    drawn = speaking.ask("walk", answers.given(walk.asked()))
    for step, one, other in zip(walk.steps, json.loads(drawn), walk.answers, strict=True):
        assert answers.spelled(one) == answers.spelled(other), step


def test_language_file_is_small_and_has_only_what_phones_show(texts: str) -> None:
    assert len(brotli.compress(texts.encode())) < LARGEST
    assert "Nothing to undo" in texts
    assert "Partners face each other" not in texts


def test_a_text_that_the_file_lacks_is_english() -> None:
    found = {
        "language": "xx",
        "mirrored": False,
        "texts": {},
        "plurals": {},
        "forms": "0" * SAMPLES,
        "grouping": [".", 3, 3],
    }
    catalogue = TranslatedCatalogue(found)
    assert catalogue.text("Undo") == "Undo"
    assert [catalogue.plural_text(count, "1 bag", "{count} bags") for count in (1, 2)] == ["1 bag", "{count} bags"]
