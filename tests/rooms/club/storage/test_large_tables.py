"""What pages read of a table with thousands of players, phones and links, each from an index."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from scorekeeper.clock import utc_now as now
from scorekeeper.rooms.club.storage.results import partners_and_opponents
from scorekeeper.services.merging import merge_players
from scorekeeper.storage.database import db
from scorekeeper.storage.erasing import remove_game
from scorekeeper.storage.invites import invites_of_programs, limited_invites, permanent_invites
from scorekeeper.storage.members import Role, add_member, count_members, is_last_keeper, members_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, merged_names_of
from scorekeeper.storage.search import GameFilter, search_games, search_players
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, repeat
from tests.storage.test_large_tables import plans_of

ASKED: dict[str, tuple[Callable[[str], object], str]] = {
    "the permanent link of a role": (
        lambda table: permanent_invites(table, Role.SCORER),
        "SEARCH invite USING INDEX ix_invite_table_id_role_created_id (table_id=? AND role=?)",
    ),
    "links with limits": (
        lambda table: limited_invites(table, 30, (now(), "x")),
        "SEARCH invite USING INDEX ix_invite_table_id_created_id_expires (table_id=? AND (created,id)<(?,?))",
    ),
    "links of programs": (
        lambda table: invites_of_programs(table, 30),
        "SEARCH invite USING INDEX ix_invite_table_id_last_used (table_id=? AND last_used>?)",
    ),
    "how many phones each role has": (
        count_members,
        "SEARCH member USING INDEX ix_member_table_id_role_expires (table_id=?)",
    ),
    "the last keeper": (
        lambda table: is_last_keeper(table, 1),
        "SEARCH member USING INDEX ix_member_table_id_role_expires (table_id=? AND role=? AND expires=?)",
    ),
    "phones that never came back": (
        lambda table: add_member(table, "new", name="New", role=Role.SCORER),
        "SEARCH member USING INDEX ix_member_table_id_joined (table_id=? AND joined<?)",
    ),
    "a page of phones": (
        lambda table: members_of(table, before=(now(), 1), limit=30),
        "SEARCH member USING INDEX ix_member_table_id_last_seen_id (table_id=? AND last_seen>? AND last_seen<?)",
    ),
    "partners and opponents": (
        lambda _table: partners_and_opponents(1, limit=50),
        "SEARCH together USING INDEX ix_together_player_id_games (player_id=?)",
    ),
    "a game by its number": (
        lambda table: search_games(table, GameFilter(players=(1,), number=7)),
        "SEARCH game USING INDEX sqlite_autoindex_game_2 (table_id=? AND number=?)",
    ),
    "a player in it": (
        lambda table: search_games(table, GameFilter(players=(1,), number=7)),
        "SEARCH played_game USING INDEX sqlite_autoindex_played_game_1 (game_id=?)",
    ),
    "a name": (
        lambda table: search_players(table, "ann"),
        "SEARCH player USING COVERING INDEX sqlite_autoindex_player_1 (table_id=?)",
    ),
    "other names": (
        merged_names_of,
        "SEARCH player USING INDEX ix_player_table_id_merged_into_id (table_id=? AND merged_into>?)",
    ),
}


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("asked", ASKED)
def test_each_is_read_from_its_index(table: Table, asked: str) -> None:
    ask, step = ASKED[asked]
    assert step in plans_of(lambda: ask(table.id))


@pytest.mark.parametrize("kind", ["sqlite"])
def test_deleting_a_game_reads_as_much_however_many_others_there_are(table: Table) -> None:
    """Every foreign key has an index, or a deleted row has the database look at all rows that could refer to it."""
    work = []
    for _ in range(2):
        repeat(won(game_between(table, "Ann Cal", "Ben Dee")), 200)
        work.append(work_of(partial(remove_game, table.id, game_between(table, "Ann Cal", "Ben Dee").id)))
    assert work[1] < 1.2 * work[0], work


def work_of(do: Callable[[], object]) -> int:
    """How many steps SQLite's machine makes in it."""
    count = 0

    def one_more() -> int:
        nonlocal count
        count += 1
        return 0

    driver: Any = db.session.connection().connection.driver_connection
    db.session.rollback()
    driver.set_progress_handler(one_more, 1)
    do()
    driver.set_progress_handler(None, 1)
    return count


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_merge_does_not_read_the_sums_of_all_pairs(table: Table) -> None:
    game_between(table, "Ann Cal", "Ben Dee")
    add_player(table.id, "Anna")
    steps = plans_of(lambda: merge_players(table.id, "Anna", "Ann"))
    read = [step for step in steps if "together" in step]
    assert read
    assert all(step.startswith("SEARCH together") for step in read), read
