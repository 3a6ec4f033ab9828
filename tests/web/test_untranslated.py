"""Catalogues as a translator begins them: every page answers, whatever plural forms the language has."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from babel.messages.frontend import CommandLineInterface
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper.formats.catalogues import Catalogues
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

CHECKOUT = Path(__file__).parents[2]
LANGUAGES = {"ja": 1, "fr": 2, "pl": 3, "ar": 6}
"""A language with each number of plural forms."""

COUNTED = re.compile(r"\b\d+ (?:game|hand|bag|player|trick|device)s?\b")


@pytest.fixture(scope="module")
def untranslated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty catalogue of every text for each language, as the guide for translators makes them."""
    folder = tmp_path_factory.mktemp("translations")
    collected = str(folder / "messages.pot")
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    collect = re.search(r"pybabel --quiet (extract .+?) -o build/messages\.pot \.", makefile, re.DOTALL)
    assert collect is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(CHECKOUT)
        pybabel(*shlex.split(collect[1].replace("\\\n", "")), "-o", collected, ".")
    for language in LANGUAGES:
        pybabel("init", "-i", collected, "-d", str(folder), "-l", language)
    return folder


def pybabel(*arguments: str) -> None:
    CommandLineInterface().run(["pybabel", "--quiet", *arguments])  # type: ignore[no-untyped-call]


def test_catalogues_have_one_two_three_and_six_plural_forms(untranslated: Path) -> None:
    found = {
        language: int(found[1])
        for language, file in Catalogues(untranslated).files.items()
        if (found := re.search(r"nplurals=(\d)", file.read_text("utf-8")))
    }
    assert found == LANGUAGES


@pytest.mark.parametrize(("games", "languages"), [(0, ("ja", "ar")), (1, ("fr",)), (2, ("ar",)), (5, ("pl",))])
def test_every_page_answers_in_a_language_that_nobody_translated(
    make_app: MakeApp, untranslated: Path, games: int, languages: Sequence[str]
) -> None:
    """Counts that may have a form of their own: none, one, two in Arabic, five in Polish."""
    app = make_app(TRANSLATIONS=untranslated)
    phone = Phone(app.test_client())
    table = start_table(phone)
    for _game in range(games):
        start_game(phone, table=table, target="50").hand("4, 3, 3, 2", 7)
    if games:
        start_game(phone, table=table)
        Pad(phone).hand("4, 3, 3, 2", 7)
    english = dict(crawl(app, phone, "en"))
    for language in languages:
        found = dict(crawl(app, phone, language))
        assert [url for url, answer in found.items() if answer.status_code >= 500] == [], language
        assert {url: counts(answer) for url, answer in found.items()} == {
            url: counts(answer) for url, answer in english.items()
        }, language


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
