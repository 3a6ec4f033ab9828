"""Every page, form, error and export in the pseudo-locale: everything people read or hear has accents.

Names and notes written by people stay as they are; so do codes and keys of the public formats.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import openpyxl
import pytest
from flask import Flask, abort
from selectolax.lexbor import LexborHTMLParser
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.formats import catalogues
from scorekeeper.formats.catalogues import PSEUDO
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.text_record import record_of
from scorekeeper.storage.errors import (
    AheadOfGame,
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DiskFull,
    EventIdTaken,
    NoSuchGame,
    NoSuchTable,
    Unstorable,
)
from scorekeeper.storage.setup import close_storage
from tests.accents import Recorder, is_unaccented, unaccented
from tests.formats.exports.games import game_of_sheet
from tests.screens.games import play_samples
from tests.screens.setting import begin_table
from tests.screens.states import STATES
from tests.tables import sheet_of
from tests.web.browsing import Page, Phone
from tests.web.conftest import new_app

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 5 took 7"))
RECORD, CHAIN = record_of(GAME), game_json(GAME)
PAPER = {
    "p-0": "Ann",
    "p-1": "Ben",
    "b-1-0": "5",
    "b-1-1": "5",
    "t-1-0": "6",
    "t-1-1": "7",
    "s-1-0": "51",
    "s-1-1": "52",
}

FORMS = (
    ("keeper", "/tables/new", {"name": ""}),
    ("keeper", "/tables/{table}/games/new?rules=partnership", {"seat-0": "Ann", "seat-1": "Ann", "seat-2": " "}),
    ("keeper", "/tables/{table}/games/new?rules=partnership", {"seat-0": "Annn"}),
    ("keeper", "/tables/{table}/games/new?rules=partnership", {"seat-0": "♠" * 99}),
    ("keeper", "/tables/{table}/scripted-games/new", {"name": ""}),
    ("keeper", "/tables/{table}/scripted-games/new", {"name": "♠" * 99, "words": "♠" * 999}),
    ("keeper", "/tables/{table}/scripted-games/{night}/deals/new", {"name": "", "rule": ""}),
    ("keeper", "/tables/{table}/scripted-games/{night}/deals/1/limits/new?kind=sum-is", {"number": "many"}),
    ("keeper", "/tables/{table}/scripted-games/{night}/deals/1/limits/new?kind=sum-is", {"number": "999"}),
    ("keeper", "/tables/{table}/scripted-games/{night}/deals/1/limits/new?kind=how-many", {"low": "", "high": "9"}),
    ("keeper", "/tables/{table}/scripted-games/import", {"text": ""}),
    ("keeper", "/tables/{table}/scripted-games/import", {"text": "no game"}),
    ("keeper", "/tables/{table}/scripted-games/import", {"text": '{"name": "x", "deals": []}'}),
    ("keeper", "/tables/{table}/import", {"text": ""}),
    ("keeper", "/tables/{table}/import", {"text": "Ann 5, Ben 4"}),
    ("keeper", "/tables/{table}/share", {"name": ""}),
    ("keeper", "/tables/{table}/share", {"name": "♠" * 99}),
    ("keeper", "/tables/{table}/players", {"into": "-1"}),
    ("keeper", "/tables/{table}/players/1/erase", {"sure": None}),
    ("keeper", "/tables/{table}/delete", {"sure": None}),
    ("keeper", "/games/{over}/counted", {"reason": ""}),
    ("keeper", "/games/{misread}/rulings/renege?by=0&to=0", {"by": "0"}),
    ("keeper", "/games/{misread}/rulings/points?side=0&points=many", {"side": "1"}),
    ("keeper", "/games/{misread}/rulings/substitute", {"player": ""}),
    ("player", "/games/{bidding}", {"seat": "1", "call": "3"}),
    ("player", "/games/{corrected}", {"seat": "2", "call": "3"}),
    ("player", "/tables/{table}/who", {"name": ""}),
    ("newcomer", "/join", {"code": "AAAA-AAAA"}),
    ("newcomer", "/join", {"code": "nothing"}),
    ("stranger", "/check", {"text": ""}),
    ("stranger", "/check", {"text": "hello"}),
    ("stranger", "/check", {"text": RECORD}),
    ("stranger", "/check", {"text": RECORD.replace("51 : 52 | 51 : 52", "61 : 52 | 61 : 52")}),
    ("stranger", "/check", {"text": RECORD.partition("[Seal")[0]}),
    ("stranger", "/check", {"text": CHAIN.replace('"took":[6,7]', '"took":[7,6]')}),
    ("stranger", "/audit?rules=two-player", {**PAPER, "s-1-0": "61"}),
    ("stranger", "/audit?rules=two-player", {**PAPER, "s-1-0": "50"}),
    ("stranger", "/audit?rules=two-player", {**PAPER, "t-1-0": "7"}),
    ("stranger", "/audit?rules=partnership", {"b-1-0": "4", "b-1-1": ""}),
    ("stranger", "/audit?rules=partnership", {"b-1-0": "♠" * 99}),
)
"""The phone, the page with the form, and the wrong input."""

ADDRESSES = (
    ("stranger", "/tables/{table}"),
    ("stranger", "/games/{over}"),
    ("stranger", "/join/nothing-that-opens"),
    ("stranger", "/games/nothing"),
    ("stranger", "/nowhere"),
    ("watcher", "/tables/{table}/games/new"),
    ("keeper", "/tables/{table}/players/99999"),
    ("keeper", "/tables/{table}/scripted-games/99999"),
    ("keeper", "/tables/{table}/history?q=♠"),
    ("keeper", "/tables/{table}/history?state=playing"),
    ("keeper", "/games/{over}/history"),
    *(("stranger", f"/rules/{key}") for key in rule_sets()),
)

ERRORS: tuple[Callable[[], object], ...] = (
    lambda: NoSuchGame("x"),
    lambda: NoSuchTable("x"),
    lambda: AheadOfGame(2, 1),
    lambda: EventIdTaken("1"),
    lambda: Unstorable(""),
    lambda: hit(RateLimit.GUESSES, cost=1000),
    *(DatabaseBusy, DatabaseAway, DatabaseGone, DiskFull),
    *(lambda status=status: abort(status) for status in (400, 404, 405, 413, 418, 500)),
)
"""Errors of any page and any call."""

TEXTS = 1600
"""The least number of different texts that these pages look up."""


CODES = re.compile(
    r"(?:[\d+> ]|(?:double-|blind-)?nil(?:-front|-right)?|(?:big-)?bemo|(?:bag-)?penalty|number|overtricks)+"
)
"""Bids as a record has them, and rules of score lines."""


class Table:
    """A table with all sample games, and the phones that open its pages in the pseudo-locale."""

    def __init__(self, app: Flask, phones: Mapping[str, Phone], places: Mapping[str, str]) -> None:
        self.app = app
        self.phones = phones
        self.places = places
        for phone in phones.values():
            phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = PSEUDO

    def get(self, address: str, device: str = "keeper") -> TestResponse:
        """The response at this URL."""
        return self.phones[device].client.get(address.format(**self.places), follow_redirects=True)

    def sent(self, device: str, address: str, typed: Mapping[str, str | None]) -> tuple[str, str]:
        """A page with a form, and the page after sending it with these values."""
        phone, place = self.phones[device], address.format(**self.places)
        page = Page(200, place, self.get(address, device).text)
        form = page.form_with(next(iter(typed)))
        fields = MultiDict(form.fields)
        for name, value in typed.items():
            fields.poplist(name)
            if value is not None:
                fields[name] = value
        answer = phone.client.open(form.action or place, method=form.method, data=fields, follow_redirects=True)
        return page.html, answer.text


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setitem(catalogues.PSEUDO_LOCALES, PSEUDO, Recorder())
    own_https = {"AUTHORITY_CERTIFICATE": b"-", "AUTHORITY_FINGERPRINT": "4E:91:51"}
    app = new_app(f"sqlite:///{tmp_path}/scorekeeper.sqlite", **own_https)
    phones = {device: Phone(app.test_client()) for device in ("keeper", "watcher", "player", "stranger", "newcomer")}
    phones["watcher"].client.environ_base["HTTP_ACCEPT_LANGUAGE"] = PSEUDO  # it gets its name when it joins
    places, watching = begin_table(phones["keeper"], "Thursday", "Ann’s phone")
    phones["watcher"].open(watching)
    places |= play_samples(tmp_path, places["table"])
    phones["player"].open(watching)
    phones["player"].tap("Cal")
    yield Table(app, phones, places)
    close_storage(app)


def on_pages(table: Table) -> Iterator[tuple[str, list[str]]]:
    for state in STATES:
        if state.then is None:
            yield state.name, unaccented(table.get(state.address, state.device).text)
    for device, address in ADDRESSES:
        yield f"{address} ({device})", unaccented(table.get(address, device).text)


def on_forms(table: Table) -> Iterator[tuple[str, list[str]]]:
    for device, address, typed in FORMS:
        before, after = table.sent(device, address, typed)
        yield f"{address} {typed}", sorted({*unaccented(after)} - {*unaccented(before)})
    record = table.get("/games/{over}/exports/text").text
    _before, preview = table.sent("keeper", "/tables/{table}/import", {"text": record})
    yield "the preview of an import", unaccented(preview)


def of_errors(table: Table) -> Iterator[tuple[str, list[str]]]:
    """Each error on a page, and as an API response."""
    table.app.config["PROPAGATE_EXCEPTIONS"] = False
    for number, error in enumerate(ERRORS):

        def fail(error: Callable[[], object] = error, **_: object) -> str:
            found = error()
            raise found if isinstance(found, Exception) else AssertionError("nothing went wrong")

        table.app.view_functions |= {"rules.index": fail, "api.rules": fail}
        yield f"error {number} on a page", unaccented(table.get("/rules").text)
        message = table.get("/api/v1/rules").get_json()["error"]["message"]
        yield f"error {number} of a call", [message] if is_unaccented(message) else []


def of_exports(table: Table) -> Iterator[tuple[str, list[str]]]:
    """Workbooks, the text record's sentences, and the result card."""
    for address in ("/games/{over}/exports/xlsx", "/games/{corrected}/exports/xlsx", "/tables/{table}/exports/xlsx"):
        book = openpyxl.load_workbook(io.BytesIO(table.get(address).data))
        cells = [cell for page in book for row in page.iter_rows() for cell in row if cell.data_type == "s"]
        texts = [*book.sheetnames, *(str(cell.value) for cell in cells if not CODES.fullmatch(str(cell.value)))]
        yield address, [text for text in texts if is_unaccented(text)]
    record = table.get("/games/{over}/exports/text").text
    (ended,) = re.findall(r'\[Termination "[^:]+: (.*)"\]', record)
    yield "text record", [ended] if is_unaccented(ended) else []
    card = LexborHTMLParser(table.get("/games/{signed}/card.svg").text)
    yield "card", [text for node in card.css("text") if is_unaccented(text := node.text())]


def test_every_visible_text_is_translated(table: Table) -> None:
    seen = dict(part for parts in (on_pages, on_forms, of_exports, of_errors) for part in parts(table))
    assert {name: found for name, found in seen.items() if found} == {}
    assert len(Recorder.looked_up) >= TEXTS, len(Recorder.looked_up)
