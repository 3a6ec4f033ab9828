"""The game page: bidding, play, the count of tricks, and the end."""

from collections.abc import Mapping

from scorekeeper.core.game import NO_EVENT, EventUndone, GameState
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View, shape_key
from scorekeeper.core.pages.bidding import bidding_view
from scorekeeper.core.pages.bidding.offers import next_bidder
from scorekeeper.core.pages.bidding.own_bid import bids_for_itself, own_bidding_view
from scorekeeper.core.pages.board import board_view, game_subtitle, series_line
from scorekeeper.core.pages.clock import clock_view, hand_title, is_open, message_view
from scorekeeper.core.pages.counting import played_view
from scorekeeper.core.pages.descriptions import undo_words
from scorekeeper.core.pages.ending import confirmed_words, ending_view, moment_views, signs_view, why_totals
from scorekeeper.core.pages.looking_up.sheet import announcement, last_hands, sheet_view
from scorekeeper.core.pages.seats import add_names_view
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.words.language import translate as _, with_dots
from scorekeeper.core.words.outcomes import duration_text, open_words
from scorekeeper.core.words.vocabulary import counted


def game_page(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    """Values for `games/show.html`. The query has the tapped seat, and the counts so far."""
    page: View = {
        "board": board_view(state.board, state.setup.names, context),
        "sheet": sheet_view(state, context, max(0, whole(query.get("hands"), 0))),
        "bar": bar_view(state, context),
        "menu": {
            "writes": context.may_write,
            "keeps": context.table.may_keep,
            "all_hands": len(state.board.rules.scoring.deals) > 1,
            "closed": state.closed is not None,
            "stops": state.board.outcome is None,
            "times": state.board.outcome is None and state.board.time is None,
            "begun": bool(state.board.hands),
        },
        "objections": [],
        "clock": None,
        "deal": None,
        "own": None,
        "pen": context.pen(),
        "unsent": list(context.unsent),
        "message": message_view(context),
        "call": "" if context.notice is None else context.notice.call,
        "damaged": _damaged(state),
        "watching": not context.may_write,
        "phase": "over",
    }
    return page | (_playing(state, context, query) if state.board.outcome is None else _over(state, context))


def _damaged(state: GameState) -> str | None:
    """A note on an event of the record that says nothing, as an older version could write; None without one."""
    numbers = [event.seq for event in state.events if isinstance(event, EventUndone) and event.event == NO_EVENT]
    if not numbers:
        return None
    return _("Entry {number} of the game log is damaged and changes nothing.", number=numbers[0])


def _subtitle(state: GameState, context: PageContext) -> str:
    """The series, or else the table, and who deals, or who draws first if nobody deals.

    Beside a clock there is no room for either.
    """
    player = state.setup.player_at(state.board.starter)
    if clock_view(state, context) is not None:
        return (
            _("{player} draws first", player=player)
            if state.board.rules.is_drawn
            else _("{dealer} deals", dealer=player)
        )
    table = series_line(state, context) or context.table.name
    if state.board.rules.is_drawn:
        return _("{table} · {player} draws first", table=table, player=player)
    return _("{table} · {dealer} deals", table=table, dealer=player)


def _playing(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    number, deal = state.board.next_number, state.board.next_deal
    page: View = {
        "game": {
            "id": context.game.id,
            "title": hand_title(state.board),
            "hand": number,
            "subtitle": _subtitle(state, context),
            "open": open_words(state.board, state.setup.names) if is_open(state.board) else None,
            "desk": context.game.desk,
        },
        "clock": clock_view(state, context),
        "stop_url": None if state.board.rules.scoring.endings else context.link("ending.new"),
        "add_names": add_names_view(state, context),
        "deal": announcement(state, context) if deal.name or deal.text or not deal.is_bid else None,
    }
    turn = next_bidder(state, query, context.waiting)
    if turn is not None:
        page["last"] = last_hands(state)
    if turn is not None and bids_for_itself(state, context, query):
        return page | own_bidding_view(state, context, query)
    if turn is not None:
        return page | bidding_view(state, context, turn, query)
    page = page | played_view(state, context, query)
    return page | {"bar": bar_view(state, context, page.get("undo_count"))}


def _over(state: GameState, context: PageContext) -> View:
    finished, notice = context.finished(), context.notice
    hands = counted(sum(1 for hand in state.board.hands if hand.counted), "hand")
    if finished.minutes:
        hands = with_dots([hands, duration_text(finished.minutes)])
    title = _("Game over")
    return {
        "game": {
            "id": context.game.id,
            "title": title,
            "subtitle": hands,
            "hand": state.board.next_number,
            "desk": context.game.desk,
        },
        "played": game_subtitle(state.setup.rules),
        "why_totals": why_totals(state, context),
        "ending": ending_view(state, len(state.setup.names) > 2),
        "series": series_line(state, context),
        "signs": signs_view(state, context, finished.own_side),
        "receipt": finished.receipt,
        "rules_code": {"code": finished.rules_code, "url": context.link("rules.sheet")}
        if finished.rules_code
        else None,
        "confirmed": confirmed_words(state),
        "moments": moment_views(state),
        "curve": finished.curve,
        "share_url": context.link("result_card.show"),
        "export_url": context.link("exports.game"),
        "rematches": [
            {"url": context.address("games.show", game=game), "number": number} for game, number in finished.rematches
        ],
        "rematch_id": context.new_id(),
        "turns_url": context.address("turns.show", table=context.table.id)
        if context.game.turns and context.may_write
        else None,
        "next_url": None if notice is None else context.game.desk or notice.after,
        "next_round": 0 if notice is None or context.game.desk else notice.next_round,
        "bar": bar_view(state, context) | _other_seats(state, context),
    }


def _other_seats(state: GameState, context: PageContext) -> View:
    """The pages for another game of the same kind in other seats: not for a match, nor a custom game, which starts
    from its own list.
    """
    rules = state.setup.rules
    if not context.may_write or rules.script or context.notice is not None:
        return {"swap_url": None, "seats_url": None}
    has_partners = rules.shape.players_per_side > 1
    return {
        "swap_url": _seats_url(context, rules, "yes") if has_partners else None,
        "seats_url": _seats_url(context, rules, None),
    }


def _seats_url(context: PageContext, rules: HouseRules, swapped: str | None) -> str:
    shape = shape_key(rules.shape)
    return context.address("games.new", table=context.table.id, rules=rules.ruleset.key, shape=shape, swapped=swapped)


def bar_view(state: GameState, context: PageContext, undo_count: object = None) -> View:
    """Values for `macros/bar.html`; watchers cannot undo. Undo first removes counts that are not saved yet."""
    undo = context.link("undo.create") if state.undo is not None and context.may_write else None
    undone = _("Undo {what}", what=undo_words(state.undo, state.setup)) if state.undo is not None else ""
    notice = context.notice
    return {
        "undo": undo_count or ({"action": undo, "label": undone} if undo else None),
        "redo": context.link("redo.create") if state.redo is not None and context.may_write else None,
        "what_wins": context.link("what_wins.show") if state.board.outcome is None else None,
        "share": context.link("share.show", table=context.table.id),
        "director": None
        if notice is None or not notice.director
        else {"action": notice.director, "waits": notice.call != ""},
        "seq": state.seq,
        "version": f"{state.seq}{context.mark}",
        "entry_id": context.new_id(),
        "follow": context.link("live.version"),
        "live": context.link("live.live"),
        "awake": state.board.outcome is None,
    }
