"""What wins it, in sentences: `Ann & Cal win with 5 or more; 8 or more bring the 10th bag.`"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.target_bids import TargetBids
from scorekeeper.core.analysis.what_wins import Chance, Row, Rows
from scorekeeper.core.rules.pot import POT
from scorekeeper.core.rules.ruleset import Play
from scorekeeper.core.rules.steps import PENALTIES
from scorekeeper.core.words.plain import call_word, counted, joined, ordinal


def counts_words(counts: Sequence[int], tricks: int) -> str:
    """Counts of tricks as people say them: `5 or more`, `4`, `none or 8 to 10`."""
    runs: list[list[int]] = []
    for count in counts:
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    return joined([_run(run, tricks) for run in runs], "or")


def _run(run: list[int], tricks: int) -> str:
    low, high = run[0], run[-1]
    if low == high:
        return "none" if not low else f"all {tricks}" if low == tricks else str(low)
    if high == tricks:
        return f"{low} or more" if low else "any number"
    if high == low + 1:
        return f"{low} or {high}" if low else "none or 1"
    return f"{low} to {high}" if low else f"{high} or fewer"


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who is spoken of: a name alone says `wins`, the name of a pair `win`."""

    name: str
    alone: bool
    tricks: int

    def clause(self, rows: Rows, verb: str, chance: Callable[[Row], Chance], first: bool) -> str:
        """With how many tricks it happens, surely or perhaps; empty where it cannot."""
        sure = [row.tricks for row in rows if chance(row) is Chance.ALWAYS]
        maybe = [row.tricks for row in rows if chance(row) is Chance.CAN]
        if not sure and not maybe:
            return ""
        counts, perhaps = counts_words(sure, self.tricks), counts_words(maybe, self.tricks)
        if first:
            if not sure:
                return f"{self.name} can {verb} with {perhaps}"
            return f"{self.name} {_verb(verb, self.alone)} with {counts}" + (
                f", perhaps with {perhaps}" if maybe else ""
            )
        if not sure:
            return f"{perhaps} can {verb}"
        return f"{counts} {_verb(verb, len(sure) == 1)}" + (f", {perhaps} can" if maybe else "")


def side_sentence(rows: Rows, name: str, plays_alone: bool, play: Play) -> str:
    """What a side needs and what it should not take, in one sentence; empty where nothing hangs on its tricks."""
    if all(row.ends == (End.LOSES,) for row in rows):
        return f"{name} cannot win any more."
    speaker = _Speaker(name, plays_alone, play.seating.tricks)
    wins = any(row.chance_to(End.WINS) is Chance.ALWAYS for row in rows)
    asked: list[tuple[str, Callable[[Row], Chance]]] = [
        ("win", lambda row: row.chance_to(End.WINS)),
        ("share it", lambda row: row.chance_to(End.SHARES)),
    ]
    if not wins:
        asked.append(("make the bid", _number_made))
    asked += [
        ("take the pot", lambda row: row.chance_of(POT.key)),
        ("lose the game", lambda row: _only_sure(row.chance_to(End.LOSES))),
        (f"bring the {ordinal(play.every)} {play.word}", lambda row: row.chance_of(PENALTIES[play.word].key)),
    ]
    clauses: list[str] = []
    for verb, chance in asked:
        clause = speaker.clause(rows, verb, chance, not clauses)
        if clause:
            clauses.append(clause)
    return f"{'; '.join(clauses)}." if clauses else ""


def reach_sentence(kinds: Sequence[TargetBids], play: Play) -> str:
    """What a side that is still bidding could bid to reach the target with this hand."""
    if not kinds:
        return f"No bid that is still open reaches {play.target} in this hand."
    words = joined([_kind_words(kind, play.seating.tricks) for kind in kinds], "or")
    return f"Bids of {words}, just made, reach {play.target} in this hand."


def _kind_words(kind: TargetBids, tricks: int) -> str:
    """`5 or more`, `nil and 4 or more`, `blind 6 or more`, `double nil`."""
    numbers = [counts_words(kind.numbers, tricks)] if kind.numbers else []
    numbers = [f"blind {words}" for words in numbers] if kind.blind else numbers
    return joined([*(call_word(code).lower() for code in kind.beside), *numbers])


def _number_made(row: Row) -> Chance:
    """Whether the number that was bid is made."""
    return next((chance for call, chance in row.contracts if call.is_number), Chance.NEVER)


def _only_sure(chance: Chance) -> Chance:
    return chance if chance is Chance.ALWAYS else Chance.NEVER


def _verb(words: str, single: bool) -> str:
    verb, _, rest = words.partition(" ")
    return f"{verb}{'s' if single else ''}{' ' if rest else ''}{rest}"


def needs_words(points: int, unit: str) -> str:
    """How far the target is: `needs 188 points more`."""
    return f"needs {counted(points, unit.removesuffix('s'))} more" if points > 0 else "is at the target"
