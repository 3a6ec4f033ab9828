"""The games of a file, scored: all that can be known of them without looking at what is kept here."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.faults import Number
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.words.refusals import error_text
from scorekeeper.formats.any_file import games_of_file
from scorekeeper.formats.budget import Budget, TooLarge, without_end
from scorekeeper.formats.chain import Unwritable, verify
from scorekeeper.formats.differences import Difference, differences
from scorekeeper.formats.exported_game import ExportedTable, replay_untrusted
from scorekeeper.formats.imported_game import ImportedGame


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game of a file with what its hands come to, and where the file says something else.

    A game whose chain is broken is without its entries, and that is one of the differences.
    """

    imported: ImportedGame
    board: Scoreboard
    differences: tuple[Difference, ...] = ()


def scored_games(file: BinaryIO, budget: Budget | None = None) -> Iterator[ScoredGame | ExportedTable]:
    """The games of a file, each table before its own. Raises `InvalidInput`, `TooLarge` past the budget."""
    allowed = budget or without_end()
    for part in games_of_file(file, allowed):
        if isinstance(part, ExportedTable):
            yield part
        elif len(part.entries) > allowed.events:
            raise TooLarge(faults.TOO_MANY_ENTRIES, FieldPath.to(part.where), Number(len(part.entries), allowed.events))
        else:
            yield scored(part)


def scored(imported: ImportedGame) -> ScoredGame:
    """The game by its chain; one whose chain is broken by its sheet. Raises `InvalidInput`."""
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
