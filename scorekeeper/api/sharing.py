"""Sharing over the API: what a token is for, links, roles, phones and the pen."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Annotated

from flask import Response

from scorekeeper.access import KEEPER, OWN_TOKEN, current_membership, current_table
from scorekeeper.access.limits import RateLimit
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.paging import MAX_PAGE_SIZE, ByPage, page_answer
from scorekeeper.api.schemas import ROLE, TEXT, of
from scorekeeper.api.serializers import join_url
from scorekeeper.core.inputs import Json
from scorekeeper.core.words.language import translate as _, with_commas
from scorekeeper.declared import Note, OneOf, Whole
from scorekeeper.formats.chain import canonical_time
from scorekeeper.services.invites import InviteLink, NoSuchInvite, invite, limited_links, link_by_id, permanent_link
from scorekeeper.services.members import end_role, pass_pen, revoke_link, revoke_member
from scorekeeper.storage.members import ROLES, Member, Role, member_by_id

NULL_OR_NUMBER = {"type": ["integer", "null"]}
ME = of(
    {
        "table": TEXT,
        "name": TEXT,
        "role": ROLE,
        "invite": {"type": ["string", "null"]},
        "member": NULL_OR_NUMBER,
        "player": NULL_OR_NUMBER,
    }
)


@call("GET /me", OWN_TOKEN)
def me() -> Annotated[Json, ME]:
    """Ask what your token is for

    A token is its link’s: it has no phone and no player of its own, so both are null.

    200: The table and the role, and the link that the token belongs to.
    """
    membership = current_membership()
    return {
        "table": membership.table_id,
        "name": current_table().name,
        "role": membership.role.value,
        "invite": membership.invite_id,
        "member": membership.member_id,
        "player": membership.player_id,
    }


MAX_ID = 2**31 - 1
LINKS_PER_PAGE = 100


@dataclass(frozen=True)
class InvitesQuery(ByPage):
    """Which links.

    limit: How many to list at most. The same on each page. 0: only the permanent ones.
    """

    limit: Annotated[int, Whole(0, MAX_PAGE_SIZE)] = LINKS_PER_PAGE


@call("GET /tables/<table>/invites", KEEPER)
def invites(table: str, query: InvitesQuery) -> Annotated[Response, "Invites"]:
    """List the links

    Every link that still lets someone in, with its token. The token is null if the link was made with another secret
    key of this server.

    200: A page of links: the permanent one of each role, then those with limits, newest first.
    """
    permanent = [permanent_link(table, role) for role in reversed(ROLES)]
    if not query.limit:
        return page_answer("invites", [_invite_json(link) for link in permanent], None)
    skip, most = (query.number - 1) * query.limit, query.limit
    found = [*permanent, *limited_links(table, skip + most + 1)][skip : skip + most + 1]
    return page_answer(
        "invites", [_invite_json(link) for link in found[:most]], query.number + 1 if len(found) > most else None
    )


def _invite_json(link: InviteLink) -> Json:
    invite, token = link.invite, link.token
    return {
        "invite": invite.id,
        "role": invite.role,
        "link": None if token is None else join_url(token),
        "token": token,
        "uses": invite.uses_left,
        "expires": None if invite.expires is None else canonical_time(invite.expires),
        "guests": invite.guests,
    }


MAX_USES = 1000
MAX_HOURS = 24 * 366
LINKS = ("renew", "keep")


@dataclass(frozen=True, slots=True)
class NewInvite:
    """A role, and the limits of its link."""

    role: Annotated[str, OneOf(ROLES)]
    uses: Annotated[int | None, Whole(1, MAX_USES)] = None
    hours: Annotated[int | None, Whole(1, MAX_HOURS)] = None
    guests: Annotated[bool, Note("Remove guests when it expires.")] = False


@call(
    "POST /tables/<table>/invites",
    KEEPER,
    grows=RateLimit.LINKS,
    examples={
        "guests": {"role": "watcher", "hours": 12, "guests": True},
        "one device": {"role": "scorer", "uses": 1},
    },
)
def new_invite(table: str, body: NewInvite) -> Annotated[Made, "Invite"]:
    """Make a link

    A link for a role, with optional limits. The token of a link with limited uses works only in a browser.

    201: The link and its token.
    """
    lasts = None if body.hours is None else timedelta(hours=body.hours)
    guests = body.guests and lasts is not None
    limited = partial(invite, table, Role(body.role), lasts=lasts, uses=body.uses, guests=guests)
    link, answer, new = once(lambda: limited().invite.id, lambda link: _as_made(table, link, body), table)
    return made(answer, "end_invite", new=new, table=table, invite=link)


def _as_made(table: str, link: str, body: NewInvite) -> Json:
    """A link as it was before anybody used it."""
    return _invite_json(link_by_id(table, link)) | {"uses": body.uses}


@call("DELETE /tables/<table>/invites/<invite>", KEEPER, "end_invite")
def end_one_invite(table: str, invite: str) -> tuple[str, int]:
    """Revoke a link

    Phones that joined by it keep their role. Revoke a phone to end its access too.

    204: Nobody else can join with it. Phones that already joined stay.
    """
    revoke_link(table, link_by_id(table, invite).invite.id)
    return "", 204


@dataclass(frozen=True, slots=True)
class RemovalQuery:
    """What ends with a phone.

    links: `keep` leaves the links unchanged: anyone who has one can join again.
    cards: `renew` ends the cards on the tables of tournaments: print new ones.
    """

    links: Annotated[str, OneOf(LINKS)] = LINKS[0]
    cards: Annotated[str, OneOf(LINKS)] = LINKS[1]


@call("DELETE /tables/<table>/members/<int:member>", KEEPER, "put_out")  # public since the first version
def remove_member(table: str, member: int, query: RemovalQuery) -> Annotated[tuple[Json | str, int], "Removed"]:
    """Remove a phone

    The phone needs a new invite to return. The links that it could see end too, perhaps with your own token; the answer
    has the new ones.

    200: Removed. The answer has the new links of the roles whose links ended.
    204: Removed. The links did not change.
    """
    ended = revoke_member(_phone(table, member), renew_links=query.links == "renew", renew_cards=query.cards == "renew")
    if not ended:
        return "", 204
    tokens = {role.value: str(permanent_link(table, role).token) for role in ended}
    return {"member": member, "links": {role: join_url(token) for role, token in tokens.items()}, "tokens": tokens}, 200


@call("DELETE /tables/<table>/roles/<role>", KEEPER, "end_role", parts={"role": ROLE})
def end_whole_role(table: str, role: str) -> tuple[str, int]:
    """Revoke a role’s links

    Ends every link of the role and removes its phones, but not the one that asks. Your own token may end with it: read
    a new one from the app.

    204: All its links ended, and its phones are removed.
    """
    if role not in ROLES:
        raise NoSuchInvite(_("There is no such role. The roles are {roles}", roles=with_commas(list(ROLES))))
    end_role(table, Role(role), except_member=current_membership().member_id)
    return "", 204


@dataclass(frozen=True, slots=True)
class Pen:
    """Who has the pen."""

    member: Annotated[int, Whole(1, MAX_ID)]


@call("PUT /tables/<table>/pen", KEEPER, "pass_pen", examples={"a phone": {"member": 1}})
def put_pen(table: str, body: Pen) -> tuple[str, int]:
    """Pass the pen

    Gives the pen to one of the phones that reading the table lists.

    204: The phone has the pen. It keeps score from now on, also if it only watched.
    """
    pass_pen(_phone(table, body.member))
    return "", 204


def _phone(table: str, member: int) -> Member:
    """A device that is at the table. Raises `NoSuchInvite`."""
    found = member_by_id(table, member)
    if found is None or found.ended():
        raise NoSuchInvite(_("This table has no such phone"))
    return found
