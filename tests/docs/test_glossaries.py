"""The catalogues say what their glossaries say: no word of the tables "Never" stands where its English word does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from scorekeeper.formats.catalogues import FOLDER

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = ("de", "es")
FIGURE = re.compile(r"\{\w+\}")


def never(language: str) -> Iterator[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str] | None]]:
    """The rows of a glossary’s table as patterns: an English word, what is never said for it, and what excuses that."""
    table = (DOCS / f"glossary-{language}.md").read_text("utf-8").split("\n## Never\n")[1]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")
    ]
    for english, words, excuses in rows[2:]:
        yield spoken(english), spoken(words), spoken(excuses) if excuses else None


def spoken(words: str) -> re.Pattern[str]:
    """Any of these words, also with an ending of a plural or verb; one in small letters may begin a sentence, too."""
    either = [word if word[0].isupper() else f"[{word[0]}{word[0].upper()}]{word[1:]}" for word in words.split(", ")]
    return re.compile(rf"\b(?:{'|'.join(either)})(?:s|es|ed|n|en|ing)?\b")


def said_all_the_same(language: str, texts: Iterator[tuple[str, str]]) -> list[str]:
    """Which texts have a word that the glossary never says there."""
    table = list(never(language))
    return [
        f"{english} => {text}"
        for english, text in texts
        for word, wrong, excuse in table
        if word.search(english) and wrong.search(text) and not (excuse and excuse.search(english))
    ]


def catalogue(language: str) -> Iterator[tuple[str, str]]:
    """Each English text of a catalogue, all its forms at once, with each form of its translation."""
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        messages = list(read_po(file, locale=language))
    for message in messages:
        english = message.id if isinstance(message.id, str) else " ".join(message.id)
        for text in message.string if isinstance(message.string, list | tuple) else [message.string or ""]:
            if english:
                yield FIGURE.sub("", english), FIGURE.sub("", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_says_the_words_of_its_glossary(language: str) -> None:
    assert said_all_the_same(language, catalogue(language)) == []


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("de", "Bid of {side}", "Ansage von {side}"),
        ("de", "Each match has 1 hand.", "Jedes Spiel hat 1 Runde."),
        ("de", "There is no table {number} in this round.", "In dieser Runde gibt es keinen Tisch {number}."),
        ("es", "Change it at the desk.", "Cámbialo en la dirección."),
        ("es", "stakes", "apuestas"),
    ],
)
def test_word_that_the_glossary_never_says_is_found(language: str, english: str, text: str) -> None:
    assert len(said_all_the_same(language, iter([(english, text)]))) == 1


@pytest.mark.parametrize(
    ("language", "english", "text"),
    [
        ("de", "A match has one game", "Ein Match hat ein Spiel"),
        ("es", "Game of the match", "Partida del encuentro"),
    ],
)
def test_word_of_another_english_word_is_no_fault(language: str, english: str, text: str) -> None:
    assert said_all_the_same(language, iter([(english, text)])) == []
