"""Erasing over the API: a player’s name, or a table with all its games. Neither can be undone."""

from typing import Annotated

from scorekeeper.access import KEEPER, current_table
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import TEXT, WHOLE, of
from scorekeeper.api.sending import Named
from scorekeeper.api.serializers import BODY, author
from scorekeeper.core.inputs import Json
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.storage.players import find_main_player

CLEAN = {
    "type": "boolean",
    "description": "False while another program has the database open: its file may still hold the erased text.",
}
NAMES = {"type": "object", "description": "Each name and its pseudonym.", "additionalProperties": TEXT}
ERASED = of({"names": NAMES, "games": WHOLE, "clean": CLEAN})


@call(
    "POST /tables/<table>/players/<int:player>/erase",
    KEEPER,
    "erase_player",
    examples={"Ann": {"name": "Ann"}},
)
def erase_name(table: str, player: int, body: Named) -> Annotated[Json, ERASED]:
    """Erase a player’s name

    Replaces every name of this player by a pseudonym, in every game, device and house rule of the table. Points stay.
    The body repeats the player’s name. This can’t be undone.

    200: What the games say instead.
    """
    _confirm(body, find_main_player(table, player).player.name)
    plan, clean = erase_player(table, player, author())
    return {"names": plan.table.instead, "games": len(plan.games), "clean": clean}


@call("POST /tables/<table>/erase", KEEPER, "erase_table", examples={"the table": {"name": "Thursday"}})
def erase_whole_table(table: str, body: Named) -> Annotated[Json, of({"clean": CLEAN})]:
    """Delete a table with all its games

    The body repeats the table’s name. This can’t be undone: export its games first.

    200: The table is gone, and with it your token.
    """
    _confirm(body, current_table().name)
    return {"clean": erase_table(table)}


def _confirm(body: Named, name: str) -> None:
    """Raise `InvalidInput` unless the body has this name: a wrong number in an address erases nothing."""
    BODY.one_of(body.name, "name", (composed(name),))
