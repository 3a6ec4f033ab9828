"""Checks a score sheet: a file or pasted record from anyone, answered level by level."""

import time
from dataclasses import asdict

from flask import Blueprint, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import Limit, spend, spend_after
from scorekeeper.access.quotas import slot
from scorekeeper.core.words.plain import counted
from scorekeeper.formats.budget import TooLarge
from scorekeeper.formats.heavy.processes import results
from scorekeeper.formats.verification.findings import Checked
from scorekeeper.formats.verification.level_words import headline, level_words
from scorekeeper.services.signing import this_server
from scorekeeper.web.forms import capitalised, sentence

View = dict[str, object]

MOST_SHOWN = 20


def proof_view(checked: Checked) -> View:
    """Values for the verdict of `proof/show.html`."""
    findings = [capitalised(str(finding)) for finding in checked.findings]
    levels = level_words(checked) if checked.games else []
    return {
        "heading": headline(checked) if checked.games else "This cannot be read",
        "vouched": not findings and bool(checked.levels.as_kept in ("now", "earlier") or checked.levels.known_signers),
        "wrong": bool(findings),
        "size": f"{counted(checked.games, 'game')}, {counted(checked.hands, 'hand')}",
        "levels": [asdict(level) for level in levels],
        "findings": findings[:MOST_SHOWN],
        "more": max(0, len(findings) - MOST_SHOWN),
        "notes": [capitalised(note) for note in checked.notes[:MOST_SHOWN]],
    }


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
