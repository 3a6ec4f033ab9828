"""Sharing a table: a link, a code and a QR code for each role, links with limits, the members, and revoking links."""

import io
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, flash, has_request_context, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, SelectField
from wtforms.validators import DataRequired

from scorekeeper.access import KEEPER, WATCHER, NotAllowed, current_membership, current_table
from scorekeeper.access.limits import RateLimit
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import in_sentences, translatable, translate as _, translate_plural as _n
from scorekeeper.core.words.names import device_name
from scorekeeper.services.invites import (
    InviteLink,
    NoSuchInvite,
    code_now,
    invite,
    limited_links,
    link_by_id,
    new_code,
    permanent_link,
)
from scorekeeper.services.members import end_role, revoke_link
from scorekeeper.services.membership import Membership, code_words
from scorekeeper.storage.games import unsent_at
from scorekeeper.storage.invites import Invite, invites_of_programs
from scorekeeper.storage.members import ROLES, Member, Role, count_members, member_by_id, members_of, pen_holder
from scorekeeper.storage.new_game import find_any_game
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.forms import StringField, ValidName, choices, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.paging import cursor, cursor_text, numbered_cursor
from scorekeeper.web.sharing.roles import ENDED, ENDED_BUT_YOU, ROLE_WORDS, RoleWords, role_words, roles_at


class DeviceForm(Form):
    """A new name for a device."""

    name = StringField(
        lazy("Name"),
        description=lazy("The table sees it next to your entries."),
        filters=[stripped],
        validators=[DataRequired(lazy("Give the device a name.")), ValidName()],
    )


class ShownLinkForm(Form):
    """Which link the share page shows: one by its id, else the permanent link of a role."""

    role = StringField(default="")
    link = StringField(default="")


class LimitedForm(Form):
    """A link with limits: its role, how many devices, how long, and whether they leave when it ends."""

    role = SelectField(
        lazy("Role"), choices=choices((role.value, lazy(ROLE_WORDS[role]["name"])) for role in ROLES), default="scorer"
    )
    uses = SelectField(
        lazy("How many devices"),
        choices=choices([("1", "1"), ("2", "2"), ("4", "4"), ("10", "10"), ("any", lazy("no limit"))]),
        default="1",
    )
    lasts = SelectField(
        lazy("Valid"),
        choices=choices([("evening", lazy("12 hours")), ("week", lazy("7 days")), ("ever", lazy("no limit"))]),
        default="evening",
    )
    guests = BooleanField(
        lazy("Remove guests when it expires"), description=lazy("Removes everyone who joined with this link.")
    )


def keep_game(_endpoint: str, values: dict[str, Any]) -> None:
    """Keep the game that the share page was opened from, in every address of its pages."""
    if has_request_context() and "game" in request.args:
        values.setdefault("game", request.args["game"])


pages = Blueprint("share", __name__, url_prefix="/tables/<table>/share")
pages.url_defaults(keep_game)

LASTS = {"evening": timedelta(hours=12), "week": timedelta(days=7), "ever": None}
NOT_YOURS = translatable("You can share your own role and lower ones. Ask a keeper for this link.")


@pages.get("", role=WATCHER)
def show(table: str) -> str:
    own = member_by_id(table, current_membership().member_id or 0)
    return render_template(
        "sharing/show.html",
        rename=DeviceForm(data={"name": device_name(own.name) if own else ""}),
        **share_page(current_table(), _chosen(table)),
    )


@pages.post("/code", role=WATCHER, grows=RateLimit.LINKS)
def code(table: str) -> Response:
    """Create a short code for the shown link."""
    invite_link = _chosen(table)
    new_code(table, invite_link.invite.id)
    return _back(table, invite_link)


@pages.post("/links", role=KEEPER, grows=RateLimit.LINKS)
def limited(table: str) -> Response:
    """Create a link with limits."""
    form = LimitedForm(request.form)
    if not form.validate():
        flash(_("Choose a link from the page."), "error")
        return _to_page(table)
    uses = None if form.uses.data == "any" else int(str(form.uses.data))
    lasts = LASTS[str(form.lasts.data)]
    guests = bool(form.guests.data) and lasts is not None
    return _back(table, invite(table, Role(str(form.role.data)), lasts=lasts, uses=uses, guests=guests))


@pages.post("/links/<invite_id>/end", role=KEEPER)
def end(table: str, invite_id: str) -> Response:
    """Revoke one link; members who joined by it stay."""
    revoke_link(table, invite_id)
    flash(_("Link revoked. Everyone already here stays."), "success")
    return _to_page(table)


@pages.post("/roles/<any(watcher, scorer, keeper):role>/end", endpoint="end_role", role=KEEPER)
def end_whole_role(table: str, role: str) -> Response:
    """Revoke every link of a role, and remove all its members except the requester."""
    end_role(table, Role(role), except_member=current_membership().member_id)
    ended = ENDED_BUT_YOU if current_membership().role is Role(role) else ENDED
    flash(_(ended[Role(role)]), "success")
    return _to_page(table)


def _chosen(table: str) -> InviteLink:
    """The link to show: the requested one, else the permanent link of a role. Raises `NotAllowed`."""
    form = ShownLinkForm(request.values)
    role = form.role.data
    chosen = Role(role) if role in ROLES else min(Role.SCORER, current_membership().role, key=lambda one: one.rank)
    invite_link = None
    with suppress(NoSuchInvite):
        invite_link = link_by_id(table, str(form.link.data))
    if not current_membership().may(invite_link.invite.as_role if invite_link else chosen):
        raise NotAllowed(_(NOT_YOURS))
    return invite_link or permanent_link(table, chosen)


def _back(table: str, invite_link: InviteLink) -> Response:
    if invite_link.invite.is_permanent:
        return redirect(url_for("share.show", table=table, role=invite_link.invite.role), 303)
    return redirect(url_for("share.show", table=table, link=invite_link.invite.id), 303)


def _to_page(table: str) -> Response:
    return redirect(url_for("share.show", table=table), 303)


HERE_NOW = timedelta(minutes=2)
PAGE_SIZE = 30
"""Phones on a page, and links with limits."""


def shared_from(table_id: str) -> str | None:
    """The game of this table that the share page was opened from."""
    game = find_any_game(request.args.get("game", ""))
    return game.id if game is not None and game.table_id == table_id else None


def share_page(table: TableRow, shown: InviteLink) -> View:
    """Values for `sharing/show.html`."""
    own = current_membership()
    keeper = own.may(Role.KEEPER)
    pen_member = pen_holder(table.id)
    before, links_before = numbered_cursor(request.args.get("phones")), cursor(request.args.get("links"))
    others = members_of(table.id, but=own.member_id, before=before, limit=PAGE_SIZE + 1)
    links = limited_links(table.id, PAGE_SIZE + 1, links_before) if keeper else []
    counts = count_members(table.id)
    unsent = unsent_at(table.id) if keeper else {}
    wording = roles_at(table)
    return {
        "table": table,
        "game": shared_from(table.id),
        "own": {"name": device_name(own.name), "role": wording[own.role], "is_player": own.player_id is not None},
        "roles": [_role(table, role, shown, wording[role]) for role in ROLE_WORDS if own.may(role)],
        "invite_link": link_view(shown) | {"role": wording[shown.invite.as_role]},
        "pen": _pen(pen_member, own.member_id, keeper) if own.may(Role.SCORER) else None,
        "count": sum(counts.values()),
        "members": [
            _member(member, pen_member, own, wording) | {"unsent": _unsent_words(unsent.get(member.id))}
            for member in ([] if before else _own(table.id, own)) + others[:PAGE_SIZE]
        ],
        "programs": [_program(invite) for invite in invites_of_programs(table.id, PAGE_SIZE)] if keeper else [],
        "links": [_link(invite_link) for invite_link in links[:PAGE_SIZE]],
        "more_phones": _more_phones(table.id, others),
        "more_links": _more_links(table.id, links),
        "first_page": url_for("share.show", table=table.id) if before or links_before else None,
        "crowds": [{**role_words(role), "count": counts.get(role, 0)} for role in ROLES] if keeper else [],
        "limited": LimitedForm() if keeper else None,
    }


def _more_phones(table_id: str, found: Sequence[Member]) -> str | None:
    """The address of the phones after this page, of which the first was read too; None if there are none."""
    if len(found) <= PAGE_SIZE:
        return None
    last = found[PAGE_SIZE - 1]
    return url_for("share.show", table=table_id, phones=cursor_text(last.last_seen or last.joined, last.id))


def _more_links(table_id: str, found: Sequence[InviteLink]) -> str | None:
    """The same of links with limits."""
    if len(found) <= PAGE_SIZE:
        return None
    last = found[PAGE_SIZE - 1].invite
    return url_for("share.show", table=table_id, links=cursor_text(last.created, last.id))


def _own(table_id: str, own: Membership) -> list[Member]:
    """The phone that asks, which is first in the list."""
    found = member_by_id(table_id, own.member_id) if own.member_id is not None else None
    return [found] if found is not None and found.last_seen is not None else []


def link_view(invite_link: InviteLink) -> View:
    """A link with its QR code and, while it has one, its short code."""
    invite = invite_link.invite
    url = address_for_others("join.open", token=invite_link.token) if invite_link.token else None
    code = code_now(invite)
    return {
        "id": invite.id,
        "role": role_words(invite.as_role),
        "hands_pen": invite.hands_pen,
        "url": url,
        "qr": qr_svg(url) if url else None,
        "code": code_words(code) if code else None,
        "code_left": _left(invite.code_expires) if invite.code_expires else None,
        "limits": limit_words(invite_link),
        "permanent": invite.is_permanent,
        "join_url": address_for_others("join.show"),
    }


@lru_cache(maxsize=512)  # of a hall's tables: drawing one takes longer than its page, which opens after each change
def qr_svg(text: str) -> Markup:
    """The text as an SVG QR code, dark on light in both themes, because scanners need that."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=4,
        dark="#211d16",
        light="#fffdf8",
        svgclass="qr",
        lineclass=None,
        nl=False,
    )
    return Markup(drawn.getvalue().decode("utf-8"))


def limit_words(invite_link: InviteLink) -> str | None:
    """`Good for 1 device. Expires in 12 hours`; None for a link without limits."""
    invite = invite_link.invite
    words = []
    if invite.uses_left is not None:
        words.append(_n(invite.uses_left, "Good for 1 device", "Good for {count} devices"))
    if invite.expires is not None and invite.guests:
        words.append(_("Expires in {time}, and guests are removed", time=_left(invite.expires)))
    elif invite.expires is not None:
        words.append(_("Expires in {time}", time=_left(invite.expires)))
    return in_sentences(words) or None


def _role(table: TableRow, role: Role, shown: InviteLink, words: RoleWords) -> View:
    chosen = shown.invite.is_permanent and shown.invite.as_role is role
    return {**words, "url": url_for("share.show", table=table.id, role=role.value), "chosen": chosen}


def _link(invite_link: InviteLink) -> View:
    return {
        "id": invite_link.invite.id,
        "name": _("The pen") if invite_link.invite.hands_pen else role_words(invite_link.invite.as_role)["link"],
        "limits": limit_words(invite_link),
    }


def _member(member: Member, pen_member: Member | None, own: Membership, wording: Mapping[Role, RoleWords]) -> View:
    """A phone, with what the requester may do with it: pass it the `pen`, change its role (`others`), remove it."""
    has_pen = pen_member is not None and pen_member.id == member.id
    is_own, keeper = member.id == own.member_id, own.may(Role.KEEPER)
    may_pass = own.may(Role.SCORER) and (keeper or own.has_pen or pen_member is None)
    return {
        "id": member.id,
        "name": member.shown_name,
        "letter": member.shown_name[:1].upper(),
        "device": device_name(member.name) if member.player_id is not None else None,
        "role": wording[member.as_role],
        "now": _now(member, has_pen),
        "seen": _ago(member.last_seen),
        "own": is_own,
        "pen": has_pen,
        "can_have_pen": may_pass and not is_own and not has_pen,
        "others": [wording[role] for role in ROLE_WORDS if role is not member.as_role],
        "can_go": keeper and not is_own,
        "until": _left(member.expires) if member.expires else None,
    }


def _unsent_words(held: tuple[int, datetime] | None) -> str | None:
    """`3 taps waiting · 5 minutes ago`: how many taps a phone holds, and when it first reported any; None without."""
    if held is None:
        return None
    taps = _n(held[0], "1 tap waiting", "{count} taps waiting")
    return taps if utc_now() - held[1] < HERE_NOW else f"{taps} · {_ago(held[1])}"


def _now(member: Member, has_pen: bool) -> str:
    """What a phone is there for, in the list of phones."""
    if has_pen:
        return _("Keeping score")
    if not member.as_role.may(Role.SCORER):
        return _("Watching")
    return _("Keeper") if member.as_role is Role.KEEPER else _("Keeps score too")


def _program(invite: Invite) -> View:
    return {"role": role_words(invite.as_role), "seen": _ago(invite.last_used)}


def _pen(pen_member: Member | None, own_id: int | None, keeper: bool) -> View:
    own = pen_member is not None and pen_member.id == own_id
    return {
        "holder": pen_member.shown_name if pen_member else None,
        "own": own,
        "can_give": pen_member is None or own or keeper,
        "can_take": not own and (pen_member is None or keeper),
    }


def _ago(moment: datetime | None) -> str:
    passed = utc_now() - moment if moment else timedelta()
    if passed < HERE_NOW:
        return _("here now")
    if passed < timedelta(hours=1):
        return _n(int(passed.total_seconds() // 60), "1 minute ago", "{count} minutes ago")
    if passed < timedelta(days=1):
        return _n(int(passed.total_seconds() // 3600), "1 hour ago", "{count} hours ago")
    return _("yesterday") if passed.days == 1 else _n(passed.days, "1 day ago", "{count} days ago")


def _left(moment: datetime) -> str:
    left = max(timedelta(), moment - utc_now()) + timedelta(seconds=59)
    if left < timedelta(hours=2):
        return _n(int(left.total_seconds() // 60), "1 minute", "{count} minutes")
    if left < timedelta(days=2):
        return _n(int(left.total_seconds() // 3600), "1 hour", "{count} hours")
    return _n(left.days, "1 day", "{count} days")
