"""Custom games over the API: a table's own lists of deals, each with its rule, and those that ship with the app."""

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import CUSTOM_GAME
from scorekeeper.api.sending import AsIs
from scorekeeper.api.serializers import object_body
from scorekeeper.core.inputs import Json
from scorekeeper.declared import Whole
from scorekeeper.formats.custom_game import CustomGame, custom_game_json, shipped
from scorekeeper.services.house_rules import checked_custom_game
from scorekeeper.storage.custom_games import (
    CustomGameRow,
    add_custom_game,
    change_custom_game,
    custom_games_of,
    find_custom_game,
    remove_custom_game,
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
    own = [_row(row) for row in custom_games_of(table)]
    return {"scripted_games": [*own, *(_shipped(key, game) for key, game in shipped().items())]}


@call("POST /tables/<table>/scripted-games", SCORER, body=CUSTOM_GAME, examples={"two deals": TWO_DEALS})
def new_scripted_game(table: str) -> Annotated[Made, "ScriptedGame"]:
    """Write a custom game

    A list of deals with rules of their own, which the table can play hand by hand.

    201: The custom game with its id.
    """
    content = checked_custom_game(object_body())
    scripted, row, new = once(
        lambda: add_custom_game(table, content).id,
        lambda scripted: _row(find_custom_game(table, int(scripted))),
        table,
    )
    return made(row, "put_scripted_game", new=new, table=table, scripted=scripted)


@dataclass(frozen=True, slots=True)
class ChangedCustomGame:
    """A custom game, and the version that was read."""

    version: Annotated[int, Whole(1, 2_000_000_000)]
    game: Annotated[object, AsIs(CUSTOM_GAME)]


@call(
    "PUT /tables/<table>/scripted-games/<int:scripted>",
    SCORER,
    examples={"two deals": {"version": 1, "game": TWO_DEALS}},
    refused=(409,),
)
def put_scripted_game(table: str, scripted: int, body: ChangedCustomGame) -> Annotated[Json, "ScriptedGame"]:
    """Replace a custom game

    `version` is the one you have read. Games that play it already keep their deals.

    200: The custom game with its new version.
    """
    return _row(change_custom_game(table, scripted, body.version, checked_custom_game(body.game)))


@call("DELETE /tables/<table>/scripted-games/<int:scripted>", SCORER, "remove_scripted_game")
def delete_scripted_game(table: str, scripted: int) -> tuple[str, int]:
    """Delete a custom game

    The table can no longer start it; games that play it go on.

    204: It is gone. Games that play it keep their deals.
    """
    remove_custom_game(table, scripted)
    return "", 204


def _row(row: CustomGameRow) -> Json:
    return {"scripted": str(row.id), "version": row.version, "game": row.content}


def _shipped(key: str, game: CustomGame) -> Json:
    return {"scripted": key, "version": None, "game": custom_game_json(game)}
