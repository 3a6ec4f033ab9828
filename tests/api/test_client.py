"""A program that knows only docs/api.md keeps score, follows a game remotely, and moves its games to another table."""

from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.api.client import Scorekeeper
from tests.served import served

DUEL = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}], "dealer": 1}
HAND = {"bids": ["5", "nil"], "took": [13, 0]}


def test_client_keeps_score_follows_and_exports(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "127.0.0.1") as server:
        made = Scorekeeper(server.url).call("POST", "/tables", {"name": "Thursday"})
        keeper, watcher = (Scorekeeper(server.url, made["tokens"][role]) for role in ("keeper", "watcher"))
        table = made["table"]
        game = keeper.call("POST", f"/tables/{table}/games", DUEL)["game"]

        entries = watcher.follow(game)
        assert next(entries)["kind"] == "start"
        keeper.record(game, "hand", hand=1, **HAND)
        heard = next(entries)
        assert (heard["seq"], heard["payload"]["took"]) == (2, [13, 0])
        assert watcher.call("GET", f"/games/{game}/entries?after=1")["entries"] == [heard]
        assert next(watcher.follow(game, after=1)) == heard

        keeper.record(game, "close", reason="late")
        assert next(entries)["kind"] == "close"
        players = watcher.call("GET", f"/tables/{table}/players")["players"]
        assert {one["name"]: one["won"] for one in players} == {"Ann": 0, "Ben": 1}

        record = watcher.call("GET", f"/games/{game}/exports/text")
        other = Scorekeeper(server.url).call("POST", "/tables", {"name": "Friday"})
        elsewhere = Scorekeeper(server.url, other["tokens"]["keeper"])
        (imported,) = elsewhere.call("POST", f"/tables/{other['table']}/imports", file=record)["games"]
        assert elsewhere.call("GET", f"/games/{imported}")["scoreboard"]["sides"][1]["total"] == 100

        keeper.call("DELETE", f"/tables/{table}/roles/watcher")
        assert list(entries) == [], "the stream ends with the access"
        with pytest.raises(HTTPError, match="revoked"):
            watcher.call("GET", f"/games/{game}")
