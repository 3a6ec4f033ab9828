"""A game's receipt as its page shows it: the hash in short, and a code to keep."""

from flask import url_for
from markupsafe import Markup

from scorekeeper.formats.chain import ChainHead
from scorekeeper.web.sharing.views import qr_svg

SHORT = 8  # hexadecimal digits of a hash that two phones compare by eye


def receipt_view(head: ChainHead) -> dict[str, str | Markup]:
    """Values for `macros/receipt.html`: the hash in short, the receipt's address, and that as a QR code."""
    url = url_for("receipts.show", receipt=f"{head.game}.{head.seq}.{head.hash}", _external=True)
    return {"short": short_hash(head.hash), "url": url, "qr": qr_svg(url)}


def short_hash(found: str) -> str:
    """The beginning of a hash, as people compare it: `3F9A-72C1`."""
    return f"{found[: SHORT // 2]}-{found[SHORT // 2 : SHORT]}".upper()
