"""What the cases use: a small module with an enum, dataclasses and functions, as phones get it."""

PREAMBLE = '''
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import NewType

Seat = NewType("Seat", int)
ONE, TWO = 1, 2
DOZEN = 12
MANY = 1_000_000


class Suit(Enum):
    SPADES = "s"
    HEARTS = "h"

    @property
    def is_black(self) -> bool:
        return self is Suit.SPADES


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    rank: int = 2
    names: tuple[str, ...] = ()

    @classmethod
    def ace(cls, suit: Suit, *, names: tuple[str, ...] = ()) -> "Card":
        return cls(suit, rank=14, names=names)

    def beats(self, other: "Card", trump: Suit | None = None) -> bool:
        return self.rank > other.rank or (trump is self.suit and other.suit is not trump)


@dataclass(frozen=True, kw_only=True)
class Event:
    seq: int
    who: str | None = None


@dataclass(frozen=True, kw_only=True)
class Played(Event):
    card: Card
    tags: list[str] = field(default_factory=list)


class Trouble(ValueError):
    def __init__(self, code: str, where: int = 0) -> None:
        super().__init__(code, where)
        self.code = code
        self.where = where

    def __str__(self) -> str:
        return f"{self.code} at {self.where}"


class Worse(Trouble):
    """Trouble of a kind."""


class Hand:
    def __init__(self, cards: list[int]) -> None:
        self.cards = cards
        self.played: dict[int, int] = {}

    def total(self, start: int = 0, times: int = 1) -> int:
        return (start + sum(self.cards)) * times

    def play(self) -> Iterator[int]:
        for i, card in enumerate(self.cards):
            self.played[card] = i
            yield card
        yield from range(2)


def raises(code: str) -> str:
    try:
        if code == "value":
            raise ValueError("plain")
        if code == "key":
            return str({"a": 1}[code])
        if code == "index":
            return str([1, 2][2])
        if code == "number":
            return str(int("x1"))
        raise Worse(code, where=3)
    except Trouble as error:
        return f"trouble {error.code} {error}"
    except (KeyError, IndexError):
        return "lookup"
    except ValueError:
        return "value"


def late() -> list[int]:
    found = []
    for i in range(3):
        found.append(lambda: i)
    return [each() for each in found]


def counted(*numbers: int) -> int:
    return len(numbers)


def more(name: str, **others: object) -> list[object]:
    return [name, *others.items()]


def address(endpoint: str, **values: object) -> list[object]:
    return [endpoint, *values.items()]


def through(address: object) -> object:
    return address("home", game=1, **{"hand": 2})


@cache
def kept(number: int, name: str = "x") -> list[object]:
    return [number, name]


def changed() -> object:
    rows: list[int] = [3]
    same = rows
    rows += [4]
    rows[0], rows[1] = rows[1], rows[0]
    seats = (1, 2)
    seats += (3,)
    table = {"a": 1, "b": 2}
    del table["a"]
    table["b"] += 5
    first, *others = same
    total = least = 0
    while True:
        total += 1
        if total % 2:
            continue
        if total > 5:
            break
    return same, seats, table, first, others, total, least


def nested(rows: Sequence[tuple[int, tuple[str, int]]]) -> list[str]:
    def words(name: str) -> str:
        return f"{name}{shift}"

    shift = 7
    return [words(name) for _, (name, _) in rows]
'''
