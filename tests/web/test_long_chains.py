"""Games with very many events, such as imported ones: their pages work."""

import io

import pytest
from flask import Flask

from bench import hostile_files
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame, replay_untrusted
from scorekeeper.services.importing import import_file
from tests.refusals import refuses
from tests.web.at_table import start_table
from tests.web.browsing import Phone

LONG = 1200  # deeper than Python's recursion limit


def test_long_chain_of_undo_and_redo_is_listed(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    with app.app_context():
        (game,) = import_file(io.BytesIO(hostile_files.take_backs(LONG)), table.rpartition("/")[2]).games
    page = phone.open(f"/games/{game}/history")
    assert "Undone – hand 1" in page.text
    assert "Redone – hand 1" in page.text
    for path in ("", "/exports", "/print"):
        phone.open(f"/games/{game}{path}")


def test_undo_of_a_later_event_is_refused() -> None:
    (game,) = games_of_file(io.BytesIO(hostile_files.take_backs(2)))
    assert isinstance(game, ImportedGame)
    entries = list(game.events)
    entries[2] = entries[2]._replace(payload={"entry": 4})
    with refuses(InvalidInput, match="It undoes an entry that comes later"):
        replay_untrusted(tuple(entries))


@pytest.mark.parametrize("number", ["9" * 4400, "٣", "²", "-1", ""])
def test_audit_with_an_odd_number_of_a_hand_shows_the_first(phone: Phone, number: str) -> None:
    phone.open("/audit?rules=two-player")
    fields = phone.page.form_with("b-1-0").fields.to_dict() | {
        "open": number,
        f"b-{number}-0": "5",
        "to": number or "x",
    }
    answer = phone.client.post("/audit", data=fields)
    assert answer.status_code == 200
    assert 'name="open" value="1"' in answer.text
