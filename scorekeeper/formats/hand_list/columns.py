"""Which columns of a list of hands have what: guessed from headings, or named."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote, whole
from scorekeeper.formats.hand_list.cells import cell_at
from scorekeeper.formats.hand_list.headings import (
    IS_BID,
    IS_DATE,
    IS_DEALER,
    IS_GAME,
    IS_HAND,
    IS_ROUND,
    UNIT,
    label_in,
    says_bid,
    says_points,
    says_tricks,
)
from scorekeeper.formats.hand_list.reading import HandList
from scorekeeper.formats.list_sides import Sides, sides_by_label

BETWEEN_NAMES = re.compile(r"\s*[/&+]\s*|\s+(?:and|und|y|e)\s+", re.IGNORECASE)

Places = tuple[int, ...]
"""The columns of a side, from 0: one, or one for each of its seats; none where no column has it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column, from 0, has the number of a hand and of a game, and which have each side's bids and tricks.

    Without a column for one side's tricks, it took the rest. `unused` are columns that say nothing of this; `day` says
    when a game was played, and `dealer` who dealt. `other` and `other_took` are the columns of the bids and tricks if
    partners sit otherwise, or the sides are the other way round: the headings do not say which is right. `points` are
    columns with the points that this reading gives.
    """

    bids: tuple[Places, ...]
    took: tuple[Places, ...]
    hand: int | None = None
    game: int | None = None
    unused: Places = ()
    day: int | None = None
    dealer: int | None = None
    other: tuple[Places, ...] = ()
    other_took: tuple[Places, ...] = ()
    points: Places = ()

    @property
    def used(self) -> set[int]:
        """The columns that are read, and those that somebody left out."""
        numbered = {place for place in (self.hand, self.game, self.day, self.dealer) if place is not None}
        return numbered.union(self.unused, self.points, *self.bids, *self.took)


def guessed_columns(heads: Sequence[str], sides: Sides) -> Columns:
    """What the headings say; `sides` are the names of each side's players.

    Columns belong to the players and sides that they name, or else to the sides in their order.
    """
    bids = [place for place, head in enumerate(heads) if says_bid(head)]
    took = [place for place, head in enumerate(heads) if says_tricks(head)]
    day = _only([place for place, head in enumerate(heads) if place not in bids and IS_DATE.search(head)])
    dealer = _only([place for place, head in enumerate(heads) if place not in (*bids, day) and IS_DEALER.search(head)])
    others = {place for place in (day, dealer) if place is not None}
    took = [place for place in took if place not in others]
    hand, game = _numbers(heads, {*bids, *took, *others})
    of_bids, of_took, unsure = _sides_of(heads, bids, took, sides)
    across = (
        () if unsure or sides_by_label((label_in(heads[place]) for place in bids), sides)[0] else _across(bids, sides)
    )
    other, other_took = (of_bids[::-1], of_took[::-1]) if unsure else (across, _across(took, sides) or of_took)
    return Columns(
        of_bids, of_took, hand, game, day=day, dealer=dealer, other=other, other_took=other_took if other else ()
    )


def _sides_of(
    heads: Sequence[str], bids: Sequence[int], took: Sequence[int], sides: Sides
) -> tuple[tuple[Places, ...], tuple[Places, ...], bool]:
    """The columns of the bids and of the tricks of each side, and whether they may be the other way round."""
    of_bid, of_trick = ([label_in(heads[place]) for place in places] for places in (bids, took))
    named, unsure = sides_by_label(of_bid, sides)
    columns = _for_each(bids, sides, None if unsure else if_complete(of_bid, named))
    if not named and len(set(of_bid)) == len(bids):
        named = {label_in(heads[place]): side for side, places in enumerate(columns) for place in places}
    if not set(of_trick) <= set(named):
        by_name, open_ = sides_by_label(of_trick, sides)
        in_order = sorted(by_name.values()) == list(by_name.values())
        unsure = unsure or open_ or (not named and not in_order)
        named = by_name
    if len(took) == 1 and len(sides) > 1:  # the others took the rest; whose these are has to be said
        return columns, tuple((took[0],) if named.get(of_trick[0]) == n else () for n in range(len(sides))), unsure
    return columns, _for_each(took, sides, if_complete(of_trick, named)), unsure


def _only(places: Sequence[int]) -> int | None:
    return places[0] if len(places) == 1 else None


def _across(places: Sequence[int], sides: Sides) -> tuple[Places, ...]:
    """The columns of each side if they stand in the order of the seats, round the table; empty if there is one each."""
    seats = len(sides[0]) if sides else 1
    if seats == 1 or len(places) != len(sides) * seats:
        return ()
    return tuple(tuple(places[side :: len(sides)]) for side in range(len(sides)))


def _numbers(heads: Sequence[str], taken: set[int]) -> tuple[int | None, int | None]:
    """The columns with the number of the hand, and of the game; a round is a game if another column has hands."""
    patterns = (IS_GAME, IS_ROUND, IS_HAND)
    found = {
        place: next((rank for rank, pattern in enumerate(patterns) if pattern.search(head) or head == "#"), None)
        for place, head in enumerate(heads)
        if place not in taken
    }
    ranked = sorted((rank, place) for place, rank in found.items() if rank is not None)
    if len({rank for rank, _place in ranked}) < 2:
        return (ranked[0][1] if ranked else None), None
    return ranked[-1][1], ranked[0][1]


def if_complete(labels: Sequence[str], named: Mapping[str, int]) -> list[int] | None:
    """The side of each label; None unless all have one."""
    return [named[label] for label in labels] if labels and set(labels) <= set(named) else None


def _for_each(places: Sequence[int], sides: Sides, of: Sequence[int] | None) -> tuple[Places, ...]:
    """The columns of each side; there is one for each, or one for each of its seats."""
    seats = len(sides[0]) if sides else 1
    if of is not None and all(of.count(side) <= seats for side in of):
        return tuple(tuple(p for p, o in zip(places, of, strict=True) if o == side) for side in range(len(sides)))
    each = seats if len(places) == len(sides) * seats else 1
    return tuple(tuple(places[side * each : (side + 1) * each]) for side in range(len(sides)))


def seats_in_heads(heads: Sequence[str], columns: Columns, seats: int) -> list[list[str]]:
    """The names that headings give to the seats of each side, each in a column of its own or all in one, as in
    `Ann & Cal bid`; else empty.
    """
    names = [[IS_BID.sub("", UNIT.sub("", heads[place])).strip(" :-") for place in places] for places in columns.bids]
    apart = [BETWEEN_NAMES.split(own[0]) if len(own) == 1 else own for own in names]
    return [own if len(own) == seats > 1 and all(own) else [] for own in apart]


def named_columns(
    heads: Sequence[str], bids: Sequence[str | Sequence[str]], took: Sequence[str | Sequence[str]], hand: str | None
) -> Columns:
    """The columns with these headings; the others are not used, but those of points are compared, or asked about.

    Raises `InvalidInput`.
    """

    def place(head: str) -> int:
        found = places_of(heads, head)
        if not found:
            raise InvalidInput(
                faults.NO_COLUMN.at(FieldPath.to("line", 1), {"column": quote(head), "columns": tuple(heads)})
            )
        if len(found) > 1:
            letters: faults.SameHeading = {"column": quote(head), "letters": tuple(map(letter_of, found))}
            raise InvalidInput(faults.SAME_HEADING.at(FieldPath.to("line", 1), letters))
        return found[0]

    def places(of_side: str | Sequence[str]) -> Places:
        return tuple(map(place, [of_side] if isinstance(of_side, str) else of_side))

    given = [places(side) for side in took]
    named = Columns(
        tuple(places(side) for side in bids),
        (*given, *[()] * (len(bids) - len(given))),
        None if hand is None else place(hand),
    )
    return without(named, [n for n, head in enumerate(heads) if n not in named.used and not says_points(head)])


def letter_of(place: int) -> str:
    """The column as spreadsheets name it."""
    return chr(ord("A") + place) if place < 26 else f"A{chr(ord('A') + place - 26)}"


def places_of(heads: Sequence[str], named: str) -> list[int]:
    """The columns with this heading; where none has it, the one with this letter or number."""
    found = [place for place, head in enumerate(heads) if head == named]
    if found:
        return found
    number = whole(named)
    letters = [place for place in range(len(heads)) if letter_of(place) == named.upper()]
    return letters or ([number - 1] if 1 <= number <= len(heads) else [])


def without(columns: Columns, unused: Sequence[int]) -> Columns:
    """The same columns, and these left out."""
    dealer = None if columns.dealer in unused else columns.dealer
    return replace(columns, unused=(*columns.unused, *unused), dealer=dealer)


def with_known_dealers(hand_list: HandList, columns: Columns, sides: Sides) -> Columns:
    """The columns without that of the dealers, which is not understood then, if it names somebody else."""
    cells = [cell_at(row, columns.dealer) for row in hand_list.rows]
    is_known = all(seat_called(cell, sides) is not None for cell in cells if cell)
    return columns if is_known else replace(columns, dealer=None)


def seat_called(called: str, sides: Sides) -> int | None:
    """The seat of the player with this name, or the only one whose name begins so."""
    names = [name.casefold() for players in zip(*sides, strict=True) for name in players]
    if called.casefold() in names:
        return names.index(called.casefold())
    begin = [seat for seat, name in enumerate(names) if name.startswith(called.casefold())]
    return begin[0] if len(begin) == 1 else None
