"""Tables over the API: a new one with its three links, and who is in at one."""

from flask import url_for

from scorekeeper.access import TABLE_CREATOR, WATCHER, current_membership, current_table
from scorekeeper.access.limits import Limit, spend
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.parsing import BODY, json_body
from scorekeeper.api.schemas import ref
from scorekeeper.api.serializers import Json, join_url
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain import canonical_time
from scorekeeper.services import members
from scorekeeper.services.inviting import permanent_link
from scorekeeper.services.names import check_name
from scorekeeper.services.security_log import security_event
from scorekeeper.storage import ROLES, create_table, members_of, write_transaction


@calls.post(
    "/tables",
    endpoint="new_table",
    role=TABLE_CREATOR,
    operation=Operation(
        translatable("Create a table"),
        {201: (translatable("The table, with a link and its token for each role."), ref("NewTable"))},
        text=translatable("Open to anyone, unless this server only lets keepers create tables."),
        body={
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": ref("SheetName")},
        },
        examples={"table": {"name": "Thursday"}},
    ),
)
def new_table() -> tuple[Json, int]:
    """A table, and a link with its token for each role. The tokens are not shown again to a program."""
    body = BODY.mapping(json_body(), "it", ("name",), required=("name",))
    name = BODY.name(body["name"], "name")
    check_name(name)
    spend(Limit.TABLES)
    with write_transaction():
        table = create_table(name)
        tokens = {role.value: str(permanent_link(table.id, role).token) for role in reversed(ROLES)}
    security_event("table started", table=table.id)
    links = {role: join_url(token) for role, token in tokens.items()}
    return {"table": table.id, "name": table.name, "links": links, "tokens": tokens}, 201


@calls.get(
    "/tables/<table>",
    endpoint="table",
    role=WATCHER,
    operation=Operation(translatable("Read a table"), {200: (translatable("The table and its phones."), ref("Table"))}),
)
def one_table(table: str) -> Json:
    """A table: the role of the token that asks, the devices that are in, and which of them has the pen."""
    found = current_table()
    held = members.holder(table)
    return {
        "table": found.id,
        "name": found.name,
        "url": url_for("tables.show", table=found.id, _external=True),
        "role": current_membership().role.value,
        "members": [
            {
                "member": member.id,
                "name": member.name,
                "role": member.role,
                "last_seen": canonical_time(member.last_seen) if member.last_seen else None,
                "pen": held is not None and held.id == member.id,
            }
            for member in members_of(table)
        ],
    }
