"""The place of a game's pages on this server, and how they are drawn."""

from collections.abc import Callable, Sequence
from uuid import uuid4

from flask import get_template_attribute, render_template, request, url_for

from scorekeeper.access import current_membership, current_table, may
from scorekeeper.core.pages.place import Finished, GamePlace, Place, TablePlace, View
from scorekeeper.core.words.language import current_language
from scorekeeper.formats.fingerprint import fingerprint
from scorekeeper.services import GameOnTable
from scorekeeper.services.signing import head_of_game, side_of_phone
from scorekeeper.web.games.rendered_hands import RENDERED_HANDS
from scorekeeper.web.sharing.pen import pen_words
from scorekeeper.web.transfer.receipts import receipt_view


def place_of(on_table: GameOnTable) -> Place:
    """Where the pages of this game are, for whoever asks."""
    game, table, may_write = on_table.game, current_table(), may("scorer")

    def draw_hands(
        made_of: Sequence[tuple[object, ...]], depends_on: tuple[object, ...], view_of: Callable[[int], View]
    ) -> list[object]:
        draw = get_template_attribute("macros/sheet.html", "hand")
        sheet = (game.id, request.script_root, current_language(), may_write, *depends_on)
        return [*RENDERED_HANDS.drawn(sheet, made_of, lambda index: draw(view_of(index)))]

    return Place(
        table=TablePlace(table.id, table.name),
        game=GamePlace(game.id, game.number),
        may_write=may_write,
        address=url_for,
        new_id=new_id,
        draw_hands=draw_hands,
        pen=lambda: pen_words(table.id),
        finished=lambda: Finished(
            fingerprint(on_table.state.head.rules),
            receipt_view(head_of_game(game.id)),
            side_of_phone(game.id, current_membership()),
        ),
    )


def new_id() -> str:
    """An id for something that is not recorded yet."""
    return str(uuid4())


def render_game_page(template: str, place: Place, view: View) -> str:
    """A page of the game, with its table and game beside the values of the view."""
    return render_template(template, **{"table": place.table, "game": place.game, **view})
