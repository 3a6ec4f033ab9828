"""The devices of a table: one gives itself a name, a keeper puts one out."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import here
from scorekeeper.play.joining import rename
from scorekeeper.storage import member_by_id, put_out
from scorekeeper.web.forms import DeviceForm, sentences

pages = Blueprint("devices", __name__, url_prefix="/tables/<table>/devices")


@pages.post("/name", endpoint="rename")
def give_name(table: str) -> Response:
    form = DeviceForm(request.form)
    member = member_by_id(table, here().member_id or 0)
    if not form.validate() or member is None:
        flash(" ".join(sentences(form.name.errors)) or "That was no name.", "error")
    else:
        flash(f"This device is called “{rename(member, str(form.name.data))}” from now on.", "success")
    return redirect(url_for("share.show", table=table), 303)


@pages.post("/<int:member>/out", endpoint="put_out")
def end_stay(table: str, member: int) -> Response:
    """Put one device out; its very next request is refused."""
    found = member_by_id(table, member)
    if found is None:
        flash("This device was not in any more.", "error")
    elif found.id == here().member_id:
        flash("This is the device you hold. Another keeper can take it off.", "error")
    else:
        put_out(table, member_id=found.id)
        flash(f"{found.name} is out. It needs a new link or code to come back.", "success")
    return redirect(url_for("share.show", table=table), 303)
