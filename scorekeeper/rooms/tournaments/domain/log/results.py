"""Results: the events that give, report, confirm and take them out, and what a match has from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from scorekeeper.declared import Key, Most, OneOf, Usual, Whole
from scorekeeper.rooms.tournaments.domain.log.events import NO_SHOW, Event, Hands
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_FIXTURES, MAX_SCORE, MAX_SEQ, MAX_SIDES
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Number

RESULT = "result"
RESULTS = "results"
REPORT = "report"
TAKE_OUT = "take-out"
CONFIRM = "confirm"
CORRECTED = "corrected"

# How a result without a game came about. A no-show is a forfeit by absence.
PAPER = "paper"
FORFEIT = "forfeit"
GIVEN_BY = (PAPER, FORFEIT, NO_SHOW)

# How a result came about: one of these, or so.
BY_GAME = "game"
BY_BYE = "bye"

# Where a score was typed or brought; empty in older logs.
AT_DESK = "desk"
BY_STACK = "stack"
BY_LIST = "list"
BY_PROGRAM = "program"
BY_PHONE = "phone"

AGREED = "agreed"
DISPUTED = "disputed"
RULED = "ruled"
VERDICTS = (AGREED, DISPUTED, RULED)
"""`ruled`: a director decided something in the match's game, which has its own log."""

# Who confirmed: the director, nobody objected in the set time, or the phone of the side that had not brought the score.
BY_DIRECTOR = "director"
BY_TIME = "time"
BY_SIDE = "side"
CONFIRMED_BY = (BY_DIRECTOR, BY_TIME, BY_SIDE)

SOURCES = (AT_DESK, BY_STACK, BY_LIST, BY_PROGRAM, BY_TIME, BY_PHONE)
AS_CONFIRMED = "confirmed"
"""Where a score comes from that was confirmed before its game was corrected; no event says so."""

SideNumbers = Annotated[tuple[Annotated[int, Whole(-MAX_SCORE, MAX_SCORE)], ...], Most(MAX_SIDES)]
SomeTeams = Annotated[tuple[Number, ...], Most(MAX_SIDES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEvent(Event):
    """A score without a game: from paper, or by forfeit.

    From paper: `scores` for each side, and `sets`, `bags` and `hands` (a number) where they are known; `winner` is a
    team of the side that won, where the scores are level. `signed`: both sides signed the paper. `forfeits` are the
    teams that forfeit or didn't show up; all of them: a double forfeit. `source` is where it was typed or brought,
    `team` the one whose phone brought it.
    """

    match: Number
    by: Annotated[str, OneOf(GIVEN_BY), Usual(PAPER)]
    scores: SideNumbers = ()
    winner: Number | None = None
    sets: SideNumbers | None = None
    bags: SideNumbers | None = None
    hands: Hands = None
    forfeits: Annotated[SomeTeams, Key("forfeit")] = ()
    signed: bool = False
    source: Annotated[str, OneOf(SOURCES, unsaid=True)] = ""
    team: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGiven(ScoreEvent):
    """A result that is in force from now on. A later one of the same match replaces it.

    Where it differs from what was there, it was chosen: `instead` is the number of the event that had given the result
    before, and `record` the `GameResult.record` of the game that it goes before; 0 where there was none. `closes`: that
    game went on, and was closed with it. `chosen`: a director took it from the scores beside a result, so it counts.
    `alone`: who gave it plays in this match, and no other director was there.
    """

    kind: ClassVar[str] = RESULT
    instead: Annotated[int, Whole(0, MAX_SEQ)] = 0
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    closes: bool = False
    chosen: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReported(ScoreEvent):
    """A score that differs from what is there, beside it until somebody chooses.

    `counted`: the match had a result then that counts; it stays so meanwhile. Else the match is not over until then.
    """

    kind: ClassVar[str] = REPORT
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCorrected(ScoreEvent):
    """The game of a match that counted was corrected by somebody who does not direct: this is what had counted of it.

    It stays in force while the game says otherwise, until a director chooses, or all sides confirm the game as it is.
    `record` is the `GameResult.record` that had been confirmed: by all sides if it is `signed`, else by an event of the
    tournament. The server records it, and no undo of the desk takes it back.
    """

    kind: ClassVar[str] = CORRECTED
    by: Annotated[str, OneOf((BY_GAME,)), Usual(BY_GAME)] = BY_GAME
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTakenOut(Event):
    """The result that was given without a game is taken out: the match is open again, or its game counts.

    `record` is the `GameResult.record` of the game that is chosen so, and confirmed with it; 0: none is. `alone` as in
    `ResultGiven`.
    """

    kind: ClassVar[str] = TAKE_OUT
    match: Number
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class MatchScores:
    """One of several results: from paper, or with the teams that `forfeits`; as in `ResultGiven`."""

    match: Number
    scores: SideNumbers = ()
    winner: Number | None = None
    signed: bool = False
    forfeits: Annotated[SomeTeams, Key("forfeit")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsGiven(Event):
    """Several results at once, such as those of a file: one undo takes them all back."""

    kind: ClassVar[str] = RESULTS
    results: Annotated[tuple[MatchScores, ...], Most(MAX_FIXTURES)]

    def each(self) -> list[ResultGiven]:
        """Each of them as if it had come alone."""
        beside = {"seq": self.seq, "at": self.at, "reason": self.reason, "who": self.who}
        return [
            ResultGiven(
                **beside,  # type: ignore[arg-type]
                match=one.match,
                by=FORFEIT if one.forfeits else PAPER,
                scores=one.scores,
                winner=one.winner,
                signed=one.signed,
                forfeits=one.forfeits,
                source=BY_LIST,
            )
            for one in self.results
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(Event):
    """The director confirms a match or disputes it, or nobody objected in time.

    `record` is the `GameResult.record` that was confirmed: what changes later is to be confirmed again. With `stands`,
    the match stays as it was played although the result that paired it was corrected. `alone` as in `ResultGiven`.
    `ruled` confirms nothing: it marks that a director alone ruled on the own match, and goes by no undo.
    """

    kind: ClassVar[str] = CONFIRM
    match: Number
    verdict: Annotated[str, OneOf(VERDICTS)] = AGREED
    by: Annotated[str, OneOf(CONFIRMED_BY)] = BY_DIRECTOR
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    stands: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What a match gave. `winner` is a side, None if nobody won: level, or a double forfeit.

    `scores` are empty for a bye and a forfeit. Figures that aren't known are empty or None. `forfeits` are sides.
    """

    by: str
    scores: tuple[int, ...] = ()
    winner: int | None = None
    sets: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    hands: int | None = None
    forfeits: tuple[int, ...] = ()
    ended_by: str = ""

    @property
    def is_level(self) -> bool:
        """Whether it was played to the end and nobody won."""
        return self.winner is None and not self.forfeits

    def differs(self, other: "Result") -> bool:
        """Whether not both can be: other scores, another winner of level ones, or another forfeit."""
        is_other = (self.scores, self.forfeits) != (other.scores, other.forfeits)
        return is_other or (None not in (self.winner, other.winner) and self.winner != other.winner)


def result_of(event: ScoreEvent, sides: Sequence[Sequence[int]]) -> Result:
    """The result that a score without a game gives a match of these sides."""
    forfeits = tuple(number for number, side in enumerate(sides) if set(side) & set(event.forfeits))
    if event.by not in (PAPER, BY_GAME):
        staying = [number for number in range(len(sides)) if number not in forfeits]
        return Result(event.by, winner=staying[0] if len(staying) == 1 else None, forfeits=forfeits)
    winner = next((number for number, side in enumerate(sides) if event.winner in side), None)
    leaders = [number for number, score in enumerate(event.scores) if score == max(event.scores)]
    if winner is None and len(leaders) == 1:
        winner = leaders[0]
    return Result(event.by, event.scores, winner, event.sets or (), event.bags or (), event.hands)
