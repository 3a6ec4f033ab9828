"""Finds text that does not go through the translation function: what has no accents in the pseudo-locale `en-XA`.

Names of people, their notes and codes stay as they are: a page marks them with `<bdi>`, `<code>`, `<pre>` or
`translate="no"`, and a test may name more of them, for titles and labels.
"""

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser

LETTERS = re.compile("[A-Za-z]+")
MARKED = "bdi, code, pre, [translate=no], script, style, template, datalist, textarea"
SPOKEN = ("title", "aria-label", "placeholder", "alt", "aria-description", "aria-valuetext")


def unaccented(html: str, names: Sequence[str] = ()) -> list[str]:
    """The texts of a page with letters that have no accent: visible ones, its title, and those that are spoken."""
    page = LexborHTMLParser(html)
    spoken = list(_spoken(page))
    for node in page.css(MARKED):
        node.decompose()
    return [text for text in [*_visible(page), *spoken] if is_unaccented(text, names)]


def is_unaccented(text: str, names: Sequence[str] = ()) -> bool:
    """Whether a text has a letter without an accent, beside these names."""
    for name in names:
        text = text.replace(name, "")
    return LETTERS.search(text) is not None


def _visible(page: LexborHTMLParser) -> Iterator[str]:
    for node in page.css("title, body"):
        for part in node.traverse(include_text=True):
            if part.tag == "-text":
                yield from [text] if (text := (part.text_content or "").strip()) else []


def _spoken(page: LexborHTMLParser) -> Iterator[str]:
    for node in page.css(", ".join(f"[{name}]" for name in SPOKEN)):
        if node.attributes.get("translate") != "no":
            yield from (text for name in SPOKEN if (text := (node.attributes.get(name) or "").strip()))
    for node in page.css("input[type=submit], input[type=button]"):
        yield from [text] if (text := (node.attributes.get("value") or "").strip()) else []
