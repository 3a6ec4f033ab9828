"""Finds text that does not go through the translation function: text without accents in the pseudo-locale `en-XA`.

Names of people, their notes and codes have none: a page marks them with `<bdi>`, `<code>`, `<pre>` or `translate="no"`.
Titles and labels have no markup, so their names are listed here.
"""

import re
from collections.abc import Sequence
from typing import ClassVar

from selectolax.lexbor import LexborHTMLParser

from scorekeeper.formats.catalogues import PseudoCatalogue

LETTERS = re.compile("[A-Za-z]+")
ATTRIBUTES = ("title", "aria-label", "placeholder", "alt")
"""Attributes that people see or hear."""
DATA = ("data-begins", "data-progress", "data-ended")
"""Attributes that a script shows."""
NOT_WORDS = ["script", "style", "code", "pre", "textarea", "bdi"]
"""Elements whose text is not for translators; `bdi` has what people wrote."""
NAMES = (
    *(
        "Winter",
        "Harbour club",
        "Evening Cup",
        "Harbour Open",
        "Pool Night",
        "Club championship",
        "League",
        "Progressive",
    ),
    *(
        "Two tables",
        "Five matches",
        "Kitchen Cup",
        "Attic Cup",
        "Two pools",
        "Cellar Cup",
        "Harbour League",
        "The Anchor",
        "A cake",
        "A pie",
        "Most wins: a deck of cards",
    ),
    *(
        "Scorekeeper",
        "SVG",
        "API",
        "UTC",
        "Thursday",
        "Ann’s phone",
        "Bartholomew-Maximilian",
        "Christophina Alexandra",
        "Christophina A.",
        "Christophina",
    ),
    *("Ekaterina", "Annn", "Ann", "Ben", "Cal", "Dee", "Eve", "Fay"),
    *("Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max", "Nia"),
    *("Letter", "A4"),
    *("that was 5", "talking", "miscounted", "late", "luck"),
    *(
        "Short fuse",
        "warm-up",
        "Eight quick deals that pull the bidding tighter and tighter.",
    ),  # a copy belongs to its table
)
"""The same in every language: the app, formats, and the cast of the samples with its notes."""
OWN = re.compile(
    "|".join(
        [
            r"https?://\S+",
            r"/api/v1/openapi\.json",
            r"\b[0-9A-Z]{3,4}-[0-9A-Z]{2,4}\b",  # codes of rules and receipts
            r"\(deals\)",  # a key of a file
            "Hand, We bid, We took, They bid, They took",  # the head of a file
            r'\[Record "scorekeeper/1"\] …',
            *map(re.escape, NAMES),
        ]
    )
)


def unaccented(html: str) -> list[str]:
    """The texts of a page, visible or spoken, in letters without an accent."""
    tree = LexborHTMLParser(html.replace("<template", "<div").replace("</template", "</div"))
    for own in tree.css("[translate=no]"):
        own.decompose()
    found = [node.attributes.get(name) or "" for name in (*ATTRIBUTES, *DATA) for node in tree.css(f"[{name}]")]
    found += [node.attributes.get("content") or "" for node in tree.css('meta[name="description"]')]
    tree.strip_tags([*NOT_WORDS, "svg"], recursive=True)
    shown = tree.css("head title") + tree.css("body")
    found += [text for node in shown for text in node.text(separator="\n").split("\n")]
    return sorted(text for text in {text.strip() for text in found} if is_unaccented(text))


def is_unaccented(text: str, names: Sequence[str] = ()) -> bool:
    """Whether a text has a letter without an accent, except in these names and everyone's."""
    for name in names:
        text = text.replace(name, "")
    return LETTERS.search(OWN.sub("", text)) is not None


class Recorder(PseudoCatalogue):
    """The pseudo-locale, remembering the messages looked up."""

    looked_up: ClassVar[set[str]] = set()

    def text(self, message: str) -> str:
        self.looked_up.add(message)
        return super().text(message)
