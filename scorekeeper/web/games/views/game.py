"""The game page in its three phases: the bidding, the tricks with the preview, and the end."""

import json
from uuid import uuid4

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.access import current_table
from scorekeeper.core.game import GameState
from scorekeeper.core.rules.deal import Bid, HandRecord
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.sheet import hand_json
from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.core.words.faults import hand_fault
from scorekeeper.formats.fingerprint import fingerprint
from scorekeeper.services import GameOnTable
from scorekeeper.services.signing import head_of_game
from scorekeeper.web.formatting import whole_number
from scorekeeper.web.games.views.bidding import bidding_view, tally
from scorekeeper.web.games.views.board import board_view, with_reasons
from scorekeeper.web.games.views.deals import announcement
from scorekeeper.web.games.views.ending import ending_view, signs_view
from scorekeeper.web.games.views.game_menu import game_menu
from scorekeeper.web.games.views.lines import objection_views
from scorekeeper.web.games.views.preview import preview_view
from scorekeeper.web.games.views.sheet import sheet_view
from scorekeeper.web.games.views.telling import entry_words
from scorekeeper.web.games.views.tricks import hand_record, read_counts, took_view
from scorekeeper.web.games.views.turns import turn_of
from scorekeeper.web.tables.home import game_subtitle
from scorekeeper.web.transfer.receipts import receipt_view

View = dict[str, object]


def game_page(on_table: GameOnTable, asked: MultiDict[str, str]) -> View:
    """Values for `games/show.html`; `asked` is the address: the seat that was tapped, and the counts given so far."""
    state, game = on_table.state, on_table.game
    table = current_table()
    page: View = {
        "table": table,
        "board": with_reasons(board_view(state.board, state.head.names), game.id),
        "sheet": sheet_view(state, game.id, asked.get("hands", type=whole_number)),
        "bar": bar_view(state, game.id, game.table_id),
        "menu": game_menu(state, game.id),
        "objections": [],
        "deal": None,
    }
    if state.board.outcome is not None:
        return page | _over(on_table)
    title = {"id": game.id, "title": f"Hand {state.board.next_number}", "hand": state.board.next_number}
    dealer = state.head.player_at(state.board.dealer)
    page["stop_url"] = None if state.board.rules.play.endings else url_for("closing.new", game=game.id)
    page["game"] = title | {"subtitle": f"{table.name} · {dealer} deals"}
    deal = state.board.next_deal
    if deal.name or deal.text:
        page["deal"] = announcement(state, game.id)
    turn = turn_of(state, asked)
    if turn is not None:
        return page | bidding_view(state, game.id, turn, asked)
    bids = tuple(settled(bid) for bid in state.draft if bid is not None)
    return page | _tricks(state, game.id, bids, asked)


def _tricks(state: GameState, game_id: str, bids: tuple[Bid, ...], asked: MultiDict[str, str]) -> View:
    board = state.board
    later = board.next_deal.later
    counted = read_counts(board.next_deal, board.rules.seating, bids, asked)
    objections = board.objections(board.bidding(bids))
    first = board.bidding_order[0]
    page: View = {
        "phase": "tricks",
        "tally": tally(state, bids),
        "took": took_view(state, game_id, counted, bids, asked.get("at")),
        "bids_url": url_for("games.show", game=game_id, seat=first),
        "raise_url": url_for("games.show", game=game_id, later="yes") if later and not later.asked else None,
        "objections": objection_views(objections, state.head.names),
        "preview": None,
        "wrong": None,
    }
    record = hand_record(counted, board.rules.seating, board.next_deal, bids)
    return page if record is None else page | _preview(state, game_id, record, bool(objections), asked.get("note"))


def _preview(state: GameState, game_id: str, record: HandRecord, objected: bool, note: str | None) -> View:
    try:
        after = state.board.after(record)
    except MalformedHand as error:
        return {"wrong": f"{hand_fault(error, state.head.names)}."}
    hidden = {
        "hand": state.board.next_number,
        "record": json.dumps(hand_json(record, state.head.rules.seating), separators=(",", ":")),
        "seq": state.seq,
        "entry_id": str(uuid4()),
    }
    if objected:
        hidden["overruled"] = "yes"
    return {
        "preview": preview_view(state, after),
        "save": {
            "action": url_for("hands.create", game=game_id),
            "hidden": hidden,
            "overrule": objected,
            "note_value": note,
        },
        "ending_text": f"{outcome_text(after, state.head.names)}." if after.outcome else None,
    }


def _over(on_table: GameOnTable) -> View:
    state = on_table.state
    hands = sum(1 for hand in state.board.hands if hand.counted)
    subtitle = f"{hands} {'hand' if hands == 1 else 'hands'} · {game_subtitle(on_table)}"
    return {
        "phase": "over",
        "game": {"id": on_table.game.id, "title": "Game over", "subtitle": subtitle, "hand": state.board.next_number},
        "ending": ending_view(state),
        "signs": signs_view(state, on_table.game.id),
        "receipt": receipt_view(head_of_game(on_table.game.id)),
        "rules_card": {"code": fingerprint(state.head.rules), "url": url_for("rules.card", game=on_table.game.id)},
        "links": [
            {"url": url_for("card.show", game=on_table.game.id), "label": "Send the card"},
            {"url": url_for("exports.game", game=on_table.game.id), "label": "Exports"},
        ],
        "rematch_id": str(uuid4()),
    }


def bar_view(state: GameState, game_id: str, table_id: str) -> View:
    """Values for `macros/bar.html`."""
    return {
        "undo": _press("undo.create", game_id, state, state.undo is not None),
        "redo": _press("redo.create", game_id, state, state.redo is not None),
        "what_wins": url_for("what_wins.show", game=game_id) if state.board.outcome is None else None,
        "share": url_for("share.show", table=table_id),
        "seq": state.seq,
        "entry_id": str(uuid4()),
        "follow": url_for("live.version", game=game_id),
        "awake": state.board.outcome is None,
    }


def _press(endpoint: str, game_id: str, state: GameState, can: bool) -> View | None:
    if not can:
        return None
    undone = state.undo if endpoint == "undo.create" else None
    label = f"Take back {entry_words(undone, state.head)}" if undone else "Bring back what was undone"
    return {"action": url_for(endpoint, game=game_id), "label": label}
