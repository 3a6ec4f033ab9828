"""The README and the pages it links to: their examples work, and their tables are complete."""

import re
import shlex
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from click import Command, Context, Group
from click.testing import CliRunner
from flask.cli import FlaskGroup

from scorekeeper import create_app
from scorekeeper.access.limits import RateLimit
from scorekeeper.cli import commands, translated
from scorekeeper.cli.serve import serve
from scorekeeper.core.rulesets import rule_set
from scorekeeper.found_rooms import room_modules
from scorekeeper.server.declared_settings import SETTINGS, Setting
from scorekeeper.storage.setup import close_storage
from tests.docs.pages import blocks, first_column, page, section
from tests.each_case import each_case
from tests.https.proxy import CONFIG
from tests.rooms import is_there
from tests.served import CHECKOUT

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "docs").glob("*.md")),
)
HOSTING = page("docs/hosting.md")
COMMANDS = section(page("docs/command-line.md"), "All commands")
SHOWN = [line for path in PAGES for block in blocks(page(path), "sh") for line in block.splitlines()]
STANDARD_FAMILY = ("partnership", "two-player", "two-handed", "cutthroat")
LINK = re.compile(r"\]\(([^)]+)\)|src=\"([^\"]+)\"")


def has_command(name: str) -> bool:
    """Whether the program must have this command: that of a room goes with its folder."""
    return name != "tournament" or "tournaments" in room_modules()


@each_case("line", [line for line in SHOWN if line.startswith("scorekeeper ") and has_command(line.split()[1])])
def test_every_command_works(line: str) -> None:
    _, *words = shlex.split(line)
    if words[0] == "serve":  # tests/server starts it
        translated(serve).make_context("serve", words[1:]).close()
        return
    words = [str(CHECKOUT / word) if word.startswith("docs/") else word for word in words]
    done = CliRunner().invoke(commands, words)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    assert done.stdout


@pytest.mark.parametrize("line", [line for line in SHOWN if line.startswith("flask ")])
def test_every_flask_command_exists(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    done = CliRunner().invoke(FlaskGroup(), [*shlex.split(line)[1:], "--help"])
    assert done.exit_code == 0, done.output


NAMED = sorted({line for path in PAGES for line in re.findall(r"`scorekeeper ([^`]+)`", page(path))})


@each_case("line", NAMED)
def test_every_named_command_has_its_options(line: str) -> None:
    words = shlex.split(line)
    if words[0].isupper() or not has_command(words[0]):
        return
    command: Command | None = commands
    while isinstance(command, Group) and words and not words[0].startswith("-"):
        command = command.get_command(Context(command), words.pop(0))
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= options | {"--help"}


def test_every_command_is_named() -> None:
    named = {line.split()[1] for line in first_column(COMMANDS)}
    assert {name for name in named if has_command(name)} == set(commands.list_commands(Context(commands)))


def test_the_two_commands_come_first() -> None:
    assert blocks(page("README.md"), "sh") == ["make run\nmake test\n"]


def test_make_run_says_which_step_it_is_at(tmp_path: Path) -> None:
    steps = {}
    for target in ("run", "wheel"):
        words = ["make", "--dry-run", f"VENV={tmp_path / 'none'}", target]
        done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=60)
        steps[target] = re.findall(r'echo "\[(./.)\] ', done.stdout)
    assert steps == {"run": ["1/4", "2/4", "3/4", "4/4"], "wheel": []}


def test_every_make_target_is_listed() -> None:
    heads = re.findall(r"^([a-z ]+):", (CHECKOUT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = {name for head in heads for name in head.split()} - {"help"}
    shown = {line.split()[1] for line in SHOWN if line.startswith("make ")}
    inline = {name for path in PAGES for name in re.findall(r"`make ([a-z]+)", page(path))}
    assert shown | inline <= targets
    listed = first_column(section(page("CONTRIBUTING.md"), "Set up"))
    assert {name.removeprefix("make ") for name in listed if name.startswith("make ")} == targets


def test_every_code_block_is_tested() -> None:
    lines = [
        line
        for path in PAGES
        if path != "docs/api.md"
        for block in blocks(page(path), "sh")
        for line in block.splitlines()
    ]
    assert {line.split()[0] for line in lines} == {"make", "scorekeeper", "flask", ".venv/bin/python"}


def test_every_folder_of_tests_is_named() -> None:
    folders = {
        f"tests/{path.name}" for path in (CHECKOUT / "tests").iterdir() if path.is_dir() and path.name[0] not in "_."
    }
    assert set(first_column(section(page("CONTRIBUTING.md"), "Tests"))) == folders


def test_every_setting_is_named() -> None:
    named = {line.split("`")[1] for line in section(HOSTING, "Settings").splitlines() if line.startswith("| `")}
    assert named == {setting.name for setting in SETTINGS}


@each_case("setting", [setting for setting in SETTINGS if setting.values])
def test_every_setting_lists_its_values(setting: Setting) -> None:
    row = next(line for line in HOSTING.splitlines() if line.startswith(f"| `{setting.name}`"))
    assert {f"`{value}`" for value in (setting.values[0], setting.values[-1])} <= set(re.findall(r"`[^`]+`", row))


def test_every_house_rule_of_the_standard_family_is_named() -> None:
    found = {
        option.key
        for rules in map(rule_set, STANDARD_FAMILY)
        for shape in rules.shapes
        for option in rules.options(shape)
    }
    assert set(first_column(section(page("docs/command-line.md"), "House rules"))) == found


def test_every_group_of_addresses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    close_storage(app)
    groups = {"/" + rule.rule.split("/")[1] for rule in app.url_map.iter_rules() if rule.endpoint != "static"}
    assert set(first_column(section(HOSTING, "Addresses"))) >= groups


@each_case("limit", RateLimit)
def test_every_limit_has_its_figures(limit: RateLimit) -> None:
    figures = [(item.amount, item.GRANULARITY.name) for item in limit.items]
    limits_text = ", ".join(f"{amount:,} {'an' if unit == 'hour' else 'a'} {unit}" for amount, unit in figures)
    assert f"| {limits_text}" in section(HOSTING, "Limits")


def test_config_file_that_is_shown_has_settings() -> None:
    (shown,) = blocks(HOSTING, "toml")
    assert set(tomllib.loads(shown)) <= {setting.key for setting in SETTINGS}


@pytest.mark.parametrize("shown", blocks(HOSTING, "nginx"), ids=["whole host", "path"])
def test_documented_nginx_passes_on_the_tested_headers(shown: str) -> None:
    passed_on, tested = ({line.strip() for line in text.splitlines() if "proxy_" in line} for text in (shown, CONFIG))
    passed_on = {line for line in passed_on if not line.startswith("proxy_pass ")}
    assert passed_on == {line for line in tested if not line.startswith(("proxy_pass ", "proxy_temp_path "))}


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as forges generate them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_case("path", PAGES)
def test_every_link_has_its_target(path: str) -> None:
    for found in LINK.findall(page(path)):
        place, _, anchor = "".join(found).partition("#")
        if place.startswith("https:"):
            continue
        target = (CHECKOUT / path).parent / place if place else CHECKOUT / path
        assert target.exists(), place
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), f"{place}#{anchor}"


@each_case("path", PAGES)
def test_every_named_file_exists(path: str) -> None:
    for named in re.findall(r"(?<![\w/.])((?:tests|docs|scorekeeper)/[a-z_][\w/.-]*[\w/])", page(path)):
        assert (CHECKOUT / named).exists() or not is_there(named), named


@pytest.mark.parametrize("line", [line for line in SHOWN if line.startswith(".venv/bin/python -m tests.")])
def test_every_named_module_exists(line: str) -> None:
    assert find_spec(line.split()[2]) is not None
