"""What a correction changes: two scoreboards of one game held side by side."""

from dataclasses import dataclass

from scorekeeper.core.analysis.explanations import has_more_behind
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredSide
from scorekeeper.core.rules.seating import Side


@dataclass(frozen=True, slots=True)
class HandChange:
    """A side's hand that scores differently; penalties and bonuses are counted by the reason of their lines."""

    number: int
    side: Side
    before: int
    after: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectionChange:
    """A hand that the rules object to now, or do not object to any more."""

    number: int
    gained: tuple[Objection, ...]
    lost: tuple[Objection, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different: hands, totals (before, after) by side, which hands count, objections, the outcome."""

    hands: tuple[HandChange, ...]
    totals: tuple[tuple[int, int], ...]
    counted_now: tuple[int, ...]
    counted_no_longer: tuple[int, ...]
    objections: tuple[ObjectionChange, ...]
    outcome_changed: bool


def changes(before: Scoreboard, after: Scoreboard) -> Changes:
    """Hold two scoreboards of the same game and the same number of hands side by side."""
    pairs = list(zip(before.hands, after.hands, strict=True))
    found = [
        _change(old.number, side, old.sides[side], new.sides[side])
        for old, new in pairs
        for side in before.rules.seating.sides
    ]
    return Changes(
        hands=tuple(change for change in found if change is not None),
        totals=tuple((old.total, new.total) for old, new in zip(before.scores, after.scores, strict=True)),
        counted_now=tuple(new.number for old, new in pairs if new.counted and not old.counted),
        counted_no_longer=tuple(new.number for old, new in pairs if old.counted and not new.counted),
        objections=tuple(
            ObjectionChange(
                new.number,
                tuple(found for found in new.objections if found not in old.objections),
                tuple(found for found in old.objections if found not in new.objections),
            )
            for old, new in pairs
            if old.objections != new.objections
        ),
        outcome_changed=before.outcome != after.outcome,
    )


def _change(number: int, side: Side, old: ScoredSide, new: ScoredSide) -> HandChange | None:
    was, now = _kinds(old), _kinds(new)
    gained, lost = _without(now, was), _without(was, now)
    if old.points == new.points and not gained and not lost:
        return None
    return HandChange(number, side, old.points, new.points, gained, lost)


def _kinds(scored: ScoredSide) -> list[str]:
    """What else than its own bids and tricks can move: penalties, bonuses, and the pot."""
    return [line.reason for line in scored.lines if has_more_behind(line)]


def _without(these: list[str], those: list[str]) -> tuple[str, ...]:
    left = list(those)
    kept = []
    for reason in these:
        if reason in left:
            left.remove(reason)
        else:
            kept.append(reason)
    return tuple(kept)
