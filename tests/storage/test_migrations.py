"""The migrations make exactly the schema of the models, in both directions, and `flask db` runs them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from uuid import uuid5

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect, text

from scorekeeper.services.importing import FROM_CONTENT
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import GameSetup, create_table, find_game
from scorekeeper.storage.idempotency_keys import IdempotencyKey
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import create_game
from scorekeeper.storage.upgrade import MIGRATIONS, changing_schema, has_model, head_revision, known_revisions
from tests.databases import OpenApp
from tests.rooms import all_there

CHECKOUT = Path(__file__).resolve().parents[2]
TABLES = {
    "alembic_version",
    "card_table",
    "owed",
    "owed_change",
    "payment",
    "stakes",
    "player",
    "played_game",
    "game",
    "entry",
    "idempotency_key",
    "invite",
    "limit_counter",
    "member",
    "replaced_secret",
    "result",
    "season",
    "season_place",
    "tally",
    "together",
    "rating",
    "rated_game",
    "chemistry",
    "scripted_game",
    "preset",
    "side_device",
    "erasure",
    "tournament",
    "tournament_event",
    "tournament_erasure",
    "tournament_phone",
}


@pytest.fixture
def database(new_database: str) -> str:
    """A database for this test alone: its schema changes."""
    return new_database


def config() -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    return settings


def test_models_and_migrated_schema_are_the_same(app: Flask) -> None:
    with db.engine.connect() as connection:
        compared = {"compare_type": True, "compare_server_default": True, "include_name": has_model}
        context = MigrationContext.configure(connection, opts=compared)
        assert compare_metadata(context, Base.metadata) == []
    if all_there():
        assert IdempotencyKey.__tablename__ in TABLES, "its module is loaded, as by the first call over HTTP"
        assert set(Base.metadata.tables) == TABLES - {"alembic_version"}


def test_downgrade_and_upgrade_of_everything(app: Flask, open_app: OpenApp, database: str) -> None:
    assert set(inspect(db.engine).get_table_names()) == TABLES
    with changing_schema(db.engine) as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, "base")
    assert set(inspect(db.engine).get_table_names()) == {"alembic_version"}
    with changing_schema(db.engine) as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
    assert set(inspect(db.engine).get_table_names()) == TABLES
    assert isinstance(create_table("Friday"), Table)


@pytest.mark.parametrize("had", [True, False], ids=["as one 0003 made it", "as the other did"])
def test_index_of_games_in_progress_is_created_once(app: Flask, had: bool) -> None:
    """For a while 0003 made it: a database of that time has it, an older one does not."""
    name, settings = "ix_game_table_id_status_created_number", config()
    with changing_schema(db.engine) as connection:
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0004")
    assert name not in indexes()
    with changing_schema(db.engine) as connection:
        if had:
            connection.execute(text(f"CREATE INDEX {name} ON game (table_id, status, created, number)"))
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
    assert name in indexes()


def test_downgrade_does_not_drop_salts(app: Flask) -> None:
    """Without them no hash of these events could be verified again."""
    table = create_table("Friday")
    create_game(table.id, GameSetup(rules="x", revision=1, options_given={}, options={}, sides=[], dealer=0))
    settings = config()
    with changing_schema(db.engine) as connection:
        settings.attributes["connection"] = connection
        with pytest.raises(RuntimeError, match="restore the backup from before it"):
            command.downgrade(settings, "0005")


def upgrade_from(revision: str) -> None:
    """Upgrade the database as one of this revision, with what it would not have had taken out."""
    db.session.remove()
    with changing_schema(db.engine) as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, revision)
        command.upgrade(settings, "head")


def test_earlier_imports_of_lists_are_known(app: Flask) -> None:
    """The start of a list of hands had an id made from its content; a game started here has a random one."""
    table = create_table("Friday").id
    setup = GameSetup(rules="x", revision=1, options_given={}, options={}, sides=[], dealer=0)
    started = create_game(table, setup).game.id
    imported = create_game(table, setup, id=str(uuid5(FROM_CONTENT, "a list"))).game.id
    upgrade_from("0033")
    assert (find_game(started).imported, find_game(imported).imported) == (None, True)


def test_hash_of_the_last_event_is_known_after_an_upgrade(app: Flask) -> None:
    table = create_table("Friday").id
    setup = GameSetup(rules="x", revision=1, options_given={}, options={}, sides=[], dealer=0)
    started = create_game(table, setup).game.id
    upgrade_from("0042")
    assert find_game(started).last_hash == events_of(started)[-1].hash


def indexes() -> set[str | None]:
    return {index["name"] for index in inspect(db.engine).get_indexes("game")}


def test_files_are_named_by_their_revisions_in_one_line() -> None:
    script = ScriptDirectory.from_config(config())
    walked = [revision.revision for revision in script.walk_revisions()]
    assert tuple(reversed(walked)) == known_revisions()
    assert script.get_heads() == [head_revision()]


IN_TURN = """
import sys
from flask.cli import cli
for word in sys.argv[1:]:
    cli.main(["--app", "wsgi", "db", word], standalone_mode=False)
"""


@pytest.mark.parametrize("kind", ["sqlite"])  # the upgrades themselves are tested on both, in this process
def test_flask_db_works(database: str, tmp_path: Path) -> None:
    """One process for all commands: starting one takes most of the time."""
    (tmp_path / "wsgi.py").write_text(
        "from flask import Flask\n"
        "from scorekeeper.storage.setup import init_storage\n"
        "app = Flask('scorekeeper')\n"
        f"app.config['SQLALCHEMY_DATABASE_URI'] = {database!r}\n"
        "init_storage(app)\n",
        "utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "-c", IN_TURN, "upgrade", "check", "current", "downgrade", "current"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "No new upgrade operations detected" in ran.stdout
    assert re.findall(r"^\d{4}", ran.stdout, re.MULTILINE) == [head_revision(), known_revisions()[-2]]
