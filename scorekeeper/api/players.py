"""Players over the API: who plays at a table, and their names. A room may list and read them with what it counts."""

from dataclasses import dataclass
from typing import Annotated, cast

from flask import Response, current_app

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.operations import call, calls
from scorekeeper.api.paging import ByPage, PageLimit, page_answer
from scorekeeper.api.sending import ASKED, TAKEN, HowTaken, Named, SheetName
from scorekeeper.api.serializers import author
from scorekeeper.core.inputs import Json
from scorekeeper.declared import OneOf
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.models import STANDINGS
from scorekeeper.storage.players import find_main_player, players_by_name, set_standing

READ = "player"
MEMBER = "member"


@dataclass(frozen=True)
class PlayersQuery(ByPage):
    """Which players."""

    limit: PageLimit = 50


@call("GET /tables/<table>/players", WATCHER)
def players(table: str, query: PlayersQuery) -> Annotated[Response, "Players"]:
    """List a table’s players

    Everybody whom the table knows, once, by the name that it uses now.

    200: A page of players, by name.
    304: Nothing has changed.
    """
    page, most = query.number, query.limit
    found = players_by_name(table, most + 1, (page - 1) * most)
    rows: list[Json] = [
        {"player": row.id, "name": row.name, "standing": row.standing or MEMBER} for row in found[:most]
    ]
    return page_answer("players", rows, page + 1 if len(found) > most else None)


@call("GET /tables/<table>/players/<int:player>", WATCHER, READ)
def player(table: str, player: int) -> Annotated[Json, "Player"]:
    """Read a player’s names

    A merged name answers with the player it belongs to.

    200: The player, with other names.
    304: Nothing has changed.
    """
    found = find_main_player(table, player)
    return {
        "player": found.player.id,
        "name": found.player.name,
        "other_names": list(found.other_names),
        "standing": found.player.standing or MEMBER,
    }


@dataclass(frozen=True, slots=True)
class Renamed:
    """Another name of a player.

    names: Whether a new name that looks like a player’s is taken all the same, or refused to ask about it.
    """

    name: Annotated[str, SheetName()]
    names: HowTaken = TAKEN


@call("PATCH /tables/<table>/players/<int:player>", SCORER, "rename_player", examples={"Dee": {"name": "Dee Moss"}})
def rename(table: str, player: int, body: Renamed) -> Annotated[Json, "Player"]:
    """Rename a player

    Games in progress change too. Finished score sheets keep the name as written.

    200: The player by the new name.
    """
    rename_player(table, player, body.name, author(), sure=body.names != ASKED)
    return cast(Json, current_app.view_functions[f"{calls.name}.{READ}"](table, player))  # perhaps a room's


@dataclass(frozen=True, slots=True)
class NewStanding:
    """What a player is at the table."""

    standing: Annotated[str, OneOf((MEMBER, *STANDINGS))]


@call(
    "PUT /tables/<table>/players/<int:player>/standing",
    SCORER,
    "put_standing",
    examples={"a visitor": {"standing": "visitor"}},
)
def stand(table: str, player: int, body: NewStanding) -> tuple[str, int]:
    """Say what a player is at the table

    A member, a visitor, or somebody who left. No ranking has the latter two, and no list of names to choose from.

    204: It is so from now on.
    """
    set_standing(table, player, None if body.standing == MEMBER else body.standing)
    return "", 204


@dataclass(frozen=True, slots=True)
class TwoNames:
    """A name, and the one that it becomes another name of."""

    name: Annotated[str, SheetName()]
    into: Annotated[str, SheetName()]


@call(
    "POST /tables/<table>/players/merge",
    SCORER,
    "merge_players",
    examples={"Danny": {"name": "Danny", "into": "Dan"}},
)
def merge(table: str, body: TwoNames) -> tuple[str, int]:
    """Merge two names of one player

    For one person who plays under two names: the statistics of both count together, and games keep their names.

    204: Both names count as one player. Score sheets keep the names as written.
    """
    merge_players(table, body.name, body.into)
    return "", 204


@call("POST /tables/<table>/players/unmerge", SCORER, "unmerge_players", examples={"Eddie": {"name": "Eddie"}})
def unmerge(table: str, body: Named) -> tuple[str, int]:
    """Undo a merge

    The two names are different players again, each with the games played under it.

    204: The name is a separate player again.
    """
    unmerge_players(table, body.name)
    return "", 204
