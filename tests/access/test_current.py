"""A request loads its game and its table only once, and knows whose seat the device bids for."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from flask import url_for
from sqlalchemy import event

from scorekeeper.access import current_membership, current_seat
from scorekeeper.storage.database import db
from scorekeeper.storage.setup import close_storage
from tests.access.cast import Cast
from tests.sharing.test_whose_phone import says

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
    close_storage(cast.app)  # else what that request read would do
    event.listen(engine, "before_cursor_execute", count)
    try:
        assert cast.alice.get(url).status_code == 200
    finally:
        event.remove(engine, "before_cursor_execute", count)
    return loaded


def test_own_seat_is_that_of_the_device_s_player(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    cast.app.config["WTF_CSRF_ENABLED"] = False
    cast.app.view_functions["own_bids.create"] = lambda **_parts: f"{current_membership().name}: {current_seat()}"
    with cast.app.test_request_context():
        own_bids = url_for("own_bids.create", game=cast.game)
    assert cast.bob.post(own_bids).text == "Ben: 1"
    refused = cast.alice.post(own_bids)
    assert refused.status_code == 409
    assert "You can bid for your own seat only. Say who you are under Share." in refused.text
