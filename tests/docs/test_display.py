"""The display of docs/api.md, at a server: it shows each change of a tournament, and asks for none in vain."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from scorekeeper.found_rooms import room_modules
from tests.docs.pages import blocks, page, section
from tests.served import served

(PROGRAM,) = blocks(section(page("docs/api.md"), "A display"), "python")
STAGE = {"format": "round-robin", "rules": "partnership"}


def test_display_takes_thirty_lines() -> None:
    assert len([line for line in PROGRAM.splitlines() if line.strip()]) <= 30


@pytest.mark.skipif("tournaments" not in room_modules(), reason="the room of tournaments is not here")
def test_display_shows_each_change(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        api = f"{server.url.rstrip('/')}/api/v1"

        def post(path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
            headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
            with urlopen(Request(api + path, json.dumps(body).encode(), headers)) as answer:
                found: dict[str, Any] = json.load(answer)
            return found

        tokens = (table := post("/tables", {"name": "Hall"}))["tokens"]
        made = post(f"/tables/{table['table']}/tournaments", {"name": "Cup", "stages": [STAGE]}, tokens["keeper"])
        path = f"/tournaments/{made['tournament']}"
        for players in (["Ann", "Cal"], ["Ben", "Dee"]):
            team = post(f"{path}/teams", {"players": players}, tokens["keeper"])["id"]
            post(f"{path}/entries", {"kind": "team-status", "teams": [team], "status": "arrived"}, tokens["keeper"])
        command = [sys.executable, "-c", PROGRAM, api, made["tournament"], tokens["watcher"]]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as display:
            try:
                (match,) = post(f"{path}/rounds", {}, tokens["keeper"])["matches"]
                assert display.stdout is not None
                assert next(display.stdout).startswith("1 ")
                post(f"{path}/matches/{match['id']}/result", {"scores": [312, 248], "signed": True}, tokens["keeper"])
                assert any("[312, 248]" in line for line in display.stdout)
            finally:
                display.kill()
