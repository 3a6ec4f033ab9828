"""A game's receipt: its id, the number of its last entry and that entry's hash, as an address that can be kept.

Whoever opens it learns one thing, whether this server keeps the game like that; no name, no score, not even whether
there is such a game.
"""

import re

from flask import Blueprint, render_template, url_for
from markupsafe import Markup

from scorekeeper.access.limits import Limit, check, spend
from scorekeeper.chain import ChainHead
from scorekeeper.play.signatures import kept_as
from scorekeeper.proof.levels import Kept
from scorekeeper.web.views.share import qr_svg

pages = Blueprint("receipts", __name__, url_prefix="/check/receipt")

RECEIPT = re.compile(r"([\w-]{1,80})\.(\d{1,7})\.([0-9a-f]{64})", re.ASCII)
SHORT = 8  # hexadecimal digits of a hash that two phones compare by eye


@pages.get("/<receipt>")
def show(receipt: str) -> tuple[str, int]:
    head = read_receipt(receipt)
    kept = Kept.NO if head is None else kept_as(head)
    if kept is Kept.NO:
        check(Limit.RECEIPTS)
        spend(Limit.RECEIPTS)
    short = short_hash(head.hash) if head else None
    return render_template("proof/receipt.html", kept=kept.value, short=short), 200 if head else 404


def read_receipt(text: str) -> ChainHead | None:
    """What a receipt says; None where it is none."""
    match = RECEIPT.fullmatch(text)
    return ChainHead(match[1], int(match[2]), match[3]) if match else None


def receipt_view(head: ChainHead) -> dict[str, str | Markup]:
    """Values for `macros/receipt.html`: the hash in short, the receipt's address, and that as a QR code."""
    url = url_for("receipts.show", receipt=f"{head.game}.{head.seq}.{head.hash}", _external=True)
    return {"short": short_hash(head.hash), "url": url, "qr": qr_svg(url)}


def short_hash(found: str) -> str:
    """The beginning of a hash, as people compare it: `3F9A-72C1`."""
    return f"{found[: SHORT // 2]}-{found[SHORT // 2 : SHORT]}".upper()
