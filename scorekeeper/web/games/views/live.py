"""A game to be looked at from afar: the board, who bids, and the last hands."""

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.services import GameOnTable
from scorekeeper.web.games.views.bidding import seats_view, tally
from scorekeeper.web.games.views.board import board_view
from scorekeeper.web.games.views.sheet import sheet_view
from scorekeeper.web.games.views.turns import Turn, turn_of

View = dict[str, object]

LAST_HANDS = 6


def live_view(on_table: GameOnTable) -> View:
    """Values for `live/across.html` and `live/screen.html`."""
    state, game_id = on_table.state, on_table.game.id
    over = state.board.outcome is not None
    turn = None if over else turn_of(state, MultiDict())
    sheet = sheet_view(state, game_id)
    hands = sheet["hands"]
    assert isinstance(hands, list)
    return {
        "game": {"id": game_id, "title": "Game over" if over else f"Hand {state.board.next_number}"},
        "board": board_view(state.board, state.head.names),
        "words": _words(on_table, turn),
        "seats": [] if over else seats_view(state, turn or Turn(None)),
        "tally": tally(state, state.draft),
        "hands": {**sheet, "hands": hands[:LAST_HANDS]},
        "version": state.seq,
        "follow": url_for("live.version", game=game_id),
        "awake": not over,
    }


def _words(on_table: GameOnTable, turn: Turn | None) -> str:
    """What happens now, in one sentence."""
    state = on_table.state
    if state.board.outcome is not None:
        return f"{outcome_text(state.board, state.head.names)}."
    if turn is not None and turn.seat is not None:
        return f"{state.head.player_at(turn.seat)} bids."
    return "All have bid: play the hand."
