"""Verifies a score sheet from a file or a pasted record; receipts, and the instance's public keys."""

import re
from dataclasses import asdict

from flask import Blueprint, Response, jsonify, render_template, request
from markupsafe import Markup
from wtforms import FileField
from wtforms.validators import Length

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import timed_slot
from scorekeeper.access.routes import A_FILE
from scorekeeper.access.setup import address_for_others
from scorekeeper.core.pages import View
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import ChainHead
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.keys import published
from scorekeeper.formats.strict_json import TooLarge
from scorekeeper.formats.verification import ServerMatch, Verification
from scorekeeper.formats.verification.words import headline, level_words, size_words
from scorekeeper.services import untrusted
from scorekeeper.services.export_keys import public_keys, stored_state_of, this_server
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.web.forms import TextAreaField, TextOrFileForm, sentence
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing import qr_svg

MAX_SHOWN = 20


def check_view(checked: Verification) -> View:
    """Values for the verdict of `transfer/check/show.html`."""
    levels = level_words(checked) if checked.games else []
    here = checked.trust.on_server in (ServerMatch.NOW, ServerMatch.EARLIER)
    return {
        "heading": headline(checked) if checked.games else _("Can’t read this file"),
        "vouched": checked.holds and (here or bool(checked.trust.known_signers)),
        "wrong": not checked.holds,
        "size": size_words(checked, part_kinds),
        "levels": [asdict(level) for level in levels],
        "findings": [fault_text(finding) for finding in checked.findings[:MAX_SHOWN]],
        "more": max(0, len(checked.findings) - MAX_SHOWN),
        "notes": [fault_text(note) for note in checked.notes[:MAX_SHOWN]],
    }


class CheckForm(TextOrFileForm):
    """A score sheet to verify."""

    text = TextAreaField(
        lazy("Text record"),
        [Length(max=A_FILE)],
        render_kw={"rows": 8, "spellcheck": "false", "placeholder": '[Record "scorekeeper/1"] …'},
    )
    file = FileField(
        lazy("Or a file"),
        description=lazy("JSON, text record or ZIP, up to 4 MB."),
        render_kw={"accept": ".zip,.json,.txt,.csv"},
    )


pages = Blueprint("check", __name__, url_prefix="/check")


@pages.get("", role=ANYONE)
def show() -> str:
    return _page(None, CheckForm())


@pages.post("", role=ANYONE, longest=A_FILE)
def create() -> str | tuple[str, int]:
    form = CheckForm(request.form, request.files)
    content = form.content()
    if not content:
        return _page(_("Paste a text record or choose a file."), form), 422
    hit(RateLimit.CHECKS)
    try:
        checked = _checked(content)
    except TooLarge as error:
        return _page(sentence(error), form), 422
    return render_template("transfer/check/show.html", checked=check_view(checked), form=form, wrong=None)


def _checked(content: bytes) -> Verification:
    """Verify in a worker process; each second of its time counts against the address. Raises `TooLarge`."""
    with timed_slot(RateLimit.CHECKS):
        (checked,) = run_sandboxed(untrusted.check, content)
    assert isinstance(checked, Verification)
    checked.trust.compare(this_server())
    return checked


def _page(wrong: str | None, form: CheckForm) -> str:
    return render_template("transfer/check/show.html", checked=None, form=form, wrong=wrong)


key_pages = Blueprint("published_keys", __name__, url_prefix="/.well-known")


@key_pages.get("/scorekeeper-keys.json", endpoint="index", role=ANYONE)
def show_keys() -> Response:
    return jsonify(published(public_keys()))


SHORT = 8  # hexadecimal digits of a hash that two phones compare by eye


def receipt_view(head: ChainHead) -> dict[str, str | Markup]:
    """Values for `macros/receipt.html`: the short hash, the receipt's URL, and its QR code."""
    url = address_for_others("receipts.show", receipt=f"{head.game}.{head.seq}.{head.hash}")
    return {"short": short_hash(head.hash), "url": url, "qr": qr_svg(url)}


def short_hash(found: str) -> str:
    """The beginning of a hash, for people to compare: `3F9A-72C1`."""
    return f"{found[: SHORT // 2]}-{found[SHORT // 2 : SHORT]}".upper()


receipt_pages = Blueprint("receipts", __name__, url_prefix="/check/receipt")

RECEIPT = re.compile(r"(.{1,80})\.([0-9]{1,7})\.([0-9a-f]{64})")


@receipt_pages.get("/<receipt>", endpoint="show", role=ANYONE)
def show_receipt(receipt: str) -> tuple[str, int]:
    head = read_receipt(receipt)
    match = ServerMatch.NO if head is None else stored_state_of(head)
    if match is ServerMatch.NO:
        hit(RateLimit.RECEIPTS)
    short = short_hash(head.hash) if head else None
    return render_template("transfer/check/receipt.html", match=match.value, short=short), 200 if head else 404


def read_receipt(text: str) -> ChainHead | None:
    """The contents of a receipt; None if it is not one."""
    match = RECEIPT.fullmatch(text) if text.isprintable() else None
    return ChainHead(match[1], int(match[2]), match[3]) if match else None
