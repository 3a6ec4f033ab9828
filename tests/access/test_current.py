"""A request loads its game and its table only once."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import event

from scorekeeper.storage import db
from tests.access.cast import Cast

BY_ID = re.compile(r"^SELECT .* FROM (\w+)( JOIN (\w+) ON \S+ = \S+)?( LEFT OUTER JOIN .*)? WHERE \1\.id = ")


@pytest.mark.parametrize("page", ["", "/history", "/rulings", "/stop", "/exports"])
def test_a_game_page_loads_game_and_table_once(cast: Cast, page: str) -> None:
    loaded = _loads(cast, f"/games/{cast.game}{page}")
    assert loaded["game"] == 1
    assert loaded["card_table"] == 1


@pytest.mark.parametrize("page", ["/players", "/scripted-games", "/exports", "/games/new", "/import"])
def test_a_table_page_loads_its_table_once(cast: Cast, page: str) -> None:
    url = f"/tables/{cast.table}{page}"
    assert _loads(cast, url)["card_table"] == 1


def _loads(cast: Cast, url: str) -> Counter[str]:
    """How often one request of Alice's loads a row by its id, for each database table."""
    loaded: Counter[str] = Counter()
    cast.alice.get(url)  # once a minute a request also notes that she was seen

    def count(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found = BY_ID.search(" ".join(statement.split()))
        if found:
            loaded.update(table for table in found.group(1, 3) if table)

    with cast.app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        assert cast.alice.get(url).status_code == 200
    finally:
        event.remove(engine, "before_cursor_execute", count)
    return loaded
