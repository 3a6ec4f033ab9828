"""`scorekeeper revoke`: after it no link, code, device, table card or sign-up link opens a table. The games stay."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.storage.games import tables
from scorekeeper.storage.members import count_devices
from tests.cli.runs import inside, refusal, run


def test_without_a_table_all_end(instance: Path) -> None:
    assert "with 2 devices" in run("revoke", "--yes").output
    with inside():
        assert [count_devices(table.id) for table in tables()] == [0, 0]


def test_it_asks_first(instance: Path) -> None:
    refused = run("revoke", text="n\n")
    assert "End all links and devices of 2 tables? Everybody needs a new link then" in refused.output
    assert "Nothing was ended" in refusal(refused)
    with inside():
        assert [count_devices(table.id) for table in tables()] == [1, 1]
    assert "There is no table called" in refusal(run("revoke", "--table", "Sunday", "--yes"))
