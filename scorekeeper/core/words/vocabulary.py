"""The vocabulary of all sentences: calls, bids, counts, places and fields as people say them; tables of sentences."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.core.rules.lines import Code
from scorekeeper.core.words.language import (
    either,
    in_quotes,
    listed,
    minus,
    signed,
    translatable,
    translate as _,
    translate_in as _c,
    translate_plural as _n,
    with_commas,
    with_note,
)

F = TypeVar("F")
W = TypeVar("W")


def text_for(code: Code[F], words: Callable[[F], W]) -> tuple[str, Callable[[Any], W]]:
    """An entry of a table of sentences. mypy rejects a function that does not take the code's params."""
    return code.key, words


CALLS = {
    "nil": (translatable("Nil"), translatable("nil")),
    "double-nil": (translatable("Double nil"), translatable("double nil")),
    "blind-nil": (translatable("Blind nil"), translatable("blind nil")),
    "naught": (translatable("Naught"), translatable("naught")),
    "partner": (translatable("Partner’s bid"), translatable("partner’s bid")),
    "double-naught": (translatable("Double naught"), translatable("double naught")),
    "bemo": (translatable("Bemo"), translatable("bemo")),
    "big-bemo": (translatable("Big bemo"), translatable("big bemo")),
    "blind": (translatable("Blind {number}"), translatable("blind {number}")),
}
"""Each call at the start of a sentence, and inside one."""

COMPASS = (translatable("North"), translatable("East"), translatable("South"), translatable("West"))


def seat_name(seat: int, players: int) -> str:
    """What a seat is called until a player is named: `North` at a table of four, else `Seat 3`."""
    return _(COMPASS[seat]) if players == len(COMPASS) else _("Seat {number}", number=seat + 1)


def seat_name_in_english(seat: int, players: int) -> str:
    """The same, whatever language is spoken."""
    return COMPASS[seat] if players == len(COMPASS) else f"Seat {seat + 1}"


OF_A_HAND = {
    "front": translatable("{call} in the front hand"),
    "right": translatable("{call} in the right hand"),
}


def call_word(code: str) -> str:
    """A call by itself: `Blind 6`, `Nil in the front hand`."""
    return _call(code, 0)


def call_in_text(code: str) -> str:
    """A call inside a sentence: `blind 6`, `nil in the front hand`."""
    return _call(code, 1)


def _call(code: str, within: int) -> str:
    if code in CALLS:
        return _(CALLS[code][within])
    base, dash, last = code.rpartition("-")
    if base in CALLS and last in OF_A_HAND:
        return _(OF_A_HAND[last], call=_(CALLS[base][within]))
    if base in CALLS and dash:
        return _(CALLS[base][within], number=last)
    return code


def calls_in_text(calls: Sequence[str]) -> str:
    """Calls in a few words: `blind 6 to blind 12`."""
    words = [call_in_text(code) for code in calls]
    if len(words) > 3:
        return _("{low} to {high}", low=words[0], high=words[-1])
    return listed(words)


def bid_word(codes: Sequence[str]) -> str:
    """A whole bid by itself: `6 and bemo`."""
    return _together([call_word(code) for code in codes[:1]], codes[1:])


def bid_in_text(codes: Sequence[str]) -> str:
    """A whole bid inside a sentence: `blind 6`, `nil and bemo`."""
    return _together([call_in_text(code) for code in codes[:1]], codes[1:])


def _together(first: Sequence[str], beside: Sequence[str]) -> str:
    bid = first[0] if first else ""
    for code in beside:
        bid = _("{bid} and {call}", bid=bid, call=call_in_text(code))
    return bid


COUNTED: dict[str, Callable[[int], str]] = {
    "bag": lambda count: _n(count, "1 bag", "{count} bags"),
    "overtrick": lambda count: _n(count, "1 overtrick", "{count} overtricks"),
    "trick": lambda count: _n(count, "1 trick", "{count} tricks"),
    "hand": lambda count: _n(count, "1 hand", "{count} hands"),
    "deal": lambda count: _n(count, "1 deal", "{count} deals"),
    "game": lambda count: _n(count, "1 game", "{count} games"),
    "bid": lambda count: _n(count, "1 bid", "{count} bids"),
    "book": lambda count: _n(count, "1 book", "{count} books"),
    "chip": lambda count: _n(count, "1 chip", "{count} chips"),
    "point": lambda count: _n(count, "1 point", "{count} points"),
    "number": lambda count: _n(count, "1 number", "{count} numbers"),
}


def counted(number: int, word: str) -> str:
    """A count with its noun: `1 bag`, `2 bags`."""
    return COUNTED[word](number)


POINTS, TENTHS = "points", "tenths"
"""Units of a score, besides chips: points, and tenths of points."""

MAX_DIGITS = 6


def total_text(points: int, unit: str) -> str:
    """A score as text: `-20`, or `4.3` if it is counted in tenths."""
    if unit != TENTHS:
        return str(points)
    whole, tenth = abs(points) // 10, abs(points) % 10
    text = decimal_text(whole, tenth) if tenth else str(whole)
    return f"-{text}" if points < 0 else text


def decimal_text(whole: int | str, tenth: int) -> str:
    """A number with one decimal: `4.3`."""
    return _("{whole}.{tenth}", whole=whole, tenth=tenth)


def format_points(points: int, unit: str) -> int | str:
    """Points for a page, which formats integers itself; those in tenths become text, `−2.1`."""
    return minus(total_text(points, unit)) if unit == TENTHS else points


def points_in(text: str, unit: str) -> int | None:
    """The points that somebody typed: `-30`, `+50`, or `1.5` in a game in tenths; None if they are no such number."""
    plain = text.strip().replace("−", "-").removeprefix("+")
    sign, number = (-1, plain[1:]) if plain[:1] == "-" else (1, plain)
    whole, point, tenth = number.replace(",", ".").partition(".")
    digits = whole + tenth
    fits = digits.isascii() and digits.isdecimal() and whole and len(whole) <= MAX_DIGITS
    if not fits or (point and (unit != TENTHS or len(tenth) != 1)):
        return None
    return sign * int(digits) * (1 if unit != TENTHS or tenth else 10)


def worth_text(points: int, unit: str) -> str:
    """Points won or lost, in the unit of the game: `+62`, `−20`, `+0.1`."""
    if unit != TENTHS:
        return signed(points)
    return f"{'+' if points > 0 else ''}{minus(total_text(points, unit))}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = 0 if 10 <= number % 100 <= 20 else number % 10
    if ending == 1:
        return _("{number}st", number=number)
    if ending == 2:
        return _("{number}nd", number=number)
    return _("{number}rd", number=number) if ending == 3 else _("{number}th", number=number)


def sentence_case(text: str) -> str:
    """The text with a capital letter first."""
    return f"{text[:1].upper()}{text[1:]}"


FIELDS = {
    "it": translatable("It"),
    "bid": translatable("The bid"),
    "total": translatable("The total"),
    "points": translatable("The number of points"),
    "format": translatable("The format"),
    "rules": translatable("The rule set"),
    "role": translatable("The role"),
    "kind": translatable("The kind"),
    "forfeit": translatable("The side that concedes"),
    "started": translatable("The start"),
    "overtricks": translatable("The number of overtricks"),
    "took": translatable("The trick count"),
    "name": translatable("The name"),
    "player": translatable("The player"),
    "side": translatable("The side"),
    "seat": translatable("The seat"),
    "hand": translatable("The hand"),
    "dealer": translatable("The dealer"),
    "reason": translatable("The reason"),
    "note": translatable("The note"),
    "rule": translatable("The rule"),
    "number": translatable("The number"),
    "entry": translatable("The entry"),
    "uses": translatable("The number of uses"),
    "hours": translatable("The number of hours"),
    "minutes": translatable("The number of minutes"),
    "by": translatable("The place in the bidding"),
    "for": translatable("The offense"),
    "double_nil": translatable("The place of a double nil"),
    "called_by": translatable("The side that called the misdeal"),
    "not_counted": translatable("The reason not to count the game"),
}
"""The names of fields for people; any other is shown by its key."""


def field_word(what: str) -> str:
    """The field's name at the start of a sentence about bad input."""
    return _(FIELDS[what]) if what in FIELDS else in_quotes(what)


def either_call(codes: Sequence[str]) -> str:
    """`3`, `3 or 8`, `2, 3 or nil`."""
    return either([call_in_text(code) for code in codes])


def places(by: Sequence[int]) -> str:
    """Places in the bidding: `1st and 3rd`; empty for everyone."""
    return listed([ordinal(place) for place in by])


def how_many(low: int, high: int) -> str:
    """`exactly 1`, `at least 1`, `at most 2`, `2 to 3`; "at most 4" goes without saying at a table of four."""
    if low == high:
        return _("exactly {number}", number=low) if low else _c("bids", "none")
    if not low:
        return _("at most {number}", number=high)
    return _("at least {number}", number=low) if high >= 4 else _("{low} to {high}", low=low, high=high)


def with_location(problem: str, places: Sequence[str]) -> str:
    """What is wrong, with its places in parentheses, largest first."""
    return with_note(problem, with_commas(places)) if places else problem
