"""What a table has beside its games, in a copy of it: custom games, its time zone, who is ranked.

Rooms add what they have by hooks; docs/data.md says for each table of the database whether a copy has it.
"""

from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import error_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedTable
from scorekeeper.services.house_rules import checked_custom_game
from scorekeeper.storage.custom_games import MAX_CUSTOM_GAMES, TooManyCustomGames, add_custom_game, custom_games_of
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import count_games, find_table, store_without_club, store_zone
from scorekeeper.storage.players import players_named, set_standing, set_unranked


def add_copy(table_id: str, part: ExportedTable, *, is_new: bool) -> list[str]:
    """Add to a table what its copy has beside games; sentences on what it cannot take. What it has already stays."""
    with write_transaction():
        new = new_copy(table_id, part)
        for game in new.custom_games:
            add_custom_game(table_id, game)
        if is_new:
            store_without_club(table_id, part.without_club)
        if new.zone is not None:
            store_zone(table_id, new.zone)
        for player in players_named(table_id, part.unranked).values():
            set_unranked(table_id, player.id, unranked=True)
        for name, player in players_named(table_id, part.standings).items():
            set_standing(table_id, player.id, part.standings[name])
    return new.problems


@dataclass(frozen=True, slots=True)
class NewCopy:
    """What a copy has beside its games and a table takes, and sentences on what it cannot take.

    `zone` is its time zone then, None: it keeps its own.
    """

    custom_games: list[dict[str, Any]]
    zone: str | None
    problems: list[str]


def new_copy(table_id: str | None, part: ExportedTable) -> NewCopy:
    """Compare a copy with the table (None: a table that is yet to be made)."""
    games, problems = _new_custom_games(table_id, part)
    zone = None if table_id is None else find_table(table_id).zone
    is_free = zone is None and (table_id is None or not count_games(table_id))
    takes_zone = part.zone in available_timezones() and is_free
    if part.zone not in (None, zone) and not takes_zone:
        problems.append(_("The file’s time zone is left out: this table keeps its own"))
    return NewCopy(games, part.zone if takes_zone else None, problems)


def _new_custom_games(table_id: str | None, part: ExportedTable) -> tuple[list[dict[str, Any]], list[str]]:
    new: list[dict[str, Any]] = []
    problems: list[str] = []
    known = [row.content for row in custom_games_of(table_id)] if table_id and part.custom_games else []
    for game in part.custom_games:
        if game in known:
            continue
        try:
            checked = checked_custom_game(dict(game), begun=True)
            if len(known) >= MAX_CUSTOM_GAMES:
                raise TooManyCustomGames
        except (InvalidInput, TooManyCustomGames) as error:
            why = error_text(error)
            problems.append(_("Custom game “{name}” is left out: {why}", name=str(game["name"]), why=why))
            continue
        known.append(checked)
        new.append(checked)
    return new, problems
