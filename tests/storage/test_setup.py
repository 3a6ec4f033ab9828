"""Which database URLs are accepted, and how connections are set up."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.storage import DatabaseRefused, db, init_storage


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/games"])
def test_database_that_would_lose_games_is_refused(url: str) -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    with pytest.raises(DatabaseRefused):
        init_storage(app)


def test_old_scheme_of_postgresql_is_accepted() -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgres://localhost/games"
    init_storage(app)
    with app.app_context():
        assert db.engine.dialect.name == "postgresql"


def test_pool_options_can_be_overridden() -> None:
    app = Flask("scorekeeper")
    app.config.update(
        SQLALCHEMY_DATABASE_URI="sqlite:////tmp/never-opened.sqlite", SQLALCHEMY_ENGINE_OPTIONS={"pool_size": 3}
    )
    init_storage(app)
    with app.app_context():
        assert db.engine.pool.size() == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 1000)]
)
def test_every_sqlite_connection_has_its_pragmas(app: Flask, pragma: str, value: object) -> None:
    with db.engine.connect() as one, db.engine.connect() as another:
        for connection in (one, another):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value


def test_address_that_cannot_be_read_is_refused_with_an_example() -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = "games.sqlite"
    with pytest.raises(DatabaseRefused, match=r"^The address .* cannot be read. Give sqlite:////folder/file"):
        init_storage(app)
