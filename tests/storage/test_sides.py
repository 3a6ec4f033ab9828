"""A device's side in a game: only one, until it is removed."""

from __future__ import annotations

from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import create_table
from scorekeeper.storage.members import Role, add_member, attach_device, detach_device, side_of_device
from tests.tables import sheet_of


def test_a_device_belongs_to_one_side_of_each_game(app: Flask) -> None:
    table = create_table("Friday").id
    sheet = read_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"))
    one, other = (start_game(table, sheet, author=Author("Ann")).game.id for _ in range(2))
    phone = add_member(table, "device", name="Ann", role=Role.SCORER, seen=True).id
    assert side_of_device(one, phone) is None
    assert attach_device(one, phone, 0) == 0
    assert attach_device(one, phone, 1) == 0
    assert attach_device(other, phone, 1) == 1
    assert (side_of_device(one, phone), side_of_device(other, phone)) == (0, 1)
    detach_device(one, phone)
    assert (side_of_device(one, phone), side_of_device(other, phone)) == (None, 1)
