"""Whole tournaments to begin with: their stages, rules, clocks and cuts, as the API has them, under one name each.

Whoever takes one can change everything afterwards. The named tests of these tournaments start from them.
"""

from dataclasses import dataclass, field

from scorekeeper.core.inputs import NOWHERE, InvalidInput, Json, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.language import translatable


@dataclass(frozen=True, slots=True)
class TournamentPreset:
    """A tournament before anybody has entered; `teams` is how many usually come: players, where partners change."""

    key: str
    name: str
    idea: str
    teams: int
    stages: tuple[Json, ...]
    settings: Json = field(default_factory=dict)


PAIRS = {"rules": "partnership"}
PLAYOFF = {"format": "single-elimination", **PAIRS, "seeds": "stage"}
AS_USUAL = {"confirm_minutes": 10}
"""After ten minutes without objection a result counts, as in a tournament that is set up by hand."""

TOURNAMENT_PRESETS = (
    TournamentPreset(
        "contest",
        translatable("Contest"),
        translatable("Pairs lose twice before they are out; sets lose, too"),
        16,
        ({"format": "double-elimination", **PAIRS, "preset": "contest", "minutes": 40, "at_time": "one-more"},),
        AS_USUAL,
    ),
    TournamentPreset(
        "winners-night",
        translatable("Winners’ night"),
        translatable("Winners play winners until closing time, then the best 8"),
        16,
        (
            {"format": "swiss", **PAIRS, "preset": "winners-night", "rounds": 3, "advance": 8},
            {
                **PLAYOFF,
                "preset": "winners-night",
                "overrides": [{"bracket": "final", "options": {"target": 500}}],
            },
        ),
        AS_USUAL,
    ),
    TournamentPreset(
        "super-bowl",
        translatable("Super Bowl"),
        translatable("Most wins in two hours, then the best 12, with a buy-back"),
        24,
        (
            {
                "format": "open",
                **PAIRS,
                "options": {"target": 300},
                "advance": 12,
                "settings": {"play_minutes": 120},
            },
            {**PLAYOFF, "options": {"target": 300}, "settings": {"buy_backs": 1, "buy_back_until": 1}},
        ),
        AS_USUAL,
    ),
    TournamentPreset(
        "showdown",
        translatable("Showdown"),
        translatable("Five matches for everybody, then the best 8"),
        16,
        (
            {"format": "swiss", **PAIRS, "options": {"target": 300}, "rounds": 5, "advance": 8},
            {
                **PLAYOFF,
                "options": {"target": 350},
                "overrides": [{"bracket": "final", "options": {"target": 500}}],
            },
        ),
        AS_USUAL,
    ),
    TournamentPreset(
        "forum",
        translatable("Forum"),
        translatable("An evening of half-hours: lose once, and you’re out"),
        16,
        ({"format": "single-elimination", **PAIRS, "preset": "thirty-minutes", "minutes": 30},),
        AS_USUAL,
    ),
    TournamentPreset(
        "farm",
        translatable("Farm"),
        translatable("Many teams, solo players welcome; a failed bid costs nothing"),
        40,
        (
            {
                "format": "double-elimination",
                **PAIRS,
                "options": {"target": 300, "set_costs": "nothing"},
                "overrides": [{"bracket": "losers", "options": {"blind_nil": 200, "blind_behind": 0}}],
            },
        ),
        AS_USUAL,
    ),
    TournamentPreset(
        "progressive",
        translatable("Progressive"),
        translatable("A new partner every round, most points win"),
        48,
        ({"format": "rotation", **PAIRS, "rounds": 12, "hands": 8},),
        AS_USUAL,
    ),
    TournamentPreset(
        "kitchen",
        translatable("Kitchen table"),
        translatable("Five to eight friends at one table, everyone partners everyone"),
        6,
        ({"format": "rotation", **PAIRS, "hands": 4},),
        {"tables": 1, **AS_USUAL},
    ),
    TournamentPreset(
        "club-night",
        translatable("Club night"),
        translatable("On paper, a new partner every round; come late, leave early"),
        14,
        ({"format": "rotation", **PAIRS, "rounds": 6, "hands": 8},),
        {"kept_on": "paper"},
    ),
)


def find_tournament_preset(key: str) -> TournamentPreset:
    """The preset with this key. Raises `InvalidInput` with the known keys."""
    known = {preset.key: preset for preset in TOURNAMENT_PRESETS}
    if key not in known:
        raise InvalidInput(
            faults.NOT_ONE_OF.at(NOWHERE, {"what": "preset", "value": quote(key), "parts": tuple(known)})
        )
    return known[key]
