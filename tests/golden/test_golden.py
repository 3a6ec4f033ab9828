"""The golden folders are complete and never written twice, and a new house rule changes no rules code."""

import io
import json
from pathlib import Path

import pytest

from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.custom_game import custom_game_json, read_custom_game
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.part_kinds import part_kinds
from tests.golden import versions
from tests.golden.compare import exports, figures
from tests.golden.later import bring_later_version
from tests.golden.write import main


def test_every_rule_set_has_a_game_in_every_format(folder: Path) -> None:
    """Older folders have none of later rule sets."""
    played = {game["rules"] for game in figures(folder)["games"].values()}
    assert played <= set(rule_sets())
    assert {file.name.partition(".")[0] for file in (folder / "games").iterdir()} == played
    assert {file.name.partition(".")[2] for file in (folder / "games").iterdir()} == {"json", "txt", "sheet.json"}


SINCE = {"call-break"}
"""Rule sets that came after the newest folder was written."""


def test_the_newest_folder_has_every_rule_set_of_its_time() -> None:
    played = {game["rules"] for game in figures(versions()[-1])["games"].values()}
    assert played == set(rule_sets()) - SINCE


def test_custom_game_survives_a_round_trip(folder: Path) -> None:
    written = json.loads((folder / "night.json").read_text("utf-8"))
    assert custom_game_json(read_custom_game(written)) == written


def test_exports_of_this_version_verify(tmp_path: Path) -> None:
    written = tmp_path / "9.9.9"
    main(written)
    before = {file.relative_to(versions()[-1]) for file in versions()[-1].rglob("*")}
    assert before - {file.relative_to(written) for file in written.rglob("*")} <= {Path("first-schema.sqlite")}
    for file in exports(written):
        assert check_file(io.BytesIO(file.read_bytes()), without_end(part_kinds)).findings == [], file.name


def test_existing_folder_is_never_overwritten(folder: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    with pytest.raises(SystemExit, match="never written again"):
        main(folder)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_later_version_has_one_more_option(monkeypatch: pytest.MonkeyPatch) -> None:
    bring_later_version(monkeypatch)
    assert rule_set("two-player").with_options({}).options["early_bird"] is False


def test_rules_code_changes_only_if_the_new_rule_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    old = rule_set("partnership")
    bring_later_version(monkeypatch)
    new = rule_set("partnership")
    for chosen in ({}, {"bags": 5}):
        assert rules_code(new.with_options(chosen)) == rules_code(old.with_options(chosen))
    assert rules_code(new.with_options({"early_bird": True})) != rules_code(old.with_options({}))
