"""Tables over the API: create, rename or archive one, list its games, invite devices and remove them."""

from datetime import timedelta

from flask import request, url_for

from scorekeeper.access import KEEPER, TABLE_CREATOR, WATCHER, current_membership, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.schemas import ROLE, ref
from scorekeeper.api.serializers import BODY, Json, join_url, json_body, number_asked
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import NOT_ONE_OF
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.language import translatable, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import canonical_time
from scorekeeper.services.invites import NoSuchInvite, invite, link_by_id, permanent_link
from scorekeeper.services.members import end_role, revoke_link, revoke_member
from scorekeeper.services.names import check_name
from scorekeeper.services.security_log import security_event
from scorekeeper.services.tables import archive_table, rename_table
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.members import ROLES, Role, every_member, member_by_id, pen_holder

MAX_LISTED = 10_000
"""The most phones that a call can ask for by number; without one, it gets all."""


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
    """Create a table, and return a link with its token for each role. Later calls never show these tokens."""
    body = BODY.mapping(json_body(), "it", ("name",), required=("name",))
    name = BODY.name(body["name"], "name")
    check_name(name)
    hit(RateLimit.TABLES)
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
    operation=Operation(
        translatable("Read a table"),
        {200: (translatable("The table and its phones."), ref("Table"))},
        refused=(422,),
        parameters=(
            {
                "name": "members",
                "in": "query",
                "description": translatable("How many phones to list, the latest first. All, if it is missing."),
                "schema": {"type": "integer", "minimum": 0, "maximum": MAX_LISTED},
            },
        ),
    ),
)
def one_table(table: str) -> Json:
    """A table with the role of the requester's token, its devices, and which of them has the pen."""
    found = current_table()
    pen_member = pen_holder(table)
    pen_id = None if pen_member is None else pen_member.id
    return {
        "table": found.id,
        "name": found.name,
        "url": url_for("tables.show", table=found.id, _external=True),
        "role": current_membership().role.value,
        "members": [
            {
                "member": member.id,
                "name": member.name,
                "player": member.player,
                "role": member.role,
                "last_seen": member.last_seen,
                "pen": member.id == pen_id,
            }
            for member in every_member(table, number_asked("members", 0, MAX_LISTED))
        ],
    }


MAX_USES = 1000
MAX_HOURS = 24 * 366
LINKS = ("renew", "keep")
PARTS = ("role", "uses", "hours", "guests")


@calls.post(
    "/tables/<table>/invites",
    endpoint="new_invite",
    role=KEEPER,
    operation=Operation(
        translatable("Make a link"),
        {201: (translatable("The link and its token."), ref("Invite"))},
        text=translatable(
            "A link for a role, with optional limits. The token of a link with limited uses works only in a browser."
        ),
        body={
            "type": "object",
            "required": ["role"],
            "additionalProperties": False,
            "properties": {
                "role": ROLE,
                "uses": {"type": ["integer", "null"], "minimum": 1, "maximum": MAX_USES},
                "hours": {"type": ["integer", "null"], "minimum": 1, "maximum": MAX_HOURS},
                "guests": {"type": "boolean", "description": "Remove guests when it expires."},
            },
        },
        examples={
            "guests": {"role": "watcher", "hours": 12, "guests": True},
            "one device": {"role": "scorer", "uses": 1},
        },
    ),
)
def new_invite(table: str) -> tuple[Json, int]:
    """Create a link for a role, with optional limits; `guests` are removed when it expires."""
    body = BODY.mapping(json_body(), "it", PARTS, required=("role",))
    role = body["role"]
    if role not in ROLES:
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": "role", "value": quote(role), "parts": tuple(ROLES)}))
    uses = None if body.get("uses") is None else BODY.whole(body["uses"], "uses", 1, MAX_USES)
    hours = None if body.get("hours") is None else BODY.whole(body["hours"], "hours", 1, MAX_HOURS)
    guests = BODY.switch(body.get("guests", False), "guests")
    invite_link = invite(
        table,
        Role(str(role)),
        lasts=None if hours is None else timedelta(hours=hours),
        uses=uses,
        guests=guests and hours is not None,
    )
    token = str(invite_link.token)
    expires = invite_link.invite.expires
    return {
        "invite": invite_link.invite.id,
        "role": invite_link.invite.role,
        "link": join_url(token),
        "token": token,
        "uses": invite_link.invite.uses_left,
        "expires": canonical_time(expires) if expires else None,
        "guests": invite_link.invite.guests,
    }, 201


@calls.delete(
    "/tables/<table>/invites/<invite_id>",
    endpoint="end_invite",
    role=KEEPER,
    operation=Operation(
        translatable("Revoke a link"),
        {204: (translatable("Nobody else can join with it. Phones that already joined stay."), None)},
    ),
)
def end_invite(table: str, invite_id: str) -> tuple[str, int]:
    """Revoke a link; members who joined by it stay."""
    revoke_link(table, link_by_id(table, invite_id).invite.id)
    return "", 204


@calls.delete(
    "/tables/<table>/members/<int:member>",
    endpoint="put_out",  # public as the operationId since the first version
    role=KEEPER,
    operation=Operation(
        translatable("Remove a phone"),
        {
            200: (
                translatable("Removed. The answer has the new links of the roles whose links ended."),
                ref("Removed"),
            ),
            204: (translatable("Removed. The links did not change."), None),
        },
        (422,),
        text=translatable(
            "The phone needs a new invite to return. The links that it could see end too, perhaps with your own token; "
            "the answer has the new ones."
        ),
        parameters=(
            {
                "name": "links",
                "in": "query",
                "description": translatable("`keep` leaves the links unchanged: anyone who has one can join again."),
                "schema": {"enum": list(LINKS), "default": LINKS[0]},
            },
        ),
    ),
)
def remove_member(table: str, member: int) -> tuple[Json | str, int]:
    """Remove a device, and replace the links it could see.

    The response has the new ones, since the requester's token may be among the revoked.
    """
    links = request.args.get("links", LINKS[0])
    if links not in LINKS:
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": "links", "value": quote(links), "parts": tuple(LINKS)}))
    found = member_by_id(table, member)
    if found is None or found.ended():
        raise NoSuchInvite(_("This table has no such phone"))
    ended = revoke_member(found, renew_links=links == "renew")
    if not ended:
        return "", 204
    tokens = {role.value: str(permanent_link(table, role).token) for role in ended}
    return {"member": member, "links": {role: join_url(token) for role, token in tokens.items()}, "tokens": tokens}, 200


@calls.delete(
    "/tables/<table>/roles/<role>",
    endpoint="end_role",
    role=KEEPER,
    operation=Operation(
        translatable("Revoke a role’s links"),
        {204: (translatable("All its links ended, and its phones are removed."), None)},
        parts={"role": ROLE},
    ),
)
def end_whole_role(table: str, role: str) -> tuple[str, int]:
    """Revoke every link of a role, perhaps including the requester's, and remove all its devices."""
    if role not in ROLES:
        raise NoSuchInvite(_("There is no such role. The roles are {roles}", roles=with_commas(list(ROLES))))
    end_role(table, Role(role), except_member=current_membership().member_id)
    return "", 204


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
    found = find_table(table)  # as it is now, not as it was at the start of this request
    return {"table": table, "name": found.name, "archived": found.archived is not None}
