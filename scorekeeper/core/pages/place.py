"""What a page knows besides its game: where it is, who reads it, and what only the outside can tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

View = dict[str, object]
"""Values for a template."""

Address = Callable[..., str]
"""`address(endpoint, **values)`: where a page is. Values that are not in its path make its query; None is left out."""

DrawHands = Callable[[Sequence[tuple[object, ...]], tuple[object, ...], Callable[[int], View]], Sequence[object]]
"""Draws hands of the score sheet; a hand that was drawn from the same objects before may be reused.

It takes the objects that each hand is made of, all else that the drawings depend on, and what makes the values for the
hand at an index.
"""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The table of a game."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A game; the games of a table are numbered from 1."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Finished:
    """What the page of a finished game shows besides it: its rules and its record as codes, and who signs here."""

    rules_code: str
    receipt: object
    own_side: int | None  # the side that this phone signs for


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game's pages are and who reads them.

    What has to be looked up in storage is a function: only the page that shows it calls it.
    """

    table: TablePlace
    game: GamePlace
    may_write: bool
    address: Address
    new_id: Callable[[], str]
    draw_hands: DrawHands
    pen: Callable[[], str | None]  # a sentence about who records; None: this device does
    finished: Callable[[], Finished]

    def link(self, endpoint: str, **values: object) -> str:
        """The address of one of this game's own pages."""
        return self.address(endpoint, game=self.game.id, **values)
