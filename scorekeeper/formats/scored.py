"""Scores the games of a file, and compares them with what the file claims."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput, differences as differs, faults
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide
from scorekeeper.core.rules.steps import PENALTIES
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import BrokenLink, Unwritable, verify
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import (
    ClaimedHand,
    ClaimedLine,
    ClaimedScores,
    ClaimedSide,
    ExportedTable,
    ImportedGame,
    UnreadGame,
    if_any_can_be_read,
    read_or_unread,
    replay_untrusted,
)
from scorekeeper.formats.parts import CheckedPart, ExportedPart, UnknownPart
from scorekeeper.formats.strict_json import Budget, TooLarge, without_end


def difference_json(difference: Difference) -> dict[str, object]:
    """The difference as it is stored with the game and exported."""
    parts = {"what": difference.what, "said": difference.claimed, "gives": difference.expected}
    places = (("hand", difference.hand), ("side", difference.side), ("line", difference.line))
    return parts | {key: value for key, value in places if value}


def read_difference(stored: object) -> Difference:
    """A difference stored with a game."""
    parts = stored if isinstance(stored, dict) else {}
    texts = [str(parts.get(key, "")) for key in ("what", "said", "gives")]
    hand, line = (number if isinstance(number := parts.get(key), int) else 0 for key in ("hand", "line"))
    return Difference(texts[0], texts[1], texts[2], hand, str(parts.get("side", "")), line)


def of_broken_chain(broken: BrokenLink) -> Difference:
    """The difference that a broken chain is."""
    return Difference(f"{differs.CHAIN}{broken.code}", str(broken.seq), broken.has)


FREE = {code.key for code in PENALTIES.values()}
"""Codes of penalties. In early versions, a penalty of 0 had a line too."""


def differences(sheet: Sheet, board: Scoreboard, claims: ClaimedScores) -> Iterator[Difference]:
    """Every difference: by hand, side and line, then the game's own figures."""
    for claimed in claims.hands:
        if claimed.number <= len(board.hands):
            yield from _hand(sheet, board.hands[claimed.number - 1], claimed)
    totals = tuple(score.total for score in board.scores)
    if claims.totals is not None and claims.totals != totals:
        yield Difference(differs.TOTALS, _numbers(claims.totals), _numbers(totals))
    overtricks = tuple(score.overtricks for score in board.scores)
    if claims.overtricks is not None and claims.overtricks != overtricks:
        yield Difference(differs.OVERTRICKS, _numbers(claims.overtricks), _numbers(overtricks))
    outcome = board.outcome
    if claims.winners is not None:
        winners = tuple(sheet.names[side] for side in outcome.winners) if outcome else ()
        if claims.winners != winners:
            yield Difference(differs.WINNER, _names(claims.winners), _names(winners))
    if claims.termination is not None:
        ended = f"{outcome.ended_by}, {outcome.decided_by}" if outcome else "playing"
        if claims.termination != ended:
            yield Difference(differs.END, claims.termination, ended)


def _hand(sheet: Sheet, hand: ScoredHand, claimed: ClaimedHand) -> Iterator[Difference]:
    if claimed.counted != hand.counted:
        names = {True: differs.COUNTED, False: differs.NOT_COUNTED}
        yield Difference(differs.HAND_OR_LINE, names[claimed.counted], names[hand.counted], hand.number)
        return
    objections = tuple(objection.code for objection in hand.objections)
    if claimed.objections is not None and not _same_objections(claimed.objections, objections):
        yield Difference(differs.OBJECTIONS, _codes(claimed.objections), _codes(objections), hand.number)
    for side, claimed_side in enumerate(claimed.sides):
        yield from _side(sheet.names[side], hand.number, hand.sides[side], claimed_side)


LATER_OBJECTIONS = {faults.CHANGED.key, faults.IMPOSSIBLE.key, faults.BLIND_AFTER_LOOKING.key}
"""What earlier versions of some rule sets did not object to."""


def _same_objections(claimed: tuple[str, ...], computed: tuple[str, ...]) -> bool:
    """Whether a file names these objections.

    Files of earlier versions, which objected to less, still match; the first objected only to lower bids in games with
    one round of bidding.
    """
    unknown = (LATER_OBJECTIONS & set(computed)) - set(claimed)
    early = {faults.LOWERED.key} if faults.CHANGED.key in unknown else set()
    return [code for code in claimed if code not in early] == [code for code in computed if code not in unknown]


def _side(name: str, number: int, scored: ScoredSide, claims: ClaimedSide) -> Iterator[Difference]:
    yield from _lines(name, number, scored.lines, claims.lines)
    params = (
        (differs.TRICKS, claims.tricks, scored.tricks),
        (differs.POINTS, claims.points, scored.points),
        (differs.TOTAL, claims.total, scored.score.total),
        (differs.OVERTRICKS, claims.overtricks, scored.overtricks),
    )
    for what, claimed, due in params:
        if claimed is not None and claimed != due:
            yield Difference(what, str(claimed), str(due), number, name)


def _lines(
    name: str, number: int, lines: tuple[LineItem, ...], claims: tuple[ClaimedLine, ...] | None
) -> Iterator[Difference]:
    if claims is None:
        return
    claims = tuple(line for line in claims if line.points or line.reason not in FREE)
    for position in range(1, max(len(lines), len(claims)) + 1):
        claimed = _line(claims[position - 1]) if position <= len(claims) else differs.MISSING
        due = _line(lines[position - 1]) if position <= len(lines) else differs.NO_LINE
        if claimed != due:
            yield Difference(differs.HAND_OR_LINE, claimed, due, number, name, position)


def _line(line: LineItem | ClaimedLine) -> str:
    return f"{line.points}{differs.FOR}{line.reason}"


def _numbers(totals: tuple[int, ...]) -> str:
    return " : ".join(str(total) for total in totals)


def _codes(codes: tuple[str, ...]) -> str:
    return ", ".join(codes) or differs.NONE


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or differs.NOBODY


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game of a file with its scores, and the differences from those in the file.

    A game with a broken chain has no events; that is one of the differences.
    """

    imported: ImportedGame
    board: Scoreboard
    differences: tuple[Difference, ...] = ()


FilePart = ScoredGame | UnreadGame | ExportedTable | CheckedPart | UnknownPart
"""A part of a file, with the scores of its games."""


def scored_games(file: BinaryIO, budget: Budget | None = None) -> Iterator[FilePart]:
    """Yield the games of a file, each table before its own, and parts of rooms after them.

    Raises `InvalidInput` if no game can be read, `TooLarge` over budget.
    """
    return if_any_can_be_read(_scored_parts(file, budget or without_end()), ScoredGame, CheckedPart)


def _scored_parts(file: BinaryIO, allowed: Budget) -> Iterator[FilePart]:
    for part in games_of_file(file, allowed):
        if isinstance(part, UnreadGame | ExportedTable | UnknownPart):
            yield part
            continue
        if len(part.events) > allowed.events:
            where = FieldPath.to(part.step) if isinstance(part, ExportedPart) else FieldPath((part.where,))
            counted: faults.Entries = {"entries": len(part.events), "most_entries": allowed.events}
            raise TooLarge(faults.TOO_MANY_ENTRIES.at(where, counted))
        if isinstance(part, ExportedPart):
            yield part.checked()
        else:
            yield read_or_unread(part.where, partial(scored, part))


def scored(imported: ImportedGame) -> ScoredGame:
    """The game from its chain, or from its sheet if the chain is broken. Raises `InvalidInput`."""
    imported, problems = _with_sound_chain(imported)
    board = imported.sheet.scoreboard()
    return ScoredGame(imported, board, (*problems, *differences(imported.sheet, board, imported.claimed)))


def _with_sound_chain(imported: ImportedGame) -> tuple[ImportedGame, list[Difference]]:
    problems = list(imported.notes)
    if not imported.events:
        return imported, problems
    try:
        broken = verify(imported.events)
        if broken is not None:
            return replace(imported, id=None, events=()), [*problems, of_broken_chain(broken)]
        sheet = replay_untrusted(imported.events).sheet
    except (InvalidInput, Unwritable):
        return replace(imported, id=None, events=()), [*problems, Difference(differs.UNFIT)]
    if sheet != imported.sheet:
        problems.append(Difference(differs.SHEET))
    return replace(imported, sheet=sheet), problems
