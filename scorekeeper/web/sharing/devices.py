"""The phones at a table: their names and roles, removing them, and leaving."""

import re

from flask import Blueprint, flash, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form

from scorekeeper import hooks
from scorekeeper.access import ANYONE, KEEPER, WATCHER, current_membership, current_table
from scorekeeper.access.cookie import device_secret, remove_secret
from scorekeeper.core.words.language import listed, translate as _, translate_plural as _n
from scorekeeper.core.words.names import ANDROID_PHONE, ANDROID_TABLET, WINDOWS_PC, device_name as shown_device
from scorekeeper.services.members import change_role, leave, leave_all, printed_cards, rename, revoke_member, seen_links
from scorekeeper.services.membership import tables_here
from scorekeeper.storage.members import Member, Role, is_last_keeper, member_by_id
from scorekeeper.web import preferences
from scorekeeper.web.forms import sentences
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing import DeviceForm, keep_game
from scorekeeper.web.sharing.roles import CROWDS, NOW

KINDS = (
    (re.compile(r"iPhone"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"Android.*Mobile"), ANDROID_PHONE),
    (re.compile(r"Android"), ANDROID_TABLET),
    (re.compile(r"Macintosh"), "Mac"),
    (re.compile(r"Windows"), WINDOWS_PC),
    (re.compile(r"CrOS"), "Chromebook"),
    (re.compile(r"Linux"), "PC"),
)


def device_name() -> str | None:
    """`Android phone`; None if the browser does not say."""
    user_agent = request.headers.get("User-Agent", "")
    return next((name for pattern, name in KINDS if pattern.search(user_agent)), None)


class LinksField(BooleanField):
    """A checkbox with a hidden `keep` field after it, so that a form without either still revokes the links."""

    def process_formdata(self, valuelist: list[str]) -> None:
        value = valuelist[0] if valuelist else "yes"
        if value not in ("yes", "keep"):
            raise ValueError(_("Choose from the page."))
        self.data = value == "yes"


class RemoveDeviceForm(Form):
    """Removing a device, and whether to revoke the links that it knows."""

    links = LinksField(
        description=lazy(
            "Revokes the links and codes it could come back with. Other devices stay; programs need the new links."
        ),
        default=True,
    )
    cards = BooleanField(description=lazy("A card alone lets no phone keep the score: the desk is asked first."))


pages = Blueprint("devices", __name__, url_prefix="/tables/<table>/devices")
pages.url_defaults(keep_game)


@pages.post("/name", endpoint="rename", role=WATCHER)
def give_name(table: str) -> Response:
    form = DeviceForm(request.form)
    member = member_by_id(table, current_membership().member_id or 0)
    if not form.validate() or member is None:
        flash(" ".join(sentences(form.name.errors)) or _("Give the device a name."), "error")
    else:
        flash(
            _("This device is now called “{name}”.", name=shown_device(rename(member, str(form.name.data)))), "success"
        )
    return _to_share_page(table)


@pages.get("/<int:member>/out", endpoint="confirm_removal", role=KEEPER)
def confirm_removal(table: str, member: int) -> Response | str:
    """Ask before removing a device, and whether to revoke the links it knows."""
    found = _other_member(table, member)
    if found is None:
        return _to_share_page(table)
    form = RemoveDeviceForm()
    form.links.label.text = _("New links for {roles}", roles=role_list(seen_links(found)))
    cards = printed_cards(found)
    form.cards.label.text = _n(
        cards, "1 card would have to be printed again", "{count} cards would have to be printed again"
    )
    return render_template("sharing/remove.html", table=current_table(), member=found, form=form, cards=cards)


@pages.post("/<int:member>/out", endpoint="remove", role=KEEPER)
def remove(table: str, member: int) -> Response:
    """Remove a device; its next request is refused."""
    found = _other_member(table, member)
    form = RemoveDeviceForm(request.form)
    if found is not None and not form.validate():
        flash(_("Nobody was removed. Press Remove again."), "error")
    elif found is not None:
        ended = revoke_member(found, renew_links=bool(form.links.data), renew_cards=bool(form.cards.data))
        if ended:
            roles = role_list(ended)
            flash(_("{name} removed. The links for {roles} are new.", name=found.shown_name, roles=roles), "success")
            if any(codes.links() for codes in hooks.codes_at(table)):
                flash(_("The sign-up code is new too."), "info")
        else:
            flash(
                _("{name} removed. Links didn’t change, so others who have one can join.", name=found.shown_name),
                "success",
            )
        if form.cards.data:
            flash(_("Cards on the tables don’t work any more. Print new ones."), "info")
    return _to_share_page(table)


@pages.post("/<int:member>/role/<any(watcher, scorer, keeper):role>", endpoint="change_role", role=KEEPER)
def give_role(table: str, member: int, role: str) -> Response:
    """Make a device a watcher, a scorer or a keeper. With a lower role, links of the higher ones that it knew end."""
    found = _other_member(table, member)
    if found is not None:
        ended = change_role(found, Role(role))
        flash(_(NOW[Role(role)], name=found.shown_name), "success")
        if ended:
            flash(_("The links for {roles} are new.", roles=role_list(ended)), "info")
    return _to_share_page(table)


def role_list(roles: list[Role]) -> str:
    """`keepers, scorers and watchers`."""
    return listed([_(CROWDS[role]) for role in roles])


def _other_member(table: str, member: int) -> Member | None:
    """A member of the table other than the requester; if there is none, return None and flash the reason."""
    found = member_by_id(table, member)
    if found is None or found.ended():
        flash(_("This device has already left."), "error")
        return None
    if found.id == current_membership().member_id:
        flash(_("That’s this device. To remove it, leave the table."), "error")
        return None
    return found


def _to_share_page(table: str) -> Response:
    return redirect(url_for("share.show", table=table), 303)


leaving_pages = Blueprint("leaving", __name__)
leaving_pages.url_defaults(keep_game)

# Browsers obey Clear-Site-Data over https only, so cookies are also deleted one by one.
FORGET_ALL = '"cache", "cookies", "storage"'
FORGET_PAGES = '"cache"'  # not the storage, which may have queued taps for another table


@leaving_pages.get("/tables/<table>/leave", endpoint="confirm_table", role=WATCHER)
def confirm_table(table: str) -> str:
    own = current_membership().member_id or 0
    return render_template("leaving/table.html", table=current_table(), last_keeper=is_last_keeper(table, own))


@leaving_pages.post("/tables/<table>/leave", endpoint="leave", role=WATCHER)
def leave_table(table: str) -> Response:
    """Leave this table. If it was the device's last one, forget the device."""
    name = current_table().name
    leave(table, current_membership().member_id or 0)
    if not tables_here(device_secret()):
        return _forgotten()
    flash(_("You left {table}. To come back, open a link or type a code.", table=name), "success")
    answer = redirect(url_for("home.index"), 303)
    answer.headers["Clear-Site-Data"] = FORGET_PAGES
    return answer


@leaving_pages.get("/forget", endpoint="confirm_device", role=ANYONE)
def confirm_device() -> str:
    found = [
        {"name": table.name, "last_keeper": is_last_keeper(table.id, membership.member_id or 0), "id": table.id}
        for table, membership in tables_here(device_secret())
    ]
    return render_template("leaving/device.html", tables=found, everything=request.is_secure)


@leaving_pages.post("/forget", endpoint="forget", role=ANYONE)
def forget_device() -> Response:
    """Leave every table."""
    leave_all(device_secret())
    return _forgotten()


def _forgotten() -> Response:
    """A page that confirms it at once, because the session cookie for a flashed message is gone too."""
    session.clear()
    text = _("It left all tables. To come back, open a link or type a code.")
    answer = make_response(render_template("error.html", title=_("Device forgotten"), text=text, links=[]))
    answer.headers["Clear-Site-Data"] = FORGET_ALL
    return preferences.forget(remove_secret(answer))
