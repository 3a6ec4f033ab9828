"""What is different between two records of a hand, in words: `Ann & Cal took 6 → 7`."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from scorekeeper.core.rules.deal import Adjustment, HandRecord, Renege
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.words.plain import call_word, counted
from scorekeeper.web.games.views.sheet import bid_words

Part = TypeVar("Part", Renege, Adjustment)


def differences(
    old: HandRecord, new: HandRecord, seating: Seating, names: Sequence[str], player: Callable[[Seat], str]
) -> list[str]:
    """Every difference, in the order of the sheet; empty where there is none."""
    words = [
        f"{player(seat)} bid {bid_words(old.bids[seat])} → {bid_words(new.bids[seat])}"
        for seat in seating.bidders
        if old.bids[seat] != new.bids[seat]
    ]
    for side in seating.sides:
        words += _took(old, new, side, names[side])
    words += _came_and_went(old.reneges, new.reneges, lambda renege: renege_words(renege, names))
    words += _came_and_went(old.adjustments, new.adjustments, lambda agreed: adjusted_words(agreed, names))
    if old.note != new.note:
        words.append(f"note “{new.note}”" if new.note else "without the note")
    if new.overruled and not old.overruled:
        words.append("the table let an objection stand")
    return words


def _took(old: HandRecord, new: HandRecord, side: Side, name: str) -> list[str]:
    was, now = old.took[side], new.took[side]
    words = []
    if was.tricks != now.tricks:
        words.append(f"{name} took {was.tricks} → {now.tricks}")
    elif was.seats != now.seats and now.seats:
        words.append(f"{name} took {_by_seat(was.seats or (was.tricks,))} → {_by_seat(now.seats)}")
    other = [code for code in dict.fromkeys((*was.made, *now.made)) if (code in was.made) != (code in now.made)]
    return words + [f"{name}: {call_word(code).lower()} {'made' if code in now.made else 'missed'}" for code in other]


def _by_seat(seats: tuple[int, ...]) -> str:
    return " + ".join(str(count) for count in seats)


def _came_and_went(old: Sequence[Part], new: Sequence[Part], say: Callable[[Part], str]) -> list[str]:
    came = [say(part) for part in new if part not in old]
    return came + [f"without: {say(part)}" for part in old if part not in new]


def renege_words(renege: Renege, names: Sequence[str]) -> str:
    """`renege by Ben: 2 books to Ann`."""
    part = f", part of “{renege.of}”" if renege.of else ""
    return f"renege by {names[renege.by]}: {counted(renege.books, 'book')} to {names[renege.to]}{part}"


def adjusted_words(agreed: Adjustment, names: Sequence[str]) -> str:
    """`agreed −30 for Ann: talking`."""
    points = f"+{agreed.points}" if agreed.points > 0 else str(agreed.points).replace("-", "−")
    return f"agreed {points} for {names[agreed.side]}: {agreed.reason}"
