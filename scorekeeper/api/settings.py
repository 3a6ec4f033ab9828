"""A table's settings over the API: its name, and deleting a game that was started by mistake."""

from scorekeeper.access import KEEPER, current_table
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import ref
from scorekeeper.api.serializers import BODY, Json, json_body
from scorekeeper.core.words.language import translatable
from scorekeeper.services.tables import remove_empty_game, rename_table


@calls.patch(
    "/tables/<table>",
    endpoint="change_table",
    role=KEEPER,
    operation=Operation(
        translatable("Rename a table"),
        {200: (translatable("The table with its new name."), ref("TableSettings"))},
        body={
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": ref("SheetName")},
        },
        examples={"rename": {"name": "Friday night"}},
    ),
)
def change_table(table: str) -> Json:
    """Give a table another name."""
    body = BODY.mapping(json_body(), "it", ("name",), required=("name",))
    rename_table(table, BODY.name(body["name"], "name"))
    return {"table": table, "name": current_table().name}


@calls.delete(
    "/games/<game>",
    endpoint="remove_game",
    role=KEEPER,
    operation=Operation(
        translatable("Delete a game without hands"),
        {204: (translatable("It is gone, as if it had never been started."), None)},
        (422,),
        text=translatable("For a game started by mistake. Once a hand was saved, a game can only be ended."),
    ),
)
def remove_game(game: str) -> tuple[str, int]:
    """Delete a game in which no hand was ever saved."""
    remove_empty_game(game)
    return "", 204
