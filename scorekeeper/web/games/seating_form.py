"""Sitting down before a game: who is tapped onto a free seat, gets up, or changes places."""

from collections.abc import Callable, Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.core.inputs.fields import whole

DEALER = "dealer"

Seats = list[str]
Given = MultiDict[str, str]


def seat_field(seat: int) -> str:
    """The name of a seat's field."""
    return f"seat-{seat}"


def rearranged(given: Given, seats: int) -> Given:
    """The form as it is after the button that was tapped; a button that does not fit changes nothing."""
    after = given.copy()
    for button, move in MOVES.items():
        if button in given:
            move(after, given[button], seats)
    return after


def is_move(given: Mapping[str, str]) -> bool:
    """Whether somebody only moved: the game does not begin yet."""
    return any(button in given for button in ("sit", "stand", "swap"))


def _sit(form: Given, name: str, seats: int) -> None:
    """Onto the first free seat."""
    free = [seat for seat in range(seats) if not form.get(seat_field(seat), "").strip()]
    if free:
        form[seat_field(free[0])] = name


def _stand(form: Given, seat: str, seats: int) -> None:
    """Leave a seat."""
    for chosen in _seats_in([seat], seats):
        form[seat_field(chosen)] = ""


def _swap(form: Given, two: str, seats: int) -> None:
    """Two people change places (`0-3`); who deals goes along."""
    chosen = _seats_in(two.split("-"), seats)
    if len(chosen) != 2:
        return
    one, other = chosen
    names = [form.get(seat_field(seat), "") for seat in chosen]
    form[seat_field(one)], form[seat_field(other)] = reversed(names)
    moved = {str(one): str(other), str(other): str(one)}
    if form.get(DEALER) in moved:
        form[DEALER] = moved[form[DEALER]]


def _same(form: Given, who: str, seats: int) -> None:
    """The name in a seat was a slip of a known one (`2:Mek`)."""
    seat, _, name = who.partition(":")
    for chosen in _seats_in([seat], seats):
        form[seat_field(chosen)] = name


def _seats_in(words: Sequence[str], seats: int) -> list[int]:
    return [number for word in words if 0 <= (number := whole(word)) < seats]


MOVES: Mapping[str, Callable[[Given, str, int], None]] = {"sit": _sit, "stand": _stand, "swap": _swap, "same": _same}
