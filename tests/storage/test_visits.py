"""What a request reads first: the game's row, its table, and the device's membership there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import create_engine, event, select, update

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import NoSuchGame, NoSuchTable
from scorekeeper.storage.events import append
from scorekeeper.storage.games import (
    NEXT_GAMES,
    GameSetup,
    GameSummary,
    archive_table,
    change_waiting,
    create_table,
    find_table,
    live_games,
    rematches_after,
)
from scorekeeper.storage.members import Role, add_member, change_member, give_pen
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.new_game import RematchOf, create_game
from scorekeeper.storage.players import add_player
from scorekeeper.storage.visits import game_and_device, game_row, game_rows, table_and_device, table_row
from tests.storage.finished_games import game_between
from tests.storage.summaries import save_summary

PAST = datetime.now(UTC) - timedelta(hours=1)
BID = {"seat": 1, "deal": 1, "bid": "4"}


@pytest.fixture
def game(table: Table) -> Game:
    """Ann’s phone has the pen; another table has a device with the same cookie."""
    elsewhere = create_table("Sunday")
    game_between(elsewhere, "Zoe", "Ben")
    add_member(elsewhere.id, "ann", name="Annie", role=Role.WATCHER)
    game = game_between(table, "Ann", "Ben")
    member = add_member(table.id, "ann", name="Phone 1", role=Role.SCORER, seen=True).id
    add_member(table.id, "ben", name="Phone 2", role=Role.KEEPER, expires=PAST)
    change_member(member, player_id=add_player(table.id, "Ann").id)
    give_pen(table.id, member)
    with write_transaction():
        game.not_counted, game.differences = "practice", [{"hand": 1}]
    change_waiting(game.id, 1, BID)
    return game


def test_visit_has_the_game_and_the_device(table: Table, game: Game) -> None:
    row, ann = game_and_device(game.id, "ann")
    assert row == game_row(game.id) == game_rows(table.id)[0]
    found = (row.id, row.table_id, row.number, row.created, row.last_seq, row.last_activity)
    assert found == (game.id, table.id, 1, game.created, 1, game.last_activity)
    assert (row.not_counted, row.differences, row.waiting) == ("practice", [{"hand": 1}], [BID])
    assert (row.table_name, row.is_quick, row.unnamed) == ("Friday", None, ())
    assert ann is not None
    assert (ann.table_id, ann.device, ann.own_name, ann.stored_name) == (table.id, "ann", "Phone 1", "Ann")
    assert (ann.as_role, ann.ended(), ann.pen_since is not None) == (Role.SCORER, None, True)
    ben = game_and_device(game.id, "ben")[1]
    assert ben is not None
    assert (ben.stored_name, ben.ended(), ben.last_seen, ben.player_id) == ("Phone 2", "expired", None, None)
    assert game_and_device(game.id, "a stranger")[1] is None


def test_visit_of_a_table_has_the_table_and_the_device(table: Table, game: Game) -> None:
    archive_table(table.id, PAST)
    row, ann = table_and_device(table.id, "ann")
    assert row == table_row(table.id)
    assert (row.id, row.name, row.created, row.agreed) == (table.id, "Friday", table.created, None)
    assert (row.quick, row.archived) == (None, PAST)
    assert ann == game_and_device(game.id, "ann")[1]
    assert table_and_device(table.id, "a stranger")[1] is None
    quick = create_table("Ann’s phone", quick=True)
    assert (table_row(quick.id).quick, table_row(quick.id).archived) == (True, None)
    archive_table(table.id, None)
    assert table_row(table.id).archived is None
    assert (create_table("Monday").quick, find_table(quick.id).quick) == (None, True)


def test_device_is_called_by_its_players_latest_name(table: Table, game: Game) -> None:
    for name, into in (("Ann", "Anna"), ("Anna", "Anne")):
        add_player(table.id, into)
        merge_players(table.id, name, into)
        ann = game_and_device(game.id, "ann")[1]
        assert ann is not None
        assert ann.stored_name == into


def test_followed_games_are_read_with_what_a_page_depends_on(table: Table, game: Game) -> None:
    append(game.id, UnsavedEvent(kind="hand", payload={}))
    other = game_between(table, "Ann", "Ben")
    followed = live_games([game.id, other.id, "nowhere"])
    assert {row.id: (row.last_seq, row.waiting) for row in followed.values()} == {
        game.id: (2, [BID]),
        other.id: (1, None),
    }
    assert set(live_games([other.id])) == {other.id}


def test_finished_game_is_read_with_the_number_of_its_rematches(
    table: Table, game: Game, game_setup: GameSetup
) -> None:
    """Every row that says which version of its page is current has it."""

    def counted() -> list[int]:
        db.session.rollback()
        row = game_and_device(game.id, "ann")[0]
        db.session.rollback()
        assert game_row(game.id) == row
        return [row.rematches, live_games([game.id])[game.id].rematches]

    other = game_between(table, "Ann", "Ben")
    create_game(table.id, game_setup, rematch_of=RematchOf(game.id))
    assert counted() == [0, 0], "there is none before its end"
    save_summary(game.id, 1, GameSummary(status="over"))
    assert counted() == [1, 1]
    create_game(table.id, game_setup, rematch_of=RematchOf(other.id))
    create_game(table.id, game_setup)
    assert counted() == [1, 1]
    later = create_game(table.id, game_setup, rematch_of=RematchOf(game.id)).game
    assert counted() == [2, 2]
    assert len(rematches_after(table.id, game.id, game.number)) == 2
    with write_transaction():
        later.number = game.number + NEXT_GAMES + 1
    assert counted() == [1, 1]
    assert len(rematches_after(table.id, game.id, game.number)) == 1


def test_row_is_read_again_while_its_session_writes(game: Game) -> None:
    with write_transaction():
        before = game_row(game.id)
        append(game.id, UnsavedEvent(kind="hand", payload={}))
        assert (before.last_seq, game_row(game.id).last_seq) == (1, 2)
    assert game_row(game_between(find_table(game.table_id), "Ann", "Ben").id).number == 2


def test_unknown_games_and_tables_are_refused(table: Table) -> None:
    for ask in (game_row, lambda game: game_and_device(game, "ann")):
        with pytest.raises(NoSuchGame) as no_game:
            ask("nowhere")
        assert no_game.value.game_id == "nowhere"
    for find in (table_row, lambda table: table_and_device(table, "ann")):
        with pytest.raises(NoSuchTable) as no_table:
            find("nowhere")
        assert no_table.value.table_id == "nowhere"


def test_a_seat_keeps_one_waiting_bid_of_this_deal(game: Game) -> None:
    def waiting() -> object:
        db.session.rollback()
        return game_row(game.id).waiting

    second, again = {"seat": 0, "deal": 1, "bid": "nil"}, {"seat": 1, "deal": 1, "bid": "5"}
    change_waiting(game.id, 0, second)
    assert waiting() == [BID, second]
    change_waiting(game.id, 1, again)
    assert waiting() == [second, again]
    change_waiting(game.id, 0, None)
    assert waiting() == [again]
    change_waiting(game.id, 0, second | {"deal": 2})
    assert waiting() == [second | {"deal": 2}], "those of earlier deals go"
    change_waiting(game.id, 0, None)
    assert waiting() is None
    change_waiting(game.id, 0, None)
    assert waiting() is None


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that the app's own engine runs."""
    run: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        run.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield run
    event.remove(db.engine, "before_cursor_execute", note)


def another_program_renames(table_id: str, name: str) -> None:
    other = create_engine(db.engine.url)
    with other.begin() as connection:
        connection.execute(update(Table).where(Table.id == table_id).values(name=name))
    other.dispose()


def test_rows_are_read_once_in_a_transaction(table: Table, game_id: str) -> None:
    add_member(table.id, "ann", name="Ann", role=Role.SCORER)
    with statements() as run:
        for _ in range(2):
            row, device = game_and_device(game_id, "ann")
            assert game_row(game_id) is row
            assert device is not None
        assert len(run) == 1
        append(game_id, UnsavedEvent(kind="hand", payload={}))
        run.clear()
        assert game_row(game_id).last_seq == 2
        assert len(run) == 1


def test_commit_of_another_program_is_seen_at_once(table: Table, game_id: str) -> None:
    table_id = table.id
    for name in ("Sunday", "Monday"):
        another_program_renames(table_id, name)
        db.session.rollback()  # as between two requests
        assert game_row(game_id).table_name == name
        assert table_and_device(table_id, "a stranger")[0].name == name


def test_session_that_has_begun_to_read_stays_at_its_moment(table: Table, game_id: str, kind: str) -> None:
    table_id = table.id  # after a rollback, asking the object for it would begin to read
    assert db.session.execute(select(Table.stored_name)).scalar_one() == "Friday"
    if kind == "sqlite":  # where a transaction reads of one moment
        another_program_renames(table_id, "Sunday")
        assert game_row(game_id).table_name == "Friday"
    db.session.rollback()
    another_program_renames(table_id, "Monday")
    assert game_row(game_id).table_name == "Monday"
