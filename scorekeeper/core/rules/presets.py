"""Presets: house rules by one name, such as Classic, for every game that has these options."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, Value, is_same, options_apart
from scorekeeper.core.rules.seating import Shape


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under one name; an option it does not list keeps the rule set's default.

    `minutes` is how long a game may take; 0: no limit.
    """

    key: str
    options: Options
    minutes: int = 0


STANDARD = Preset("standard", {})
"""A rule set as it is printed."""

CLASSIC: Options = {"blind_nil": 200, "blind_behind": 100}

PRESETS = (
    Preset("classic", CLASSIC),
    Preset("no-blinds", {"blind_nil": 0}),
    Preset("ten-for-200", {**CLASSIC, "ten_for_200": "ladder"}),
    Preset("short-game", {"target": 250, **CLASSIC}),
    Preset("tournament", {**CLASSIC, "hands": 4, "overtrick_points": 0, "team_minimum": 4}),
    Preset(
        "club-night",
        {
            "target": 350,
            "pair_bids": "pair",
            "first_hand": "bids-itself",
            "team_minimum": 4,
            "sets_lose": 2,
            "blind_nil": 0,
        },
    ),
    Preset(
        "cookout",
        {
            "target": 350,
            "pair_bids": "pair",
            "team_minimum": 4,
            "sets_lose": 2,
            "ten_for_200": "flat-150",
            "boston": "200",
        },
    ),
    Preset(
        "contest",
        {"target": 350, "least_hands": 3, "sets_lose": 3, "sets_in_a_row_lose": 2, "blind_numbers": 6},
        minutes=40,
    ),
    Preset(
        "winners-night",
        {
            "target": 350,
            "team_minimum": 4,
            "first_hand": "bids-itself",
            "sets_lose": 2,
            "misdeal": "passes",
            "blind_nil": 0,
        },
    ),
    Preset(
        "lodge",
        {
            "target": 350,
            "first_hand": "bids-itself",
            "first_hand_least": 4,
            "least_total": 11,
            "unplayed": "nothing",
            "ten_for_200": "flat-100",
        },
    ),
    Preset(
        "league",
        {
            "target": 350,
            "pair_bids": "pair",
            "team_minimum": 4,
            "highest_bid": 10,
            "misdeal": "passes",
            "double_costs": True,
            "both_reach": "higher-contract",
            "tie": "higher-contract",
        },
    ),
    Preset("thirty-minutes", {"target": 300, "overtrick_points": 0, "bags": 0}, minutes=30),
)


def presets_for(options: Sequence[Option]) -> list[Preset]:
    """The presets for a game with these options; one of them is the rule set's defaults.

    A preset is left out if its name promises something that no hand of the game can bring.
    """
    return [*_presets_for(tuple(options))]


@lru_cache(maxsize=64)  # a page of house rules asks for them ten times
def _presets_for(options: tuple[Option, ...]) -> tuple[Preset, ...]:
    usual = defaults_of(options)
    fitting = [preset for preset in PRESETS if fits(preset.options, options) and not _is_idle(preset, options, usual)]
    as_printed = [preset for preset in fitting if is_like(options, full(options, preset.options), usual)]
    return tuple(fitting if as_printed else [STANDARD, *fitting])


def find_preset(rules_name: str, options: Sequence[Option], key: str) -> Preset:
    """The preset with this key. Raises `InvalidInput` with the known presets."""
    presets = presets_for(options)
    named = [preset for preset in presets if preset.key == key]
    if not named:
        raise InvalidInput(
            faults.UNKNOWN_PRESET.at(
                NOWHERE, {"rules": rules_name, "preset": key, "known": tuple([preset.key for preset in presets])}
            )
        )
    return named[0]


def preset_of(options: Sequence[Option], chosen: Options) -> Preset | None:
    """The preset with these values, if there is one."""
    alike = [preset for preset in presets_for(options) if is_like(options, full(options, preset.options), chosen)]
    return alike[0] if alike else None


def _is_idle(preset: Preset, options: Sequence[Option], usual: Options) -> bool:
    """Whether something that the preset changes makes no difference in this game, or hardly any."""
    chosen = full(options, preset.options)
    changed = [option for option in options if not is_same(chosen[option.key], usual[option.key])]
    return not all(option.is_offered(chosen) for option in changed)


def fits(chosen: Options, options: Sequence[Option]) -> bool:
    """Whether a game with these options accepts all of these values."""
    by_key = {option.key: option for option in options}
    allowed = all(key in by_key and by_key[key].allows(by_key[key].read(value)) for key, value in chosen.items())
    return allowed and options_apart(options, full(options, chosen)) is None


def full(options: Sequence[Option], chosen: Options) -> dict[str, Value]:
    """All options with their values, the defaults for those not chosen."""
    return {option.key: option.read(chosen.get(option.key, option.default)) for option in options}


def options_to_begin(rules: RuleSet, shape: Shape, last: Options | None = None) -> dict[str, Value]:
    """What a table begins a game with: the options of its `last` such game, else the rule set's preset or defaults."""
    options = rules.options(shape)
    if last is not None:
        return full(options, {key: value for key, value in last.items() if fits({key: value}, options)})
    return full(options, find_preset(rules.key, options, rules.begins_with).options if rules.begins_with else {})


def defaults_of(options: Sequence[Option]) -> dict[str, Value]:
    """The rule set's default values."""
    return full(options, {})


def changed_from(options: Sequence[Option], chosen: Options) -> dict[str, Value]:
    """The values that differ from the defaults."""
    played = full(options, chosen)
    return {option.key: played[option.key] for option in options if not is_same(played[option.key], option.default)}


def in_effect(options: Sequence[Option], chosen: Options) -> dict[str, Value]:
    """The values without those that make no difference: tables that play alike have the same code."""
    return {option.key: chosen[option.key] for option in options if not option.has_no_effect(chosen)}


def is_like(options: Sequence[Option], one: Options, other: Options) -> bool:
    """Whether two sets of values play alike: values that make no difference are not compared."""
    return all(
        is_same(one[option.key], other[option.key]) or (option.has_no_effect(one) and option.has_no_effect(other))
        for option in options
    )
