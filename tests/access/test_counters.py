"""Where requests are counted: in memory, in the app's database, or on a separate server that may be away."""

from __future__ import annotations

import time

import pytest
from flask import Flask
from limits.errors import ConfigurationError
from limits.storage import Storage

from scorekeeper.access import limits
from scorekeeper.access.limits import KEY, BoundedMemoryStorage, DatabaseStorage, add_limits, check_limits
from tests.access.cast import Cast
from tests.each_case import each_case

GUESSES = 15
SQLITE, POSTGRES = "sqlite:///scorekeeper.db", "postgresql://localhost/scorekeeper"
FOR_ONE = "each process would count on its own: use database://"
NO_OTHER = "use memory:// for one process, or database:// for several"
IN_A_FILE = "only PostgreSQL can count for several processes"


@pytest.mark.parametrize("storage", [BoundedMemoryStorage, DatabaseStorage])
def test_a_counter_counts_for_its_time(
    app: Flask, monkeypatch: pytest.MonkeyPatch, storage: type[BoundedMemoryStorage | DatabaseStorage]
) -> None:
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)
    with app.app_context():
        counters = storage()
        assert counters.check()
        assert [counters.incr("links", 60), counters.incr("links", 60, 4), counters.incr("codes", 30)] == [1, 5, 1]
        assert [counters.get(key) for key in ("links", "codes", "tokens")] == [5, 1, 0]
        assert counters.get_expiry("links") == pytest.approx(now + 60)
        now += 31
        assert [counters.get("links"), counters.get("codes"), counters.incr("codes", 30)] == [5, 0, 1]
        assert counters.get_expiry("codes") == pytest.approx(now + 30)
        counters.clear("links")
        assert [counters.get("links"), counters.get("codes")] == [0, 1]
        assert counters.reset() == 1
        assert counters.get("codes") == 0


def counting(workers: int, chosen: str | None, database: str) -> Flask:
    """An app with this many processes, this setting, and this database."""
    app = Flask("tables")
    app.config.update(
        WORKERS=workers, RATE_LIMIT_STORAGE=chosen, RATE_LIMITS=True, SQLALCHEMY_DATABASE_URI=database, TESTING=True
    )
    add_limits(app)
    return app


@each_case(
    ("workers", "chosen", "database", "storage"),
    [
        (1, None, SQLITE, BoundedMemoryStorage),
        (1, None, POSTGRES, BoundedMemoryStorage),
        (1, "memory://", SQLITE, BoundedMemoryStorage),
        (2, None, POSTGRES, DatabaseStorage),
        (1, "database://", POSTGRES, DatabaseStorage),
    ],
)
def test_several_processes_count_in_the_database(
    workers: int, chosen: str | None, database: str, storage: type[Storage]
) -> None:
    limiter = counting(workers, chosen, database).extensions[KEY]
    assert type(limiter.limiter.storage) is storage
    assert limiter.enabled


@each_case(
    ("workers", "chosen", "database", "why"),
    [
        (2, "memory://", POSTGRES, FOR_ONE),
        (2, None, SQLITE, IN_A_FILE),
        (1, "database://", SQLITE, IN_A_FILE),
        (1, "redis://127.0.0.1:6379", SQLITE, NO_OTHER),
        (2, "memcached://127.0.0.1:11211", POSTGRES, NO_OTHER),
    ],
)
def test_counters_that_cannot_be_shared_are_refused(workers: int, chosen: str | None, database: str, why: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        counting(workers, chosen, database)
    assert str(refused.value) == why


def test_counters_that_do_not_answer_are_refused_unless_limits_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    app = counting(1, None, SQLITE)
    check_limits(app)
    monkeypatch.setattr(BoundedMemoryStorage, "check", lambda _storage: False)
    with pytest.raises(ConfigurationError) as refused:
        check_limits(app)
    assert str(refused.value) == "it does not answer"
    app.extensions[KEY].enabled = False
    check_limits(app)


def test_full_memory_drops_a_tenth_of_the_counters_the_soonest_to_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that keeps changing its address pushes out only the counters that expire first."""
    monkeypatch.setattr(limits, "MAX_COUNTERS", 100)
    storage = BoundedMemoryStorage()
    storage.incr("a guest of today", 86_400)
    for address in range(99):
        storage.incr(f"address {address}", 60 + address)
    storage.incr("address 0", 60)
    storage.incr("address 99", 300)
    assert [storage.get(f"address {address}") for address in (9, 10, 99)] == [0, 1, 1]
    assert storage.get("a guest of today") == 1
    assert storage.reset() == 91


def test_unreachable_counters_stop_nobody(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    storage = cast.app.extensions[limits.KEY].limiter.storage

    def incr(*_words: object, **_more: object) -> int:
        raise ConnectionError("connection refused")

    monkeypatch.setattr(BoundedMemoryStorage, "base_exceptions", ConnectionError)
    monkeypatch.setattr(storage, "incr", incr)
    for guess in range(GUESSES + 1):
        assert cast.charlie.get(f"/join/{guess:022}").status_code == 404
    assert "Limits are not counted now: connection refused" in caplog.text
