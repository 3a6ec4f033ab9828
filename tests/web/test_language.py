"""The language of a page: a catalogue is one file, each request has its own, and figures in templates are escaped."""

from __future__ import annotations

import re
import shlex
import shutil
import threading
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from flask import Flask, render_template_string
from markupsafe import Markup
from wtforms import Form, StringField

from scorekeeper.core.words.language import current_language, number_text, translate as _, translate_plural as _n
from scorekeeper.formats.catalogues import MIRRORED, PSEUDO
from scorekeeper.web.language import LANGUAGE_COOKIE, lazy
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp

CHECKOUT = Path(__file__).parents[2]
GUIDE, MAKEFILE = CHECKOUT / "docs" / "translating.md", CHECKOUT / "Makefile"

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Home"
msgstr "Strona główna"

msgid "Save & go"
msgstr "Zapisz & <dalej> {name}"

msgid "{name} bid {bid}"
msgstr "{bid}: tyle licytuje <{name}>"

msgid "bid {bid}, took {tricks}"
msgstr "licytacja {bid}, lewy {tricks}"

msgid "1 game"
msgid_plural "{total} games"
msgstr[0] "1 gra"
msgstr[1] "{total} gry"
msgstr[2] "{total} gier"

msgid "1 hand"
msgid_plural "{count} hands"
msgstr[0] "1 rozdanie"
msgstr[1] "{count} rozdania"
msgstr[2] "{count} rozdań"
"""


@pytest.fixture
def polyglot(make_app: MakeApp, tmp_path: Path) -> Flask:
    """An app that also speaks Polish."""
    folder = tmp_path / "translations" / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(POLISH.lstrip(), "utf-8")
    return make_app(TRANSLATIONS=tmp_path / "translations")


def page(app: Flask, languages: str) -> str:
    answer = app.test_client().get("/rules", headers={"Accept-Language": languages} if languages else {})
    assert "Accept-Language" in answer.vary
    return answer.text


@pytest.mark.parametrize("languages", ["pl", "pl-PL,en;q=0.5", "xx, PL;q=0.9, en;q=0.8"])
def test_page_is_in_the_first_available_language(polyglot: Flask, languages: str) -> None:
    assert '<html lang="pl"' in page(polyglot, languages)
    assert "Strona główna" in page(polyglot, languages)


@pytest.mark.parametrize("languages", ["", "xx", "*", "en-US,pl;q=0.9", "en, pl", "pl;q=0", ";;;", "en-XB"])
def test_a_page_is_english_otherwise(polyglot: Flask, languages: str) -> None:
    assert '<html lang="en"' in page(polyglot, languages)
    assert ">Home<" in page(polyglot, languages)


def test_plurals_and_numbers_follow_the_language(polyglot: Flask) -> None:
    with polyglot.test_request_context(headers={"Accept-Language": "pl"}):
        counts = [_n(count, "1 hand", "{count} hands") for count in (1, 3, 5)]
        assert counts == ["1 rozdanie", "3 rozdania", "5 rozdań"]
        assert number_text(-10_000) == "−10\xa0000"
        assert _("{name} bid {bid}", name="Ann", bid=4) == "4: tyle licytuje <Ann>"


def test_message_with_an_unknown_placeholder_stays_english(polyglot: Flask) -> None:
    with polyglot.test_request_context(headers={"Accept-Language": "pl"}):
        assert _("Save & go") == "Save & go"
        assert _("Not in the file") == "Not in the file"


def test_every_request_has_its_own_language(polyglot: Flask) -> None:
    def other() -> None:
        with polyglot.test_request_context(headers={"Accept-Language": "en"}):
            spoken.append(_("Home"))

    spoken: list[str] = []
    with polyglot.test_request_context(headers={"Accept-Language": "pl"}):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        spoken.append(_("Home"))
    assert spoken == ["Home", "Strona główna"]
    assert (_("Home"), current_language()) == ("Home", "en")


def test_markup_values_stay_and_others_are_escaped(polyglot: Flask) -> None:
    plural = '{{ _n(2, "1 hand", "{count} hands") }}'
    source = '{{ _("{name} bid {bid}", name=name, bid=bid) }} {{ listed([name, bid]) }} ' + plural
    with polyglot.test_request_context(headers={"Accept-Language": "pl"}):
        marked = render_template_string(source, name=Markup("<bdi>A&amp;</bdi>"), bid="<4>")
        plain = render_template_string(source, name="<i>", bid=-4)
    assert marked.startswith(
        "&lt;4&gt;: tyle licytuje &lt;<bdi>A&amp;</bdi>&gt; <bdi>A&amp;</bdi> and &lt;4&gt; 2 rozdania"
    )
    assert plain.startswith("−4: tyle licytuje &lt;&lt;i&gt;&gt;")


def test_label_of_a_field_is_translated_when_shown(polyglot: Flask) -> None:
    class AForm(Form):
        name = StringField(lazy("Home"))

    for languages, shown in (("pl", "Strona główna"), ("en", "Home")):
        with polyglot.test_request_context(headers={"Accept-Language": languages}):
            assert AForm().name.label() == f'<label for="name">{shown}</label>'
            assert f"{AForm().name.label.text}" == shown


def test_pseudo_locale_accents_all_but_placeholders(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": PSEUDO}):
        assert _("Undo") == "Ûñđö"
        assert _("{name} bid {bid}", name="Ann", bid=4) == "Ann ƀîđ 4"
        assert _n(2, "1 hand", "{count} hands") == "2 ĥåñđš"
        assert current_language() == PSEUDO


def test_adding_a_language_as_the_documentation_says(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tmp_path / "few"
    for part in ("scorekeeper/core/words", "templates/macros"):
        shutil.copytree(CHECKOUT / part, few / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("babel.cfg", "templates/base.html"):
        shutil.copy(CHECKOUT / part, few / part)
    monkeypatch.chdir(few)
    commands = re.findall(r"^ +\.venv/bin/pybabel (\w+ .+)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    collected, folder = tmp_path / "messages.pot", tmp_path / "translations"
    collect = re.search(r"pybabel --quiet (extract .+?) -o build/messages\.pot", MAKEFILE.read_text("utf-8"), re.DOTALL)
    assert collect is not None
    pybabel("--quiet", *shlex.split(collect[1].replace("\\\n", "")), "-o", str(collected), ".")
    for command in commands:
        places = {"build/messages.pot": str(collected), "scorekeeper/translations": str(folder)}
        pybabel("--quiet", *(places.get(part, part) for part in shlex.split(command)))
    file = folder / "pl" / "LC_MESSAGES" / "messages.po"
    written = file.read_text("utf-8")
    assert 'msgid "{names} and {last}"' in written  # from Python; the next one is from a template
    file.write_text(written.replace('msgid "Home"\nmsgstr ""', 'msgid "Home"\nmsgstr "Strona główna"'), "utf-8")
    assert "Strona główna" in page(make_app(TRANSLATIONS=folder), "pl")


def pybabel(*arguments: str) -> None:
    CommandLineInterface().run(["pybabel", *arguments])  # type: ignore[no-untyped-call] # it has no types yet


def test_a_remembered_part_of_a_page_is_in_the_language_of_its_reader_and_escaped(polyglot: Flask) -> None:
    part = '{% from "macros/sheet.html" import cell %}{{ cell(name, [], 62, 6, 7, 62) }}'

    def shown(languages: str, name: str) -> str:
        with polyglot.test_request_context(headers={"Accept-Language": languages}):
            return render_template_string(part, name=name)

    for _again in range(2):
        assert "bid 6, took\u00a07" in shown("en", "<b>")
        assert "licytacja 6, lewy 7" in shown("pl", "<b>")
        assert "<bdi>&lt;b&gt;</bdi>" in shown("en", "<b>")
        assert "<bdi><b></bdi>" in shown("en", Markup("<b>"))


@pytest.mark.parametrize(("language", "forms"), [("ja", 1), ("es", 2), ("pl", 3), ("ar", 6)])
def test_untranslated_catalogue_leaves_every_text_english(
    make_app: MakeApp, tmp_path: Path, language: str, forms: int
) -> None:
    """Empty plurals are English by English's rule, not by the other language's."""
    folder = tmp_path / "translations" / language / "LC_MESSAGES"
    folder.mkdir(parents=True)
    empty = "".join(f'msgstr[{form}] ""\n' for form in range(forms))
    plurals = (f'msgid "1 {word}"\nmsgid_plural "{{total}} {word}s"\n{empty}\n' for word in ("hand", "bag"))
    game_setup = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={forms}; plural=0;\\n"\n\nmsgid "Home"\nmsgstr ""\n\n'
    (folder / "messages.po").write_text(game_setup + "".join(plurals), "utf-8")
    app = make_app(TRANSLATIONS=tmp_path / "translations")
    with app.test_request_context(headers={"Accept-Language": language}):
        assert current_language() == language
        assert [_n(count, "1 bag", "{count} bags") for count in (0, 1, 2, 5)] == ["0 bags", "1 bag", "2 bags", "5 bags"]
        assert _n(2, "1 hand", "{count} hands") == "2 hands"
        assert _("Home") == "Home"


def test_plural_with_another_text_s_figure_stays_english(polyglot: Flask) -> None:
    """gettext finds it by its singular, which two texts may share."""
    with polyglot.test_request_context(headers={"Accept-Language": "pl"}):
        assert _n(2, "1 hand", "{count} hands") == "2 rozdania"
        assert _n(2, "1 game", "{games} games", games="2") == "2 games"


def test_phones_get_the_texts_of_their_pages_in_a_file(polyglot: Flask) -> None:
    browser = polyglot.test_client()
    polish = {"Accept-Language": "pl"}
    assert 'data-texts="/static/languages/pl.json"' in browser.get("/rules", headers=polish).text
    found = browser.get("/static/languages/pl.json")
    assert browser.get("/static/languages/new-game-pl.json").status_code == 200
    assert 'data-own-texts="/static/languages/new-game-pl.json"' in browser.get("/offline/begin", headers=polish).text
    assert found.headers["Cache-Control"] == "no-cache"
    assert found.json is not None
    assert found.json["texts"]["Home"] == "Strona główna"
    assert found.json["plurals"]["1 hand\n{count} hands"] == ["1 rozdanie", "{count} rozdania", "{count} rozdań"]
    worker = browser.get("/worker.js", headers=polish)
    assert re.search(r"/static/languages/pl\.json\?v=[0-9a-f]{10}", worker.text)
    assert "Accept-Language" in worker.vary


@pytest.mark.parametrize("language", ["en", PSEUDO, MIRRORED])
def test_english_and_what_is_made_of_it_need_no_file(polyglot: Flask, language: str) -> None:
    browser = polyglot.test_client()
    assert "data-texts" not in browser.get("/rules", headers={"Accept-Language": language}).text
    assert browser.get(f"/static/languages/{language}.json").status_code == 404
    assert "/languages/" not in browser.get("/worker.js", headers={"Accept-Language": language}).text


def test_chosen_language_wins_over_that_of_the_browser(polyglot: Flask) -> None:
    phone = Phone(polyglot.test_client())
    page = phone.open("/settings")
    assert [text for text in ("Auto", "English", "Polski") if f">{text}</button>" in page.html] == [
        "Auto",
        "English",
        "Polski",
    ]
    assert 'lang="pl" translate="no">Polski<' in page.html
    phone.tap("Polski")
    assert '<html lang="pl"' in phone.page.html
    assert 'value="pl" aria-pressed="true"' in phone.page.html
    answer = phone.client.get("/rules", headers={"Accept-Language": "en"})
    assert "Strona główna" in answer.text
    assert {"Accept-Language", "Cookie"} <= {*answer.vary}
    phone.open("/settings")
    phone.tap("Auto")
    assert '<html lang="en"' in phone.page.html


def test_language_is_no_choice_where_there_is_one(make_app: MakeApp, tmp_path: Path) -> None:
    phone = Phone(make_app(TRANSLATIONS=tmp_path).test_client())
    assert 'name="language"' not in phone.open("/settings").html


def test_unknown_language_is_ignored(polyglot: Flask) -> None:
    phone = Phone(polyglot.test_client())
    phone.open("/settings")
    phone.submit(phone.page.form_with("csrf_token"), language="tlh")
    assert phone.client.get_cookie(LANGUAGE_COOKIE) is None
    phone.client.set_cookie(LANGUAGE_COOKIE, "tlh")
    assert '<html lang="en"' in phone.open("/rules").html


def test_calls_of_the_api_are_in_the_language_that_they_accept(polyglot: Flask) -> None:
    browser = polyglot.test_client()
    browser.set_cookie(LANGUAGE_COOKIE, "pl")
    answer = browser.post("/api/v1/check", json={})
    assert "Accept-Language" in answer.vary
    assert "Cookie" not in answer.vary


def test_page_from_right_to_left_says_so(polyglot: Flask) -> None:
    found = polyglot.test_client().get("/rules", headers={"Accept-Language": MIRRORED}).text
    assert f'<html lang="{MIRRORED}" dir="rtl"' in found
    assert ">\u202eHome\u202c\u200f<" in found


def test_a_name_that_the_app_gave_is_in_the_language_of_its_reader(app: Flask) -> None:
    phone = Phone(app.test_client())
    phone.client.set_cookie(LANGUAGE_COOKIE, PSEUDO)
    phone.open("/")
    phone.submit(phone.page.form_with("entry_id"))
    table = re.search(r'href="(/tables/[^"/?]+)"', phone.page.html)
    assert table is not None
    assert "Ǫûîçķ ĝåɱé" in phone.open(table[1]).heading
    phone.client.delete_cookie(LANGUAGE_COOKIE)
    assert phone.open(table[1]).heading == "Quick game"


# Card words in English


@pytest.mark.parametrize(
    ("name", "english_button", "own_button", "own", "english"),
    [
        ("Deutsch", "Auf Englisch", "Auf Deutsch", "Höchstes Gebot", "Höchstes Bid"),
        ("Español", "En inglés", "En español", "Apuesta máxima", "Bid máxima"),
    ],
)
def test_a_phone_may_have_bid_and_bag_in_english(
    phone: Phone, name: str, english_button: str, own_button: str, own: str, english: str
) -> None:
    phone.open("/settings")
    phone.tap(name)
    assert own in phone.open("/rules/partnership").text
    phone.open("/settings")
    phone.tap(english_button)
    page = phone.open("/rules/partnership")
    assert english in page.text
    assert own not in page.text
    language = re.search(r'<html lang="(\w\w-x-cards)"', page.html)
    assert language is not None
    assert f"languages/{language[1]}.json" in page.html
    texts = phone.client.get(f"/static/languages/{language[1]}.json").get_json()
    assert texts["language"] == language[1]
    phone.open("/settings")
    phone.tap(own_button)
    assert own in phone.open("/rules/partnership").text


def test_english_has_no_other_card_words(app: Flask, phone: Phone) -> None:
    assert "Bid, bag and nil" not in phone.open("/settings").text
    assert app.extensions["catalogues"].of("en-x-cards") is None
    assert app.extensions["catalogues"].of("fr-x-cards") is None
