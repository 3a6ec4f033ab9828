"""A database that has twice what may exist once is upgraded: nothing is lost, and one of each goes on being the one."""

from __future__ import annotations

import pytest
from alembic import command
from alembic.config import Config
from flask import Flask
from sqlalchemy import Connection, text

from scorekeeper.rooms.club.storage.settling import add_payment, payments_of
from scorekeeper.rooms.tournaments.storage import phones_of
from scorekeeper.storage.database import db
from scorekeeper.storage.members import name_with_pen
from scorekeeper.storage.players import main_names_of
from scorekeeper.storage.upgrade import MIGRATIONS, changing_schema

BEFORE = "0030"


AT = "2026-11-20T20:00:0{}.000000Z"


ROWS = """
INSERT INTO card_table (id, name, created) VALUES ('friday', 'Friday', '{at}'), ('sunday', 'Sunday', '{at}');
INSERT INTO player (id, table_id, name, merged_into) VALUES (1, 'friday', 'Ann', NULL), (2, 'friday', 'Annie', 1),
  (3, 'friday', 'Ben', NULL), (4, 'friday', 'Benny', 3), (5, 'friday', 'Benno', 4), (6, 'friday', 'Cal', NULL);
UPDATE player SET merged_into = 2 WHERE id = 1;
UPDATE player SET merged_into = 5 WHERE id = 3;
INSERT INTO member (id, table_id, device, name, role, joined, pen_since) VALUES
  (1, 'friday', 'a', 'Ann', 'scorer', '{at}', '{at}'), (2, 'friday', 'b', 'Ben', 'scorer', '{at}', '{later}'),
  (3, 'friday', 'c', 'Cal', 'scorer', '{at}', NULL), (4, 'sunday', 'd', 'Dee', 'scorer', '{at}', '{at}');
INSERT INTO tournament (id, table_id, name, created, status, last_seq, last_activity, cards) VALUES
  ('open', 'friday', 'Open', '{at}', 'open', 1, '{at}', '{{}}');
INSERT INTO tournament_phone (tournament_id, member_id, joined, player, accepted, game_id, keeps) VALUES
  ('open', 1, '{at}', 'Ann', true, 'game 1', true), ('open', 2, '{later}', 'Ann', true, 'game 1', true),
  ('open', 3, '{later}', 'Cal', true, 'game 2', true);
INSERT INTO payment (table_id, currency, payer_id, payee_id, amount, at) VALUES
  ('friday', 'EUR', 1, 3, 100, '{at}'), ('friday', 'EUR', 1, 3, 100, '{at}'), ('sunday', 'EUR', 1, 3, 100, '{at}')
"""


@pytest.fixture
def doubled(app: Flask) -> None:
    """The schema before, with everything twice, upgraded to now."""
    with changing_schema(db.engine) as connection:
        command.downgrade(_config(connection), BEFORE)
        for row in ROWS.split(";"):
            connection.execute(text(row.format(at=AT.format(0), later=AT.format(5)).replace(":0", r"\:0")))
    with changing_schema(db.engine) as connection:
        command.upgrade(_config(connection), "head")


def _config(connection: Connection) -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.attributes["connection"] = connection
    return settings


@pytest.mark.usefixtures("doubled")
def test_upgrade_chooses_one_of_each() -> None:
    assert [name_with_pen(table) for table in ("friday", "sunday")] == ["Ben", "Dee"], "who took it last"
    phones = phones_of("open")
    assert [(phone.member_id, phone.keeps) for phone in phones] == [(1, True), (2, False), (3, True)]
    assert all(phone.accepted for phone in phones), "the desk may have let in both"
    assert main_names_of(db.session(), "friday") == {2: 1, 4: 3, 5: 3}, "the first of a ring is the player"
    assert [len(payments_of(table, None)) for table in ("friday", "sunday")] == [2, 1]
    add_payment("friday", "EUR", 1, 3, 50)
    assert len(payments_of("friday", None)) == 3
