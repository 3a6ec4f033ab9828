"""A game with an undo of nothing, which an older version could write, opens, says so, and goes on."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from scorekeeper.core.game import TAKE_BACK
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.events import append
from tests.web.at_table import Pad
from tests.web.browsing import Phone


def damage(app: Flask, pad: Pad, entry: object) -> None:
    """Add an undo of this entry to the record, as no version does now."""
    with app.app_context(), write_transaction():
        append(pad.url.rpartition("/")[2], UnsavedEvent(kind=TAKE_BACK, payload={"entry": entry}))


@pytest.fixture(params=[0, 1, 99, None])
def damaged(app: Flask, pad: Pad, request: pytest.FixtureRequest) -> Pad:
    """A game in which an undo names no entry, the start, itself or later ones, or is empty."""
    pad.hand("4, 3, 3, 2", 7)
    damage(app, pad, request.param)
    GAME_CACHE.clear()
    return pad


def test_damaged_entry_from_elsewhere_is_caught_up_with(app: Flask, pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    damage(app, pad, 0)  # the state before it is in memory
    assert "of the game log is damaged" in pad.reload().text
    assert pad.totals == [70, 51]


def test_damaged_game_opens_with_a_note_and_goes_on(damaged: Pad) -> None:
    damaged.reload()
    assert "of the game log is damaged and changes nothing" in damaged.page.text
    assert damaged.totals == [70, 51]
    damaged.hand("4, 3, 3, 2", 7)
    assert damaged.totals == [122, -19]
    damaged.phone.tap("Undo")
    damaged.phone.tap("Redo")
    assert damaged.totals == [122, -19]
    assert (
        "An undo of an entry that does not exist; it changes nothing"
        in damaged.phone.open(f"{damaged.url}/history").text
    )


def test_undo_passes_over_the_damaged_entry(damaged: Pad) -> None:
    damaged.reload()
    damaged.phone.tap("Undo")
    assert damaged.totals == [0, 0]
    damaged.phone.tap("Redo")
    assert damaged.totals == [70, 51]


@pytest.mark.parametrize("damaged", [0], indirect=True)
def test_export_of_a_damaged_game_is_read_again(damaged: Pad, phone: Phone) -> None:
    exported = phone.client.get(f"{damaged.url}/exports/json").text
    assert {"entry": 0} in [entry["payload"] for entry in json.loads(exported)["entries"]]
    phone.open("/check")
    checked = phone.submit(phone.page.form_with("text"), text=exported)
    assert "undamaged" in checked.text.lower()
