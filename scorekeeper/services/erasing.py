"""Erases a player's names (scores and hash chains stay), or a whole table."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from flask import current_app
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core.game import PlayerErased
from scorekeeper.formats.chain import hash_of
from scorekeeper.services.erasure_plan import ErasurePlan, GameChange, plan_erasure, plan_game
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.recording import Writer, new_event
from scorekeeper.services.table_change import TableChange, plan_table
from scorekeeper.storage.cleaning import clean_file, mark_unclean
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import (
    RewrittenGame,
    changed_games,
    remove_table,
    rename_member,
    rename_players,
    rename_table,
    rewrite_games,
    rewrite_scripted_game,
    unlink_devices,
    versions_of_games,
)
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.events import chained_after
from scorekeeper.storage.games import find_table, store_agreed_lines
from scorekeeper.storage.presets import rename_table_preset

IMPORTS_FOLDER = "imports"
"""The instance's folder of previewed files that are not imported yet."""


class _Changed(Exception):
    """The table changed since the erasure was planned, so that it has to be planned again."""


TRIES = 5


def erase_player(table_id: str, player_id: int, writer: Writer) -> tuple[ErasurePlan, bool]:
    """Replace a player's names by pseudonyms everywhere at the table, in one transaction.

    Most of the work is done before it: nobody can save during the transaction. Also returns whether the database file
    is clean: False if another program has it open. Raises `NoSuchTable`, `NoSuchPlayer`, and `DatabaseBusy` if names of
    the table change all the time.
    """
    for _ in range(TRIES):
        plan = plan_erasure(table_id, player_id)
        games = {game.game_id: _rewritten(game, plan.table, writer) for game in plan.games}
        try:
            return _write(plan, games, player_id, writer), _clean()
        except (_Changed, IntegrityError):
            continue
    raise DatabaseBusy


def _write(plan: ErasurePlan, games: Mapping[str, RewrittenGame], player_id: int, writer: Writer) -> ErasurePlan:
    """Write the plan, with the games that changed since, and return it with these. Raises `_Changed`."""
    table = plan.table
    with write_transaction() as session:
        if plan_table(table.table_id, player_id) != table:
            raise _Changed
        changed = changed_games(plan.versions, versions_of_games(table.table_id))
        later = [change for id_ in changed if (change := plan_game(id_, table.pseudonyms)) is not None]
        kept = [rewritten for id_, rewritten in games.items() if id_ not in changed]
        rewrite_games(session, [*kept, *(_rewritten(change, table, writer) for change in later)])
        _write_table(session, table)
        mark_unclean(session)
        session.expire_all()
    return replace(plan, games=(*(game for game in plan.games if game.game_id not in changed), *later))


def _write_table(session: Session, table: TableChange) -> None:
    """Write what changes beside the games."""
    unlink_devices(session, table.table_id, table.instead)
    rename_players(session, table.table_id, table.instead)
    for member_id, (_, name) in table.devices.items():
        rename_member(session, member_id, name)
    for scripted_id, content in table.scripted_games.items():
        rewrite_scripted_game(session, scripted_id, content)
    if table.agreed is not None:
        store_agreed_lines(table.table_id, table.agreed[1])
    for preset_id, name in table.presets.items():
        rename_table_preset(table.table_id, preset_id, name)
    if table.table_name is not None:
        rename_table(session, table.table_id, table.table_name[1])


def erase_table(table_id: str) -> bool:
    """Delete a table with its games, players and devices; returns whether the file is clean. Raises `NoSuchTable`."""
    find_table(table_id)
    remove_table(table_id)
    return _clean()


def _rewritten(change: GameChange, table: TableChange, writer: Writer) -> RewrittenGame:
    """What is written of a game, with the event that lists the new hashes if one of its events changes."""
    row = change.row | {"summary": change.game_summary.summary}
    if not change.entries:
        return RewrittenGame(change.game_id, row, (), None)
    last = change.last
    who = None if writer.name is None else table.pseudonyms.text(writer.name)
    hashes = tuple((entry.seq, hash_of(entry)) for entry in change.entries)
    new = new_event(PlayerErased(seq=last.seq + 1, who=who, hashes=hashes), change.head)
    entry = chained_after(last, new)
    position = {"last_seq": entry.seq, "last_activity": entry.at, "summary_seq": entry.seq}
    return RewrittenGame(change.game_id, row | position | change.game_summary.columns(), change.entries, entry)


def _clean() -> bool:
    """Drop this process's cached games and previewed files, and whether the database's file could be cleaned."""
    _drop_caches()
    return clean_file()


def _drop_caches() -> None:
    """Drop this process's cached games, and previewed files."""
    GAME_CACHE.clear()
    for file in Path(current_app.instance_path, IMPORTS_FOLDER).rglob("*"):
        if file.is_file():
            file.unlink(missing_ok=True)
