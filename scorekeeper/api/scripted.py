"""Scripted games over the API: a table's own lists of deals, each with its rule, and those that ship with the app."""

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import SCRIPTED_GAME, of, ref
from scorekeeper.api.serializers import BODY, Json, object_body
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.scripted_game import ScriptedGame, scripted_game_json, shipped
from scorekeeper.services.house_rules import checked_scripted_game
from scorekeeper.storage.scripted_games import (
    ScriptedGameRow,
    add_scripted_game,
    change_scripted_game,
    find_scripted_game,
    remove_scripted_game,
    scripted_games_of,
)

TWO_DEALS: Json = {
    "format": "scorekeeper-night/1",
    "name": "Two deals",
    "words": "Turn by turn.",
    "deals": [
        {"name": "warm-up", "rule": "Bid as usual."},
        {"name": "thin ice", "rule": "Everyone bids 2 or 3.", "limits": [{"kind": "one-of", "bids": [2, 3]}]},
    ],
}


@calls.get(
    "/tables/<table>/scripted-games",
    endpoint="scripted_games",
    role=WATCHER,
    operation=Operation(
        translatable("List the custom games"),
        {200: (translatable("The table’s own, and those that ship with the server."), ref("ScriptedGames"))},
        text=translatable("To play one, start a game with `?scripted=` and its id."),
    ),
)
def scripted_games(table: str) -> Json:
    """The table's own scripted games, and the shipped ones, which have no version."""
    own = [_row(row) for row in scripted_games_of(table)]
    return {"scripted_games": [*own, *(_shipped(key, game) for key, game in shipped().items())]}


@calls.post(
    "/tables/<table>/scripted-games",
    endpoint="new_scripted_game",
    role=SCORER,
    operation=Operation(
        translatable("Write a custom game"),
        {201: (translatable("The custom game with its id."), ref("ScriptedGame"))},
        body=SCRIPTED_GAME,
        examples={"two deals": TWO_DEALS},
        text=translatable("A list of deals with rules of their own, which the table can play hand by hand."),
    ),
)
def new_scripted_game(table: str) -> Made:
    """Add a scripted game to the table's own."""
    content = checked_scripted_game(object_body())
    scripted, new = once(lambda: add_scripted_game(table, content).id, table)
    row = _row(find_scripted_game(table, int(scripted)))
    return made(row, "put_scripted_game", new=new, table=table, scripted=scripted)


@calls.put(
    "/tables/<table>/scripted-games/<int:scripted>",
    endpoint="put_scripted_game",
    role=SCORER,
    operation=Operation(
        translatable("Replace a custom game"),
        {200: (translatable("The custom game with its new version."), ref("ScriptedGame"))},
        (409,),
        text=translatable("`version` is the one you have read. Games that play it already keep their deals."),
        body=of({"version": {"type": "integer", "minimum": 1, "maximum": 2_000_000_000}, "game": SCRIPTED_GAME}),
        examples={"two deals": {"version": 1, "game": TWO_DEALS}},
    ),
)
def put_scripted_game(table: str, scripted: int) -> Json:
    """Replace one of the table's own scripted games, unless someone has changed it since."""
    body = BODY.mapping(object_body(), "it", ("version", "game"), required=("version", "game"))
    version = BODY.whole(body["version"], "version", 1, 2_000_000_000)
    content = checked_scripted_game(body["game"])
    return _row(change_scripted_game(table, scripted, version, content))


@calls.delete(
    "/tables/<table>/scripted-games/<int:scripted>",
    endpoint="remove_scripted_game",
    role=SCORER,
    operation=Operation(
        translatable("Delete a custom game"),
        {204: (translatable("It is gone. Games that play it keep their deals."), None)},
        text=translatable("The table can no longer start it; games that play it go on."),
    ),
)
def delete_scripted_game(table: str, scripted: int) -> tuple[str, int]:
    """Delete one of the table's own scripted games."""
    remove_scripted_game(table, scripted)
    return "", 204


def _row(row: ScriptedGameRow) -> Json:
    return {"scripted": str(row.id), "version": row.version, "game": row.content}


def _shipped(key: str, game: ScriptedGame) -> Json:
    return {"scripted": key, "version": None, "game": scripted_game_json(game)}
