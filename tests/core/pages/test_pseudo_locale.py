"""Game pages in the pseudo-locale: every text of the app has an accent on each letter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorekeeper.core.game import CLOSE, SIGN
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import forfeit_view, misdeal_view, rulings_view, substitute_view
from scorekeeper.core.pages.ending import ThisPhone, sign_off_view
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words import language
from scorekeeper.formats.catalogues import PseudoCatalogue
from tests.accents import is_unaccented
from tests.core.game.games import BIG, EVEN, begin, bid, correct, partnership, play, undo, write
from tests.core.pages.contexts import at_the_table, page_of, signed_in
from tests.core.pages.test_log import log_of
from tests.tables import sheet_of

TEXTS = {
    "title",
    "subtitle",
    "heading",
    "hint",
    "label",
    "full_label",
    "note",
    "notes",
    "summary",
    "change_note",
    "what",
}
TEXTS |= {"change_note", "what", "calls", "button", "device", "placeholder", "words", "end", "ends"}
NAMES = (
    "Ann & Cal",
    "Ben & Dee",
    "Ann",
    "Ben",
    "Cal",
    "Dee",
    "Thursday",
    "Partnership Spades",
    "we took one",
    "a slip",
)
BY_THE_RULES = ("sentence", "needs", "ending", "why", "help")
"""Texts of other modules, which their own tests check."""


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    before = language._PROVIDER.current
    language.use_catalogues(PseudoCatalogue)
    yield
    language.use_catalogues(before)


def texts(page: object, key: str = "") -> Iterator[str]:
    """All text of a page, however nested."""
    if isinstance(page, dict):
        for name, part in page.items():
            if name not in BY_THE_RULES:
                yield from texts(part, str(name))
    elif isinstance(page, list | tuple):
        for part in page:
            yield from texts(part, key)
    elif isinstance(page, str) and key in TEXTS:
        yield page


def unaccented(*pages: object) -> list[str]:
    found = [text for page in pages for text in texts(page)]
    assert len(found) > 5
    return [text for text in found if is_unaccented(text, NAMES)]


def test_the_game_page() -> None:
    bidding = bid(partnership(blind_nil=200), "4", None, None, None)
    tricks = bid(play(partnership(), EVEN), "4", "nil", "3", "2")
    over = play(partnership(), BIG, BIG, BIG, BIG)
    signed = write(over, SIGN, side=1, verdict="disputed", hand=2, note="we took one", device="own")
    pages = [page_of(bidding), page_of(bidding, {"seat": "0", "insists": "yes"}), page_of(tricks)]
    assert unaccented(*pages, page_of(signed, finished=signed_in(None))) == []


def test_the_pad_of_a_player_who_holds_two_hands() -> None:
    assert unaccented(page_of(begin(sheet_of("berkley-two")))["pad"]) == []


def test_the_log() -> None:
    state = correct(play(partnership(), EVEN), 1, "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5", "a slip")
    closed = write(undo(bid(state, "4", None, None, None)), CLOSE)
    assert unaccented(log_of(closed)) == []


def test_corrections_and_rulings() -> None:
    state, context = play(partnership(), EVEN), at_the_table()
    pages = [
        Correction(state, 1, {"b0": "nil", "t0": "8"}).view(context),
        rulings_view(state, context),
        renege_view(state, context, {"by": "0"}),
        points_view(state, context, {"side": "0", "points": "-30"}),
        misdeal_view(bid(state, "4", None, None, None), context),
        forfeit_view(state, context),
        substitute_view(state, context, [], {}, {}),
    ]
    assert unaccented(pages) == []


def test_what_wins_page_and_signing_page() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    page = sign_off_view(over, at_the_table(), Side(0), ThisPhone(None, has_pen=True))
    assert unaccented(what_wins_view(bid(partnership(), "4", "3", "3", "2")), page) == []
