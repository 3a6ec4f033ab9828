"""The server's signatures on its verify page: its own export, another's, a forged game, a sheet typed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.keys import read_public_keys
from scorekeeper.services.exporting import exported_game
from tests.formats.exports.games import game_of_sheet
from tests.formats.verification.forging import forged, keys_in
from tests.tables import sheet_of
from tests.web.at_table import Pad
from tests.web.browsing import Phone
from tests.web.record import HANDS


def asked(phone: Phone, text: str) -> str:
    phone.open("/check")
    return phone.submit(phone.page.form_with("text"), text=text).text


@pytest.fixture
def exported(pad: Pad) -> str:
    """The JSON of a game recorded here, as a phone downloads it."""
    pad.hand("4, 3, 1, 4", 6)
    return pad.phone.client.get(f"{pad.url}/exports/json").get_data(as_text=True)


def test_own_export_is_recognized(exported: str, phone: Phone) -> None:
    shown = asked(phone, exported)
    assert "This server has this game." in shown
    for level in (
        "The scores add up.",
        "Undamaged.",
        "Signed by this server.",
        "This server has the game, up to the same entry.",
    ):
        assert f"Yes: {level}" in shown


def test_own_text_record_is_recognized(exported: str, pad: Pad, phone: Phone) -> None:
    text = pad.phone.client.get(f"{pad.url}/exports/text").get_data(as_text=True)
    assert "[Signature " in text
    assert "This server has this game." in asked(phone, text)


def test_own_older_export_is_an_earlier_state(exported: str, pad: Pad, phone: Phone) -> None:
    pad.phone.open(pad.url)
    pad.hand("3, 3, 3, 3", 7)
    assert "Yes: This server has the game, with later entries." in asked(phone, exported)


def test_export_of_another_server_has_an_unknown_signer(phone: Phone, tmp_path: Path) -> None:
    shown = asked(phone, game_json(game_of_sheet(sheet_of("two-player", *HANDS), signer=keys_in(tmp_path).sign)))
    assert "The scores add up. The signature is from an unknown key." in shown
    assert "No: Signed with a key this server doesn’t know" in shown


def test_forged_game_with_a_new_chain_is_reported(exported: str, pad: Pad, phone: Phone, app: Flask) -> None:
    with app.app_context():
        lie = game_json(forged(exported_game(pad.url.removeprefix("/games/"))))
    shown = asked(phone, lie)
    assert "The scores add up, but nobody signed them." in shown
    assert "Yes: The scores add up." in shown
    assert "Yes: Undamaged" in shown
    assert "No: Not signed." in shown
    assert "No: This server doesn’t have this game." in shown
    assert "nothing was changed" not in shown


def test_sheet_typed_by_hand_is_reported(phone: Phone) -> None:
    shown = asked(phone, json.dumps(sheet_of("two-player", *HANDS)))
    assert "The scores add up. Anyone may have typed them." in shown
    assert "Not known: It may be incomplete" in shown


def test_stranger_cannot_find_out_which_games_exist(exported: str, pad: Pad, phone: Phone, app: Flask) -> None:
    """A forged game with the id of an existing one gets the same answer as one with an unknown id."""
    with app.app_context():
        game = exported_game(pad.url.removeprefix("/games/"))
    lies = [game_json(forged(game)), game_json(forged(game, game_id="nobodyknowsthisgame"))]
    here, nowhere = (asked(phone, lie).partition("Text record")[0] for lie in lies)
    assert "No: This server doesn’t have this game." in here
    assert here == nowhere


def test_public_keys_are_published(exported: str, phone: Phone) -> None:
    answer = phone.client.get("/.well-known/scorekeeper-keys.json")
    assert answer.mimetype == "application/json"
    assert json.loads(exported)["signature"]["key"] == read_public_keys(answer.data)[-1]
    assert "PRIVATE" not in answer.get_data(as_text=True)


def test_export_without_a_chain_is_not_signed(exported: str, pad: Pad) -> None:
    for form in ("csv", "lines", "xlsx"):
        assert b"ignature" not in pad.phone.client.get(f"{pad.url}/exports/{form}").data
