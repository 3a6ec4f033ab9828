"""Pages as text, so that a change to any of them is approved as one diff.

A line has what stands together, and after each link where it leads. Days, and names that chance or the database gives,
are not the same each time: a day is written as `DAY`, a time as `TIME`, the key in a code as `KEY`, and such names are
numbered from one.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from selectolax.lexbor import LexborHTMLParser, LexborNode

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.midday import midday_zone
from tests.web.browsing import UNSEEN, Phone

OF_ONE_KIND = {"who": "players", "partner": "players", "with": "players", "season": "seasons"}
NAMED = re.compile(
    rf"\b(tables|tournaments|games|players|seasons|{'|'.join(OF_ONE_KIND)})([/=])([\w-]{{22}}|\d+)(?![\w-])"
)
NUMBER = re.compile(r"\d+")
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
WEEKDAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
DAY = re.compile(rf"((?:{WEEKDAYS})\w*, )?\b\d{{1,2}} (?:{MONTHS})[a-z]*( \d{{4}})?\b|\d{{4}}-\d\d-\d\d")
TIME = re.compile(r"\b\d\d:\d\d\b")
KEY = re.compile(r"\b[0-9A-Z]{16}\b")
LINES = "h1, h2, h3, p, li, tr, dt, dd, legend, label, summary, button, figcaption"
APART = "td, th, b, span, small, a"


@contextmanager
def at_midday(app: Flask) -> Iterator[None]:
    """Let the app be where it is midday, so that no night ends meanwhile."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())
        yield


def of_a_new_app(text_of: Callable[[Flask], str]) -> str:
    """The text of pages of an app with nothing in it."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", folder)
        app = create_app()
        text = text_of(app)
        close_storage(app)
    return text


class Walk:
    """Pages that phones open, each under its address with what the one before of its kind lacks."""

    def __init__(self) -> None:
        self._names: dict[str, list[str]] = defaultdict(list)
        self._known: dict[str, set[str]] = {}
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """All that was seen."""
        return "\n".join([*self._lines[1:], ""])

    def follow(self, phone: Phone, addresses: Iterable[str], leads_on: re.Pattern[str], links: int) -> None:
        """Open these pages, and those that up to `links` links lead to from there, by addresses that match."""
        pages = seen = dict.fromkeys(addresses)
        for _ in range(links):
            linked: dict[str, None] = {}
            for address in pages:
                page = phone.open(address)
                self._note(address, lines_of(page.html))
                linked |= {link.url.partition("#")[0]: None for link in page.links if leads_on.match(link.url)}
            pages = {address: None for address in linked if address not in seen}
            seen = seen | pages

    def save(self, phone: Phone, address: str) -> None:
        """Save a file of text."""
        self._note(address, phone.client.get(address).text.splitlines())

    def _note(self, address: str, lines: Iterable[str]) -> None:
        now = [*map(self._written, lines)]
        kind = NUMBER.sub("", self._written(address).partition("?")[0])
        news = (f"    {line}" for line in now if line not in self._known.get(kind, ()))
        self._lines += ["", self._written(address), *news]
        self._known[kind] = set(now)

    def _written(self, line: str) -> str:
        for found, name in ((DAY, "DAY"), (TIME, "TIME"), (KEY, "KEY")):
            line = found.sub(name, line)
        return NAMED.sub(self._numbered, line)

    def _numbered(self, found: re.Match[str]) -> str:
        kind, mark, name = found.groups()
        of_kind = self._names[OF_ONE_KIND.get(kind, kind)]
        if name not in of_kind:
            of_kind.append(name)
        return f"{kind}{mark}{of_kind.index(name) + 1}"


def lines_of(html: str) -> list[str]:
    """What a person reads on a page; then the shapes of its charts, and what its forms send by
    themselves."""
    tree = LexborHTMLParser(html)
    hidden = [
        " ".join(map(_field, form.css("input[type=hidden]:not([name=csrf_token]):not([name=entry_id])")))
        for form in tree.css("main form")
    ]
    shapes = tree.css("main svg[aria-label] :is(path, polyline, polygon, rect, circle, line, text)")
    below = [*map(_shape, shapes), *filter(None, hidden)]
    tree.strip_tags([*UNSEEN, "option"], recursive=True)
    for link in tree.css("a[href]"):
        link.insert_child(f" [{link.attributes['href']}] ")
    for nodes, space in ((tree.css(LINES), "\n"), (tree.css(APART), " ")):
        for node in nodes:
            node.insert_before(space)
    lines = "\n".join(part.text() for part in tree.css("header, main")).split("\n")
    return [*(words for line in lines if (words := " ".join(line.split()))), *below]


def _field(node: LexborNode) -> str:
    """A field that nobody sees; a number is the database's."""
    return f"{node.attributes['name']}={NUMBER.sub('1', node.attributes['value'] or '')}"


def _shape(node: LexborNode) -> str:
    """A shape and where it is."""
    attributes = (f"{name}={value}" for name, value in node.attributes.items())
    return " ".join([f"<{node.tag}>", *attributes, *node.text().split()])
