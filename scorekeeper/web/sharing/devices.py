"""The devices of a table: one gives itself a name, a keeper removes one."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, WATCHER, current_membership, current_table
from scorekeeper.services.joining import rename
from scorekeeper.services.revoking import revoke_member, seen_links
from scorekeeper.storage import Member, Role, member_by_id
from scorekeeper.web.forms import sentences
from scorekeeper.web.sharing.forms import DeviceForm, RemoveDeviceForm

pages = Blueprint("devices", __name__, url_prefix="/tables/<table>/devices")


@pages.post("/name", endpoint="rename", role=WATCHER)
def give_name(table: str) -> Response:
    form = DeviceForm(request.form)
    member = member_by_id(table, current_membership().member_id or 0)
    if not form.validate() or member is None:
        flash(" ".join(sentences(form.name.errors)) or "That was no name.", "error")
    else:
        flash(f"This device is called “{rename(member, str(form.name.data))}” from now on.", "success")
    return _to_share_page(table)


@pages.get("/<int:member>/out", endpoint="confirm_removal", role=KEEPER)
def confirm_removal(table: str, member: int) -> Response | str:
    """Asks before a device is removed, and whether the links that it knows end with it."""
    found = _other_member(table, member)
    if found is None:
        return _to_share_page(table)
    return render_template(
        "sharing/remove.html",
        table=current_table(),
        member=found,
        links_field={
            "kind": "check",
            "name": "links",
            "label": f"New links for {role_list(seen_links(found))}",
            "help": (
                "The links and codes that it may have kept end for everyone: without this, it can come back by one as "
                "another browser. Devices that are in stay in; programs need the new links."
            ),
            "value": True,
            "errors": [],
        },
    )


@pages.post("/<int:member>/out", endpoint="put_out", role=KEEPER)
def remove(table: str, member: int) -> Response:
    """Remove one device; its very next request is refused."""
    found = _other_member(table, member)
    form = RemoveDeviceForm(request.form)
    if found is not None and not form.validate():
        flash("That was no choice of this page. Nobody was removed: press Remove again.", "error")
    elif found is not None:
        ended = revoke_member(found, renew_links=form.renews_links)
        done = f"{found.name} is out, and no link or code made before now lets it back in."
        if ended:
            flash(f"{done} The links for {role_list(ended)} are new: send them to whoever is still to join.", "success")
        else:
            flash(f"{done} The links are as before: another browser that has one gets in.", "success")
    return _to_share_page(table)


def role_list(roles: list[Role]) -> str:
    """`keepers, scorers and watchers`."""
    names = [f"{role.value}s" for role in roles]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _other_member(table: str, member: int) -> Member | None:
    """A device that is in, and is not the one that asks; where there is none, the next page says why."""
    found = member_by_id(table, member)
    if found is None or found.ended():
        flash("This device was not in any more.", "error")
        return None
    if found.id == current_membership().member_id:
        flash("This is the device you hold. To take it off, leave the table.", "error")
        return None
    return found


def _to_share_page(table: str) -> Response:
    return redirect(url_for("share.show", table=table), 303)
