"""What is refused. Every error says what is wrong and what would be right; nothing has changed when one is raised."""

from collections.abc import Sequence

from scorekeeper.rules.seating import Side


class BadRules(ValueError):
    """The rule set, its options or the number of players do not fit together."""


class MalformedHand(ValueError):
    """A hand that cannot be scored: `hand` counts from 1 (0: before the first), `side` is the one at fault."""

    def __init__(self, hand: int, side: Side | None, wrong: str, right: str) -> None:
        super().__init__(hand, side, wrong, right)
        self.hand = hand
        self.side = side
        self.wrong = wrong
        self.right = right

    def __str__(self) -> str:
        return self.sentence(())

    def sentence(self, names: Sequence[str]) -> str:
        """One line for a person: `hand 3, Ann: took 14 tricks, this game has 13`."""
        where = f"hand {self.hand}" if self.hand else "first dealer"
        if self.side is not None:
            where += f", {names[self.side]}" if self.side < len(names) else f", side {self.side + 1}"
        return f"{where}: {self.wrong}, {self.right}"
