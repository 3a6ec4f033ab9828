"""What every version wrote verifies, comes in and upgrades, and comes to the scores that it had then."""

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.check import check
from scorekeeper.imports.files import games_of_file
from scorekeeper.imports.told import Told
from scorekeeper.nights import night_json, read_night
from scorekeeper.play.exporting import kept_game, kept_games
from scorekeeper.play.importing import take_in
from scorekeeper.play.proving import check_kept
from scorekeeper.play.statistics import every_table, rebuild
from scorekeeper.proof.check import check_file
from scorekeeper.storage import Table, create_table, find_table, prepare_database
from scorekeeper.variants import rule_sets
from tests.databases import OpenApp
from tests.golden import versions
from tests.golden.figures import game_figures, people_figures, score_figures
from tests.golden.write import main

Json = dict[str, Any]
BEFORE_STATISTICS = "first-schema.sqlite"  # which knows no merged names, and no games that do not count


@pytest.fixture(params=versions(), ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """The files of one version."""
    found: Path = request.param
    return found


@pytest.fixture
def kind() -> str:
    """One database will do: what is read does not depend on it."""
    return "sqlite"


@pytest.fixture
def table(app: Flask) -> Table:
    return create_table("Friday")


def figures(folder: Path) -> Json:
    found: Json = json.loads((folder / "figures.json").read_text("utf-8"))
    return found


def exports(folder: Path) -> list[Path]:
    """Every file that can be verified."""
    tables = [folder / name for name in ("instance.zip", "table.zip", "table.json", "table.txt")]
    return [*tables, *sorted((folder / "games").iterdir())]


def ids_in(file: Path) -> list[str]:
    """The ids of the games of a file that has them."""
    with file.open("rb") as opened:
        return [str(part.id) for part in games_of_file(opened) if isinstance(part, Told)]


def scores(recorded: Json) -> Json:
    """The part of a game's figures that a file without its entries has too."""
    return {name: recorded[name] for name in ("totals", "overtricks", "hands", "outcome")}


def test_there_is_a_game_of_every_rule_set_in_every_form(folder: Path) -> None:
    """Rule sets that came later have none in older folders."""
    played = {game["rules"] for game in figures(folder)["games"].values()}
    assert played <= set(rule_sets())
    assert {file.name.partition(".")[0] for file in (folder / "games").iterdir()} == played
    assert {file.name.partition(".")[2] for file in (folder / "games").iterdir()} == {"json", "txt", "sheet.json"}


def test_the_newest_folder_has_every_rule_set() -> None:
    played = {game["rules"] for game in figures(versions()[-1])["games"].values()}
    assert played == set(rule_sets())


def test_every_export_verifies(folder: Path) -> None:
    answer = CliRunner().invoke(check, [str(file) for file in exports(folder)])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count("\n") == len(exports(folder))
    assert f"instance.zip: {len(figures(folder)['games'])} games, " in answer.output


def test_instance_comes_in_with_its_scores_and_statistics(app: Flask, folder: Path) -> None:
    with (folder / "instance.zip").open("rb") as file:
        imported = take_in(file)
    assert (imported.differences, imported.problems, imported.left) == ([], [], 0)
    hold_to_figures(figures(folder))
    assert check_kept().findings == []


def hold_to_figures(recorded: Json) -> None:
    """The instance's games and people have these figures, and there are no others."""
    games = {game.id: game_figures(game) for table in every_table() for game in kept_games(table)}
    assert games == recorded["games"]
    assert {find_table(table).name: people_figures(table) for table in every_table()} == recorded["people"]


def test_each_game_alone_comes_in_with_its_scores(table: Table, folder: Path) -> None:
    recorded = figures(folder)["games"]
    for file in sorted((folder / "games").glob("*.json")):
        if file.name.endswith(".sheet.json"):
            continue
        (game_id,) = ids_in(file)
        hold_import(file, [scores(recorded[game_id])])
        for other in (".txt", ".sheet.json"):
            hold_import(file.with_suffix(other), [scores(recorded[game_id])])


@pytest.mark.parametrize("name", ["table.zip", "table.json", "table.txt", "table.csv"])
def test_a_table_comes_in_with_its_scores(app: Flask, folder: Path, name: str) -> None:
    recorded = figures(folder)["games"]
    hold_import(folder / name, [scores(recorded[game_id]) for game_id in ids_in(folder / "table.json")])


def hold_import(file: Path, recorded: list[Json]) -> None:
    """The file comes in at a table of its own, without a difference and with these scores."""
    with file.open("rb") as opened:
        imported = take_in(opened, create_table(file.name).id)
    assert (imported.differences, imported.problems, imported.left) == ([], [], 0), file.name
    assert [score_figures(kept_game(game_id).board) for game_id in imported.games] == recorded, file.name


def test_database_upgrades_with_its_scores_and_statistics(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    app = upgraded(folder / "games.sqlite", tmp_path, open_app)
    with app.app_context():
        assert check_kept().findings == []
        hold_to_figures(figures(folder))
        assert not any(changed for _, changed in rebuild())


def test_database_of_the_first_schema_upgrades_with_its_scores(folder: Path, tmp_path: Path, open_app: OpenApp) -> None:
    app = upgraded(folder / "first-schema.sqlite", tmp_path, open_app)
    recorded = figures(folder)["games"]
    with app.app_context():
        list(rebuild())
        assert check_kept().findings == []
        games = {game.id: game_figures(game) for table in every_table() for game in kept_games(table)}
        for one in (*games.values(), *recorded.values()):
            del one["not_counted"]  # that schema does not know it
        assert games == recorded


def upgraded(database: Path, tmp_path: Path, open_app: OpenApp) -> Flask:
    """An app on a copy of this database."""
    copy = tmp_path / "games.sqlite"
    shutil.copy(database, copy)
    app = open_app(f"sqlite:///{copy}")
    prepare_database(app)
    return app


def test_a_night_reads_and_is_written_the_same(folder: Path) -> None:
    written = json.loads((folder / "night.json").read_text("utf-8"))
    assert night_json(read_night(written)) == written


def test_what_this_version_writes_verifies(tmp_path: Path) -> None:
    written = tmp_path / "9.9.9"
    main(written)
    assert {file.relative_to(written) for file in written.rglob("*")} >= {
        file.relative_to(versions()[-1]) for file in versions()[-1].rglob("*")
    }
    for file in exports(written):
        assert check_file(io.BytesIO(file.read_bytes())).findings == [], file.name


def test_a_folder_is_never_written_again(folder: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    with pytest.raises(SystemExit, match="never written again"):
        main(folder)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before
