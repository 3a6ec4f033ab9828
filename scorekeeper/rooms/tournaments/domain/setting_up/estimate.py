"""What a set-up would take: rounds, minutes and waves, and advice, before anybody has entered."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rulesets import rule_set
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.pairings import Why
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_MATCHES
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage

BETWEEN_ROUNDS = 12
"""Minutes from time in one round to the start of the next: the last hand, results, pairing, walking."""

MINUTES_A_HAND = 6
POINTS_A_MINUTE = 8
"""How fast a match without a limit goes towards its target."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """`minutes` in all; `rounds`, `matches` at once and `waves` of the first stage."""

    minutes: int
    rounds: int
    matches: int
    waves: int


def estimate(stages: Sequence[Stage], teams: int, tables: int | None = None) -> Estimate:
    """How long the stages take with this number of teams; `tables` is how many there are, None for enough."""
    minutes, entering = 0, teams
    first: Estimate | None = None
    for stage in stages:
        form = find_format(stage.format)
        rounds = form.rounds(stage, entering, tables)
        matches = max(1, entering // form.at_table(stage))
        if form.solo and tables is not None:
            matches = min(matches, tables)
        waves = 1 if tables is None else -(-matches // tables)
        each = waves * (match_minutes(stage) + BETWEEN_ROUNDS)
        # Open play ends by its own clock, whatever the matches take.
        minutes += int(form.setting(stage, "play_minutes") or 0) + BETWEEN_ROUNDS if form.grows else rounds * each
        first = first or Estimate(0, rounds, matches, waves)
        entering = min(entering, form.pools(stage) * stage.advance) if stage.advance is not None else entering
    assert first is not None
    return Estimate(minutes, first.rounds, first.matches, first.waves)


def match_minutes(stage: Stage) -> int:
    """The minutes of one match: its limit, else about what its hands or its target take."""
    if stage.minutes is not None:
        return stage.minutes
    if stage.hands is not None:
        return stage.hands * MINUTES_A_HAND
    rules = rule_set(stage.rules)
    usual = {option.key: option.default for option in rules.options(rules.shapes[0])}
    hands, target = (stage.options.get(key, usual.get(key)) for key in ("hands", "target"))
    if isinstance(hands, int) and hands:
        return hands * MINUTES_A_HAND
    return int(target) // POINTS_A_MINUTE if isinstance(target, int) and target else 60


def advice(stages: Sequence[Stage], teams: int, tables: int | None = None) -> list[Why]:
    """What a director should know of a set-up, as codes with params."""
    stage, found = stages[0], []
    needed = find_format(stage.format).at_table(stage)
    if teams < needed:
        found.append(Why("too-few", {"needed": needed}))
    matches = find_format(stage.format).matches(stage, teams, tables)
    if matches > MAX_MATCHES:
        found.append(Why("too-many-matches", {"found": matches, "most": MAX_MATCHES}))
    if stage.format == "swiss" and 2 * find_format("swiss").rounds(stage, teams) > teams:
        found.append(Why("round-robin-instead"))
    if teams % 2 and stage.format in ("swiss", "round-robin"):
        found.append(Why("one-sits-out"))
    if stage.format == "rotation" and teams % needed:
        found.append(Why("some-sit-out", {"count": teams % needed}))
    if stage.format == "rotation" and needed == 4 and teams == 8 and tables == 1:
        found.append(Why("two-tables-instead"))
    waves = estimate(stages, teams, tables).waves
    if waves > 1:
        found.append(Why("waves", {"waves": waves}))
    return found
