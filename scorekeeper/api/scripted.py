"""Scripted games over the API: a table's own lists of deals, each with its rule, and those that ship with the app."""

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import SCRIPTED_GAME
from scorekeeper.api.sending import AsIs
from scorekeeper.api.serializers import Json, object_body
from scorekeeper.declared import Whole
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


@call("GET /tables/<table>/scripted-games", WATCHER)
def scripted_games(table: str) -> Annotated[Json, "ScriptedGames"]:
    """List the custom games

    To play one, start a game with `?scripted=` and its id.

    200: The table’s own, and those that ship with the server.
    """
    own = [_row(row) for row in scripted_games_of(table)]
    return {"scripted_games": [*own, *(_shipped(key, game) for key, game in shipped().items())]}


@call("POST /tables/<table>/scripted-games", SCORER, body=SCRIPTED_GAME, examples={"two deals": TWO_DEALS})
def new_scripted_game(table: str) -> Annotated[Made, "ScriptedGame"]:
    """Write a custom game

    A list of deals with rules of their own, which the table can play hand by hand.

    201: The custom game with its id.
    """
    content = checked_scripted_game(object_body())
    scripted, new = once(lambda: add_scripted_game(table, content).id, table)
    row = _row(find_scripted_game(table, int(scripted)))
    return made(row, "put_scripted_game", new=new, table=table, scripted=scripted)


@dataclass(frozen=True, slots=True)
class ChangedScriptedGame:
    """A custom game, and the version that was read."""

    version: Annotated[int, Whole(1, 2_000_000_000)]
    game: Annotated[object, AsIs(SCRIPTED_GAME)]


@call(
    "PUT /tables/<table>/scripted-games/<int:scripted>",
    SCORER,
    examples={"two deals": {"version": 1, "game": TWO_DEALS}},
    refused=(409,),
)
def put_scripted_game(table: str, scripted: int, body: ChangedScriptedGame) -> Annotated[Json, "ScriptedGame"]:
    """Replace a custom game

    `version` is the one you have read. Games that play it already keep their deals.

    200: The custom game with its new version.
    """
    return _row(change_scripted_game(table, scripted, body.version, checked_scripted_game(body.game)))


@call("DELETE /tables/<table>/scripted-games/<int:scripted>", SCORER, "remove_scripted_game")
def delete_scripted_game(table: str, scripted: int) -> tuple[str, int]:
    """Delete a custom game

    The table can no longer start it; games that play it go on.

    204: It is gone. Games that play it keep their deals.
    """
    remove_scripted_game(table, scripted)
    return "", 204


def _row(row: ScriptedGameRow) -> Json:
    return {"scripted": str(row.id), "version": row.version, "game": row.content}


def _shipped(key: str, game: ScriptedGame) -> Json:
    return {"scripted": key, "version": None, "game": scripted_game_json(game)}
