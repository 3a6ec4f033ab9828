"""The catalogues of messages: one `.po` file for each language, English, and the pseudo-locales `en-XA` and `ar-XB`."""

import logging
import re
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
from babel.numbers import get_group_symbol
from babel.support import Translations

from scorekeeper.core.words.language import ENGLISH, SAMPLES, Catalogue, TranslatedCatalogue, plural_key, text_key
from scorekeeper.formats.card_words import RULES, with_english_card_words

log = logging.getLogger(__name__)

COUNT = "count"
"""The figure that every plural has."""
FOLDER = Path(__file__).parents[1] / "translations"
CARD_WORDS = "-x-cards"
"""Ends the code of a language whose card words are English: `de-x-cards`."""
PSEUDO, MIRRORED = "en-XA", "ar-XB"
"""The usual names of pseudo-locales, also on Android and in Chromium."""

ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)


class FileCatalogue(TranslatedCatalogue):
    """The messages of a `.po` file; missing ones, and those with wrong placeholders, stay English."""

    def __init__(self, language: str, file: Path) -> None:
        own = language.removesuffix(CARD_WORDS)
        self.locale = Locale.parse(own, sep="-")
        with file.open("rb") as source:
            catalog = _usable(read_po(source, locale=str(self.locale)), file)
        messages = [message for message in catalog if message.id]
        if language != own:
            for message in messages:
                texts = [with_english_card_words(own, text) for text in texts_in(message.string)]
                message.string = tuple(texts) if message.pluralizable else texts[0]
        plurals = {
            plural_key(*message.id): list(texts_in(message.string)) for message in messages if message.pluralizable
        }
        super().__init__(
            {
                "language": language,
                "mirrored": self.locale.text_direction == "rtl",
                "texts": {
                    text_key(message.context, str(message.id)) if message.context else message.id: message.string
                    for message in messages
                    if not message.pluralizable
                },
                "plurals": plurals,
                "forms": _forms(catalog),
                "grouping": (get_group_symbol(self.locale), *self.locale.decimal_formats[None].grouping),
            }
        )


def _forms(catalog: Catalog) -> str:
    """The index of the plural form of each count, by the rule at the file's head."""
    numbers = Catalog(locale=catalog.locale, header_comment="")
    numbers.mime_headers = catalog.mime_headers
    numbers.add(("one", "other"), tuple(map(str, range(catalog.num_plurals))))
    compiled = BytesIO()
    write_mo(compiled, numbers)
    compiled.seek(0)
    rule = Translations(compiled)
    return "".join(rule.ngettext("one", "other", count) for count in range(SAMPLES))


def _usable(catalog: Catalog, file: Path) -> Catalog:
    """Remove messages without a text, of which the compiled file would have English ones by the rule of this language,
    those marked `fuzzy`, and those with a figure that the English ones do not have, which the log names.
    """
    for message in list(catalog):
        if not message.id:
            continue
        allowed = set().union(*map(figures_in, texts_in(message.id))) | ({COUNT} if message.pluralizable else set())
        unknown = set().union(*map(figures_in, texts_in(message.string))) - allowed
        if unknown:
            log.warning("%s, line %s: the English text has no {%s}", file, message.lineno, "}, {".join(sorted(unknown)))
        if unknown or message.fuzzy or not all(texts_in(message.string)):
            catalog.delete(message.id, message.context)
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
        head, *rest = super().text(message).split("{")
        parts = [part.partition("}") for part in rest]
        return self.changed(head) + "".join(f"{{{name}}}{self.changed(text)}" for name, _, text in parts)

    def plural_text(self, count: int, one: str, other: str) -> str:
        return self.text(super().plural_text(count, one, other))

    def changed(self, text: str) -> str:
        """How this locale writes an English text."""
        return text.translate(ACCENTS)


WORD = re.compile(r"[A-Za-z]+(?:[’'-][A-Za-z]+)*")


class MirroredCatalogue(PseudoCatalogue):
    """A pseudo-locale from right to left: English with each word backwards, in characters that turn its direction."""

    language = MIRRORED
    is_mirrored = True

    def changed(self, text: str) -> str:
        return WORD.sub("\u202e\\g<0>\u202c\u200f", text)


PSEUDO_LOCALES: dict[str, Catalogue] = {PSEUDO: PseudoCatalogue(), MIRRORED: MirroredCatalogue()}


@dataclass(frozen=True)
class Catalogues:
    """All languages of a folder, loaded when first needed; English and the pseudo-locales have no file."""

    folder: Path

    @cached_property
    def files(self) -> dict[str, Path]:
        """The file of each language."""
        files = sorted(self.folder.glob("*/LC_MESSAGES/messages.po"))
        return {file.parts[-3].replace("_", "-"): file for file in files}

    def of(self, language: str) -> FileCatalogue | None:
        """The catalogue of a language that has a file, perhaps with English card words."""
        own = language.removesuffix(CARD_WORDS)
        return _read(language, self.files[own]) if own in self.files and self.has(language) else None

    def has(self, language: str) -> bool:
        """Whether a language can be read like this: its card words may be English if there are rules for that."""
        return language in self.files or language.removesuffix(CARD_WORDS) in RULES

    @cached_property
    def names(self) -> dict[str, str]:
        """What the speakers of each language call it: `Deutsch`; English first."""
        locales = {code: Locale.parse(code, sep="-") for code in [ENGLISH.language, *self.files]}
        return {code: _capital(locale.get_display_name() or code) for code, locale in locales.items()}

    def best(self, languages: Sequence[str]) -> Catalogue:
        """The reader's preferred language among those available."""
        offered = {code.lower(): code for code in [ENGLISH.language, *PSEUDO_LOCALES, *self.files]}
        preferred = [code.lower() for code in languages]
        chosen = offered.get(negotiate_locale(preferred, offered, sep="-") or "", ENGLISH.language)
        if chosen in PSEUDO_LOCALES:
            return PSEUDO_LOCALES[chosen]
        return self.of(chosen) or ENGLISH


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@lru_cache
def _read(code: str, file: Path) -> FileCatalogue:
    return FileCatalogue(code, file)
