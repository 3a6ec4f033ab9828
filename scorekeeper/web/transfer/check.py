"""Check a score sheet: a file or a pasted text record from anyone, and what can be said of it, level by level."""

import time

from flask import Blueprint, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import Limit, spend, spend_after
from scorekeeper.access.slots import slot
from scorekeeper.formats.budget import TooLarge
from scorekeeper.formats.heavy.processes import results
from scorekeeper.formats.verification.findings import Checked
from scorekeeper.services.signatures import this_server
from scorekeeper.web.forms import sentence
from scorekeeper.web.transfer.check_view import proof_view

pages = Blueprint("proof", __name__, url_prefix="/check")


@pages.get("", role=ANYONE)
def show() -> str:
    return _page(None)


@pages.post("", role=ANYONE)
def create() -> str | tuple[str, int]:
    text, file = request.form.get("text", "").replace("\r\n", "\n"), request.files.get("file")
    if not text.strip() and (file is None or not file.filename):
        return _page("Paste a text record, or choose a file."), 422
    # What was around a text in the chat is not part of it.
    content = f"{text.strip()}\n".encode() if text.strip() or file is None else file.read()
    spend(Limit.CHECKS)
    try:
        checked = _checked(content)
    except TooLarge as error:
        return _page(sentence(error), text), 422
    return render_template("transfer/check/show.html", checked=proof_view(checked), text=text, wrong=None)


def _checked(content: bytes) -> Checked:
    """What a worker process finds; an address pays for each second that it takes. Raises `TooLarge`."""
    with slot():
        began = time.monotonic()
        try:
            (checked,) = results("check", content)
        finally:
            spend_after(Limit.CHECKS, int(time.monotonic() - began))
    assert isinstance(checked, Checked)
    checked.levels.compare(this_server())
    return checked


def _page(wrong: str | None, text: str = "") -> str:
    return render_template("transfer/check/show.html", checked=None, text=text, wrong=wrong)
