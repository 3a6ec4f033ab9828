"""A whole evening with every log switched on, including errors: no line has a token, a code, a cookie or an id."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from scorekeeper.access.cookie import NAME
from scorekeeper.server.access_log import add_access_log
from scorekeeper.services.invites import new_code
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.served import served
from tests.token_watch import Words
from tests.web.conftest import MakeApp


def secrets_of(cast: Cast) -> list[str]:
    cookies = [client.get_cookie(NAME) for client in cast.clients.values()]
    return [*cast.tokens.values(), *(cookie.value for cookie in cookies if cookie), cast.table, cast.game]


def an_evening(cast: Cast) -> list[str]:
    """Everybody does what they may and what they may not; returns the secrets used."""
    invite_link = cast.invited(Role.SCORER, uses=1)
    with cast.app.app_context():
        code = new_code(cast.table, invite_link.invite.id)
    for name in cast.clients:
        for place in ("/", f"/tables/{cast.table}", f"/games/{cast.game}", f"/join/{invite_link.token}", "/join/wrong"):
            cast.clients[name].get(place)
        for place in ("sheet", "entries", "nowhere"):
            cast.clients[name].get(f"/api/v1/games/{cast.game}/{place}", headers=cast.bearer(name))
        cast.clients[name].post("/join", data={"code": code})
    return [*secrets_of(cast), str(invite_link.token), code]


def test_no_secret_is_logged_with_every_logger_at_debug(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    app = make_app(PROPAGATE_EXCEPTIONS=False, WTF_CSRF_ENABLED=False)
    add_access_log(app)
    cast = Cast(app)

    def breaks(**_parts: str) -> str:
        raise RuntimeError("on purpose")

    for endpoint in ("join.open", "games.show"):
        monkeypatch.setitem(app.view_functions, endpoint, breaks)
    assert cast.charlie.get(f"/join/{cast.tokens['bob']}").status_code == 500
    secrets = an_evening(cast)
    lines = [record.getMessage() + str(record.exc_text or "") for record in caplog.records]
    assert any("Error in GET /join/<token>" in line for line in lines)
    assert [line for line in lines for secret in secrets if secret in line] == []


def test_no_secret_is_logged_by_a_real_server(tmp_path: Path) -> None:
    import urllib.request

    with served(tmp_path, settings={"SCOREKEEPER_ACCESS_LOG": "on"}) as server:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        request = urllib.request.Request(
            f"{server.url}/api/v1/tables",
            data=b'{"name": "Thursday"}',
            headers={"Content-Type": "application/json"},
            method="POST",
        )
        with opener.open(request) as answer:
            page = answer.read().decode()
        tokens = re.findall(r'"(?:keeper|scorer|watcher)":\s*"(\w{22})"', page)
        assert len(tokens) == 3
        for token in tokens:
            opener.open(f"{server.url}/join/{token}").close()
        _status, _out, errors = server.end(__import__("signal").SIGINT)
    assert "GET /join/<token>" in errors
    assert [token for token in tokens if token in errors] == []


def test_token_watch_would_find_a_secret() -> None:
    logged = Words()
    for words in ("GET /join/Abcdefgh12345678901234?x=1", "code=7F3K-92QX;", "cookie: a_b-c" + "d" * 38):
        logged.emit(logging.LogRecord("x", logging.INFO, "x", 1, words, None, None))
    assert logged.kept >= {"Abcdefgh12345678901234", "7F3K92QX", "a_b-c" + "d" * 38}
