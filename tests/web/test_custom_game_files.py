"""Custom games as files: saved, imported at another table, and refused if they cannot be played."""

from __future__ import annotations

import io
import json

from scorekeeper.formats.custom_game import custom_game_json, shipped
from tests.each_case import each_case
from tests.web.at_table import start_table
from tests.web.browsing import Page, Phone
from tests.web.test_custom_games import custom_games

__all__ = ["custom_games"]

NIGHT = {
    "format": "scorekeeper-night/1",
    "name": "Cold hands",
    "deals": [{"name": "snow", "rule": "Everyone bids 2.", "limits": [{"kind": "one-of", "bids": [2]}]}],
}


def pasted(phone: Phone, custom_games: str, text: str, status: int = 200) -> Page:
    """Import a custom game by pasting its file."""
    form = phone.open(f"{custom_games}/import").form_with("text")
    return phone.submit(form, None, status, text=text)


def test_exported_custom_game_is_imported_at_another_table(phone: Phone, custom_games: str) -> None:
    kept = phone.client.get(f"{custom_games}/harvest-supper/game.json")
    assert kept.headers["Content-Disposition"] == 'attachment; filename="harvest-supper.json"'
    assert kept.get_json() == custom_game_json(shipped()["harvest-supper"])
    page = pasted(phone, f"{start_table(phone, 'Friday')}/scripted-games", kept.text)
    assert page.heading == "Harvest supper"
    assert json.loads(phone.client.get(f"{page.url}/game.json").text) == kept.get_json()


def test_custom_game_is_imported_from_a_file(phone: Phone, custom_games: str) -> None:
    token = phone.open(f"{custom_games}/import").form_with("text").fields["csrf_token"]
    sent = {"csrf_token": token, "file": (io.BytesIO(json.dumps(NIGHT).encode()), "cold.json"), "text": ""}
    answer = phone.client.post(f"{custom_games}/import", data=sent, follow_redirects=True)
    assert "Everyone bids 2." in answer.text


@each_case(
    ("text", "notice"),
    [
        ("", "Choose a file or paste its text."),
        ("{", "not JSON"),
        ('{"name": "x"}', 'It has no "deals"'),
        (json.dumps(NIGHT | {"format": "scorekeeper-sheet/1"}), 'this program reads "scorekeeper-night/1"'),
        (json.dumps(NIGHT | {"deals": []}), "A list has 1 to 100 deals, not 0"),
        (json.dumps(NIGHT | {"deals": [{"name": "snow"}]}), 'It has no "rule"'),
        (json.dumps(NIGHT | {"deals": [{"name": "a", "rule": "b", "limits": [{"kind": "no"}]}]}), "it must be one of"),
        ("[" * 100_000, "nested too deeply"),
        (" " * 200_001 + "x", "This is longer than 200 kB"),
    ],
)
def test_invalid_custom_game_is_refused(phone: Phone, custom_games: str, text: str, notice: str) -> None:
    assert notice in pasted(phone, custom_games, text, 422).text
    assert "Your table’s games" not in phone.open(custom_games).text
