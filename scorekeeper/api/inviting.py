"""Inviting over the API: a keeper's links with limits, and putting devices out."""

from datetime import timedelta

from scorekeeper.access import here
from scorekeeper.api.answers import Json, join_url
from scorekeeper.api.bodies import BODY, json_body
from scorekeeper.api.calls import calls
from scorekeeper.chain import canonical_time
from scorekeeper.play.inviting import NoSuchInvite, end_role, invite, way_by_id
from scorekeeper.sheet.fields import shown
from scorekeeper.storage import ROLES, Role, end_invites, member_by_id, put_out

MOST_USES = 1000
MOST_HOURS = 24 * 366
PARTS = ("role", "uses", "hours", "guests")


@calls.post("/tables/<table>/invites", endpoint="new_invite")
def new_invite(table: str) -> tuple[Json, int]:
    """A link for a role, perhaps for some uses or hours only; with `guests`, who came by it is out when it ends."""
    body = BODY.mapping(json_body(), "it", PARTS, required=("role",))
    role = body["role"]
    if role not in ROLES:
        raise BODY.wrong(f"role is {shown(role)}, it must be one of {', '.join(ROLES)}")
    uses = None if body.get("uses") is None else BODY.whole(body["uses"], "uses", 1, MOST_USES)
    hours = None if body.get("hours") is None else BODY.whole(body["hours"], "hours", 1, MOST_HOURS)
    guests = BODY.switch(body.get("guests", False), "guests")
    way = invite(
        table,
        Role(str(role)),
        lasts=None if hours is None else timedelta(hours=hours),
        uses=uses,
        guests=guests and hours is not None,
    )
    token = str(way.token)
    expires = way.invite.expires
    return {
        "invite": way.invite.id,
        "role": way.invite.role,
        "link": join_url(token),
        "token": token,
        "uses": way.invite.uses_left,
        "expires": canonical_time(expires) if expires else None,
        "guests": way.invite.guests,
    }, 201


@calls.delete("/tables/<table>/invites/<invite_id>", endpoint="end_invite")
def end_invite(table: str, invite_id: str) -> tuple[str, int]:
    """End a link; who is in by it stays."""
    end_invites(table, invite_id=way_by_id(table, invite_id).invite.id)
    return "", 204


@calls.delete("/tables/<table>/members/<int:member>", endpoint="put_out")
def put_member_out(table: str, member: int) -> tuple[str, int]:
    """Put one device out; its very next request is refused."""
    found = member_by_id(table, member)
    if found is None or found.ended():
        raise NoSuchInvite("no such device is in at this table")
    put_out(table, member_id=found.id)
    return "", 204


@calls.delete("/tables/<table>/roles/<role>", endpoint="end_role")
def end_whole_role(table: str, role: str) -> tuple[str, int]:
    """End every link of a role, the token that asks among them where it has that role, and put out all its devices."""
    if role not in ROLES:
        raise NoSuchInvite(f"there is no such role, there are {', '.join(ROLES)}")
    end_role(table, Role(role), but_member=here().member_id)
    return "", 204
