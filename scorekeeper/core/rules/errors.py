"""What is refused. Every error says what is wrong by a code, its place and figures; nothing has changed then.

`scorekeeper.core.words.faults` makes the sentences.
"""

from dataclasses import dataclass

from scorekeeper.core.rules.codes import Code, F
from scorekeeper.core.rules.seating import Side


@dataclass(frozen=True, slots=True)
class InScript:
    """A place in a table's own list of deals: the deal, counted from 1, its name, and the kind of limit at fault."""

    deal: int
    name: str
    limit: str = ""


@dataclass(frozen=True, slots=True)
class UnknownRules:
    """What is no rule set, and those there are."""

    key: str
    known: tuple[str, ...]


UNKNOWN_RULES = Code("unknown-rules", UnknownRules)


class BadRules(ValueError):
    """The rule set, its options or the number of players do not fit together.

    `option` is the key of the house rule at fault, `place` says where in a list of deals; each where there is one.
    """

    def __init__(self, code: Code[F], figures: F, *, option: str = "", place: InScript | None = None) -> None:
        super().__init__(code.key, figures, option, place)
        self.code = code.key
        self.figures: object = figures
        self.option = option
        self.place = place


class MalformedHand(ValueError):
    """A hand that cannot be scored: `hand` counts from 1 (0: before the first), `side` is the one at fault."""

    def __init__(self, hand: int, side: Side | None, code: Code[F], figures: F) -> None:
        super().__init__(hand, side, code.key, figures)
        self.hand = hand
        self.side = side
        self.code = code.key
        self.figures: object = figures
