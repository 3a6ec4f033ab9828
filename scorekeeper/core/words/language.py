"""One function for every text that people read: `_("{name} bid {bid}", name="Ann", bid=4)`.

A message is an English sentence with placeholders for its figures. A catalogue translates it; the provider is asked for
the catalogue each time, since each request may be in another language. Without a provider, texts are English.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Figure = str | int


class Catalogue:
    """The messages of one language. This one is English: each message is its own text."""

    language = "en"
    is_mirrored = False
    """Whether it is written from right to left."""

    def text(self, message: str) -> str:
        """The message in this language, or the one of a `text_key`."""
        return message if CONTEXT_END not in message else message.rpartition(CONTEXT_END)[2]

    def plural_text(self, count: int, one: str, other: str) -> str:
        """The form of the message for this count."""
        return one if count == 1 else other

    def number(self, number: int) -> str:
        """A large number, with digits grouped as in this language: `10,000`."""
        return minus(f"{number:,}")


ENGLISH = Catalogue()


class TranslatedCatalogue(Catalogue):
    """Another language, from plain values, as a phone gets them.

    `language` is its code, `mirrored` whether it is written from right to left; `texts` are the translated messages
    by themselves or their `text_key`, `plurals` the forms of each plural by its `plural_key`; `forms` has their index,
    a digit, for each count below SAMPLES; `grouping` is what `grouped` takes.
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__()
        self.language: str = found["language"]
        self.is_mirrored: bool = found["mirrored"]
        self.texts: dict[str, str] = found["texts"]
        self.plurals: dict[str, list[str]] = found["plurals"]
        self.forms: str = found["forms"]
        self.grouping: tuple[str, int, int] = found["grouping"]

    def text(self, message: str) -> str:
        return self.texts[message] if message in self.texts else super().text(message)

    def plural_text(self, count: int, one: str, other: str) -> str:
        forms = self.plurals.get(plural_key(one, other), [])
        if not forms:
            return super().plural_text(count, one, other)
        size = abs(count)
        return forms[int(self.forms[size if size < SAMPLES else 100 + size % 100])]

    def number(self, number: int) -> str:
        mark, first, rest = self.grouping
        return grouped(number, mark, first, rest)


SAMPLES = 200
"""No language has other plurals for larger counts than for those below this, whose last two digits are the same."""


CONTEXT_END = "\x04"
"""As in the compiled files of gettext."""


def text_key(context: str, message: str) -> str:
    """What a text is found by that other languages say differently in each context."""
    return f"{context}{CONTEXT_END}{message}"


def plural_key(one: str, other: str) -> str:
    """What a plural is found by."""
    return f"{one}\n{other}"


def grouped(number: int, mark: str, first: int, rest: int) -> str:
    """A number with a mark between groups of digits: `first` is the size of the last group, `rest` that of the others.

    >>> grouped(-1234567, ".", 3, 2)
    '−12.34.567'
    """
    digits, groups, size = str(abs(number)), list[str](), first
    while len(digits) > size:
        groups.insert(0, digits[-size:])
        digits, size = digits[:-size], rest
    return minus(f"{'-' if number < 0 else ''}{mark.join([digits, *groups])}")


@dataclass
class _Provider:
    """Returns the current catalogue."""

    current: Callable[[], Catalogue]


_PROVIDER = _Provider(lambda: ENGLISH)


def use_catalogues(current: Callable[[], Catalogue]) -> Callable[[], Catalogue]:
    """Set the function that returns the current catalogue, which may depend on a request; returns the one before."""
    before = _PROVIDER.current
    _PROVIDER.current = current
    return before


def speak(found: Mapping[str, Any]) -> None:
    """Use this language from now on, see `TranslatedCatalogue`."""
    catalogue = TranslatedCatalogue(found)
    use_catalogues(lambda: catalogue)


def catalogue() -> Catalogue:
    """The current catalogue."""
    return _PROVIDER.current()


def current_language() -> str:
    """The current language of texts, such as `en`, for the keys of cached texts."""
    return catalogue().language


def translate(message: str, **args: Figure) -> str:
    """The message in the reader's language, with its figures filled in. Imported as `_`."""
    return fill(_PROVIDER.current().text(message), args)


def translate_in(context: str, message: str, **args: Figure) -> str:
    """A message that other languages say differently in this context: `translate_in("button", "Set")` is `Set`.

    Translators see the context, readers of English don't. Imported as `_c`.
    """
    return translate(text_key(context, message), **args)


def translate_plural(count: int, one: str, other: str, **args: Figure) -> str:
    """The message for its count: `translate_plural(2, "1 bag", "{count} bags")` is `2 bags`. Imported as `_n`.

    Digits of a large count are grouped. No other name may stand for it: catalogues know a plural by its singular alone.
    """
    return fill(plural_form(count, one, other), {**args, "count": number_text(count)})


def plural_form(count: int, one: str, other: str) -> str:
    """The form of a message for a count, its figures still in braces."""
    return _PROVIDER.current().plural_text(count, one, other)


def translatable(message: str) -> str:
    """The message unchanged, marked for the catalogues: for tables whose texts `_` translates on use."""
    return message


def translatable_in(context: str, message: str) -> str:
    """`translatable` for a message of one context."""
    return text_key(context, message)


def listed(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cal`; empty without names."""
    return _in_a_row(names, translate("{names} and {last}"))


def either(names: Sequence[str]) -> str:
    """`3`, `3 or 8`, `2, 3 or nil`."""
    return _in_a_row(names, translate("{names} or {last}"))


def _in_a_row(names: Sequence[str], with_last: str) -> str:
    if len(names) < 2:
        return names[0] if names else ""
    return fill(with_last, {"names": with_commas(names[:-1]), "last": names[-1]})


def with_commas(names: Sequence[str]) -> str:
    """`Ann, Ben, Cal`."""
    return _one_by_one(names, translate("{before}, {next}"))


def with_semicolons(clauses: Sequence[str]) -> str:
    """`6+ wins; 8+ brings the 10th bag`."""
    return _one_by_one(clauses, translate("{before}; {next}"))


def with_dots(notes: Sequence[str]) -> str:
    """`Ben made nil · 10th bag cost Ann & Cal 100`."""
    return _one_by_one(notes, translate("{before} · {next}"))


def spaced(*texts: str | int) -> str:
    """A name with its number, or sentences one after the other: `Ann 4`, `Ann bid 4. Ben bid nil.`."""
    return _one_by_one(
        [text if isinstance(text, str) else minus(str(text)) for text in texts], translate("{before} {next}")
    )


def after_colon(head: str, text: str) -> str:
    """`Ann: nil`."""
    return translate("{head}: {text}", head=head, text=text)


def with_note(text: str, note: str) -> str:
    """`Hand 3 misdealt (a card was exposed)`."""
    return translate("{text} ({note})", text=text, note=note)


def in_quotes(name: str) -> str:
    """`“Friday”`."""
    return translate("“{name}”", name=name)


def full_stop(sentence: str) -> str:
    """A sentence with its full stop; also the last of several."""
    return translate("{sentence}.", sentence=sentence)


def in_sentences(sentences: Sequence[str]) -> str:
    """Join sentences, ending each but the last with a full stop."""
    return _one_by_one(sentences, translate("{before}. {next}"))


def _one_by_one(texts: Sequence[str], message: str) -> str:
    row = texts[0] if texts else ""
    for text in texts[1:]:
        row = fill(message, {"before": row, "next": text})
    return row


def number_text(number: int) -> str:
    """A number, with large ones grouped as in the language: `10,000`."""
    return _PROVIDER.current().number(number)


def signed(points: int) -> str:
    """Points won or lost: `+62`, `−20`, `0`."""
    return f"{before_sign()}+{points}" if points > 0 else minus(str(points))


def minus(number: str) -> str:
    """A number with the minus sign used on pages: `−20`."""
    return number.replace("-", f"{before_sign()}−") if "-" in number else number


def before_sign() -> str:
    """What keeps a sign on the left of its number, also in text from right to left."""
    return "\u200e" if _PROVIDER.current().is_mirrored else ""


def fill(text: str, args: Mapping[str, Figure]) -> str:
    """The text with its placeholders replaced by figures; braces inside a figure stay."""
    if not args:
        return text
    filled, named = _parts(text)
    for name, rest in named:
        figure = args[name]
        filled += (figure if isinstance(figure, str) else minus(str(figure))) + rest
    return filled


@lru_cache(maxsize=500)  # an export has thousands of lines by a few messages
def _parts(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The text before the first placeholder, then the name of each with the text after it."""
    first, *others = text.split("{")
    named: list[tuple[str, str]] = []
    for part in others:
        name, _, rest = part.partition("}")
        named.append((name, rest))
    return first, named
