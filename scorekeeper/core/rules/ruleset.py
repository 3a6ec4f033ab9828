"""A rule set, and the house rules that one table plays it by."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.rules.deal import Deal
from scorekeeper.core.rules.endings import Ending
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.lines import Code
from scorekeeper.core.rules.options import Option, Options, Value, is_same, resolve
from scorekeeper.core.rules.scoring import Step
from scorekeeper.core.rules.scripted_deals import Script
from scorekeeper.core.rules.seating import Seating, Shape


@dataclass(frozen=True, slots=True)
class Play:
    """What a rule set comes to with its options chosen and the players seated: all that scoring needs.

    Hand n is bid by deal n, from the first again after the last; hand 1 by deal `first`, where there is one. `every` is
    how many overtricks bring a penalty (0: none), `word` what they are called; `unit` is what the totals count: points,
    chips or tenths of a point. `pooled`: a side's points hang on the others' tricks.
    """

    seating: Seating
    deals: tuple[Deal, ...]
    steps: tuple[Step, ...]
    endings: tuple[Ending, ...]
    target: int = 0
    every: int = 0
    word: str = "overtrick"
    unit: str = "points"
    pooled: bool = False
    first: Deal | None = None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game that tables play. `shapes` are the tables it seats, the usual one first; options may depend on it.

    `idea` is the game in three sentences, `reading` what its source leaves open and how it is read here. The revision
    changes when the same sheet would score differently. `scripted` plays a list of deals that the table wrote itself.
    `notice` is what a table should know before it chooses the game.
    """

    key: str
    name: str
    source: str
    idea: str
    shapes: tuple[Shape, ...]
    options: Callable[[Shape], tuple[Option, ...]]
    play: Callable[[Shape, Options], Play]
    reading: tuple[str, ...] = ()
    revision: int = 1
    order: int = 100
    scripted: Callable[[Shape, Options, Script], Play] | None = None
    notice: str = ""

    def with_options(self, chosen: Options, shape: Shape | None = None, script: Script = ()) -> "HouseRules":
        """The rules that one table plays.

        Raises `BadRules` where the options, the number of players or the table's own deals do not fit.
        """
        seated = shape or self.shapes[0]
        if seated not in self.shapes:
            raise BadRules(NOT_SEATED, NotSeated(self.key, self.shapes, seated))
        options = resolve(self.key, self.options(seated), chosen)
        if not script:
            return HouseRules(self, seated, options, self.play(seated, options))
        if self.scripted is None:
            raise BadRules(TAKES_NO_SCRIPT, TakesNoScript(self.key))
        return HouseRules(self, seated, options, self.scripted(seated, options, script), script)


@dataclass(frozen=True, slots=True)
class NotSeated:
    """The tables that a rule set seats, and the one that it does not."""

    rules: str
    shapes: tuple[Shape, ...]
    shape: Shape


@dataclass(frozen=True, slots=True)
class TakesNoScript:
    """A rule set whose deals are its own."""

    rules: str


NOT_SEATED = Code("not-seated", NotSeated)
TAKES_NO_SCRIPT = Code("takes-no-script", TakesNoScript)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rule set with its options chosen and the players seated; `script` are the deals that the table wrote itself."""

    ruleset: RuleSet
    shape: Shape
    options: dict[str, Value]
    play: Play
    script: Script = ()

    @property
    def seating(self) -> Seating:
        return self.play.seating

    def changed_options(self) -> dict[str, Value]:
        """The options that are not as the rule set has them."""
        usual = {option.key: option.default for option in self.ruleset.options(self.shape)}
        return {key: value for key, value in self.options.items() if not is_same(value, usual[key])}

    def deal_of(self, number: int) -> Deal:
        """How hand `number` (from 1) is bid."""
        if number == 1 and self.play.first is not None:
            return self.play.first
        return self.play.deals[(number - 1) % len(self.play.deals)]
