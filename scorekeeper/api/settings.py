"""A table's settings over the API: its name, archiving it, and deleting a game that was started by mistake."""

from scorekeeper.access import KEEPER, current_table
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import ref
from scorekeeper.api.serializers import BODY, Json, json_body
from scorekeeper.core.words.language import translatable
from scorekeeper.services.tables import archive_table, remove_empty_game, rename_table


@calls.patch(
    "/tables/<table>",
    endpoint="change_table",
    role=KEEPER,
    operation=Operation(
        translatable("Rename or archive a table"),
        {200: (translatable("The table as it is now."), ref("TableSettings"))},
        text=translatable("Parts you leave out stay as they are. A new game brings an archived table back."),
        body={
            "type": "object",
            "additionalProperties": False,
            "properties": {"name": ref("SheetName"), "archived": {"type": "boolean"}},
        },
        examples={"rename": {"name": "Friday night"}, "archive": {"archived": True}},
    ),
)
def change_table(table: str) -> Json:
    """Give a table another name, archive it, or bring it back."""
    body = BODY.mapping(json_body(), "it", ("name", "archived"))
    name = BODY.name(body["name"], "name") if "name" in body else None
    archived = BODY.switch(body["archived"], "archived") if "archived" in body else None
    if name is not None:
        rename_table(table, name)
    if archived is not None:
        archive_table(table, archived)
    found = current_table()
    return {"table": table, "name": found.name, "archived": found.archived is not None}


@calls.delete(
    "/games/<game>",
    endpoint="remove_game",
    role=KEEPER,
    operation=Operation(
        translatable("Delete a game without hands"),
        {204: (translatable("The game is deleted."), None)},
        (422,),
        text=translatable("For a game started by mistake. Once a hand was saved, a game can only be ended."),
    ),
)
def remove_game(game: str) -> tuple[str, int]:
    """Delete a game in which no hand was ever saved."""
    remove_empty_game(game)
    return "", 204
