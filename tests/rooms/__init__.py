"""Rooms beside the table, a folder each, which may be deleted together with the room."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scorekeeper.found_rooms import OWN, rooms

rooms()  # they say what they refuse in tests without an app, too


def rooms_with(name: str) -> list[Any]:
    """The modules of this name of those rooms that come with the program and were not deleted."""
    there = [room for room in OWN if find_spec(f"tests.rooms.{room}") and find_spec(f"tests.rooms.{room}.{name}")]
    return [import_module(f"tests.rooms.{room}.{name}") for room in there]


def rooms_there() -> list[str]:
    """Those of the rooms that come with the program that were not deleted."""
    return [room for room in OWN if find_spec(f"scorekeeper.rooms.{room}")]


def is_there(path: str) -> bool:
    """Whether this file is in no room, or in one that was not deleted."""
    room = re.search(r"(?:^|/)rooms/(\w+)", path)
    return room is None or room[1] not in OWN or find_spec(f"scorekeeper.rooms.{room[1]}") is not None


def all_there() -> bool:
    """Whether no room was deleted, so that a list of what all of them have can be compared as a whole."""
    return len(rooms_there()) == len(OWN)
