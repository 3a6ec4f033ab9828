"""The language of a request: message catalogues, and translation in templates and forms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import cast

from babel import Locale
from flask import Flask, Response, current_app, has_request_context, request
from markupsafe import Markup, escape

from scorekeeper.access.cookie import own_cookie
from scorekeeper.access.gate import is_call
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words import language
from scorekeeper.core.words.language import ENGLISH, Catalogue, Figure
from scorekeeper.core.words.rulesets import texts_of
from scorekeeper.formats.catalogues import CARD_WORDS, FOLDER, Catalogues, FileCatalogue, PseudoCatalogue
from scorekeeper.formats.phone_texts import file_name

_CHOSEN: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)
"""The catalogue of this request, once it looked a text up. A page has many texts, and `g` is three times slower."""

OUTSIDE: ContextVar[Callable[[], Catalogue]] = ContextVar("outside", default=lambda: ENGLISH)
"""The language of the command that runs the app."""


def current_catalogue() -> Catalogue:
    """The catalogue of this request; outside of requests that of the command."""
    chosen = _CHOSEN.get()
    if chosen is None:
        if not has_request_context():
            return OUTSIDE.get()()
        catalogues: Catalogues = current_app.extensions["catalogues"]
        chosen = catalogues.best([*_chosen_in_settings(), *_accepted()])
        if not is_call() and own_cookie(CARD_WORDS_COOKIE) == ENGLISH.language:
            chosen = catalogues.of(f"{chosen.language}{CARD_WORDS}") or chosen
        _CHOSEN.set(chosen)
    return chosen


LANGUAGE_COOKIE = "scorekeeper_language"
CARD_WORDS_COOKIE = "scorekeeper_cards"
"""Has the language of bid and bag, if that is not the one of the page."""


def _chosen_in_settings() -> list[str]:
    """What this browser’s settings say; programs that call the API have none."""
    chosen = None if is_call() else own_cookie(LANGUAGE_COOKIE)
    return [chosen] if chosen else []


def _accepted() -> list[str]:
    return [code for code, quality in request.accept_languages if quality]


class LazyText:
    """A text defined at import time, such as a field's label, and translated each time it is shown."""

    def __init__(self, message: str, args: Mapping[str, Figure]) -> None:
        self.message, self.args = message, args

    def __str__(self) -> str:
        return language.translate(self.message, **self.args)

    def __mod__(self, _length: object) -> str:
        return str(self)  # WTForms validators use %; our placeholders are already filled in


def lazy(message: str, **args: Figure) -> str:
    """A text to be translated when it is shown, typed as the string that WTForms expects."""
    return cast("str", LazyText(message, args))


def translate_markup(message: str, **args: Figure) -> str:
    """`_` for templates: values that are markup, such as a name in `<bdi>`, stay markup; everything else is escaped."""
    return _filled(language.translate(message), args)


def translate_plural_markup(count: int, one: str, other: str, **args: Figure) -> str:
    """`_n` for templates."""
    return _filled(language.plural_form(count, one, other), {**args, "count": language.number_text(count)})


def listed_markup(names: Sequence[str]) -> str:
    """`listed` for templates, of names or of markup."""
    if not any(isinstance(name, Markup) for name in names):
        return language.listed(names)
    return Markup(language.listed([str(escape(name)) for name in names]))


def bdi(name: str) -> str:
    """A person's name with its own writing direction, for use in a message."""
    return Markup(f"<bdi>{escape(name)}</bdi>")  # `Markup.format` takes five times as long


def link(url: str, kind: str = "") -> dict[str, str]:
    """The placeholders of a message that is partly a link: `_("See {link}the sheet{end}.", **link(url))`."""
    opening = Markup('<a class="{}" href="{}">').format(kind, url) if kind else Markup('<a href="{}">').format(url)
    return {"link": opening, "end": Markup("</a>")}


def _filled(text: str, args: Mapping[str, Figure]) -> str:
    if not any(isinstance(figure, Markup) for figure in args.values()):
        return language.fill(text, args)
    escaped = {name: str(escape(figure)) if isinstance(figure, str) else figure for name, figure in args.items()}
    return Markup(language.fill(str(escape(text)), escaped))


def _for_pages(message: str, **args: Figure) -> str:
    """`translate_markup` from memory: a page has forty texts, nearly all of them those of the page before."""
    catalogue = current_catalogue()
    return _remembered(catalogue, message, **args) if args else catalogue.text(message)


@lru_cache(maxsize=2048, typed=True)  # `typed`, since markup equals its own text
def _remembered(_catalogue: Catalogue, message: str, /, **args: Figure) -> str:
    return translate_markup(message, **args)


def current_locale() -> Locale:
    """The locale of dates and times in this request; English as in Britain, with the 24-hour clock."""
    catalogue = current_catalogue()
    return catalogue.locale if isinstance(catalogue, FileCatalogue) else Locale("en", "GB")


def texts_file(part: str = "") -> str | None:
    """Among the static files, the texts of pages that phones draw in this request's language; None for English.

    `part` is one of the module's with texts of its own.
    """
    catalogue = current_catalogue()
    return file_name(catalogue.language, part) if isinstance(catalogue, FileCatalogue) else None


def in_calendar(text: str) -> str:
    """A date or time that Babel formatted; a pseudo-locale changes the English one."""
    catalogue = current_catalogue()
    return catalogue.changed(text) if isinstance(catalogue, PseudoCatalogue) else text


def messages_of_rule_sets(*_: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of all rule sets for translators, as `babel.cfg` collects them."""
    for rules in rule_sets().values():
        for text in texts_of(rules):
            yield 1, None, text, [rules.name]


def add_language(app: Flask) -> None:
    """Translate the app's texts into each request's language, and give templates `_`, `_c` and `_n`."""
    app.extensions["catalogues"] = Catalogues(Path(app.config.get("TRANSLATIONS", FOLDER)))
    before = language.use_catalogues(current_catalogue)
    if before is not current_catalogue:
        OUTSIDE.set(before)
    app.jinja_env.globals.update(_=_for_pages, _c=language.translate_in, _n=translate_plural_markup)
    app.jinja_env.globals.update(
        listed=listed_markup, number_text=language.number_text, before_sign=language.before_sign, link=link
    )
    app.add_template_filter(bdi)

    @app.context_processor
    def _language() -> dict[str, object]:
        return {
            "language": language.current_language(),
            "mirrored": current_catalogue().is_mirrored,
            "texts": texts_file(),
        }

    @app.after_request
    def _depends_on_language(response: Response) -> Response:
        if _CHOSEN.get() is not None:
            response.vary.add("Accept-Language")
            if not is_call():
                response.vary.add("Cookie")
        return response

    @app.teardown_request
    def _forget(_error: BaseException | None) -> None:
        _CHOSEN.set(None)
