"""Players over the API: who plays at a table, and their names. A room may list and read them with what it counts."""

from typing import cast

from flask import Response, current_app

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.paging import MAX_PAGE, PAGE, after, limit, limit_asked, page_answer, page_asked
from scorekeeper.api.schemas import of, ref
from scorekeeper.api.serializers import BODY, Json, author, json_body
from scorekeeper.core.words.language import translatable
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.merging import merge_players, unmerge_players
from scorekeeper.storage.players import find_main_player, players_by_name

PAGE_SIZE = 50
READ = "player"


@calls.get(
    "/tables/<table>/players",
    endpoint="players",
    role=WATCHER,
    operation=Operation(
        translatable("List a table’s players"),
        {200: (translatable("A page of players, by name."), ref("Players"))},
        (422,),
        text=translatable("Everybody whom the table knows, once, by the name that it uses now."),
        parameters=(after(MAX_PAGE), limit(PAGE_SIZE), PAGE),
    ),
)
def players(table: str) -> Response:
    """The players by name; `next` is the number of the next page, null on the last page."""
    page, most = page_asked(), limit_asked(PAGE_SIZE)
    found = players_by_name(table, most + 1, (page - 1) * most)
    rows: list[Json] = [{"player": row.id, "name": row.name} for row in found[:most]]
    return page_answer("players", rows, page + 1 if len(found) > most else None)


@calls.get(
    "/tables/<table>/players/<int:player>",
    endpoint=READ,
    role=WATCHER,
    operation=Operation(
        translatable("Read a player’s names"),
        {200: (translatable("The player, with other names."), ref("Player"))},
        text=translatable("A merged name answers with the player it belongs to."),
    ),
)
def player(table: str, player: int) -> Json:
    """A player; a merged name gives the player it belongs to."""
    found = find_main_player(table, player)
    return {"player": found.player.id, "name": found.player.name, "other_names": list(found.other_names)}


@calls.patch(
    "/tables/<table>/players/<int:player>",
    endpoint="rename_player",
    role=SCORER,
    operation=Operation(
        translatable("Rename a player"),
        {200: (translatable("The player by the new name."), ref("Player"))},
        text=translatable("Games in progress change too. Finished score sheets keep the name as written."),
        body=of({"name": ref("SheetName")}),
        examples={"Dee": {"name": "Dee Moss"}},
    ),
)
def rename(table: str, player: int) -> Json:
    """Give a player another name."""
    name = BODY.name(BODY.mapping(json_body(), "it", ("name",), required=("name",))["name"], "name")
    rename_player(table, player, name, author())
    read = current_app.view_functions[f"{calls.name}.{READ}"]  # perhaps a room's
    return cast("Json", read(table, player))


TWO_NAMES = of({"name": ref("SheetName"), "into": ref("SheetName")})


@calls.post(
    "/tables/<table>/players/merge",
    endpoint="merge_players",
    role=SCORER,
    operation=Operation(
        translatable("Merge two names of one player"),
        {204: (translatable("Both names count as one player. Score sheets keep the names as written."), None)},
        body=TWO_NAMES,
        examples={"Danny": {"name": "Danny", "into": "Dan"}},
        text=translatable(
            "For one person who plays under two names: the statistics of both count together, and games keep their "
            "names."
        ),
    ),
)
def merge(table: str) -> tuple[str, int]:
    """Merge the player `name` into the player `into`."""
    body = BODY.mapping(json_body(), "it", ("name", "into"), required=("name", "into"))
    merge_players(table, BODY.name(body["name"], "name"), BODY.name(body["into"], "into"))
    return "", 204


@calls.post(
    "/tables/<table>/players/unmerge",
    endpoint="unmerge_players",
    role=SCORER,
    operation=Operation(
        translatable("Undo a merge"),
        {204: (translatable("The name is a separate player again."), None)},
        body=of({"name": ref("SheetName")}),
        examples={"Eddie": {"name": "Eddie"}},
        text=translatable("The two names are different players again, each with the games played under it."),
    ),
)
def unmerge(table: str) -> tuple[str, int]:
    """Split a merged name off, as a player of its own again."""
    body = BODY.mapping(json_body(), "it", ("name",), required=("name",))
    unmerge_players(table, BODY.name(body["name"], "name"))
    return "", 204
