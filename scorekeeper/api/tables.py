"""Tables over the API: create, read, rename or archive one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from flask import Response, url_for

from scorekeeper.access import KEEPER, TABLE_CREATOR, WATCHER, current_membership, current_table
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.live import EVENT_STREAM
from scorekeeper.api.following import VersionQuery, versions_of
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.paging import ByPage, PageLimit, page_answer
from scorekeeper.api.sending import Named, SheetName
from scorekeeper.api.serializers import join_url
from scorekeeper.core.inputs import Json
from scorekeeper.declared import NOT_GIVEN, NotGiven, Older, Whole
from scorekeeper.services.invites import find_permanent_link, permanent_link
from scorekeeper.services.names import check_name
from scorekeeper.services.security_log import security_event
from scorekeeper.services.tables import archive_table, rename_table, show_club
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.members import ROLES, ListedMember, every_member, pen_holder

MAX_LISTED = 10_000
"""The most phones that a call can ask for."""
USUALLY_LISTED = 100


@call("POST /tables", TABLE_CREATOR, examples={"table": {"name": "Thursday"}})
def new_table(body: Named) -> Annotated[Made, "NewTable"]:
    """Create a table

    Open to anyone, unless this server only lets keepers create tables.

    201: The table, with a link and its token for each role.
    """
    check_name(body.name)
    hit(RateLimit.TABLES)
    with write_transaction():
        table_id, answer, new = once(partial(_new_table, body.name), _with_links)
    if new:
        security_event("table started", table=table_id)
    return made(answer, "table", new=new, table=table_id)


def _new_table(name: str) -> str:
    table_id = create_table(name).id
    for role in ROLES:
        permanent_link(table_id, role)
    return table_id


def _with_links(table_id: str) -> Json:
    """A table with the links that it has: `once` compares them with those of the first answer."""
    found = {role.value: find_permanent_link(table_id, role) for role in reversed(ROLES)}
    tokens = {role: None if link is None else link.token for role, link in found.items()}
    links = {role: None if token is None else join_url(token) for role, token in tokens.items()}
    return {"table": table_id, "name": find_table(table_id).name, "links": links, "tokens": tokens}


@dataclass(frozen=True, slots=True)
class TableQuery:
    """How much of a table.

    members: How many phones to list, the latest first; `more_members` says whether there are others. All of them are a
        list of their own.
    """

    members: Annotated[int, Whole(0, MAX_LISTED), Older()] = USUALLY_LISTED


@call("GET /tables/<table>", WATCHER, "table")
def one_table(table: str, query: TableQuery) -> Annotated[Json, "Table"]:
    """Read a table

    With the role of the token you send, and the phones that joined: who holds the pen, and when each was last here.

    200: The table and its phones.
    304: Nothing has changed.
    """
    found = current_table()
    members = every_member(table, query.members + 1)
    return {
        "table": found.id,
        "name": found.name,
        "url": url_for("tables.show", table=found.id, _external=True),
        "role": current_membership().role.value,
        "members": _members_json(table, members[: query.members]),
        "more_members": len(members) > query.members,
    }


def _members_json(table: str, members: Sequence[ListedMember]) -> list[Json]:
    pen_member = pen_holder(table)
    pen_id = None if pen_member is None else pen_member.id
    return [
        {
            "member": member.id,
            "name": member.name,
            "player": member.player,
            "role": member.role,
            "last_seen": member.last_seen,
            "pen": member.id == pen_id,
        }
        for member in members
    ]


@dataclass(frozen=True)
class MembersQuery(ByPage):
    """Which phones."""

    limit: PageLimit = USUALLY_LISTED


@call("GET /tables/<table>/members", WATCHER)
def members(table: str, query: MembersQuery) -> Annotated[Response, "Members"]:
    """List the phones at a table

    Who holds the pen, whose phone each is, and when it was last here.

    200: A page of phones, the latest first.
    304: Nothing has changed.
    """
    skip, most = (query.number - 1) * query.limit, query.limit
    found = every_member(table, skip + most + 1)[skip:]
    return page_answer("members", _members_json(table, found[:most]), query.number + 1 if len(found) > most else None)


@call("GET /tables/<table>/stream", WATCHER, "table_stream")
def follow_table(table: str, query: VersionQuery) -> Annotated[Response, EVENT_STREAM]:
    """Follow a table

    `id` and `data` have the version of the table: its name, its games in progress and its newest 50. The first comes
    at once if it is not the one you have, then each new one as something is written; read what you show of the table
    again. A comment every two seconds shows that the stream is alive.

    200: A stream of server-sent events, one for each version, until the link ends.
    """
    return versions_of(table, query, of_table=True)


@dataclass(frozen=True, slots=True)
class TableChange:
    """What changes of a table."""

    name: Annotated[str, SheetName()] | NotGiven = NOT_GIVEN
    archived: bool | NotGiven = NOT_GIVEN
    club: bool | NotGiven = NOT_GIVEN


@call(
    "PATCH /tables/<table>",
    KEEPER,
    examples={"rename": {"name": "Friday night"}, "archive": {"archived": True}},
)
def change_table(table: str, body: TableChange) -> Annotated[Json, "TableSettings"]:
    """Rename or archive a table

    Parts you leave out stay as they are. A new game brings an archived table back. Without `club`, a table shows no
    leaderboards, ratings, seasons, nights and series.

    200: The table as it is now.
    """
    if body.name is not NOT_GIVEN:
        rename_table(table, body.name)
    if body.archived is not NOT_GIVEN:
        archive_table(table, body.archived)
    if body.club is not NOT_GIVEN:
        show_club(table, body.club)
    found = find_table(table)  # as it is now, not as it was at the start of this request
    archived_now, club_now = found.archived is not None, not found.without_club
    return {"table": table, "name": found.name, "archived": archived_now, "club": club_now}
