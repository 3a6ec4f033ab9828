"""Rule sets and house rules: a game's rules with the values of its options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.core.rules.deal import BOOKS, HandRules
from scorekeeper.core.rules.endings import Ending, Ranking, ranking_of
from scorekeeper.core.rules.scoring import ScoringStep
from scorekeeper.core.rules.scripted_deals import Script
from scorekeeper.core.rules.seating import Seating, Shape

Value = int | bool | str | None
Options = Mapping[str, Value]

MAX_NUMBER_LENGTH = 9  # digits


def is_same(value: Value, other: Value) -> bool:
    """Whether two values are the same. 1 equals True in Python, but not here."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


@dataclass(frozen=True, slots=True)
class Choice:
    """The text of a value: on a button, `off`, and as a sentence if it needs its own, `No blind nil`."""

    value: Value
    label: str
    rule: str = ""


class Topic(Enum):
    """What a house rule is about: forms group them so."""

    END = "end"
    BAGS = "bags"
    NIL = "nil"
    BIDDING = "bidding"
    SETS = "sets"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. It takes one of `values`, or (with `low` below `high`) any whole number from low to high.

    `older` are old spellings of values: (old spelling, current value). `unoffered` are values without effect here:
    games that started with one keep it, but no form offers it. `step` is what a press of + adds. The option has no
    effect if all values in a row of `no_effect_when` are chosen; with those of `rare_when` it has one that hardly any
    table meets, and no form offers it. `sentence` has the value as players say it, if that is not after the name:
    `Play to {value}`; `choices` are the values that have a text of their own. `not_with` are values that do not go
    together with some of another option: (value, key of the other, its values).

    `question` is what tables ask that this option decides. It is answered by the rules with the codes `settled_by`,
    if there are any; else by what `answers` have for its value, then by `answer`, and only then by its sentence. An
    answer may name the value, as its sentence does, `{tricks}` of a hand, `{target}` and `{bags}` of a penalty.
    `examples` are names of worked examples, see `core/examples/asked.py`; the first that there is shows the answer.
    """

    key: str
    name: str
    help: str
    default: Value
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    older: tuple[tuple[Value, Value], ...] = ()
    unoffered: tuple[Value, ...] = ()
    step: int = 1
    no_effect_when: tuple[tuple[tuple[str, Value], ...], ...] = ()
    rare_when: tuple[tuple[tuple[str, Value], ...], ...] = ()
    sentence: str = ""
    choices: tuple[Choice, ...] = ()
    not_with: tuple[tuple[Value, str, tuple[Value, ...]], ...] = ()
    topic: Topic = Topic.END
    question: str = ""
    answer: str = ""
    answers: tuple[tuple[Value, str], ...] = ()
    examples: tuple[str, ...] = ()
    settled_by: tuple[str, ...] = ()

    @property
    def has_range(self) -> bool:
        return self.low < self.high

    @property
    def is_switch(self) -> bool:
        return len(self.values) == 2 and is_same(self.values[0], True) and is_same(self.values[1], False)

    def allows(self, value: Value) -> bool:
        if any(is_same(value, allowed) for allowed in (*self.values, *self.unoffered)):
            return True
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return self.has_range and self.low <= value <= self.high

    def read(self, value: Value) -> Value:
        """A value in its current spelling."""
        is_switch = isinstance(value, bool)  # True equals 1 in Python, but not at a table
        return next((now for old, now in self.older if isinstance(old, bool) == is_switch and old == value), value)

    def parse(self, word: str) -> Value:
        """A value from its word, in any spelling; an unknown word is returned unchanged."""
        spelled = [*self.values, *self.unoffered, *[old for old, _ in self.older]]
        values = [value for value in spelled if value_word(value) == word]
        if values:
            return values[0]
        digits = word[1:] if word[:1] == "-" else word
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_NUMBER_LENGTH
        return int(word) if is_number else word

    def first_spelling(self, value: Value) -> Value:
        """A value in its first spelling, which keeps rules codes unchanged."""
        return next((old for old, now in self.older if now == value), value)

    def has_no_effect(self, chosen: Options) -> bool:
        """Whether it makes no difference with these values."""
        return _has_row(self.no_effect_when, chosen)

    def is_offered(self, chosen: Options) -> bool:
        """Whether forms offer it with these values."""
        return not _has_row((*self.no_effect_when, *self.rare_when), chosen)

    def with_default(self, default: Value) -> "Option":
        """The same option with this rule set's own default."""
        return replace(self, default=default)

    def without(self, value: Value, words: str) -> "Option":
        """The same house rule without offering a value that has no effect, and with `words` that leave it out."""
        offered = tuple(other for other in self.values if other != value)
        return replace(self, values=offered, unoffered=(*self.unoffered, value), help=words)


def _has_row(rows: Sequence[Sequence[tuple[str, Value]]], chosen: Options) -> bool:
    """Whether all values in one of these rows are chosen; a missing option is ignored."""
    known_settings = [[setting for setting in row if setting[0] in chosen] for row in rows]
    return any(row and all(is_same(chosen[key], value) for key, value in row) for row in known_settings)


def value_word(value: Value) -> str:
    """A value as spelled on the command line and in JSON."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def resolve(rules_name: str, options: Sequence[Option], chosen: Options) -> dict[str, Value]:
    """All options with their values, defaults filled in. Raises `InvalidInput`, naming the option and its values."""
    by_key = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in by_key:
            raise InvalidInput(
                faults.UNKNOWN_OPTION.at(NOWHERE, {"rules": rules_name, "option": key, "known": tuple(by_key)})
            )
        if not by_key[key].allows(by_key[key].read(value)):
            option = by_key[key]
            takes: faults.ValueRefused = {
                "option": key,
                "value": value,
                "values": option.values,
                "low": option.low,
                "high": option.high,
            }
            raise InvalidInput(faults.VALUE_REFUSED.at(NOWHERE, takes))
    values = {option.key: option.read(chosen.get(option.key, option.default)) for option in options}
    apart = options_apart(options, values)
    if apart is not None:
        raise InvalidInput(faults.OPTIONS_APART.at(NOWHERE, apart))
    return values


def values_alone(option: Option, options: Sequence[Option]) -> list[Value]:
    """Its values, and both ends of its range, that go with the defaults of the others."""
    values = dict.fromkeys((*option.values, *((option.low, option.high) if option.has_range else ())))
    usual = {other.key: other.default for other in options}
    return [value for value in values if options_apart(options, usual | {option.key: value}) is None]


def options_apart(options: Sequence[Option], values: Options) -> faults.OptionsApart | None:
    """The first two of these values that do not go together; None if all do."""
    for option in options:
        for value, other, refused in option.not_with:
            if is_same(values[option.key], value) and any(is_same(values[other], each) for each in refused):
                return {"option": option.key, "value": value, "other": other, "others_value": values[other]}
    return None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """A rule set with its options chosen and the players seated: everything that scoring needs.

    Hand n is bid by deal n, from the first again after the last; hand 1 by deal `first`, if there is one.
    `bags_per_penalty` is how many overtricks bring a penalty (0: none), `overtrick_word` the term for them; `unit` is
    the unit of the totals: points, chips or tenths of a point. `pooled`: a side's points depend on the others' tricks.
    `left_leads`: the player at the dealer's left leads to the first trick; otherwise the cards decide. Before
    `least_hands` only a contract that wins outright, or the last hand, ends the game. `misdeal_passes`: after a misdeal
    the next player deals.
    `renege_costs` is what the ruling on a renege offers first.
    """

    seating: Seating
    deals: tuple[HandRules, ...]
    steps: tuple[ScoringStep, ...]
    endings: tuple[Ending, ...]
    target: int = 0
    bags_per_penalty: int = 0
    overtrick_word: str = "overtrick"
    unit: str = "points"
    pooled: bool = False
    first: HandRules | None = None
    left_leads: bool = True
    least_hands: int = 0
    misdeal_passes: bool = False
    renege_costs: str = BOOKS


USUAL_CARDS = ("deck", "dealt", "left-of-dealer", "bids-once", "follow", "winner", "breaking")
"""The topics of cards and play of a game that is dealt, bid and played as usual."""


@dataclass(frozen=True, slots=True)
class DefaultReading:
    """How a source is read, as long as these options have their defaults."""

    text: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game that tables play. `shapes` are the tables it seats, the usual one first; options may depend on it.

    `idea` is the game in three sentences, `reading` what its source leaves open and how it is read here. The revision
    changes when the same sheet would score differently. `custom_scoring` is that of deals which the table wrote itself.
    `notice` is what a table should know before it chooses the game, `begins_with` the preset for a first game. `cards`
    are the topics of its cards and play, and `renege` the topic of the cost of a renege; `drawn` are the shapes in
    which players draw their cards, so that nobody deals; `to_the_right`: turns go round the other way.
    """

    key: str
    name: str
    source: str
    idea: str
    shapes: tuple[Shape, ...]
    options: Callable[[Shape], tuple[Option, ...]]
    scoring: Callable[[Shape, Options], ScoringRules]
    reading: tuple[str | DefaultReading, ...] = ()
    revision: int = 1
    order: int = 100
    custom_scoring: Callable[[Shape, Options, Script], ScoringRules] | None = None
    notice: str = ""
    cards: tuple[str, ...] = USUAL_CARDS
    renege: str = ""
    drawn: tuple[Shape, ...] = ()
    begins_with: str = ""
    to_the_right: bool = False

    def with_options(self, chosen: Options, shape: Shape | None = None, script: Script = ()) -> "HouseRules":
        """The rules of one table.

        Raises `InvalidInput` if the options, the number of players or the table's own deals do not fit.
        """
        seated = shape or self.shapes[0]
        if seated not in self.shapes:
            raise InvalidInput(
                faults.NOT_SEATED.at(NOWHERE, {"rules": self.key, "shapes": self.shapes, "shape": seated})
            )
        options = resolve(self.key, self.options(seated), chosen)
        if not script:
            return HouseRules(self, seated, options, self.scoring(seated, options))
        if self.custom_scoring is None:
            raise InvalidInput(faults.TAKES_NO_SCRIPT.at(NOWHERE, {"rules": self.key}))
        return HouseRules(self, seated, options, self.custom_scoring(seated, options, script), script)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A rule set with its options chosen and the players seated; `script` are deals that the table wrote."""

    ruleset: RuleSet
    shape: Shape
    options: dict[str, Value]
    scoring: ScoringRules
    script: Script = ()

    @property
    def seating(self) -> Seating:
        return self.scoring.seating

    @property
    def is_drawn(self) -> bool:
        """Whether the players draw their cards, so that nobody deals."""
        return self.shape in self.ruleset.drawn

    @property
    def ranking_at_time(self) -> Ranking:
        """Who leads once time was called: as at the end of the game; without one, a tie is shared."""
        return ranking_of(self.scoring.endings)

    def changed_options(self) -> dict[str, Value]:
        """The options that are not at their defaults."""
        usual = {option.key: option.default for option in self.ruleset.options(self.shape)}
        return {key: value for key, value in self.options.items() if not is_same(value, usual[key])}

    def readings(self) -> list[str]:
        """What the source leaves open, without what this table's options settle otherwise."""
        changed = self.changed_options()
        read = [
            DefaultReading(reading, ()) if isinstance(reading, str) else reading for reading in self.ruleset.reading
        ]
        return [reading.text for reading in read if not any(option in changed for option in reading.options)]

    def hand_rules_of(self, number: int) -> HandRules:
        """How hand `number` (from 1) is bid."""
        if number == 1 and self.scoring.first is not None:
            return self.scoring.first
        return self.scoring.deals[(number - 1) % len(self.scoring.deals)]
