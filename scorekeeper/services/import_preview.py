"""Import preview: the games of a file, compared with the stored ones. Writes nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import cast
from uuid import UUID, uuid5

from scorekeeper.core.inputs.findings import Difference
from scorekeeper.core.sheet import sheet_json
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import StoredEvent, canonical_json
from scorekeeper.formats.games import ExportedTable, ImportedGame
from scorekeeper.formats.heavy import results
from scorekeeper.formats.scored import ScoredGame
from scorekeeper.services.game_cache import game_on_table
from scorekeeper.storage.events import event_by_id, events_of
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Game
from scorekeeper.storage.new_game import find_any_game, games_started

NEW, HERE, OLDER, FURTHER, OTHER, ALIKE = "new", "here", "older", "further", "other", "alike"
FROM_CONTENT = UUID("6d0e3fb2-5a1c-4c53-9d41-3f1c5a5a5ade")
"""The UUID namespace of ids made from a game's content: importing the same record twice gives the same id."""
MOST_ALIKE = 20
"""How many games of the same minute to compare a game without a chain with."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game of a file, compared with the table: its import state, and the stored game if there is one."""

    part: ScoredGame
    state: str
    words: str
    game: Game | None = None

    @property
    def imported(self) -> ImportedGame:
        """The game as the file has it."""
        return self.part.imported

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the file's figures differ from what the rules give."""
        return self.part.differences

    @property
    def will_import(self) -> bool:
        """Whether an import would add it."""
        return self.state == NEW


def games_in(content: bytes) -> Iterator[ScoredGame | ExportedTable]:
    """The games of a file, read and scored by a separate process. Raises `InvalidInput`, `TooLarge`."""
    return cast("Iterator[ScoredGame | ExportedTable]", results("games", content))


def preview_import(
    parts: Iterable[ScoredGame | ExportedTable], table_id: str | None
) -> Iterator[ComparedGame | ExportedTable]:
    """Compare a file with the table, game by game; writes nothing."""
    for part in parts:
        yield part if isinstance(part, ExportedTable) else compare_game(part, table_id)


def compare_game(part: ScoredGame, table_id: str | None) -> ComparedGame:
    """Compare a game of a file with the table (None: a table that does not exist yet)."""
    if part.imported.entries:
        state, words, game = _chain_state(part.imported.entries, table_id)
    else:
        state, words, game = _content_state(part.imported, table_id)
    return ComparedGame(part, state, words, game)


def _chain_state(entries: tuple[StoredEvent, ...], table_id: str | None) -> tuple[str, str, Game | None]:
    start = event_by_id(entries[0].id)
    game = find_any_game(entries[0].game_id) or (None if start is None else find_game(start.game_id))
    if game is None:
        return NEW, _("will be imported"), None
    if table_id is not None and game.table_id != table_id:
        return OTHER, _("it is already at another table of this server"), game
    ours = [entry.hash for entry in events_of(game.id)]
    theirs = [entry.hash for entry in entries]
    same = next((n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    if same is not None:
        return OTHER, _("it differs from the game that is here from entry {number}", number=same + 1), game
    if len(ours) == len(theirs):
        return HERE, _("it is already here"), game
    if len(ours) > len(theirs):
        return (
            OLDER,
            _("it is already here with more entries ({here}; the file has {file})", here=len(ours), file=len(theirs)),
            game,
        )
    return (
        FURTHER,
        _(
            "it is already here with {here} entries (the file has {file}); nothing changes",
            here=len(ours),
            file=len(theirs),
        ),
        game,
    )


def _content_state(imported: ImportedGame, table_id: str | None) -> tuple[str, str, Game | None]:
    if table_id is None:
        return NEW, _("will be imported"), None
    start = event_by_id(start_id(imported, table_id)) or event_by_id(start_id(imported, table_id, listed=True))
    if start is not None:
        return HERE, _("it was imported before"), find_game(start.game_id)
    if imported.started is not None:
        minute = imported.started.replace(second=0, microsecond=0)
        rules = imported.sheet.rules.ruleset.key
        begun = games_started(table_id, rules, minute, minute + timedelta(minutes=1))[:MOST_ALIKE]
        stored = [(game, game_on_table(game.id).state.sheet) for game in begun]
        for game, sheet in stored:
            if sheet == imported.sheet:
                return HERE, _("it is already here"), game
        for game, sheet in stored:
            if sheet.sides == imported.sheet.sides:
                return (
                    ALIKE,
                    _("the same players started game {number} in the same minute; nothing changes", number=game.number),
                    game,
                )
    return NEW, _("will be imported"), None


def start_id(imported: ImportedGame, table_id: str, listed: bool = False) -> str:
    """The id of the first event of a game without a chain: the same record always gets the same id.

    Options at their defaults are left out, so that an option added later changes no id; `listed` gives the id that
    earlier versions used, with every option.
    """
    started = None if imported.started is None else imported.started.isoformat()
    written = sheet_json(imported.sheet)
    if not listed:
        written["options"] = imported.sheet.rules.changed_options()
    return str(uuid5(FROM_CONTENT, canonical_json([table_id, started, written])))
