"""`scorekeeper invite`: a link for people who lost theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli import commands
from scorekeeper.storage.setup import close_storage


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty instance folder."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    return tmp_path


def invite(*words: str, status: int = 0) -> Result:
    ran = CliRunner().invoke(commands, ["invite", *words])
    assert ran.exit_code == status, ran.output
    return ran


def opened(token: str) -> tuple[int, str]:
    """The page after opening the link and pressing its button."""
    app: Flask = create_app({"WTF_CSRF_ENABLED": False})
    client = app.test_client()
    answer = client.get(f"/join/{token}")
    if answer.status_code == 303:
        answer = client.post("/join", follow_redirects=True)
    close_storage(app)
    return answer.status_code, answer.text


def token_in(printed: str) -> str:
    found = re.search(r"/join/(\w{22})\b", printed)
    assert found, printed
    return found[1]


def test_link_makes_one_device_a_keeper() -> None:
    invite("--new", "Thursday")
    token = token_in(invite().output)
    status, text = opened(token)
    assert status == 200
    assert "You’re in as a keeper" in text
    assert opened(token)[0] == 410


def test_link_has_the_address_for_phones() -> None:
    printed = invite("--new", "Thursday", "--url", "https://cards.example/").output
    assert re.search(r"^  https://cards\.example/join/\w{22}$", printed, re.MULTILINE)
    assert "This link makes one device a keeper of Thursday:" in printed


def test_link_has_the_public_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_URL", "https://cards.example")
    assert re.search(r"^  https://cards\.example/join/\w{22}$", invite("--new", "Thursday").output, re.MULTILINE)


def test_role_and_table_can_be_given() -> None:
    invite("--new", "Thursday")
    invite("--new", "Friday")
    printed = invite("Friday", "--role", "watcher").output
    assert "a watcher of Friday" in printed


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ([], "There is no table yet"),
        (["Monday"], "There is no table called “Monday”"),
        (["--url", "cards.example"], "it must start with http"),
        (["Monday", "--new", "Friday"], "not both"),
        (["--new", ""], "The name"),
        (["--new", "x" * 41], "The name"),
        (["--role", "king"], "'king' is not one of"),
    ],
)
def test_invalid_arguments_give_one_line(words: list[str], printed: str) -> None:
    ran = invite(*words, status=2)
    assert printed in ran.output
    assert "Traceback" not in ran.output


def test_table_must_be_named_if_there_are_several() -> None:
    invite("--new", "Thursday")
    invite("--new", "Friday")
    assert "“Friday”, “Thursday”" in invite(status=2).output
