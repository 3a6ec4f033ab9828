"""Keys of posts: what is made with one is made once, also at the same moment, and only if it is made at all."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.storage.database import db
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.games import create_table
from scorekeeper.storage.idempotency_keys import IdempotencyKey, made_once
from scorekeeper.storage.models import Table
from tests.storage.test_log import at_once

KEY = "9be9c3a1-53f0-4f65-8f0c-6a2d5a3c1e01"


def make() -> tuple[str, str]:
    return create_table("Friday").id, "answered"


def tables_made() -> int:
    return db.session.scalar(select(func.count()).select_from(Table)) or 0


def test_of_eight_posts_with_a_key_at_once_one_makes_something(app: Flask) -> None:
    made = at_once(app, 8, lambda _post: made_once(KEY, "here", None, "{}", make))
    assert len({(table, answered) for table, answered, _new in made}) == 1
    assert sorted(new for _table, _answered, new in made) == [False] * 7 + [True]
    assert tables_made() == 1


def test_key_is_of_who_sends_it_and_of_what_is_sent(app: Flask) -> None:
    made_once(KEY, "here", None, "{}", make)
    assert made_once(KEY, "there", None, "{}", make)[2]
    with pytest.raises(EventIdTaken):
        made_once(KEY, "here", None, "{1}", make)
    assert tables_made() == 2


def test_key_of_a_post_that_was_refused_may_be_used_again(app: Flask) -> None:
    def refuse() -> tuple[str, str]:
        raise RuntimeError("refused")

    with pytest.raises(RuntimeError, match="refused"):
        made_once(KEY, "here", None, "{}", refuse)
    assert db.session.scalar(select(func.count()).select_from(IdempotencyKey)) == 0
    assert made_once(KEY, "here", None, "{}", make)[2]
