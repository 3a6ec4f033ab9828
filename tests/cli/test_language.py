"""The command line in other languages: help and verification in the pseudo-locale, and whose language it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.cli import COMMANDS
from scorekeeper.cli.language import environment_languages
from scorekeeper.core.words.language import ENGLISH, use_catalogues
from scorekeeper.formats.catalogues import PSEUDO
from scorekeeper.formats.text_record.write import record_of
from tests.cli.runs import run
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

OWN = re.compile(
    r"--?[a-z][a-z-]*|\b[A-Z_]{2,}\b|\bscorekeeper( [a-z]+)*|\[[a-z|]+\]|[a-z0-9.-]*/\S*|\d<=x<=\d+|\bbags=5\b"
    r"|\b(Thursday|pg_dump|csv|lines|classic|zip|keeper|PostgreSQL)\b"
)
"""Options, placeholders, commands, addresses and codes."""


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", PSEUDO)
    yield
    use_catalogues(lambda: ENGLISH)


def unaccented(text: str) -> list[str]:
    """The lines with a word without accents."""
    return [line for line in text.splitlines() if re.search("[A-Za-z]{2}", OWN.sub("", line))]


def without_names(text: str) -> str:
    """Help without the names of commands, each the first word of its line."""
    return re.sub(rf"^  ({'|'.join(COMMANDS)}|rebuild|show|rotate)\b", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("command", ["", *COMMANDS, "stats rebuild", "keys show", "keys rotate"])
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


@pytest.mark.parametrize("arguments", [("scroe",), ("check",), ("check", "--nothing"), ("check", "nowhere.json")])
def test_usage_errors_are_translated(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error" not in result.stderr


@pytest.mark.parametrize(
    ("variables", "languages"),
    [
        ({"LANGUAGE": "pl:de", "LANG": "fr_FR.UTF-8"}, ["pl", "de"]),
        ({"LC_ALL": "pl_PL.UTF-8", "LANG": "fr_FR.UTF-8"}, ["pl-PL"]),
        ({"LANG": "de_AT@euro"}, ["de-AT"]),
        ({"LANG": "C.UTF-8"}, []),
    ],
)
def test_language_is_that_of_the_environment(
    variables: dict[str, str], languages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment_languages() == languages
