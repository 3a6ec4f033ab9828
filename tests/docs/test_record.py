"""docs/record.md: its own programs read, verify and recompute every example."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import commands
from scorekeeper.core.game import ERASE, START
from scorekeeper.core.game.event_json import READERS
from scorekeeper.core.sheet.record_text import OUR_TAGS
from scorekeeper.formats.schema import schema
from tests.docs.pages import blocks, first_column, page, section
from tests.each_case import each_case
from tests.served import CHECKOUT

PAGE = page("docs/record.md")
FILES = CHECKOUT / "docs" / "record"
CHAIN, SIGNATURE, FINGERPRINT = blocks(PAGE, "python")
GAMES = sorted(
    path for path in (CHECKOUT / "tests/golden").glob("*/games/*.json") if not path.name.endswith(".sheet.json")
)

Json = dict[str, Any]


def run(program: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the page, with nothing of the app on its path."""
    command = [sys.executable, "-I", "-c", program, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def command(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(commands, words, input=given)


def exported(name: str) -> Json:
    found: Json = json.loads((FILES / name).read_text("utf-8"))
    return found


def shown(start: str) -> str:
    """The block without a language that begins like this."""
    return next(block for block in blocks(PAGE, "") if block.startswith(start))


@pytest.mark.parametrize("block", [block for block in blocks(PAGE, "json") if '"sides"' in block])
def test_sheet_on_the_page_is_scored(block: str) -> None:
    done = command("score", "--json", "-", given=block)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["format"] == "scorekeeper-scoreboard/1"


def test_bids_that_the_page_explains_are_in_its_sheets() -> None:
    sheets = [json.loads(block) for block in blocks(PAGE, "json") if '"sides"' in block]
    bids = {bid for sheet in sheets for hand in sheet["hands"] for bid in hand["bids"] if isinstance(bid, str)}
    assert {"6+bemo", "5+naught-right", "4>5", "blind-6", "board"} <= bids


def test_score_line_on_the_page_is_one_of_the_example() -> None:
    line = json.loads(next(block for block in blocks(PAGE, "json") if block.startswith('{"points"')))
    assert line in [
        each
        for hand in exported("game.json")["scoreboard"]["hands"]
        for side in hand["sides"]
        for each in side["lines"]
    ]


def test_command_that_verifies_the_example_works() -> None:
    (line,) = blocks(PAGE, "sh")
    words = [str(CHECKOUT / word) if word.startswith("docs/") else word for word in line.split()[1:]]
    done = command(*words)
    assert done.exit_code == 0, done.output


def test_text_record_on_the_page_is_the_example() -> None:
    assert shown("[Record") == (FILES / "game.txt").read_text("utf-8")


def test_own_tag_is_read() -> None:
    (tag,) = [line for line in PAGE.split("`") if line.startswith('["')]
    record = shown("[Record").replace("\n\n", f"\n{tag}\n\n")
    unsealed = "".join(line for line in record.splitlines(keepends=True) if not line.startswith(("[Seal", "[Sign")))
    done = command("check", "-", given=unsealed)
    assert "The scores add up" in done.output, done.output


def test_entry_on_the_page_has_its_hash() -> None:
    entry = exported("game.json")["entries"][1]
    content = {key: part for key, part in entry.items() if key != "hash"} | {"game": "MgD79lF67y1ERHJ5OSlqld"}
    assert json.loads(shown('{"at"')) == content
    program = f"{CHAIN.split('content =')[0]}\nprint(hashlib.sha256(sys.argv[1].encode()).hexdigest())"
    assert run(program, shown('{"at"').strip()).stdout.strip() == entry["hash"]
    assert f"`{entry['hash']}`" in PAGE


def test_erasure_on_the_page_is_that_of_the_example() -> None:
    content = json.loads(next(block for block in blocks(PAGE, "json") if '"erase"' in block))
    last = exported("erased.json")["entries"][-1]
    assert content == {"kind": last["kind"], "payload": last["payload"]}
    assert "Ben" not in (FILES / "erased.json").read_text("utf-8")
    assert exported("erased.json")["entries"][3]["hash"] == exported("game.json")["entries"][3]["hash"]


def test_program_of_the_page_prints_what_it_says() -> None:
    assert run(CHAIN, FILES / "game.json").stdout == shown("4 entries")


@each_case("path", [FILES / "erased.json", *GAMES])
def test_program_of_the_page_verifies_every_export(path: Path) -> None:
    done = run(CHAIN, path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("was", "became", "says"),
    [
        ('"took":[11,2]', '"took":[12,1]', "chain"),
        (
            '"who":"Program (keeper)"},\n{"at":"2026-11-21T21:58:59.221',
            '"who":null},\n{"at":"2026-11-21T21:58:59.221',
            "chain",
        ),
        ('"points": 58', '"points": 85', "checksums"),
        ('"seal": "', '"seal": "0', "checksums"),
    ],
)
def test_program_of_the_page_finds_a_change(tmp_path: Path, was: str, became: str, says: str) -> None:
    content = (FILES / "game.json").read_text("utf-8")
    changed = tmp_path / "changed.json"
    changed.write_text(content.replace(was, became, 1), "utf-8")
    assert content != changed.read_text("utf-8")
    done = run(CHAIN, changed)
    assert done.returncode == 1
    assert says in done.stderr


@pytest.mark.parametrize("name", ["game.json", "erased.json"])
def test_program_of_the_page_verifies_a_signature(name: str) -> None:
    assert run(SIGNATURE, FILES / name, FILES / "keys.json").stdout == "signed by a key of this server\n"


def test_program_of_the_page_refuses_a_signature_of_another_time(tmp_path: Path) -> None:
    game = exported("game.json")
    game["signature"]["at"] = "2026-11-22T00:00:00.000000Z"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(game), "utf-8")
    assert "InvalidSignature" in run(SIGNATURE, changed, FILES / "keys.json").stderr


def test_rules_code_of_the_page_is_that_of_the_example() -> None:
    printed = run(FINGERPRINT).stdout.strip()
    assert printed == exported("game.json")["about"]["rules_card"]
    assert f"It prints `{printed}`" in PAGE


def test_signature_of_the_text_record_covers_the_lines_that_the_page_names(tmp_path: Path) -> None:
    lines = (FILES / "game.txt").read_text("utf-8").splitlines()
    key, at, game, seq, last, value = next(line for line in lines if line.startswith("[Sign")).split('"')[1].split()
    signed = [line for line in lines if not line.startswith(("[Signature ", "[Seal "))]
    digest = "hashlib.sha256('\\n'.join(json.loads(sys.argv[3])).encode()).hexdigest()"
    program = "import hashlib\n" + SIGNATURE.replace('signature["at"]}', f'signature["at"], "record": {digest}}}')
    as_json = {
        "about": {"game": game},
        "entries": [{"seq": int(seq), "hash": last}],
        "signature": {"key": key, "at": at, "value": value},
    }
    made = tmp_path / "record.json"
    made.write_text(json.dumps(as_json), "utf-8")
    done = run(program, made, FILES / "keys.json", json.dumps(signed))
    assert done.stdout == "signed by a key of this server\n", done.stderr


def test_checksum_of_the_text_record_equals_that_of_json() -> None:
    *lines, seal = (FILES / "game.txt").read_text("utf-8").splitlines()
    as_json = "\n".join([*lines, '"seal": "' + seal.split('"')[1] + '"}', ""])
    program = f"{CHAIN.split('content =')[0]}\nprint(checksums_fit(sys.argv[1].encode()))"
    assert run(program, as_json).stdout == "True\n"


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / "tests/golden").glob("*/table.zip")), ids=lambda path: path.parent.name
)
def test_zip_has_the_files_that_the_page_names(path: Path) -> None:
    with ZipFile(path) as packed:
        names = set(packed.namelist())
        table = json.loads(packed.read("table.json"))
    named = [word for word in section(PAGE, "The full export").split("`") if re.fullmatch(r"[\w/]+\.(json|txt)", word)]
    assert {"table.json", "games/000001.json", "games/000001.txt"} == set(named) <= names
    assert table["format"] in PAGE


@each_case("path", GAMES)
def test_every_key_of_an_exported_game_is_named(path: Path) -> None:
    about = section(PAGE, "The full export").split("| `about` | ")[1].split("\n")[0]
    assert set(json.loads(path.read_text("utf-8"))["about"]) <= set(about.split("`")[1::2])


def test_every_key_of_a_sheet_and_of_a_hand_is_named() -> None:
    sheet: Any = schema("sheet")
    named = first_column(section(PAGE, "The sheet"))
    assert set(named) == {*sheet["properties"], *sheet["$defs"]["hand"]["properties"]}


def test_every_key_of_an_export_and_of_an_entry_is_named() -> None:
    game = exported("game.json")
    assert first_column(section(PAGE, "The full export")) == list(game)
    entry = {key for each in game["entries"] for key in each}
    kinds = {START, ERASE, *READERS}
    assert set(first_column(section(PAGE, "Entries"))) == entry | kinds


def test_every_tag_of_a_text_record_is_named() -> None:
    assert set(first_column(section(PAGE, "The text record"))) == set(OUR_TAGS)


@pytest.mark.parametrize("key", ["ended_by", "decided_by"])
def test_every_way_to_end_is_named(key: str) -> None:
    outcomes = json.dumps(schema("scoreboard")).split(f'"{key}": {{"enum": ')[1]
    codes, _ = json.JSONDecoder().raw_decode(outcomes)
    content = section(PAGE, "The scoreboard").split(f"`{key}`: ")[1].split(")")[0]
    assert set(content.split("`")[1::2]) == set(codes)
