"""A game's receipt: its id, the number of its last entry and that entry's hash, as an address that can be kept.

Whoever opens it learns one thing, whether this server keeps the game like that; no name, no score, not even whether
there is such a game.
"""

import re

from flask import Blueprint, render_template

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import Limit, spend
from scorekeeper.formats.chain import ChainHead
from scorekeeper.formats.verification.levels import Kept
from scorekeeper.services.signatures import kept_as
from scorekeeper.web.transfer.receipts_view import short_hash

pages = Blueprint("receipts", __name__, url_prefix="/check/receipt")

RECEIPT = re.compile(r"(.{1,80})\.([0-9]{1,7})\.([0-9a-f]{64})")


@pages.get("/<receipt>", role=ANYONE)
def show(receipt: str) -> tuple[str, int]:
    head = read_receipt(receipt)
    kept = Kept.NO if head is None else kept_as(head)
    if kept is Kept.NO:
        spend(Limit.RECEIPTS)
    short = short_hash(head.hash) if head else None
    return render_template("transfer/check/receipt.html", kept=kept.value, short=short), 200 if head else 404


def read_receipt(text: str) -> ChainHead | None:
    """What a receipt says; None where it is none."""
    match = RECEIPT.fullmatch(text) if text.isprintable() else None
    return ChainHead(match[1], int(match[2]), match[3]) if match else None
