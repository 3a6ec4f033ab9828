"""The kinds of parts that rooms add to the ZIP of a table. Only a file that has such a part makes rooms load."""

from collections.abc import Iterator
from itertools import chain

from scorekeeper import hooks
from scorekeeper.formats.parts import PartKind


def part_kinds() -> Iterator[PartKind]:
    """All of them, of open rooms and closed ones."""
    return chain.from_iterable(room.kinds() for room in hooks.parts())


def kind_in(folder: str) -> PartKind | None:
    """The kind of parts that are in this folder; None if no room here has one."""
    return next((kind for kind in part_kinds() if kind.folder == folder), None)
