"""The README: what it shows works, and it names every setting, house rule of the standard games, and address."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.cli import FlaskGroup

from scorekeeper import create_app
from scorekeeper.cli import commands
from scorekeeper.cli.serve import serve
from scorekeeper.core.rulesets import rule_set
from scorekeeper.server.settings import SETTINGS, Setting
from scorekeeper.storage import close_storage
from tests.served import CHECKOUT

README = (CHECKOUT / "README.md").read_text("utf-8")
SHOWN = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
STANDARD_FAMILY = ("partnership", "two-player", "two-handed", "cutthroat")


def section(heading: str) -> str:
    """The text below a heading, up to the next one."""
    return README.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def named(text: str) -> set[str]:
    """What the first column of its table names."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("line", [line for line in SHOWN if line.startswith("scorekeeper ")])
def test_a_command_that_is_shown_works(line: str) -> None:
    _, *words = shlex.split(line)
    if words[0] == "serve":  # tests/server starts it
        serve.make_context("serve", words[1:]).close()
        return
    words = [str(CHECKOUT / word) if word.startswith("docs/") else word for word in words]
    done = CliRunner().invoke(commands, words)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert done.stdout


@pytest.mark.parametrize("line", [line for line in SHOWN if line.startswith("flask ")])
def test_a_command_of_flasks_that_is_shown_is_there(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    done = CliRunner().invoke(FlaskGroup(), [*shlex.split(line)[1:], "--help"])
    assert done.exit_code == 0, done.output


def test_every_target_of_make_that_is_named_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text("utf-8"), re.MULTILINE))
    shown = {line.split()[1] for line in SHOWN if line.startswith("make ")}
    inline = set(re.findall(r"`make ([a-z]+)", README))
    assert shown | inline <= targets
    assert {"run", "test"} <= shown


def test_nothing_else_is_shown() -> None:
    assert {line.split()[0] for line in SHOWN} == {"make", "scorekeeper", "flask"}


def test_every_setting_is_named() -> None:
    assert named(section("Settings")) == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize(
    "setting", [setting for setting in SETTINGS if setting.values], ids=lambda setting: setting.name
)
def test_what_a_setting_takes_is_named(setting: Setting) -> None:
    row = next(line for line in README.splitlines() if line.startswith(f"| `{setting.name}`"))
    assert {f"`{value}`" for value in (setting.values[0], setting.values[-1])} <= set(re.findall(r"`[^`]+`", row))


def test_every_house_rule_of_the_standard_family_is_named() -> None:
    found = {
        option.key
        for rules in map(rule_set, STANDARD_FAMILY)
        for shape in rules.shapes
        for option in rules.options(shape)
    }
    assert named(section("House rules")) == found


def test_every_group_of_addresses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    close_storage(app)
    groups = {"/" + rule.rule.split("/")[1] for rule in app.url_map.iter_rules() if rule.endpoint != "static"}
    assert named(section("What is where")) >= groups


@pytest.mark.parametrize("place", re.findall(r"\]\(([A-Z][^):]+)\)|src=\"([^\"]+)\"|`(tests/[^`]+\.py)`", README))
def test_a_file_that_is_named_is_there(place: tuple[str, ...]) -> None:
    assert (CHECKOUT / "".join(place)).is_file()
