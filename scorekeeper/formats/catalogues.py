"""The catalogues of messages: one `.po` file for each language, English, and the pseudo-locale `en-XA`."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from scorekeeper.core.words.language import ENGLISH, Catalogue, minus

log = logging.getLogger(__name__)

COUNT = "count"
"""The figure that every plural has."""
FOLDER = Path(__file__).parents[1] / "translations"
PSEUDO = "en-XA"  # the usual name, also on Android and in Chromium

ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)


class TranslatedCatalogue(Catalogue):
    """The messages of a `.po` file; missing ones, and those with wrong placeholders, stay English.

    gettext finds a plural by its singular alone, and two English plurals may have the same: a form that names a figure
    which this text does not have is another one's.
    """

    def __init__(self, language: str, file: Path) -> None:
        self.language = language
        self.locale = Locale.parse(language, sep="-")
        compiled = BytesIO()
        with file.open("rb") as source:
            write_mo(compiled, _usable(read_po(source, locale=str(self.locale)), file))
        compiled.seek(0)
        self.messages = Translations(compiled)

    def text(self, message: str) -> str:
        return self.messages.gettext(message)

    def plural_text(self, count: int, one: str, other: str) -> str:
        translated = self.messages.ngettext(one, other, count)
        fits = figures_in(translated) <= figures_in(one) | figures_in(other) | {COUNT}
        return translated if fits else super().plural_text(count, one, other)

    def number(self, number: int) -> str:
        return minus(format_decimal(number, locale=self.locale))


def _usable(catalog: Catalog, file: Path) -> Catalog:
    """Remove messages without a text, of which the compiled file would have English ones by the rule of this language,
    and those with a figure that the English ones do not have, which the log names.
    """
    for message in list(catalog):
        if not message.id:
            continue
        allowed = set().union(*map(figures_in, texts_in(message.id))) | ({COUNT} if message.pluralizable else set())
        unknown = set().union(*map(figures_in, texts_in(message.string))) - allowed
        if unknown:
            log.warning("%s, line %s: the English text has no {%s}", file, message.lineno, "}, {".join(sorted(unknown)))
        if unknown or not all(texts_in(message.string)):
            catalog.delete(message.id)
    return catalog


def texts_in(text: object) -> tuple[str, ...]:
    """A message, or its plural forms."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def figures_in(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # an unmatched brace
        return {text}


class PseudoCatalogue(Catalogue):
    """A pseudo-locale: English with an accent on every letter, which shows text that is not translatable yet."""

    language = PSEUDO

    def text(self, message: str) -> str:
        """The message with accents, except in placeholders: `{name} ƀîđ {bid}`."""
        head, *rest = message.split("{")
        parts = [part.partition("}") for part in rest]
        return head.translate(ACCENTS) + "".join(f"{{{name}}}{text.translate(ACCENTS)}" for name, _, text in parts)

    def plural_text(self, count: int, one: str, other: str) -> str:
        return self.text(super().plural_text(count, one, other))


@dataclass(frozen=True)
class Catalogues:
    """All languages of a folder, loaded when first needed; English and the pseudo-locale have no file."""

    folder: Path

    @cached_property
    def files(self) -> dict[str, Path]:
        """The file of each language."""
        files = sorted(self.folder.glob("*/LC_MESSAGES/messages.po"))
        return {file.parts[-3].replace("_", "-"): file for file in files}

    def best(self, languages: Sequence[str]) -> Catalogue:
        """The reader's preferred language among those available."""
        offered = {code.lower(): code for code in [ENGLISH.language, PSEUDO, *self.files]}
        preferred = [code.lower() for code in languages]
        chosen = offered.get(negotiate_locale(preferred, offered, sep="-") or "", ENGLISH.language)
        if chosen == PSEUDO:
            return PseudoCatalogue()
        return _read(chosen, self.files[chosen]) if chosen in self.files else ENGLISH


@lru_cache
def _read(code: str, file: Path) -> Catalogue:
    return TranslatedCatalogue(code, file)
