"""Lists of players the other way round: those without the figure first, then the worst."""

from typing import Annotated

from scorekeeper.core.words.language import translatable
from scorekeeper.declared import Note, OneOf
from scorekeeper.rooms.club.storage.leaderboard import ASCENDING

UP, DOWN = "ascending", "descending"
Order = Annotated[
    str | None,
    OneOf((UP, DOWN)),
    Note(translatable("Which way round to sort. Without it, names from A and the best figures first.")),
]


def is_backwards(by: str, order: str | None) -> bool:
    """Whether this is not the usual order of the figure."""
    return order is not None and order != (UP if by in ASCENDING else DOWN)


def part_of(whole: int, page: int, most: int, backwards: bool) -> tuple[int, int]:
    """How many rows of the usual order a page needs, with one more if there is one, and how many to skip."""
    skip = (page - 1) * most
    if not backwards:
        return most + 1, skip
    end = max(0, whole - skip)
    begin = max(0, end - most - 1)
    return end - begin, begin
