"""Text in pictures: the font of each script, the width as it will be drawn, and the size that fits."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import category

from scorekeeper.formats.png import fonts

if TYPE_CHECKING:
    from uharfbuzz import Font

HEAVIER = 0.04
"""The outline that makes bold letters of a font without them, relative to the size."""

HYPHEN_FOR_MINUS = re.compile(r"(?<!\w)-(?=\d)")
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line in one font, `left` pixels from the line's start, with an outline to make it bold."""

    text: str
    family: str
    left: float
    outline: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text of this size and weight, as wide as it will be drawn."""

    text: str
    size: float
    weight: int
    runs: tuple[Run, ...]
    width: float


@lru_cache(maxsize=8)
def _font(family: str, weight: int) -> "Font":
    from uharfbuzz import Blob, Face, Font

    files = fonts()[family]
    nearest = next((own for own in files if own >= weight), max(files))  # as whoever draws it chooses
    return Font(Face(Blob.from_file_path(files[nearest])))


@lru_cache(maxsize=8)
def _letters(family: str) -> frozenset[int]:
    return frozenset(_font(family, 400).face.unicodes)


def has_fonts_for(text: str) -> bool:
    """Whether the fonts of the app have every letter of it."""
    return all(_family(letter) for letter in set(text) if letter.isprintable())


def _family(letter: str) -> str:
    return next((family for family in fonts() if ord(letter) in _letters(family)), "")


def line_of(text: str, size: float, weight: int = 400) -> Line:
    """A line of text, measured."""
    return _measured(HYPHEN_FOR_MINUS.sub("−", NOT_IN_XML.sub("�", text)), size, weight)


def fitted(text: str, size: float, width: float, weight: int = 400, smallest: float = 0) -> Line:
    """A line no wider than this: smaller if it must be, and cut if it is still too wide at the smallest size.

    The smallest size is half of `size` unless it is given.
    """
    line = line_of(text, size, weight)
    if line.width <= width:
        return line
    line = line_of(text, max(smallest or size / 2, int(size * width / line.width)), weight)
    kept = line.text
    while line.width > width and kept:
        kept = kept[:-1]
        line = line_of(f"{kept.rstrip()}…", line.size, weight)
    return line


def one_or_two(text: str, size: float, smallest: float, width: float, weight: int = 400) -> list[Line]:
    """The text in one line if it fits at the smallest size, else in two: after a comma, or of similar width."""
    spaces = [position for position, letter in enumerate(text) if letter == " "]
    if not spaces or line_of(text, smallest, weight).width <= width:
        return [fitted(text, size, width, weight, smallest if spaces else 0)]
    halves = [(text[:position], text[position + 1 :]) for position in spaces]

    def worse(halves: tuple[str, str]) -> tuple[bool, bool, float]:
        widest = max(line_of(half, smallest, weight).width for half in halves)
        return widest > width, not halves[0].endswith(","), widest

    return [fitted(half, smallest, width, weight) for half in min(halves, key=worse)]


@lru_cache(maxsize=2048)
def _measured(text: str, size: float, weight: int) -> Line:
    runs: list[Run] = []
    left = 0.0
    for family, part in _by_font(text):
        outline = size * HEAVIER if weight >= 600 and family != "Roboto" else 0
        runs.append(Run(part, family or "Roboto", left, outline))  # an unknown letter, if nothing else, as its box
        left += _width(part, family, weight) * size
    return Line(text, size, weight, tuple(runs), left)


def _by_font(text: str) -> list[tuple[str, str]]:
    """The text in parts of one font each. What stands between two words of one font, and marks, stay with them.

    Each part is drawn by itself: a renderer that misses letters may take another font for all of the line.
    """
    families = [_family(letter) if letter.isalnum() else None for letter in text]
    before: str | None = None
    for position, letter in enumerate(text):
        if families[position] is None:
            after = next((family for family in families[position:] if family is not None), None)
            stays = before is not None and (before == after or category(letter).startswith("M"))
            families[position] = before if stays else _family(letter)
        before = families[position]
    parts = groupby(zip(families, text, strict=True), key=lambda pair: pair[0])
    return [(family or "", "".join(letter for _, letter in part)) for family, part in parts]


def _width(text: str, family: str, weight: int) -> float:
    """The width in the font, relative to its size; letters of an unknown font are as wide as high."""
    if not family:
        return float(sum(not category(letter).startswith("M") for letter in text))
    from uharfbuzz import Buffer, shape

    font = _font(family, weight)
    buffer = Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    shape(font, buffer)
    advance = sum(position.x_advance for position in buffer.glyph_positions)
    return float(advance / font.face.upem)
