"""Is this sheet right? A file or a pasted text record from anyone, proven, and said in words."""

import io

from flask import Blueprint, render_template, request

from scorekeeper.access.limits import Limit, spend
from scorekeeper.proof.check import check_file

pages = Blueprint("proof", __name__, url_prefix="/check")

MOST_SHOWN = 20


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
    spend(Limit.CHECKS)
    checked = check_file(io.BytesIO(content))
    findings = [str(finding) for finding in checked.findings]
    return render_template(
        "proof/show.html",
        checked=checked,
        findings=findings[:MOST_SHOWN],
        notes=[f"{note[:1].upper()}{note[1:]}" for note in checked.notes[:MOST_SHOWN]],
        more=max(0, len(findings) - MOST_SHOWN),
        text=text,
        wrong=None,
    )
