"""What a game page needs besides the game's state: its `PageContext`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any

from flask import get_template_attribute, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper import hooks
from scorekeeper.access import current_membership, may
from scorekeeper.access.followers import version_mark
from scorekeeper.access.quotas import PIECES
from scorekeeper.chance import new_id
from scorekeeper.core.game import GameClosed, HandRecorded
from scorekeeper.core.pages import Finished, GameContext, PadNotice, PageContext, TableContext, View
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import current_language, translate as _, translate_plural as _n
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.batches import phones_with_taps
from scorekeeper.services.export_keys import head_of_game
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.services.recording import own_seat, waiting_bids
from scorekeeper.services.series import series_before
from scorekeeper.services.sign_off import side_of_phone
from scorekeeper.storage.events import time_of
from scorekeeper.storage.games import rematches_after
from scorekeeper.storage.members import Member, Role, member_by_id, name_with_pen
from scorekeeper.storage.visits import GameRow
from scorekeeper.web.formatting import minutes_between
from scorekeeper.web.games.rendering import KEPT_PAGES, RENDERED_HANDS
from scorekeeper.web.pictures.answers import are_drawn
from scorekeeper.web.played.charts import ending_chart
from scorekeeper.web.sharing.pen import match_words, pen_words
from scorekeeper.web.transfer.check import receipt_view

NAMES_LATER = "names later"
"""Where the session has the latest games whose offer to add names was closed on this phone."""

CLOSED_ROOM = PadNotice(after="")
"""What the pad of a match shows while the room that has it is closed: a match has one game all the same."""


def context_of(loaded: LoadedGame) -> PageContext:
    """The `PageContext` of this game's pages for the requester."""
    game, may_write, root = loaded.game, may("scorer"), request.script_root
    of_rooms = hooks.on_pad(game)
    waiting, seat = waiting_bids(loaded), _bids_for(loaded)

    def draw_hands(
        made_of: Sequence[tuple[object, ...]], depends_on: tuple[object, ...], view_of: Callable[[int], View]
    ) -> list[object]:
        draw = get_template_attribute("macros/sheet.html", "hand")
        sheet = (game.id, root, current_language(), may_write, *depends_on)
        return [*RENDERED_HANDS.drawn(sheet, made_of, lambda index: draw(view_of(index)))]

    return PageContext(
        table=TableContext(game.table_id, game.table_name, may_keep=bool(game.is_quick) and may("keeper")),
        game=_game_context(game, of_rooms),
        may_write=may_write,
        address=lambda endpoint, **values: _url(root, endpoint, tuple(values.items())),
        new_id=new_id,
        draw_hands=draw_hands,
        pen=lambda: match_words(game) if game.match_of else pen_words(game.table_id),
        finished=lambda: Finished(
            rules_code(loaded.state.setup.rules),
            receipt_view(head_of_game(game.id)),
            side_of_phone(game.id, current_membership()),
            _curve(loaded),
            minutes_played(loaded),
            rematches_of(loaded),
        ),
        own_seat=seat,
        own_bid=next((found.bid.calls for found in waiting if found.bid.seat == seat), ()),
        waiting=tuple(found.bid.seat for found in waiting),
        mark=mark_of(game),
        unsent=tuple(unsent_words(loaded)),
        notice=next((own.notice for own in of_rooms if own.notice is not None), CLOSED_ROOM if game.match_of else None),
    )


def _curve(loaded: LoadedGame) -> object:
    """The totals of a finished game, as drawn; None before a hand."""
    names = loaded.state.setup.names
    chart = ending_chart(loaded.state.board, names)
    return None if chart is None else get_template_attribute("macros/charts.html", "curve")(chart, names)


def _game_context(game: GameRow, of_rooms: Sequence[hooks.OnPad]) -> GameContext:
    series = series_before(game) if game.number > 1 or game.best_of else None
    return GameContext(
        game.id,
        game.number,
        game.unnamed,
        names_later=game.id in session.get(NAMES_LATER, ()),
        started=game.created.isoformat(),
        won=() if series is None else series.won,
        best_of=0 if series is None else series.best_of,
        turns=any(own.turns for own in of_rooms),
        desk=next((own.desk for own in of_rooms if own.desk), ""),
        pictures=are_drawn(),
        effect=next((own.effect for own in of_rooms if own.effect), ""),
    )


def unsent_words(loaded: LoadedGame) -> list[str]:
    """For keepers: whose phones hold taps of this game that the server does not have."""
    own = current_membership()
    return [
        _n(taps, "{phone} has 1 tap waiting.", "{phone} has {count} taps waiting.", phone=phone_name(member))
        for member, taps in (phones_with_taps(loaded.game) if own.may(Role.KEEPER) else ())
        if member.id != own.member_id
    ]


def phone_name(member: Member) -> str:
    """`Ann’s phone`; a device that is no player's by its own name."""
    return member.shown_name if member.player is None else _("{name}’s phone", name=member.shown_name)


def _bids_for(loaded: LoadedGame) -> Seat | None:
    """The seat that this phone bids for: its player's, unless it is the one that keeps score."""
    own = current_membership()
    if own.player_id is None or (own.may(Role.SCORER) and (own.has_pen or name_with_pen(own.table_id) is None)):
        return None
    member = member_by_id(own.table_id, own.member_id or 0)
    return None if member is None else own_seat(loaded.state, member.player)


def mark_of(game: GameRow) -> str:
    """What changes this phone's pages beside the game's events."""
    own = current_membership()
    return version_mark(own.member_id, own.role, own.has_pen, own.player_id, game)


def rematches_of(loaded: LoadedGame) -> list[tuple[str, int | None]]:
    """The ids and numbers of the rematches that somebody has started, so that nobody starts another by mistake."""
    game = loaded.game
    return [(row.id, row.number) for row in rematches_after(game.table_id, game.id, game.number)]


def minutes_played(loaded: LoadedGame) -> int:
    """From the start of the game to its last hand, or to the end that the table chose; 0 if it was paused."""
    last = [event.seq for event in loaded.state.events if isinstance(event, HandRecorded | GameClosed)]
    return minutes_between(loaded.game.created, time_of(loaded.game.id, last[-1]) if last else None)


@lru_cache(maxsize=8192)
def _url(_script_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Flask's URL. A game page has some thirty, and most are those of the page before; the root is in each."""
    return url_for(endpoint, **dict(values))


def to_game(game_id: str) -> Response:
    """Lead from a form to the game's page."""
    return redirect(_url(request.script_root, "games.show", (("game", game_id),)), 303)


def render_game_page(template: str, context: PageContext, view: View) -> str:
    """Render a page of the game, with its table and game added to the view's values."""
    return render_template(template, **{"table": context.table, "game": context.game, **view})


def render_kept_page(
    template: str,
    loaded: LoadedGame,
    view: Callable[[], View],
    turn: AbstractContextManager[object] = PIECES,
) -> bytes:
    """Render a page that takes long, has no forms and shows everybody the same: once after each event of the game,
    within this `turn`, whose errors it raises.
    """
    game = loaded.game
    of = (game.id, game.table_name, game.last_hash)
    about = {"table": {"id": game.table_id, "name": game.table_name}, "game": {"id": game.id}}
    return KEPT_PAGES.rendered(template, of, lambda: about | view(), turn)
