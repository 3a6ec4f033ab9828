"""The command line in other languages: all help and output in the pseudo-locale, and whose language it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import click
import pytest

from scorekeeper.cli import COMMANDS, commands
from scorekeeper.compiler import built, sources
from scorekeeper.formats import catalogues
from scorekeeper.formats.catalogues import PSEUDO
from scorekeeper.formats.text_record import record_of
from scorekeeper.server import serve as server, static_pad
from scorekeeper.services import demo
from tests.accents import Recorder
from tests.cli.runs import run, written
from tests.cli.test_export_and_import import packed, played
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.hand_notation import Hand
from tests.served import CHECKOUT
from tests.tables import sheet_of

__all__ = ["packed", "played"]

OWN = re.compile(
    r"--?[a-z][a-z-]*|\b[A-Z_]{2,}\b|\bscorekeeper( [a-z]+)*|\[[a-z|-]+\]|[a-z0-9.-]*/\S*|\d<=x<=\d+|\bbags=5\b"
    r"|\b(Thursday|pg_dump|csv|lines|classic|zip|keeper|PostgreSQL|tournaments)\b"
)
"""Options, placeholders, commands, addresses and codes."""

NAMES = re.compile(
    r"the last train|Dee took long|http://\S+|(?<=: )\S{43}$|\b\S{22}\b|^(ok|warn|fail) "
    r"|\b(blind_nil|cutthroat|royal|here|metrics|pictures|tournaments)\b"
    r"|\b(Ann|Ben|Cal|Dee|Us|Them|Friday|Monday|Zoe|talking|nil|friday\.zip|keys\.json|evening\.json|copy|monday|club)\b"
    r"|\b(standard|classic|no-blinds|ten-for-200|short-game|lodge|thirty-minutes)\b|'bags'"
    r"|No such file or directory|file is not a database|qr@[\d.]+"
)
"""What people wrote, files, codes, and the words of the system and the database."""

CODES = re.compile(
    r"^  [a-z_0-9-]+(: (true or false|[a-z-]+(, [a-z0-9-]+)*( or [a-z-]+)?))?|^[a-z0-9-]+(?=  )|\([a-z-]+\)$"
    r"|(?<=đéƒåûļţ )[a-z-]+",
    re.MULTILINE,
)
"""In pages of rules: the keys of options, presets, calls and rule sets, and the values of options."""

READ_IN_A_TERMINAL = (
    *sorted((CHECKOUT / "scorekeeper/cli").glob("*.py")),
    *sorted((CHECKOUT / "scorekeeper/rooms").glob("*/cli.py")),
    CHECKOUT / "scorekeeper/server/doctor.py",
)
REFUSING = tuple(
    CHECKOUT / "scorekeeper" / name
    for name in (
        *("server/instance.py", "server/settings.py", "server/serve.py", "formats/keys.py"),
        *(
            "storage/backups.py",
            "storage/setup.py",
            "storage/upgrade.py",
            "storage/upgrade.py",
            "storage/errors.py",
        ),
    )
)
"""Modules whose errors end a command with one line."""

TRANSLATING = {"_", "_c", "_n", "translatable"}
COLLECTED = {"option", "argument", "command", "group", "add_option"}
"""The arguments of these are codes, or help, which is collected separately."""

INTERNAL = {"ValueError", "RuntimeError"}
"""Errors whose messages are for programmers."""

TEXTS = 400
"""The least number of different texts that these commands look up."""


class CommandTexts(Recorder):
    """The texts of the command line."""

    looked_up: ClassVar[set[str]] = set()


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", PSEUDO)
    monkeypatch.setitem(catalogues.PSEUDO_LOCALES, PSEUDO, CommandTexts())


def unaccented(text: str) -> list[str]:
    """The lines with a word without accents."""
    return [line for line in text.splitlines() if re.search("[A-Za-z]{2}", OWN.sub("", line))]


ALL = commands.list_commands(click.Context(commands))
"""Those of rooms, too."""


def without_names(text: str) -> str:
    """Help without the names of commands, each the first word of its line."""
    return re.sub(rf"^  ({'|'.join(ALL)}|fixtures|teams|rebuild|show|rotate)\b", "", text, flags=re.MULTILINE)


@each_case("command", ["", *ALL, "stats rebuild", "keys show", "keys rotate"])
def test_help_is_translated(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0, result.output
    assert unaccented(without_names(result.stdout)) == []


def test_verification_is_translated(tmp_path: Path) -> None:
    record = record_of(game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 5 took 7")))
    wrong = tmp_path / "1"
    wrong.write_text(record.replace("51 : 52 | 51 : 52", "61 : 52 | 61 : 52"), "utf-8")
    found = run("check", "--every", str(wrong))
    assert found.exit_code == 1
    assert len(found.output.splitlines()) == 7
    assert unaccented(re.sub("Ann|Ben", "", found.output)) == []


WALK = (
    (0, "static Zoe"),
    (2, "static friday.zip"),
    (0, "rules"),
    (0, "rules partnership --option lose_at=-200"),
    (2, "rules royal --preset standard"),
    (2, "rules cutthroat --players 7"),
    (2, "rules partnership -o bags"),
    (0, "score evening.json"),
    (0, "score chips.json"),
    (2, "score"),
    (2, "score friday.zip"),
    (0, "check --all"),
    (0, "check friday.zip --here --key keys.json"),
    (2, "check --key friday.zip friday.zip"),
    (2, "export --as csv"),
    (2, "export --table Friday --game x"),
    (2, "export --table Zoe"),
    (2, "export --table Friday -o /nowhere/at/all"),
    (0, "import --look friday.zip"),
    (0, "import friday.zip"),
    (2, "import --table Friday friday.zip"),
    (2, "import evening.json"),
    (2, "hands evening.json"),
    (0, "stats rebuild"),
    (0, "backup copy"),
    (2, "backup copy"),
    (2, "restore copy"),
    (0, "restore --force copy"),
    (2, "restore friday.zip"),
    (0, "keys rotate"),
    (0, "doctor --port 1"),
    (0, "invite --new Monday --role watcher"),
    (2, "invite"),
    (2, "invite Zoe --new Zoe"),
    (2, "invite Monday --url here"),
    (0, "revoke --table Monday --yes"),
    (2, "forget"),
    (0, "forget --clean"),
    (2, "forget --table Monday"),
    (0, "forget --table Monday --export monday --yes"),
    (0, "phone"),
    (2, "serve --host 198.51.100.7"),
    (0, "serve --host 127.0.0.1 --port 0"),
    (2, "demo friday.zip"),
    (0, "demo club --fill"),
    (0, "demo club --port 0"),
)
"""A walk through the table's commands, each with its exit status."""


def test_output_of_every_command_is_translated(
    instance: Path, packed: Path, evening: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(packed.parent)
    monkeypatch.setattr(sources, "build", lambda _templates: ["compiled"] * len(built.PARTS))
    monkeypatch.setattr(server, "serve", lambda _app, _listener, ready: ready())
    monkeypatch.setattr(demo, "NIGHTS", 1)
    monkeypatch.setattr(static_pad, "qr_package", lambda: None)  # as where npm has not installed it
    monkeypatch.setattr(static_pad, "StaticPad", lambda _app, _qr: SimpleNamespace(files={"index.html": b""}))
    written(packed.parent / "evening.json", evening)
    written(packed.parent / "chips.json", sheet_of("royal"))
    Path("keys.json").write_text(run("keys", "show").stdout, "utf-8")
    for status, words in WALK:
        ran = run(*words.split(), text="n\nn\n")
        text = CODES.sub("", ran.output) if words.startswith("rules") else ran.output
        found = [line for line in text.splitlines() if unaccented(NAMES.sub("", line))]
        assert (ran.exit_code, found) == (status, []), (words, ran.output)
    assert {words.partition(" ")[0] for _status, words in WALK} == set(COMMANDS)
    assert len(CommandTexts.looked_up) >= TEXTS, len(CommandTexts.looked_up)


def untranslated(source: str) -> list[str]:
    """The sentences of a module that no function translates: two words or more outside docstrings and help."""
    tree = ast.parse(source)
    apart: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            apart.add(id(node.value))
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in TRANSLATING or called in COLLECTED or called in INTERNAL:
                apart |= {id(part) for part in ast.walk(node)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in apart]
    return [text for text in texts if isinstance(text, str) and re.search("[A-Za-z]{2,} [A-Za-z]{2,}", text)]


def refused(source: str) -> list[str]:
    """The same, of the errors that a module raises."""
    raised = [node.exc for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise) and node.exc]
    return [text for error in raised for text in untranslated(ast.unparse(error))]


@pytest.mark.parametrize(
    "source",
    ['click.echo("no table")', 'raise CannotDo(f"{file} cannot be written")', 'def f(): return f"{size} is too large"'],
)
def test_untranslated_text_of_a_command_is_found(source: str) -> None:
    assert untranslated(source)


def test_no_command_has_untranslated_text() -> None:
    help_of_commands = set(COMMANDS.values())
    found = {path.name: set(untranslated(path.read_text("utf-8"))) - help_of_commands for path in READ_IN_A_TERMINAL}
    found |= {path.name: set(refused(path.read_text("utf-8"))) for path in REFUSING}
    assert {name: texts for name, texts in found.items() if texts} == {}
