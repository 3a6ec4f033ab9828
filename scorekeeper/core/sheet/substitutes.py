"""Substitutes: from a hand on another person sits at a seat. Both ways, and that no two people are called alike."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import (
    NUMBER_OF_SUBSTITUTES,
    SAME_NAME_NOW,
    SUBSTITUTE_TOO_LATE,
    HandNumber,
    Number,
    SameName,
)
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet.model import MOST_HANDS, MOST_SUBSTITUTES, Sheet, Substitute

PARTS = ("hand", "seat", "player")


def read_substitute(value: object, where: FieldPath, head: Sheet) -> Substitute:
    """One change at a seat. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", PARTS, required=PARTS)
    bidders = len(head.rules.seating.bidders)
    hand = where.whole(parts["hand"], "hand", 1, MOST_HANDS)
    seat = Seat(where.whole(parts["seat"], "seat", 0, bidders - 1))
    return Substitute(hand, seat, where.name(parts["player"], "player"))


def read_substitutes(value: object, head: Sheet, hands: int) -> Sheet:
    """The sheet's head with all its changes; they may reach to the hand that comes next. Raises `InvalidInput`."""
    where = FieldPath.to("substitutes")
    listed = where.listing(value, "it")
    if len(listed) > MOST_SUBSTITUTES:
        raise where.wrong(NUMBER_OF_SUBSTITUTES, Number(len(listed), MOST_SUBSTITUTES))
    found = [read_substitute(change, where.at("number", i), head) for i, change in enumerate(listed, start=1)]
    late = next((change for change in found if change.hand > hands + 1), None)
    if late is not None:
        raise where.wrong(SUBSTITUTE_TOO_LATE, HandNumber(late.hand, hands + 1))
    return with_substitutes(head, found)


def with_substitutes(head: Sheet, changes: Sequence[Substitute]) -> Sheet:
    """The head with these people on their seats. Raises `InvalidInput` where two would have one name."""
    seated = replace(head, substitutes=tuple(sorted(changes, key=lambda change: change.hand)))
    seating = head.rules.seating
    for hand in dict.fromkeys(change.hand for change in seated.substitutes):
        where = FieldPath.to("substitutes").at("hand", hand)
        for what, names in (
            ("players", [seated.player_at(seat, hand) for seat in seating.bidders]),
            ("sides", list(seated.names_at(hand))),
        ):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise where.wrong(SAME_NAME_NOW, SameName(what, twice))
    return seated


def substitutes_json(changes: Sequence[Substitute]) -> list[dict[str, object]]:
    """The changes in their public form."""
    return [{"hand": change.hand, "seat": change.seat, "player": change.player} for change in changes]
