"""Receipts: a URL with a game's id, its last event's number and hash. Also serves the instance's public keys."""

import re

from flask import Blueprint, Response, jsonify, render_template
from markupsafe import Markup

from scorekeeper.access import ANYONE
from scorekeeper.access.addresses import address_for_others
from scorekeeper.access.limits import RateLimit, spend
from scorekeeper.formats.chain import ChainHead
from scorekeeper.formats.keys import published
from scorekeeper.formats.verification.levels import ServerMatch
from scorekeeper.services.signing import public_keys, stored_state_of
from scorekeeper.web.sharing.views import qr_svg

key_pages = Blueprint("published_keys", __name__, url_prefix="/.well-known")


@key_pages.get("/scorekeeper-keys.json", role=ANYONE)
def index() -> Response:
    return jsonify(published(public_keys()))


SHORT = 8  # hexadecimal digits of a hash that two phones compare by eye


def receipt_view(head: ChainHead) -> dict[str, str | Markup]:
    """Values for `macros/receipt.html`: the short hash, the receipt's URL, and its QR code."""
    url = address_for_others("receipts.show", receipt=f"{head.game}.{head.seq}.{head.hash}")
    return {"short": short_hash(head.hash), "url": url, "qr": qr_svg(url)}


def short_hash(found: str) -> str:
    """The beginning of a hash, for people to compare: `3F9A-72C1`."""
    return f"{found[: SHORT // 2]}-{found[SHORT // 2 : SHORT]}".upper()


pages = Blueprint("receipts", __name__, url_prefix="/check/receipt")

RECEIPT = re.compile(r"(.{1,80})\.([0-9]{1,7})\.([0-9a-f]{64})")


@pages.get("/<receipt>", role=ANYONE)
def show(receipt: str) -> tuple[str, int]:
    head = read_receipt(receipt)
    match = ServerMatch.NO if head is None else stored_state_of(head)
    if match is ServerMatch.NO:
        spend(RateLimit.RECEIPTS)
    short = short_hash(head.hash) if head else None
    return render_template("transfer/check/receipt.html", match=match.value, short=short), 200 if head else 404


def read_receipt(text: str) -> ChainHead | None:
    """The contents of a receipt; None if it is not one."""
    match = RECEIPT.fullmatch(text) if text.isprintable() else None
    return ChainHead(match[1], int(match[2]), match[3]) if match else None
