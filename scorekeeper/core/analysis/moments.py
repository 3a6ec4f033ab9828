"""The key moments of a finished game: the lead that stayed, nils, sets and penalties, the largest hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.analysis.changes import is_penalty
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side

MOST = 3

LEAD, LINE, LARGEST = "lead", "line", "largest"


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """What a side did in a hand: it took the lead for good, scored this line, or had the largest hand of the game."""

    hand: int
    side: Side
    code: str
    points: int
    line: LineItem | None = None


def key_moments(board: Scoreboard) -> list[KeyMoment]:
    """Up to three moments, each in a hand of its own, in the order of play."""
    hands = [hand for hand in board.hands if hand.counted]
    if len(hands) < 2:
        return []
    lead = _lead_that_stayed(hands)
    moments = [] if lead is None else [lead]
    for moment in sorted(_special(hands), key=_weight):
        if len(moments) < MOST and not _is_in(moments, moment.hand):
            moments.append(moment)
    largest = [moment for moment in sorted(_largest(hands), key=_weight) if not _is_in(moments, moment.hand)]
    if largest and len(moments) < MOST:
        moments.append(largest[0])
    return sorted(moments, key=lambda moment: moment.hand)


def _is_in(moments: list[KeyMoment], hand: int) -> bool:
    return any(moment.hand == hand for moment in moments)


def _weight(moment: KeyMoment) -> tuple[int, int]:
    """The most points first; among equals the latest."""
    return -abs(moment.points), -moment.hand


def _leader(hand: ScoredHand) -> Side | None:
    """The side alone in the lead after a hand."""
    highest = max(side.score.total for side in hand.sides)
    best = [side for side, scored in enumerate(hand.sides) if scored.score.total == highest]
    return Side(best[0]) if len(best) == 1 else None


def _lead_that_stayed(hands: list[ScoredHand]) -> KeyMoment | None:
    """The last hand in which the lead changed; None if one side led from the first hand on, or nobody leads."""
    leaders = [_leader(hand) for hand in hands]
    last = leaders[-1]
    since = len(leaders) - 1
    while since > 0 and leaders[since - 1] == last:
        since -= 1
    if last is None or since == 0:
        return None
    return KeyMoment(hands[since].number, last, LEAD, hands[since].sides[last].points)


def _special(hands: list[ScoredHand]) -> Iterable[KeyMoment]:
    """Every nil, blind call, set and penalty."""
    return [
        KeyMoment(hand.number, line.side, LINE, line.points, line)
        for hand in hands
        for scored in hand.sides
        for line in scored.lines
        if line.in_total and line.points and _is_special(line)
    ]


def _is_special(line: LineItem) -> bool:
    if isinstance(line.params, Contract):
        return not line.params.made or not line.params.call.is_number or line.params.call.blind
    return is_penalty(line)


def _largest(hands: list[ScoredHand]) -> Iterable[KeyMoment]:
    """The hands in which a side won the most points; there are more than one, since some have a moment already."""
    most = [
        KeyMoment(hand.number, Side(side), LARGEST, scored.points)
        for hand in hands
        for side, scored in enumerate(hand.sides)
        if scored.points > 0
    ]
    highest = max([moment.points for moment in most], default=0)
    return [moment for moment in most if moment.points == highest]
