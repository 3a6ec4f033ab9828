"""Scores the games of a file, and compares them with what the file claims."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import Number
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.objections import CHANGED, LOWERED
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide
from scorekeeper.core.rules.steps import PENALTIES
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.refusals import error_text
from scorekeeper.formats.chain import Unwritable, verify
from scorekeeper.formats.games import (
    ClaimedHand,
    ClaimedLine,
    ClaimedScores,
    ClaimedSide,
    ExportedTable,
    ImportedGame,
    replay_untrusted,
)
from scorekeeper.formats.registry import games_of_file
from scorekeeper.formats.strict_json import Budget, TooLarge, without_end


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. Hand and line count from 1; 0 and an empty side mean the whole game."""

    what: str
    said: str
    gives: str
    hand: int = 0
    side: str = ""
    line: int = 0

    def __str__(self) -> str:
        hand = f"hand {self.hand}" if self.hand else "the game"
        where = ", ".join([hand, *([self.side] if self.side else []), *([f"line {self.line}"] if self.line else [])])
        if not self.gives:  # about the file itself
            return f"{where}: {self.what}" if self.hand else self.what
        return f"{where}: {self.what} {self.said} in the file, the record gives {self.gives}"

    def json(self) -> dict[str, object]:
        """As stored with the game."""
        return {"what": self.what, "said": self.said, "gives": self.gives} | {
            key: value for key, value in (("hand", self.hand), ("side", self.side), ("line", self.line)) if value
        }


def difference_from(kept: object) -> Difference:
    """A difference stored with a game."""
    parts = kept if isinstance(kept, dict) else {}
    texts = [str(parts.get(key, "")) for key in ("what", "said", "gives")]
    hand, line = (found if isinstance(found := parts.get(key), int) else 0 for key in ("hand", "line"))
    return Difference(texts[0], texts[1], texts[2], hand, str(parts.get("side", "")), line)


FREE = {code.key for code in PENALTIES.values()}
"""Penalties: at first one that costs nothing had a line too."""


def differences(sheet: Sheet, board: Scoreboard, said: ClaimedScores) -> Iterator[Difference]:
    """Every difference: by hand, side and line, then the game's own figures."""
    for claimed in said.hands:
        if claimed.number <= len(board.hands):
            yield from _hand(sheet, board.hands[claimed.number - 1], claimed)
    totals = tuple(score.total for score in board.scores)
    if said.totals is not None and said.totals != totals:
        yield Difference("the totals are", _numbers(said.totals), _numbers(totals))
    overtricks = tuple(score.overtricks for score in board.scores)
    if said.overtricks is not None and said.overtricks != overtricks:
        yield Difference("the overtricks are", _numbers(said.overtricks), _numbers(overtricks))
    outcome = board.outcome
    if said.winners is not None:
        winners = tuple(sheet.names[side] for side in outcome.winners) if outcome else ()
        if said.winners != winners:
            yield Difference("the winner is", _names(said.winners), _names(winners))
    if said.termination is not None:
        ended = f"{outcome.ended_by}, {outcome.decided_by}" if outcome else "playing"
        if said.termination != ended:
            yield Difference("the game's end is", said.termination, ended)


def _hand(sheet: Sheet, hand: ScoredHand, claimed: ClaimedHand) -> Iterator[Difference]:
    if claimed.counted != hand.counted:
        words = {True: "counted", False: "not counted"}
        yield Difference("it is", words[claimed.counted], words[hand.counted], hand.number)
        return
    objections = tuple(objection.code for objection in hand.objections)
    if claimed.objections is not None and not _same_objections(claimed.objections, objections):
        yield Difference("the objections are", _codes(claimed.objections), _codes(objections), hand.number)
    for side, said in enumerate(claimed.sides):
        yield from _side(sheet.names[side], hand.number, hand.sides[side], said)


def _same_objections(claimed: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Whether a file names these objections.

    Early versions objected only to lower bids in games with one round of bidding: their files still match.
    """
    if CHANGED.key not in found or CHANGED.key in claimed:
        return claimed == found
    before = [code for code in claimed if code != LOWERED.key]
    return before == [code for code in found if code != CHANGED.key]


def _side(name: str, number: int, scored: ScoredSide, said: ClaimedSide) -> Iterator[Difference]:
    yield from _lines(name, number, scored.lines, said.lines)
    figures = (
        ("the tricks are", said.tricks, scored.tricks),
        ("the points are", said.points, scored.points),
        ("the total is", said.total, scored.score.total),
        ("the overtricks are", said.overtricks, scored.overtricks),
    )
    for what, claimed, due in figures:
        if claimed is not None and claimed != due:
            yield Difference(what, str(claimed), str(due), number, name)


def _lines(
    name: str, number: int, lines: tuple[LineItem, ...], said: tuple[ClaimedLine, ...] | None
) -> Iterator[Difference]:
    if said is None:
        return
    said = tuple(line for line in said if line.points or line.reason not in FREE)
    for place in range(1, max(len(lines), len(said)) + 1):
        claimed = f"{said[place - 1].points} for {said[place - 1].reason}" if place <= len(said) else "missing"
        due = f"{lines[place - 1].points} for {lines[place - 1].reason}" if place <= len(lines) else "none"
        if claimed != due:
            yield Difference("it is", claimed, due, number, name, place)


def _numbers(totals: tuple[int, ...]) -> str:
    return " : ".join(str(total) for total in totals)


def _codes(codes: tuple[str, ...]) -> str:
    return ", ".join(codes) or "none"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody yet"


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game of a file with its scores, and where the file claims others.

    A game with a broken chain has no events; that is one of the differences.
    """

    imported: ImportedGame
    board: Scoreboard
    differences: tuple[Difference, ...] = ()


def scored_games(file: BinaryIO, budget: Budget | None = None) -> Iterator[ScoredGame | ExportedTable]:
    """Yield the games of a file, each table before its own. Raises `InvalidInput`, `TooLarge` over budget."""
    allowed = budget or without_end()
    for part in games_of_file(file, allowed):
        if isinstance(part, ExportedTable):
            yield part
        elif len(part.entries) > allowed.events:
            raise TooLarge(faults.TOO_MANY_ENTRIES, FieldPath.to(part.where), Number(len(part.entries), allowed.events))
        else:
            yield scored(part)


def scored(imported: ImportedGame) -> ScoredGame:
    """The game from its chain, or from its sheet if the chain is broken. Raises `InvalidInput`."""
    imported, problems = _with_sound_chain(imported)
    board = imported.sheet.scoreboard()
    return ScoredGame(imported, board, (*problems, *differences(imported.sheet, board, imported.said)))


def _with_sound_chain(imported: ImportedGame) -> tuple[ImportedGame, list[Difference]]:
    problems = [Difference(note, "", "") for note in imported.notes]
    if not imported.entries:
        return imported, problems
    try:
        broken = verify(imported.entries)
        if broken is not None:
            raise InvalidInput(faults.CHAIN_BROKEN, NOWHERE, faults.Said(broken.message))
        sheet = replay_untrusted(imported.entries).sheet
    except (InvalidInput, Unwritable) as error:
        problems.append(Difference(error_text(error), "", ""))
        return replace(imported, id=None, entries=()), problems
    if sheet != imported.sheet:
        problems.append(Difference("the sheet is not what its entries give", "", ""))
    return replace(imported, sheet=sheet), problems
