"""Whose phone signs: what the sign-off page asks, and the code for a side's own phone."""

from flask import url_for

from scorekeeper.access import current_membership, may
from scorekeeper.core.game import OWN_DEVICE, SHARED_DEVICE, GameState, Sign
from scorekeeper.services import GameOnTable
from scorekeeper.services.signing import side_of_phone, side_signed_for
from scorekeeper.services.tokens import side_key, side_key_fits
from scorekeeper.web.sharing.views import qr_svg

View = dict[str, object]


def phone_view(on_table: GameOnTable, side: int, key: str) -> View:
    """Values for `signing/new.html`: what is asked about this phone, and how the side's own phone gets here.

    `asked`: `whose` (own or shared, to choose), `share` (to tick: it signed for `other`), `nothing`, or `code` where a
    watcher's phone has none.
    """
    names, game_id = on_table.state.head.names, on_table.game.id
    at = side_of_phone(game_id, current_membership())
    other = side_signed_for(on_table.state, at)
    code = None
    if may("scorer"):
        asked = "nothing" if at == side else "whose" if other is None else "share"
        url = url_for("signing.new", game=game_id, side=side, key=side_key(game_id, side), _external=True)
        code = {"url": url, "qr": qr_svg(url)}
    else:
        asked = "nothing" if at == side or side_key_fits(key, game_id, side) else "code"
    return {
        "asked": asked,
        "phone": SHARED_DEVICE if current_membership().has_pen else OWN_DEVICE,
        "other": None if other is None else names[other],
        "own_code": code,
    }


def device_words(state: GameState, sign: Sign) -> str | None:
    """What a side signed on: `on their own phone`; None where nobody asked."""
    if sign.device is None:
        return None
    if sign.device == OWN_DEVICE:
        return "on their own phone"
    who = sign.event.who
    same = any(other.side != sign.side and other.event.who == who for other in state.signs)
    if sign.device == SHARED_DEVICE:
        return "on the same phone" if same else "on the table’s phone"
    return "by a program"
