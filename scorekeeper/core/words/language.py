"""One function for every text that people read: `_("{name} bid {bid}", name="Ann", bid=4)`.

A message is an English sentence with its figures in braces. A catalogue has it in another language; which one is
asked each time, for on a server each request may read another. Without a provider the texts are English.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Figure = str | int


class Catalogue:
    """The messages of one language. This one is English: a message is its own text."""

    language = "en"

    def text(self, message: str) -> str:
        """The message in this language."""
        return message

    def plural_text(self, count: int, one: str, other: str) -> str:
        """The form of the message that goes with this count."""
        return one if count == 1 else other

    def number(self, number: int) -> str:
        """A large number, as this language groups its digits: `10,000`."""
        return minus(f"{number:,}")


ENGLISH = Catalogue()


@dataclass
class _Provider:
    """Who says which catalogue is read now."""

    current: Callable[[], Catalogue]


_PROVIDER = _Provider(lambda: ENGLISH)


def use_catalogues(current: Callable[[], Catalogue]) -> None:
    """Let an edge provide the catalogue: a server by the request, a phone always the same."""
    _PROVIDER.current = current


def current_language() -> str:
    """The language that texts are in now, such as `en`: whoever keeps a text keeps it by this key."""
    return _PROVIDER.current().language


def translate(message: str, **figures: Figure) -> str:
    """The message in the reader's language, with its figures filled in. Imported as `_`."""
    return fill(_PROVIDER.current().text(message), figures)


def translate_plural(count: int, one: str, other: str, **figures: Figure) -> str:
    """The message by its count: `translate_plural(2, "1 bag", "{count} bags")` is `2 bags`. Imported as `_n`."""
    return fill(plural_form(count, one, other), {**figures, "count": count})


def plural_form(count: int, one: str, other: str) -> str:
    """The form of a message that goes with a count, its figures still in braces."""
    return _PROVIDER.current().plural_text(count, one, other)


def translatable(message: str) -> str:
    """The message as it is, marked for the catalogues: for tables whose texts `_` looks up when they are read."""
    return message


def listed(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cal`; nothing for nobody."""
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


def in_sentences(sentences: Sequence[str]) -> str:
    """Sentences that have no full stop yet; none after the last."""
    return _one_by_one(sentences, translate("{before}. {next}"))


def _one_by_one(texts: Sequence[str], message: str) -> str:
    row = texts[0] if texts else ""
    for text in texts[1:]:
        row = fill(message, {"before": row, "next": text})
    return row


def number_text(number: int) -> str:
    """A number that may be large, as the language writes it: `10,000`."""
    return _PROVIDER.current().number(number)


def signed(points: int) -> str:
    """Points won or lost: `+62`, `−20`, `0`."""
    return f"+{points}" if points > 0 else minus(str(points))


def minus(number: str) -> str:
    """A number with the one minus sign that people see: `−20`."""
    return number.replace("-", "−")


def fill(text: str, figures: Mapping[str, Figure]) -> str:
    """The text with the figures in place of their names in braces; braces within a figure stay as they are."""
    if not figures:
        return text
    parts = text.split("{")
    filled = parts[0]
    for part in parts[1:]:
        name, _, rest = part.partition("}")
        figure = figures[name]
        filled += (figure if isinstance(figure, str) else minus(str(figure))) + rest
    return filled
