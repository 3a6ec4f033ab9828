"""Erasing: names are rewritten and games and tables deleted, and nothing else goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.rooms.club.storage.models import PairTotals
from scorekeeper.rooms.club.storage.settling import add_payment
from scorekeeper.services.erasing import delete_table
from scorekeeper.services.merging import merge_players
from scorekeeper.storage import erasing
from scorekeeper.storage.custom_games import add_custom_game, custom_games_of, find_custom_game
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.erasing import (
    ERASE_BATCH,
    RewrittenGame,
    rename_member,
    rename_players,
    rename_table,
    rewrite_custom_game,
    rewrite_games,
    unlink_devices,
)
from scorekeeper.storage.events import append
from scorekeeper.storage.games import GameSetup, SideSetup, create_table, find_game, find_table
from scorekeeper.storage.invites import Invite, add_invite
from scorekeeper.storage.members import Role, add_member, attach_device, change_member, member_by_id, names_at
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.new_game import RematchOf, create_game
from scorekeeper.storage.players import add_player, names_of
from scorekeeper.storage.presets import add_table_preset
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in
from tests.storage.test_erasing import rows


def everything_at(name: str, names: tuple[str, str]) -> Table:
    """A table with a row in every place, and two games of which one is the other's rematch."""
    table = create_table(name)
    game = won(game_between(table, *names))
    append(game.id, UnsavedEvent(kind="hand", payload={}))
    sides = [SideSetup(each, [each]) for each in names]
    game_setup = GameSetup(rules="partnership", revision=1, options_given={}, options={}, sides=sides, dealer=0)
    won(create_game(table.id, game_setup, rematch_of=RematchOf(game.id)).game)
    add_player(table.id, f"{names[0]} 2")
    merge_players(table.id, f"{names[0]} 2", names[0])
    invite = add_invite(Invite(table_id=table.id, role=Role.SCORER, token=name, guests=False, hands_pen=False))
    member = add_member(table.id, name, name=name, role=Role.SCORER, invite_id=invite.id).id
    change_member(member, player_id=ids_in(game)[names[0]])
    attach_device(game.id, member, 0)
    add_table_preset(table.id, "partnership", name, {})
    add_custom_game(table.id, {"name": name})
    return table


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_table_goes_in_small_transactions(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else can save during one: it deletes the games, or the sums of pairs, of a few players."""
    monkeypatch.setattr(erasing, "ERASE_BATCH", 1)
    for sides in (("Ann", "Ben"), ("Cal", "Dee"), ("Eve", "Fay"), ("Ann", "Dee")):
        won(game_between(table, *sides))
    left = []

    @contextmanager
    def counted() -> Iterator[Session]:
        with write_transaction() as session:
            yield session
            left.append([session.scalar(select(func.count()).select_from(one)) or 0 for one in (Game, PairTotals)])

    monkeypatch.setattr(erasing, "write_transaction", counted)
    delete_table(table.id)
    assert [games for games, _pairs in left[:4]] == [3, 2, 1, 0]
    pairs = [pairs for _games, pairs in left]
    assert [pairs[0], pairs[-2], pairs[-1]] == [8, 0, 0]
    assert max(before - after for before, after in pairwise(pairs)) == 4, "Ann’s or Dee’s, in both orders"


def test_deleting_a_table_deletes_all_of_it_and_nothing_else(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "ERASE_BATCH", 1)
    everything_at("Sunday", ("Ann", "Ben"))
    before = rows()
    monday = everything_at("Monday", ("Ann", "Ben")).id
    delete_table(monday)
    assert rows() == before
    delete_table(monday)
    assert rows() == before, "deleting it again finds nothing"


def test_names_are_rewritten_one_by_one(table: Table) -> None:
    elsewhere = everything_at("Sunday", ("Zoe", "Ben"))
    others = rows()
    game = game_between(table, "Zoe", "Ben")
    second = game_between(table, "Zoe", "Ben")
    phones = [add_member(table.id, name, name=name, role=Role.SCORER).id for name in ("Zoe’s phone", "Ben’s phone")]
    for phone, name in zip(phones, ("Zoe", "Ben"), strict=True):
        change_member(phone, player_id=ids_in(game)[name])
    custom_games = [add_custom_game(table.id, {"name": name}).id for name in ("Zoe’s game", "Another")]
    with write_transaction() as session:
        rewrite_games(session, [RewrittenGame(game.id, {"not_counted": "practice"}, [], None)])
        unlink_devices(session, table.id, ["Zoe"])
        rename_players(session, table.id, {"Zoe": "Player 1", "nobody": "Player 2"})
        rename_member(session, phones[0], "Player 1’s phone")
        rename_table(session, table.id, "Thursday")
        rewrite_custom_game(session, custom_games[0], {"name": "Player 1’s game"})
    db.session.rollback()
    db.session.expire_all()
    assert (find_game(game.id).not_counted, find_game(second.id).not_counted) == ("practice", None)
    assert sorted(names_of(table.id)) == ["Ben", "Player 1"]
    assert names_at(table.id) == {"Player 1’s phone", "Ben’s phone"}
    members = [member_by_id(table.id, phone) for phone in phones]
    assert [member and member.player_id for member in members] == [None, ids_in(game)["Ben"]]
    assert find_table(table.id).name == "Thursday"
    assert [one.content["name"] for one in custom_games_of(table.id)] == ["Player 1’s game", "Another"]
    assert find_custom_game(table.id, custom_games[1]).version == 1
    delete_table(table.id)
    now = rows()
    assert now["card_table"] == [row for row in others["card_table"] if row[0] == elsewhere.id]
    assert all(now[name] == others[name] for name in others if name != "card_table")


def test_a_table_with_many_players_and_payments_is_deleted(table: Table) -> None:
    """A player's device marked what two others paid, who come much later in the order of deletion."""
    players = [add_player(table.id, f"Player {number}") for number in range(ERASE_BATCH + 2)]
    device = add_member(table.id, "device", name="A phone", role=Role.SCORER, seen=True)
    change_member(device.id, player_id=players[0].id)
    add_payment(table.id, "EUR", players[-2].id, players[-1].id, 100, by_id=device.id)
    delete_table(table.id)
    assert not rows()["payment"]
    assert not rows()["card_table"]
