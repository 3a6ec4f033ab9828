"""Check a score sheet: a file or a pasted text record from anyone, and what can be said of it, level by level."""

import io

from flask import Blueprint, render_template, request

from scorekeeper.access.limits import Limit, check, spend
from scorekeeper.play.signatures import this_server
from scorekeeper.proof.check import check_file
from scorekeeper.web.views.proof import proof_view

pages = Blueprint("proof", __name__, url_prefix="/check")


@pages.get("")
def show() -> str:
    return render_template("proof/show.html", checked=None, text="", wrong=None)


@pages.post("")
def create() -> str | tuple[str, int]:
    text, file = request.form.get("text", "").replace("\r\n", "\n"), request.files.get("file")
    if not text.strip() and (file is None or not file.filename):
        wrong = "Paste a text record, or choose a file."
        return render_template("proof/show.html", checked=None, text="", wrong=wrong), 422
    # What was around a text in the chat is not part of it.
    content = f"{text.strip()}\n".encode() if text.strip() or file is None else file.read()
    check(Limit.CHECKS)
    spend(Limit.CHECKS)
    checked = check_file(io.BytesIO(content), this_server())
    return render_template("proof/show.html", checked=proof_view(checked), text=text, wrong=None)
