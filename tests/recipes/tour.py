"""A tour of the changed copy of the program, in a separate process; prints its findings as JSON."""

from __future__ import annotations

import json
import re
import shutil
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask.testing import FlaskClient
from openpyxl import load_workbook

import scorekeeper
from scorekeeper import create_app
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame, replay_stored
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.verifying import figures_rebuilt
from tests.browser_client import BY_A_TAP
from tests.core.words.golden import sentences
from tests.recipes.copies import CHECKOUT

GOLDEN = CHECKOUT / "tests/golden/0.1.0/games.sqlite"
SHEET: dict[str, Any] = {
    "rules": "two-player",
    "sides": [{"name": "Ann"}, {"name": "Ben"}],
    "hands": [{"bids": ["3", "6"], "took": [5, 8]}, {"bids": ["nil", "6"], "took": [1, 12]}],
}


def total(**options: object) -> list[int]:
    """Ann's and Ben's totals after a hand in which only Ann takes no bag, by these house rules."""
    hand = {"bids": ["5", "6"], "took": [5, 8]}
    return [score.total for score in read_sheet(SHEET | {"hands": [hand], "options": options}).scoreboard().scores]


def posted(client: FlaskClient, path: str, body: object, token: str = "") -> dict[str, Any]:
    """The response to an API call."""
    answer = client.post(f"/api/v1{path}", json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def tour(folder: Path) -> dict[str, Any]:
    """Use every change."""
    assert Path(scorekeeper.__file__).is_relative_to(folder), scorekeeper.__file__
    (folder / "in").mkdir()
    shutil.copy(GOLDEN, folder / "in" / "scorekeeper.sqlite")
    app = create_app()
    client, program = app.test_client(), app.test_client(use_cookies=False)
    table = posted(program, "/tables", {"name": "Thursday"})
    address, token = f"/tables/{table['table']}", table["tokens"]["keeper"]
    client.get(table["links"]["keeper"], headers=BY_A_TAP, follow_redirects=True)
    game = posted(program, f"{address}/games", SHEET, token)["game"]
    remark = {"kind": "remark", "id": str(uuid4()), "text": "Nice try"}
    posted(program, f"/games/{game}/entries", remark, token)
    posted(program, f"/games/{game}/entries", {"kind": "close", "reason": "late"}, token)
    log = client.get(f"/games/{game}/history").text
    players = client.get(f"{address}/players").text
    player = re.search(rf"{address}/players/\d+", players)
    assert player is not None, players
    exported = client.get(f"/games/{game}/exports/json").get_data()
    book = load_workbook(BytesIO(client.get(f"{address}/exports/xlsx").get_data()))
    (again,) = games_of_file(BytesIO(exported))
    assert isinstance(again, ImportedGame)
    with app.app_context():
        changed = sum(was_other for _game, was_other in figures_rebuilt())
    return {
        "house rule": {
            "nothing": total(),
            "five": total(clean_hand=5),
            "ten": total(clean_hand=10),
        },
        "rules_code": rules_code(rule_set("two-player").with_options({})),
        "rules page": client.get("/rules/two-player").text,
        "page": client.get("/rules/weather").text,
        "player's page": client.get(player[0]).text,
        "players": [list(row) for row in book["Players"].values],
        "results that differ": changed,
        "sentences": sentences(),
        "log": log,
        "findings": [str(found) for found in check_file(BytesIO(exported)).findings],
        "remarks read back": replay_stored(again.events).remarks,  # type: ignore[attr-defined] # the copy has them
        "idea": program.get("/api/v1/rules/two-player/idea").get_json(),
        "document": program.get("/api/v1/openapi.json").get_json(),
        "api page": program.get("/api/v1").text,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tour(Path(sys.argv[1]))))
