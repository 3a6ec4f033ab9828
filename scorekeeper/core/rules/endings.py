"""Why a game is over, and who won it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Side

PLAY_ON = "play-on"
FEWEST_OVERTRICKS = "fewest-overtricks"
SHARED = "shared"
HIGHER_CONTRACT = "higher-contract"

LEVEL, LEVEL_OVERTRICKS = "level", "level-overtricks"
"""Nobody has won, since sides are level at the top; or in overtricks, too, where those break a tie."""
TOO_EARLY = "too-early"
"""Nobody has won, since the game has to be longer."""

RULE = "end"
"""The anchor of the rules that end a game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners (several if it is shared), what ended and decided it, after which hand.

    `figure` is the target, the floor, the hands or the sets that ended it; 0 if none did, or too few tricks in a first
    hand; the minutes played where time did. `reason` are the table's own words if it stopped early, `forfeit` the side
    that conceded, or that a ruling cost the game.
    """

    winners: tuple[Side, ...]
    ended_by: str
    decided_by: str
    hand: int
    figure: int = 0
    reason: str = ""
    forfeit: Side | None = None


@dataclass(slots=True)
class AfterHand:
    """The basis for an ending: each side's score after this many hands, and who won outright in the last one."""

    number: int
    scores: Sequence[SideScore]
    outright: tuple[Side, ...]


class Ending(Protocol):
    """One way for a game to be over."""

    def outcome(self, after: AfterHand) -> Outcome | None:
        """The outcome, `LEVEL` if sides tie; or None if this does not end the game."""

    def marks(self) -> tuple[int, ...]:
        """The totals that matter: besides who is ahead of whom, only whether a side is below one of these."""

    def rule_text(self) -> RuleText:
        """What ends the game, and who wins it then."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who leads: the highest total, and among equals by `tie`.

    If that leaves it open, another hand is played. While there are others, a side that has lost cannot win. Of several
    sides with `contracts_from` points or more (0: whatever their points) the higher contract of the hand leads, then
    the total.
    """

    tie: str = PLAY_ON
    contracts_from: int = 0

    @property
    def compares_contracts(self) -> bool:
        """Whether what the sides bid in the last hand can decide."""
        return self.contracts_from > 0 or self.tie == HIGHER_CONTRACT

    def winners(self, scores: Sequence[SideScore]) -> tuple[tuple[Side, ...], str]:
        """The winners and what decided between them; or the sides that are level, and in what."""
        staying = self._staying(scores)
        present = self._by_contract(staying, scores)
        highest = max([scores[side].total for side in present])
        best = tuple([side for side in present if scores[side].total == highest])
        if len(best) == 1:
            return best, "highest" if len(present) == len(staying) else HIGHER_CONTRACT
        if self.tie == SHARED:
            return best, "shared"
        if self.tie == FEWEST_OVERTRICKS:
            fewest = min(scores[side].overtricks for side in best)
            best = tuple(side for side in best if scores[side].overtricks == fewest)
            return best, "fewest-overtricks" if len(best) == 1 else LEVEL_OVERTRICKS
        if self.tie == HIGHER_CONTRACT:
            best = _highest_contracts(best, scores)
        return best, HIGHER_CONTRACT if len(best) == 1 else LEVEL

    def _staying(self, scores: Sequence[SideScore]) -> tuple[Side, ...]:
        """The sides that have not lost; all if every side has."""
        everyone = tuple([Side(i) for i in range(len(scores))])
        return tuple([side for side in everyone if not scores[side].lost]) or everyone

    def _by_contract(self, staying: tuple[Side, ...], scores: Sequence[SideScore]) -> tuple[Side, ...]:
        """These sides, without those that another one at the target bid more than."""
        there = tuple([side for side in staying if 0 < self.contracts_from <= scores[side].total])
        highest = _highest_contracts(there, scores)
        return staying if len(highest) == len(there) else highest


def _highest_contracts(sides: tuple[Side, ...], scores: Sequence[SideScore]) -> tuple[Side, ...]:
    highest = max([scores[side].contract for side in sides], default=0)
    return tuple([side for side in sides if scores[side].contract == highest])


def ranking_of(endings: Sequence["Ending"]) -> Ranking:
    """Who leads when the table's own end comes; without one, a tie is shared."""
    ranked = [ending.ranking for ending in endings if isinstance(ending, Target | AfterHands)]
    return ranked[-1] if ranked else Ranking(SHARED)


@dataclass(frozen=True, slots=True)
class Outright:
    """A contract that wins the game by itself, whatever the totals."""

    def outcome(self, after: AfterHand) -> Outcome | None:
        return Outcome(after.outright, "outright", "outright", after.number) if after.outright else None

    def marks(self) -> tuple[int, ...]:
        return ()

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_OUTRIGHT, self)


ENDS_OUTRIGHT = Code("outright", Outright)


@dataclass(frozen=True, slots=True)
class Target:
    """A side reaches the target."""

    points: int
    ranking: Ranking

    def outcome(self, after: AfterHand) -> Outcome | None:
        if max([score.total for score in after.scores]) < self.points:
            return None
        return _ranked(self.ranking, after, "target", self.points)

    def marks(self) -> tuple[int, ...]:
        return (self.points,)

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_AT_TARGET, self)


ENDS_AT_TARGET = Code("target", Target)


@dataclass(frozen=True, slots=True)
class LosingScore:
    """A side at or below the floor ends the game; the highest wins."""

    points: int
    ranking: Ranking

    def outcome(self, after: AfterHand) -> Outcome | None:
        if min([score.total for score in after.scores]) > self.points:
            return None
        return _ranked(self.ranking, after, "floor", self.points)

    def marks(self) -> tuple[int, ...]:
        return (self.points + 1,)

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_AT_LOSING_SCORE, self)


ENDS_AT_LOSING_SCORE = Code("floor", LosingScore)


@dataclass(frozen=True, slots=True)
class SetTooOften:
    """A side set so often, in the game or `in_a_row` (0: not counted), has lost; the highest of the others wins.

    So has one that took fewer than `first_tricks` in a first hand that bids itself. `nils`: a failed nil is a set too.
    """

    most: int
    in_a_row: int
    ranking: Ranking
    first_tricks: int = 0
    nils: bool = False

    def outcome(self, after: AfterHand) -> Outcome | None:
        if not any(score.lost for score in after.scores):
            return None
        sets = max([score.sets for score in after.scores if score.lost])
        reached = [number for number in (self.most, self.in_a_row) if 0 < number <= sets]
        return _ranked(self.ranking, after, "sets", max(reached, default=0))

    def marks(self) -> tuple[int, ...]:
        return ()

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_BY_SETS, self)


ENDS_BY_SETS = Code("sets", SetTooOften)


@dataclass(frozen=True, slots=True)
class AfterHands:
    """A number of hands were played; if they leave it open, the next hand that decides it.

    `at_most`: another ending may come before.
    """

    hands: int
    ranking: Ranking
    at_most: bool = False

    def outcome(self, after: AfterHand) -> Outcome | None:
        return _ranked(self.ranking, after, "hands", self.hands) if after.number >= self.hands else None

    def marks(self) -> tuple[int, ...]:
        return ()

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_AFTER_HANDS, self)


ENDS_AFTER_HANDS = Code("hands", AfterHands)


@dataclass(frozen=True, slots=True)
class TimeCall:
    """Time was called after this many minutes: `hand` is the last one."""

    hand: int
    minutes: int


@dataclass(frozen=True, slots=True)
class AtTime:
    """The last hand since time was called; if it leaves the winner open, the next hand that decides."""

    call: TimeCall
    ranking: Ranking

    def outcome(self, after: AfterHand) -> Outcome | None:
        return _ranked(self.ranking, after, "time", self.call.minutes) if after.number >= self.call.hand else None

    def marks(self) -> tuple[int, ...]:
        return ()

    def rule_text(self) -> RuleText:
        return rule_text_of(RULE, ENDS_AT_TIME, self)


ENDS_AT_TIME = Code("time", AtTime)


def _ranked(ranking: Ranking, after: AfterHand, ended_by: str, figure: int) -> Outcome:
    best, decided_by = ranking.winners(after.scores)
    return Outcome(best, ended_by, decided_by, after.number, figure)


def outcome_of(endings: Sequence[Ending], after: AfterHand, least_hands: int) -> Outcome | None:
    """The outcome of the first of these endings that decides; None if the game is not over.

    Before `least_hands` only a contract that wins outright and the last hand end a game.
    """
    for ending in endings:
        if after.number >= least_hands or isinstance(ending, (Outright, AfterHands)):
            outcome = ending.outcome(after)
            if outcome is not None and outcome.decided_by not in (LEVEL, LEVEL_OVERTRICKS):
                return outcome
    return None


def open_end_of(endings: Sequence[Ending], after: AfterHand, least_hands: int) -> Outcome | None:
    """What would have ended a game that is not over, with the sides that are level; None if nothing would."""
    for ending in endings:
        outcome = ending.outcome(after)
        if outcome is not None:
            too_early = after.number < least_hands and not isinstance(ending, AfterHands)
            return replace(outcome, decided_by=TOO_EARLY) if too_early else outcome
    return None


def forfeited(scores: Sequence[SideScore], hand: int, sides: Sequence[Side]) -> Outcome:
    """Rulings cost these sides the game: the highest of the others wins, a tie is shared."""
    best = _best_without(scores, sides)
    return Outcome(best, "forfeit", _decided_by(best), hand, forfeit=sides[0])


def closed(scores: Sequence[SideScore], hand: int, reason: str, forfeit: Side | None = None) -> Outcome:
    """The table stopped early: the leader wins, a tie is shared."""
    best = _best_without(scores, () if forfeit is None else (forfeit,))
    return Outcome(best, "closed", _decided_by(best), hand, 0, reason, forfeit)


def _best_without(scores: Sequence[SideScore], gone: Sequence[Side]) -> tuple[Side, ...]:
    """The highest without those who conceded or were ruled out.

    Nor, while there are others, can a side win that has lost by its sets. If all are gone, the highest of all.
    """
    everyone = [Side(i) for i in range(len(scores))]
    present = [side for side in everyone if side not in gone] or everyone
    staying = [side for side in present if not scores[side].lost] or present
    highest = max(scores[side].total for side in staying)
    return tuple(side for side in staying if scores[side].total == highest)


def _decided_by(best: tuple[Side, ...]) -> str:
    return "highest" if len(best) == 1 else "shared"
