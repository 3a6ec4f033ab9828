"""What may exist once exists once, though several do the same at the same moment, in two programs on one database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier
from typing import TypeVar
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.core.game import HAND
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import SideNames
from scorekeeper.services.invites import permanent_link
from scorekeeper.services.members import set_player
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import Recorded, record
from scorekeeper.services.starting import start_game
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.games import games_of
from scorekeeper.storage.members import Member, Role, add_member, give_pen, pen_holder
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge
from scorekeeper.storage.models import Player, Table
from scorekeeper.storage.players import add_player, find_main_player, main_names_of, names_of, players_named
from scorekeeper.storage.setup import close_storage
from tests.databases import app_on, on_both
from tests.services.cast import ANN, BIG, EVEN, game_setup, hand_body

pytestmark = on_both

T = TypeVar("T")
TIMES = 5
MAX_SECONDS = 60


@pytest.fixture
def apps(app: Flask, database: str) -> Iterator[list[Flask]]:
    """Two programs on the same database."""
    other = app_on(database)
    app.config["SECRET_KEY"] = "a secret"
    other.config.update(app.config)
    yield [app, other]
    close_storage(other)


def at_once(apps: list[Flask], *acts: Callable[[], T]) -> list[T | Exception]:
    """What each gets, or why it is refused; they begin together, in the two programs by turns."""
    ready = Barrier(len(acts))

    def act(number: int) -> T | Exception:
        with apps[number % 2].app_context():
            ready.wait(MAX_SECONDS)
            try:
                return acts[number]()
            except Exception as refused:  # the test says which ones it expects
                return refused

    with ThreadPoolExecutor(len(acts)) as threads:
        return [done.result(MAX_SECONDS) for done in [threads.submit(act, number) for number in range(len(acts))]]


def test_of_two_merges_crosswise_one_is_made(apps: list[Flask], table: Table) -> None:
    for number in range(TIMES):
        names = f"Ann {number}", f"Annie {number}"
        for name in names:
            add_player(table.id, name)
        made = at_once(
            apps, partial(merge_players, table.id, *names), partial(merge_players, table.id, *reversed(names))
        )
        assert sorted(map(type, made), key=str) == sorted([type(None), AlreadyMerged], key=str), made
        db.session.rollback()
        ids = [player.id for player in players_named(table.id, names).values()]
        assert len(main_names_of(db.session(), table.id)) == number + 1
        assert len({find_main_player(table.id, player).player.id for player in ids}) == 1


def all_the_same(apps: list[Flask], act: Callable[[], T], count: int = 8) -> T:
    """What everybody gets who does this at the same moment: nobody is refused."""
    answers = at_once(apps, *[act] * count)
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert len(set(answers)) == 1, answers
    db.session.rollback()
    return answers[0]  # type: ignore[return-value]


def test_names_in_a_ring_have_an_end(app: Flask, table: Table) -> None:
    """No version writes one any more, but a database may have it; it is the first of them."""
    ids = [add_player(table.id, name).id for name in ("Ann", "Annie", "Anna", "Nan")]
    with write_transaction() as session:
        for one, into in zip(ids, (ids[1], ids[2], ids[0], ids[1]), strict=True):
            session.execute(update(Player).where(Player.id == one).values(merged_into=into))
    db.session.rollback()
    assert main_names_of(db.session(), table.id) == dict.fromkeys(ids, ids[0])
    assert {find_main_player(table.id, one).player.name for one in ids} == {"Ann"}
    assert find_main_player(table.id, ids[3]).other_names == ("Anna", "Annie", "Nan")


def test_games_started_at_once_all_begin(apps: list[Flask], table: Table) -> None:
    """With different numbers, each with the same players."""
    for _ in range(3):
        made = at_once(apps, *[lambda: start_game(table.id, game_setup(), author=ANN).game.number] * 12)
        assert not any(isinstance(one, Exception) for one in made), made
    db.session.rollback()
    assert sorted(game.number for game in games_of(table.id)) == list(range(1, 37))
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee"]


def test_finished_games_started_at_once_all_count(apps: list[Flask], table: Table) -> None:
    made = at_once(apps, *[lambda: start_game(table.id, game_setup(*[BIG] * 4), author=ANN).game.id] * 8)
    assert not any(isinstance(one, Exception) for one in made), made
    db.session.rollback()
    ann = find_main_player(table.id, players_named(table.id, ["Ann"])["Ann"].id)
    assert ann.player.games == 8


def test_the_same_start_is_one_game(apps: list[Flask], table: Table) -> None:
    start = str(uuid4())
    all_the_same(apps, lambda: start_game(table.id, game_setup(), author=ANN, event_id=start).game.id)
    assert len(games_of(table.id)) == 1


def test_of_two_hands_with_one_id_one_is_recorded(apps: list[Flask], table: Table) -> None:
    game = start_game(table.id, game_setup(target=10_000), author=ANN).game.id
    for number in range(1, TIMES + 1):
        bodies, entry = [hand_body(number, played) for played in (BIG, EVEN)], str(uuid4())
        made = at_once(apps, *[partial(record, game, HAND, body, author=ANN, event_id=entry) for body in bodies])
        assert sum(isinstance(one, EventIdTaken) for one in made) == 1, made
        assert sum(isinstance(one, Recorded) for one in made) == 1, made


def test_look_alikes_that_sit_down_at_once_are_refused(apps: list[Flask], table: Table) -> None:
    def start(name: str) -> Callable[[], str]:
        sides = SideNames("Us", (name, "Cal")), SideNames("Them", ("Ben", "Dee"))
        return lambda: start_game(table.id, replace(game_setup(), sides=sides), author=ANN).game.id

    made = at_once(apps, *[start("Anna"), start("ANNА")] * 3)  # the last letter is Cyrillic
    assert any(isinstance(one, InvalidInput) for one in made), made
    db.session.rollback()
    assert len([name for name in names_of(table.id) if name.startswith("A")]) == 1


def test_one_device_has_the_pen(apps: list[Flask], table: Table) -> None:
    ids = [add_member(table.id, name, name=name, role=Role.SCORER, seen=True).id for name in "ABCDEFGH"]
    for _ in range(TIMES):
        made = at_once(apps, *[partial(give_pen, table.id, one) for one in ids])
        assert made == [None] * 8
        db.session.rollback()
        held = db.session.scalars(select(Member.id).where(Member.pen_since.is_not(None))).all()
        assert len(held) == 1
        holder = pen_holder(table.id)
        assert holder is not None
        assert holder.id == held[0]


def test_role_has_one_permanent_link(apps: list[Flask], table: Table) -> None:
    all_the_same(apps, lambda: permanent_link(table.id, Role.SCORER).token)


def test_of_two_renamed_to_one_name_one_gets_it(apps: list[Flask], table: Table) -> None:
    for number in range(TIMES):
        ids = [add_player(table.id, f"{name} {number}").id for name in ("Kim", "Lou")]
        made = at_once(apps, *[partial(rename_player, table.id, one, f"Max {number}", ANN) for one in ids])
        assert sum(isinstance(one, CannotMerge) for one in made) == 1, made
        db.session.rollback()
        assert len({find_main_player(table.id, one).player.id for one in ids}) == 2


def test_a_player_named_by_several_phones_is_one(apps: list[Flask], table: Table) -> None:
    members = [add_member(table.id, name, name=name, role=Role.SCORER, seen=True) for name in "ABCD"]
    made = at_once(apps, *[partial(set_player, one, "Zoe") for one in members])
    assert made == [None] * 4
    db.session.rollback()
    assert names_of(table.id) == ["Zoe"]
