"""Erases a player's names (scores and hash chains stay), or a whole table."""

from pathlib import Path

from flask import current_app

from scorekeeper.core.game import PlayerErased
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.formats.chain import hash_of
from scorekeeper.services.erasure_plan import ErasurePlan, GameChange, plan_erasure, plan_game
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.recording import Writer, new_event
from scorekeeper.storage import append, find_table, last_seq_of, write_transaction
from scorekeeper.storage.erasing import (
    change_game,
    remove_table,
    rename_member,
    rename_players,
    rename_table,
    rewrite_events,
    rewrite_scripted_game,
    scrub,
    unlink_devices,
)
from scorekeeper.storage.house_rules import rename_table_preset, store_agreed_lines
from scorekeeper.storage.mentions import games_with

IMPORTS_FOLDER = "imports"
"""The instance's folder of previewed files that are not imported yet."""


def erase_player(table_id: str, player_id: int, writer: Writer) -> tuple[ErasurePlan, bool]:
    """Replace a player's names by pseudonyms everywhere at the table, in one transaction.

    Also returns whether the database file is clean: False if another program has it open. Raises
    `NoSuchTable`, `NoSuchPlayer`.
    """
    plan = plan_erasure(table_id, player_id)
    table, pseudonyms = plan.table, plan.table.pseudonyms
    with write_transaction() as session:
        for game in plan.games:
            _erase_from_game(game, pseudonyms, writer)
        for game_id in set(games_with(table_id, table.spellings)) - {game.game_id for game in plan.games}:
            begun = plan_game(game_id, pseudonyms)  # games started since the plan was made
            if begun is not None:
                _erase_from_game(begun, pseudonyms, writer)
        unlink_devices(session, table_id, table.instead)
        rename_players(session, table_id, table.instead)
        for member_id, (_, name) in table.devices.items():
            rename_member(session, member_id, name)
        for scripted_id, content in table.scripted_games.items():
            rewrite_scripted_game(session, scripted_id, content)
        if table.agreed is not None:
            store_agreed_lines(table_id, table.agreed[1])
        for preset_id, name in table.presets.items():
            rename_table_preset(table_id, preset_id, name)
        if table.table_name is not None:
            rename_table(session, table_id, table.table_name[1])
        session.expire_all()
    _drop_caches()
    return plan, scrub()


def erase_table(table_id: str) -> bool:
    """Delete a table with its games, players and devices; returns whether the file is clean. Raises `NoSuchTable`."""
    find_table(table_id)
    remove_table(table_id)
    _drop_caches()
    return scrub()


def _erase_from_game(planned: GameChange, pseudonyms: Pseudonyms, writer: Writer) -> None:
    change: GameChange | None = planned
    if last_seq_of(planned.game_id) != planned.last_seq:  # someone recorded an event in the meantime
        change = plan_game(planned.game_id, pseudonyms)
    if change is None:
        return
    with write_transaction() as session:
        change_game(session, change.game_id, change.row | {"summary": change.game_summary.summary})
        if not change.entries:
            return
        rewrite_events(session, change.entries)
        hashes = {entry.seq: hash_of(entry) for entry in change.entries}
        who = None if writer.name is None else pseudonyms.text(writer.name)
        erased = PlayerErased(seq=change.last_seq + 1, who=who, hashes=tuple(sorted(hashes.items())))
        new = new_event(erased, change.head)
        append(change.game_id, new, expected_seq=change.last_seq, summary=change.game_summary)


def _drop_caches() -> None:
    """Drop this process's cached games, and previewed files."""
    GAME_CACHE.clear()
    for file in Path(current_app.instance_path, IMPORTS_FOLDER).rglob("*"):
        if file.is_file():
            file.unlink(missing_ok=True)
