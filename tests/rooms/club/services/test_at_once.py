"""What may exist once exists once, though several do the same at the same moment, in two programs on one database."""

from __future__ import annotations

from datetime import UTC, date
from functools import partial

from flask import Flask
from sqlalchemy import func, select

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.club.domain.stakes import Stake, Stakes
from scorekeeper.rooms.club.services.settling import mark_as_paid, set_stakes, settlements
from scorekeeper.rooms.club.storage.models import StakesRow
from scorekeeper.rooms.club.storage.seasons import add_season, seasons_of
from scorekeeper.services.house_rules import save_preset
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import table_presets
from tests.databases import on_both
from tests.services.cast import ANN, BIG, game_setup
from tests.services.test_at_once import all_the_same, apps, at_once

__all__ = ["apps"]

pytestmark = on_both


def test_payment_marked_by_eight_phones_is_one(apps: list[Flask], table: Table) -> None:
    set_stakes(table.id, Stakes("EUR", {"game": Stake(100)}))
    start_game(table.id, game_setup(*[BIG] * 4), author=ANN)
    for number, transfer in enumerate(settlements(table.id, UTC)[0].transfers, 1):
        all_the_same(apps, partial(mark_as_paid, table.id, UTC, None, "EUR", transfer))
        assert len(settlements(table.id, UTC)[0].payments) == number


def test_stakes_set_at_once_begin_once(apps: list[Flask], table: Table) -> None:
    all_the_same(apps, lambda: set_stakes(table.id, Stakes("EUR", {"game": Stake(100)})))
    assert db.session.scalar(select(func.count()).select_from(StakesRow)) == 1


def test_names_of_presets_and_seasons_are_one_each(apps: list[Flask], table: Table) -> None:
    made = at_once(apps, *[lambda: save_preset(table.id, "partnership", None, "Ours", {"target": 300}).name] * 4)
    assert sum(not isinstance(one, Exception) for one in made) >= 1, made
    assert all(isinstance(one, str | InvalidInput) for one in made), made
    own = {"least_games": 1, "counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0}
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31)}
    made = at_once(apps, *[lambda: add_season(table.id, name="Winter", **own, **nights).name] * 4)
    assert sorted(map(type, made), key=str) == sorted([str, *[TakenByAnother] * 3], key=str), made
    db.session.rollback()
    names = [preset.name for preset in table_presets(table.id)]
    assert len(names) == len(set(names))
    assert len(seasons_of(table.id)) == 1
