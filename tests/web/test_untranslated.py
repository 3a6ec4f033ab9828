"""Catalogues as the guide for translators makes them: begun, translated, and brought up to date."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper.core.words.language import translate, translate_plural
from scorekeeper.formats.catalogues import FOLDER, Catalogues, PseudoCatalogue
from scorekeeper.formats.message_faults import LeftToDo, catalogue_faults, left_to_do, untranslated
from tests.accents import unaccented
from tests.rooms import all_there
from tests.sampled import sampled
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

CHECKOUT = Path(__file__).parents[2]
LANGUAGES = {"ja": 1, "fr": 2, "pl": 3, "ar": 6}
"""A language with each number of plural forms."""

FROM_CLDR = re.compile(r"\b20\d\d\b|\([^ ]{1,5}\)$")
"""A date or the name of a currency, which no translator writes."""
COUNTED = re.compile(r"\b\d+ (?:game|hand|bag|player|trick|device)s?\b")


GUIDE = (CHECKOUT / "docs" / "translating.md").read_text("utf-8")
GUIDES_LANGUAGE = "pl"
TOY = "sl"
"""Slovenian has four plural forms: for 1, 2, 3 and 5, and 101 is like 1."""
MARKS = "¹²³⁴"


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every text of the program, as `make messages` collects them."""
    file = tmp_path_factory.mktemp("collected") / "messages.pot"
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    collect = re.search(r"pybabel --quiet (extract .+?) -o build/messages\.pot \.", makefile, re.DOTALL)
    assert collect is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(CHECKOUT)
        pybabel(*shlex.split(collect[1].replace("\\\n", "")), "-o", str(file), ".")
    return file


def follow(command: str, collected: Path, folder: Path, language: str) -> None:
    """Run a command of the guide, with another file of texts, folder and language than it has."""
    line = re.search(rf"\.venv/bin/pybabel ({command} .*)", GUIDE)
    assert line is not None
    others = {
        "build/messages.pot": str(collected),
        "scorekeeper/translations": str(folder),
        GUIDES_LANGUAGE: language,
    }
    pybabel(*[others.get(word, word) for word in shlex.split(line[1])])


def pybabel(*arguments: str) -> None:
    CommandLineInterface().run(["pybabel", "--quiet", *arguments])  # type: ignore[no-untyped-call]


def test_catalogues_have_one_two_three_and_six_plural_forms(tmp_path: Path) -> None:
    text = tmp_path / "one.pot"
    text.write_text('msgid "1 game"\nmsgid_plural "{count} games"\nmsgstr[0] ""\nmsgstr[1] ""\n', "utf-8")
    for language in LANGUAGES:
        follow("init", text, tmp_path / "translations", language)
    found = {
        language: int(found[1])
        for language, file in Catalogues(tmp_path / "translations").files.items()
        if (found := re.search(r"nplurals=(\d)", file.read_text("utf-8")))
    }
    assert found == LANGUAGES


@pytest.mark.parametrize(("games", "language"), sampled([(0, "ja"), (0, "ar"), (1, "fr"), (2, "ar"), (5, "pl")], 5))
def test_every_page_answers_in_a_language_that_nobody_translated(
    make_app: MakeApp, collected: Path, tmp_path: Path, games: int, language: str
) -> None:
    """Counts that may have a form of their own: none, one, two in Arabic, five in Polish."""
    follow("init", collected, tmp_path / "translations", language)
    app = make_app(TRANSLATIONS=tmp_path / "translations")
    phone = Phone(app.test_client())
    table = start_table(phone)
    for _game in range(games):
        start_game(phone, table=table, target="50").hand("4, 3, 3, 2", 7)
    if games:
        start_game(phone, table=table)
        Pad(phone).hand("4, 3, 3, 2", 7)
    english = dict(crawl(app, phone, "en"))
    found = dict(crawl(app, phone, language))
    assert [url for url, answer in found.items() if answer.status_code >= 500] == []
    assert {url: counts(answer) for url, answer in found.items()} == {
        url: counts(answer) for url, answer in english.items()
    }


def counts(answer: TestResponse) -> list[str]:
    """What a page counts: `2 games`, `0 bags`."""
    return COUNTED.findall(answer.text) if answer.mimetype == "text/html" else []


def crawl(app: Flask, phone: Phone, language: str) -> Iterator[tuple[str, TestResponse]]:
    """The pages that links lead to from the first one, one of each kind."""
    queue, kinds = ["/"], set[str]()
    while queue:
        url = queue.pop(0)
        kind = kind_of(app, url)
        if kind is None or kind in kinds:
            continue
        kinds.add(kind)
        answer = phone.client.get(url, headers={"Accept-Language": language}, follow_redirects=True)
        yield url, answer
        if answer.mimetype == "text/html":
            assert f'<html lang="{language}"' in answer.text, url
            queue += [link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"#]*)', answer.text)]
    assert len(kinds) > 20


def kind_of(app: Flask, url: str) -> str | None:
    """The route of a URL with its parameters; None if it leads to no page."""
    parts = urlsplit(url)
    try:
        rule, _values = app.url_map.bind("localhost").match(parts.path, return_rule=True)
    except HTTPException:
        return None
    asked = "".join(sorted(re.findall(r"(\w+)=", parts.query)))
    return None if rule.endpoint == "static" else f"{rule.endpoint} {asked}"


@pytest.fixture(scope="module")
def translated(collected: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a toy language: every letter has an accent, and every plural form a mark."""
    folder = tmp_path_factory.mktemp("translated")
    follow("init", collected, folder, TOY)
    file = Catalogues(folder).files[TOY]
    with file.open("rb") as begun:
        catalogue = read_po(begun, locale=TOY)
    toy = PseudoCatalogue().text
    for message in catalogue:
        if message.pluralizable:
            message.string = tuple(f"{toy(message.id[1])}{mark}" for mark in MARKS)
        elif message.id:
            message.string = toy(str(message.id))
    with file.open("wb") as done:
        write_po(done, catalogue)
    return folder


def test_translated_toy_language_has_no_faults_and_nothing_left_to_do(collected: Path, translated: Path) -> None:
    file = Catalogues(translated).files[TOY]
    assert catalogue_faults(file) == []
    assert left_to_do(collected, file) == LeftToDo(untranslated=0, fuzzy=0, unused=0)


def test_toy_language_counts_in_four_forms(make_app: MakeApp, translated: Path) -> None:
    with make_app(TRANSLATIONS=translated).test_request_context(headers={"Accept-Language": TOY}):
        counted = [translate_plural(count, "1 game", "{count} games") for count in (0, 1, 2, 3, 5, 101)]
    assert counted == ["0 ĝåɱéš⁴", "1 ĝåɱéš¹", "2 ĝåɱéš²", "3 ĝåɱéš³", "5 ĝåɱéš⁴", "101 ĝåɱéš¹"]


def test_pages_of_the_toy_language_have_no_english_left(make_app: MakeApp, translated: Path) -> None:
    app = make_app(TRANSLATIONS=translated)
    phone = Phone(app.test_client())
    start_game(phone, table=start_table(phone)).hand("4, 3, 3, 2", 7)
    left = {
        url: [text for text in unaccented(answer.text) if not FROM_CLDR.search(text)]
        for url, answer in crawl(app, phone, TOY)
        if answer.mimetype == "text/html" and not url.startswith(("/api", "/docs"))
    }
    assert {url: words for url, words in left.items() if words} == {}


def test_changed_text_is_english_until_someone_looks_at_it(
    make_app: MakeApp, collected: Path, translated: Path, tmp_path: Path
) -> None:
    folder, changed = tmp_path / "translations", tmp_path / "messages.pot"
    shutil.copytree(translated, folder)
    changed.write_text(collected.read_text("utf-8").replace('msgid "New table"', 'msgid "A new table"'), "utf-8")
    follow("update", changed, folder, TOY)
    assert left_to_do(changed, Catalogues(folder).files[TOY]) == LeftToDo(untranslated=0, fuzzy=1, unused=0)
    with make_app(TRANSLATIONS=folder).test_request_context(headers={"Accept-Language": TOY}):
        assert translate("A new table") == "A new table"
        assert translate("Settings") != "Settings"


ENGLISH = re.compile(
    r"\b(?:the|of|and|with|is|are|was|were|from|to|by|this|that|your|you|not|each|when|who|what|which|after|before"
    r"|until|took|tricks?|score|made|nobody|everyone)\b",
    re.IGNORECASE,
)
"""Words that show that a text was left in English."""
ALSO = {"de": {"was"}, "es": set[str]()}
"""Those that the language has, too."""
OTHERS_WORDS = re.compile(r"\{\w+\}|`[^`]*`|“[^”]*”|„[^“]*“|--?[\w-]+|\"[^\"]*\"")
"""Figures, codes, and what is quoted."""


def english_in(language: str, texts: Iterable[str]) -> list[str]:
    """The texts with an English word."""
    words = ((text, ENGLISH.findall(OTHERS_WORDS.sub("", text))) for text in texts)
    return [text for text, found in words if {word.lower() for word in found} - ALSO[language]]


@pytest.fixture(scope="module", params=["de", "es"])
def spoken(request: pytest.FixtureRequest) -> str:
    """A language that ships whole."""
    return str(request.param)


RELEASED = os.environ.get("RELEASE") == "1"
"""Whether this checks what is released, as `make release` does: before, a text may be in English, for translators."""


def test_every_text_of_a_release_is_translated(collected: Path, spoken: str) -> None:
    file = Catalogues(FOLDER).files[spoken]
    left, texts = left_to_do(collected, file), untranslated(collected, file)
    if RELEASED:
        assert texts == [], f"to be translated into {spoken} (docs/translating.md)"
        assert left == LeftToDo(untranslated=0, fuzzy=0, unused=0 if all_there() else left.unused)


def test_new_text_is_in_english_and_on_the_list(make_app: MakeApp, collected: Path, tmp_path: Path) -> None:
    folder, more = tmp_path / "translations", tmp_path / "messages.pot"
    shutil.copytree(FOLDER, folder)
    more.write_text(collected.read_text("utf-8") + '\nmsgid "The sky is {sky}."\nmsgstr ""\n', "utf-8")
    assert "The sky is {sky}." in untranslated(more, Catalogues(folder).files["de"])
    with make_app(TRANSLATIONS=folder).test_request_context(headers={"Accept-Language": "de"}):
        assert translate("The sky is {sky}.", sky="clear") == "The sky is clear."


def test_no_translation_has_an_english_word(spoken: str) -> None:
    catalogue = Catalogues(FOLDER).of(spoken)
    assert catalogue is not None
    forms = [form for forms in catalogue.plurals.values() for form in forms]
    assert english_in(spoken, [*catalogue.texts.values(), *forms]) == []


@pytest.mark.parametrize("spoken", sampled(ALSO, 2), scope="module")
def test_no_page_has_an_english_word(make_app: MakeApp, collected: Path, spoken: str) -> None:
    texts = untranslated(collected, Catalogues(FOLDER).files[spoken])
    awaited = re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in texts) or r"(?!)")
    app = make_app()
    phone = Phone(app.test_client())
    table = start_table(phone)
    start_game(phone, table=table, target="50").hand("4, 3, 3, 2", 7)
    start_game(phone, table=table).hand("4, 2, 3, 2", 7)
    left = {
        url: [text for text in english_in(spoken, unaccented(answer.text)) if RELEASED or not awaited.search(text)]
        for url, answer in crawl(app, phone, spoken)
        if answer.mimetype == "text/html"
    }
    assert {url: texts for url, texts in left.items() if texts} == {}
