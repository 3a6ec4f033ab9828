"""Signing off: a side confirms the final score, or disputes a hand, on its own phone or on this one."""

from functools import partial

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import WATCHER, current_game, current_membership
from scorekeeper.access.setup import address_for_others
from scorekeeper.core.game import DISPUTED
from scorekeeper.core.pages import View
from scorekeeper.core.pages.ending import ThisPhone, sign_off_view
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.services.membership import side_key, side_key_fits
from scorekeeper.services.sign_off import SignOffPhone, side_of_phone, sign_off
from scorekeeper.web.games.page_context import context_of, render_game_page, to_game
from scorekeeper.web.games.recording import attempt_or_flash, this_author
from scorekeeper.web.posted import PostedFields, posted_id, posted_seq
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("sign_off", __name__, url_prefix="/games/<game>/signing/<int:side>")

CLASH = translatable("Someone changed the score. Check it and try again.")


@pages.get("", role=WATCHER)
def new(game: str, side: int) -> Response | str:
    loaded = _game(game, side)
    if loaded.state.board.outcome is None:
        flash(_("Finish the game first, then confirm the score."), "info")
        return to_game(game)
    return _page(loaded, Side(side))


@pages.post("", role=WATCHER)
def create(game: str, side: int) -> Response:
    loaded = _game(game, side)
    fields = PostedFields()
    phone = SignOffPhone(current_membership(), fields.get("phone", ""), fields.get("key", ""))
    signed = partial(
        sign_off, game, Side(side), fields, phone, author=this_author(), event_id=posted_id(), seq=posted_seq()
    )
    if attempt_or_flash(signed, _(CLASH)) is None:  # back to the page for signing off, with this phone's side key
        return redirect(url_for("sign_off.new", game=game, side=side, key=fields.get("key")), 303)
    name = loaded.state.setup.names[side]
    disputed = fields.get("verdict") == DISPUTED
    if disputed:
        flash(_("{side} disputed the score", side=name), "info")
    else:
        flash(_("{side} confirmed the score", side=name), "success")
    return to_game(game)


def _game(game: str, side: int) -> LoadedGame:
    loaded = current_game()
    if side >= len(loaded.state.setup.sides):
        abort(404)
    return loaded


def _page(loaded: LoadedGame, side: Side) -> str:
    context, game_id, key = context_of(loaded), loaded.game.id, request.args.get("key", "")
    code: View | None = None
    if context.may_write:
        url = address_for_others("sign_off.new", game=game_id, side=side, key=side_key(game_id, side))
        code = {"url": url, "qr": qr_svg(url)}
    membership = current_membership()
    phone = ThisPhone(
        side=side_of_phone(game_id, membership),
        has_pen=membership.has_pen,
        key=key,
        key_fits=side_key_fits(key, game_id, side),
        code=code,
    )
    return render_game_page("games/sign_off/new.html", context, sign_off_view(loaded.state, context, side, phone))
