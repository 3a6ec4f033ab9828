"""The security log: who joined, was refused, removed or left, and which links were made or revoked; without names."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app
from scorekeeper.services.invites import new_code, pen_invite, permanent_link
from scorekeeper.storage.database import db
from scorekeeper.storage.members import Role
from scorekeeper.storage.setup import close_storage
from tests.access.cast import Cast
from tests.access.test_no_token_in_logs import secrets_of
from tests.databases import on_both
from tests.sharing.test_devices import form, removed, renamed, share

HASH = r"[0-9a-f]{8}"


@pytest.fixture
def heard(cast: Cast, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log messages from here on."""
    caplog.set_level(logging.INFO)
    caplog.clear()
    return caplog


def logged(heard: pytest.LogCaptureFixture) -> list[str]:
    """The events, each up to its hashes."""
    lines = [record.getMessage() for record in heard.records if record.name == "scorekeeper.security"]
    return [re.split(rf" (?:table|device|link)={HASH}| from=", line)[0] for line in lines]


def test_link_is_logged_when_made_used_and_revoked(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    alice = share(cast)
    alice.submit(form(alice, "/share/links"), role="scorer", uses="1", lasts="ever")
    token = re.search(r"/join/(\w{22})", alice.page.html)
    assert token
    cast.joins("charlie", token[1])
    alice.open(f"/tables/{cast.table}/share")
    alice.submit(form(alice, "/share/links"), role="watcher", uses="any", lasts="week")
    alice.open(f"/tables/{cast.table}/share")
    alice.tap("Revoke: Watcher link")
    assert logged(heard) == [
        "link made role=scorer",
        "joined role=scorer pen=no",
        "link made role=watcher",
        "link revoked",
    ]


def test_a_deleted_game_is_logged(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    alice = cast.phone("alice")
    alice.open(f"/games/{cast.game}/stop")
    alice.tap("Delete game")
    assert logged(heard) == ["game deleted"]


def test_lines_about_a_device_can_be_correlated(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    cast.joins("charlie", cast.tokens["bob"])
    phone = cast.phone("charlie")
    phone.open(f"/tables/{cast.table}/leave")
    phone.tap("Leave")
    lines = [record.getMessage() for record in heard.records]
    joined = re.fullmatch(
        rf"joined role=scorer pen=no table=({HASH}) device=({HASH}) link={HASH} from=127\.0\.0\.1", lines[0]
    )
    assert joined
    assert lines[1] == f"left table={joined[1]} device={joined[2]} from=127.0.0.1"


def test_log_tells_two_devices_and_two_tables_apart(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    friday = cast.score(Role.WATCHER, cast.other_table)
    for name, token in (("charlie", cast.tokens["bob"]), ("olga", cast.tokens["bob"]), ("wendy", friday)):
        cast.joins(name, token)
    renamed(cast, "bob", "Bob")
    removed(share(cast), "Bob")
    found = [
        (line.split()[0], *re.findall(rf"(?:table|device|link)=({HASH})", line))
        for line in (record.getMessage() for record in heard.records if record.name == "scorekeeper.security")
    ]
    joined, out = (
        [line[1:] for line in found if line[0] == "joined"],
        [line[1:] for line in found if line[0] == "device"],
    )
    assert len({table for table, *_ in joined}) == 2
    assert len({device for _, device, _ in joined}) == 3
    assert len({link for *_, link in joined}) == 2
    assert [len(line) for line in out] == [2]
    assert out[0][0] == joined[0][0]
    assert out[0][1] not in {device for _, device, _ in joined}


def test_guesses_and_limits_are_logged(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    cast.app.config["WTF_CSRF_ENABLED"] = False
    cast.charlie.get("/join/wrong")
    cast.charlie.post("/join", data={"code": "0000-0000"})
    cast.charlie.get(f"/api/v1/games/{cast.game}", headers={"Authorization": "Bearer wrong"})
    cast.charlie.get(f"/join/{cast.tokens['rita']}")
    assert logged(heard) == [
        "refused guess=link",
        "refused guess=code",
        "refused guess=token",
        "refused by=link reason=revoked",
    ]
    heard.clear()
    for guess in range(30):
        cast.charlie.get(f"/join/{guess}")
    assert logged(heard) == ["refused guess=link"] * 13 + ["limit reached limit=guesses"]


def test_removed_device_and_revoked_role_are_logged(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    renamed(cast, "bob", "Bob")
    removed(share(cast), "Bob")
    alice = share(cast)
    alice.submit(form(alice, "/roles/watcher/end"))
    events = logged(heard)
    assert "device removed role=scorer links=ended" in events
    assert "role revoked role=watcher" in events


def test_new_tables_and_exports_are_logged(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    cast.charlie.post("/api/v1/tables", json={"name": "Friday"})
    cast.bob.get(f"/games/{cast.game}/exports/text")
    cast.bob.get(f"/tables/{cast.table}/exports/zip")
    events = logged(heard)
    assert events[-3:] == ["table started", "exported of=game form=text", "exported of=table form=zip"]


def test_no_line_has_a_secret_a_name_or_an_id(cast: Cast, heard: pytest.LogCaptureFixture) -> None:
    """All log lines of a whole evening."""
    cast.app.config["WTF_CSRF_ENABLED"] = False
    secrets = secrets_of(cast)
    with cast.app.test_request_context():
        invite_links = [pen_invite(cast.table), *(permanent_link(cast.table, role) for role in Role)]
        invite_links.append(cast.invited(Role.KEEPER, uses=3, lasts=timedelta(hours=1)))
        codes = [new_code(cast.table, invite_link.invite.id) for invite_link in invite_links]
        tokens = [str(invite_link.token) for invite_link in invite_links]
        secrets += [*tokens, *codes, *(invite_link.invite.id for invite_link in invite_links)]
    for name, token, code in zip(("charlie", "olga", "xenia", "rita", "bob"), tokens, codes, strict=True):
        renamed(cast, "wendy", "Wendy Windsor")
        cast.clients[name].get(f"/join/{token}")
        cast.clients[name].post("/join")
        cast.clients[name].post("/join", data={"code": code})
    removed(share(cast), "Wendy Windsor")
    cast.charlie.post(f"/tables/{cast.table}/leave")
    cast.olga.post("/forget")
    cast.alice.post(f"/tables/{cast.table}/roles/keeper/end")
    secrets += secrets_of(cast)
    lines = [record.getMessage() for record in heard.records if record.name == "scorekeeper.security"]
    assert len(lines) >= 15
    names = ["Wendy Windsor", "Thursday", "Friday", "A phone"]
    assert [line for line in lines for word in secrets + names if word.lower() in line.lower()] == []
    assert [line for line in lines if re.search(r"[\w-]{9,}", re.sub(r"127\.0\.0\.1|tournament=", "", line))] == []


def test_log_can_be_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for word, many in (("off", 0), ("on", 1)):
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
        monkeypatch.setenv("SCOREKEEPER_SECURITY_LOG", word)
        app = create_app()
        app.test_client().get("/join/wrong")
        close_storage(app)
        assert len([record for record in caplog.records if record.name == "scorekeeper.security"]) == many


@on_both
def test_database_errors_show_no_values(cast: Cast) -> None:
    with cast.app.app_context(), pytest.raises(DBAPIError) as caught:
        db.session.execute(text("SELECT * FROM nowhere WHERE token = :token"), {"token": cast.tokens["bob"]})
    assert "nowhere" in str(caught.value)
    assert cast.tokens["bob"] not in str(caught.value)
