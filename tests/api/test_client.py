"""A program that knows only docs/api.md keeps score, follows a game remotely, and moves its games to another table."""

import json
import socket
import threading
from collections.abc import Iterator
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
        (over,) = watcher.call("GET", f"/tables/{table}/games")["games"]
        assert (over["game"], over["status"]) == (game, "over")

        record = watcher.call("GET", f"/games/{game}/exports/text")
        other = Scorekeeper(server.url).call("POST", "/tables", {"name": "Friday"})
        elsewhere = Scorekeeper(server.url, other["tokens"]["keeper"])
        (imported,) = elsewhere.call("POST", f"/tables/{other['table']}/imports", file=record)["games"]
        assert elsewhere.call("GET", f"/games/{imported}")["scoreboard"]["sides"][1]["total"] == 100

        keeper.call("DELETE", f"/tables/{table}/roles/watcher")
        assert list(entries) == [], "the stream ends with the access"
        with pytest.raises(HTTPError, match="revoked"):
            watcher.call("GET", f"/games/{game}")


@pytest.fixture
def dying() -> Iterator[tuple[str, list[str]]]:
    """The URL of a server that ends while it answers first, and the ids of the entries that it got."""
    heard: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        answers = threading.Thread(target=_answer, args=(server, heard))
        answers.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}", heard
        answers.join()


def _answer(server: socket.socket, heard: list[str]) -> None:
    server.settimeout(30)
    for answer in (b"", b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{}"):
        with server.accept()[0] as connection:
            sent = b""
            while b"}" not in sent:
                sent += connection.recv(65536)
            heard.append(json.loads(sent.partition(b"\r\n\r\n")[2])["id"])
            connection.sendall(answer)


def test_client_sends_an_entry_again_if_the_server_ends(dying: tuple[str, list[str]]) -> None:
    url, heard = dying
    assert Scorekeeper(url).record("a-game", "hand", hand=1, **HAND) == {}
    assert len(heard) == 2
    assert len(set(heard)) == 1
