"""The tricks on the game page: the keys that count them, and the hand before it is saved."""

from collections.abc import Mapping

from scorekeeper.core.game import GameState
from scorekeeper.core.pages.bidding import tally
from scorekeeper.core.pages.counts import Count, Counted, facts_open, hand_record, own_tricks, read_counts
from scorekeeper.core.pages.descriptions import bid_words, hand_name, sentence
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.pages.sheet import line_views, objection_views
from scorekeeper.core.rules.calls import Answers
from scorekeeper.core.rules.deal import Bid, HandRecord
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.writing import hand_line, outcome_text
from scorekeeper.core.words.faults import hand_fault
from scorekeeper.core.words.language import listed
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.plain import call_in_text


def tricks_view(state: GameState, place: Place, query: Mapping[str, str]) -> View:
    """Values for the tricks in `games/show.html`; with `preview` and `save` once every count is known."""
    bids = tuple(settled(bid) for bid in state.draft if bid is not None)
    board = state.board
    rebid = board.next_deal.later
    counted = read_counts(board.next_deal, board.rules.seating, bids, query)
    objections = board.objections(board.bidding(bids))
    first = board.bidding_order[0]
    page: View = {
        "phase": "tricks",
        "tally": tally(state, bids),
        "took": took_view(state, place, counted, bids, query.get("at")),
        "bids_url": place.link("games.show", seat=first),
        "raise_url": place.link("games.show", later="yes") if rebid and not rebid.asked else None,
        "objections": objection_views(objections, state.head.names),
        "preview": None,
        "wrong": None,
    }
    record = hand_record(counted, board.rules.seating, board.next_deal, bids)
    return page if record is None else page | _preview(state, place, record, bool(objections), query.get("note"))


def _preview(state: GameState, place: Place, record: HandRecord, objected: bool, note: str | None) -> View:
    try:
        after = state.board.after(record)
    except MalformedHand as error:
        return {"wrong": sentence(hand_fault(error, state.head.names))}
    hidden = {
        "hand": state.board.next_number,
        "record": hand_line(record, state.head.rules.seating),
        "seq": state.seq,
        "entry_id": place.new_id(),
    }
    if objected:
        hidden["overruled"] = "yes"
    return {
        "preview": preview_view(state, after, place),
        "save": {
            "action": place.link("hands.create"),
            "hidden": hidden,
            "overrule": objected,
            "note_value": note,
        },
        "ending_text": sentence(outcome_text(after, state.head.names)) if after.outcome else None,
    }


def preview_view(state: GameState, after: Scoreboard, place: Place) -> list[View]:
    """Values for `macros/preview.html`."""
    hand = after.hands[-1]
    return [
        {
            "index": side,
            "name": state.head.names[side],
            "before": state.board.scores[side].total,
            "after": scored.score.total,
            "points": scored.points,
            "lines": line_views(scored.lines, state.head.rules, place.address),
        }
        for side, scored in enumerate(hand.sides)
    ]


def took_view(state: GameState, place: Place, counted: Counted, bids: tuple[Bid, ...], at: str | None) -> View:
    """Values for `trick_keys` in `macros/keys.html`."""
    seating, deal = state.board.rules.seating, state.board.next_deal
    current = next((count for count in counted.counts if count.name == at), counted.missing or counted.counts[0])
    value = counted.values.get(current.name)
    most = _most(counted, current, seating)
    return {
        "action": place.link("games.show"),
        "counts": [_count_view(state, counted, count, bids, count == current) for count in counted.counts],
        "keys": [
            {"value": n, "label": n, "chosen": n == value, "disabled": n > most} for n in range(seating.tricks + 1)
        ],
        "facts": [
            {"name": name, "side": side, "label": fact_question(state, side, code), "value": counted.facts.get(name)}
            for name, (side, code) in facts_open(counted, deal, seating, bids).items()
        ],
    }


def fact_question(state: GameState, side: Side, code: str) -> str:
    """The question about a fact that no count shows."""
    return _("Did {side} make {call}?", side=state.head.names[side], call=call_in_text(code))


def _most(counted: Counted, current: Count, seating: Seating) -> int:
    """The most that this count can be, beside the others that were given."""
    if current.seat is not None and f"t{current.side}" in counted.values:
        return counted.values[f"t{current.side}"]
    own = [name for name in own_tricks(counted.counts) if name != current.name and name not in counted.filled]
    others = sum(counted.values.get(name, 0) for name in own)
    return seating.tricks - others if len(own) > 1 else seating.tricks


def _count_view(state: GameState, counted: Counted, count: Count, bids: tuple[Bid, ...], current: bool) -> View:
    return {
        "name": count.name,
        "side": count.side,
        "label": _label(state, count),
        "said": _bid_of(state, count, bids),
        "value": counted.values.get(count.name),
        "filled": count.name in counted.filled,
        "current": current,
    }


def _label(state: GameState, count: Count) -> str:
    seating = state.board.rules.seating
    if count.seat is None:
        return state.head.names[count.side]
    if seating.hand_names:
        hand = seating.hand_names[seating.seats_of[count.side].index(count.seat)]
        return _("{side}, {hand}", side=state.head.names[count.side], hand=hand_name(hand))
    return state.head.player_at(count.seat)


def _bid_of(state: GameState, count: Count, bids: tuple[Bid, ...]) -> str:
    seating, deal = state.board.rules.seating, state.board.next_deal
    if count.seat is not None and not seating.bids_by_side:
        return _("bid {bid}", bid=bid_words(bids[count.seat]))
    own = [bids[seat] for seat in seating.bidders_of(count.side)]
    if count.seat is not None:
        hand = seating.seats_of[count.side].index(count.seat)
        calls = [deal.by_code[code] for bid in own for code in bid.calls]
        return listed(
            [call_in_text(call.reason) for call in calls if call.answers is Answers.HAND and call.hand == hand]
        )
    if deal.joint:
        return _("bid {bid}", bid=sum(deal.by_code[bid.calls[0]].tricks for bid in own))
    return _("bid {bid}", bid=" + ".join(bid_words(bid) for bid in own))
