"""A hand in play: the bids, who leads and deals, what each side needs, and the questions before it is counted."""

from dataclasses import replace

from scorekeeper.core.analysis.goals import Goal, goals
from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.counting.trick_entry import Count, Counted, facts_open
from scorekeeper.core.pages.hand_words import bid_words
from scorekeeper.core.pages.seats import short_names
from scorekeeper.core.rules.calls import BLIND, CountedOver
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.language import listed, spaced, translate as _, translate_in as _c
from scorekeeper.core.words.vocabulary import bid_in_text, call_in_text
from scorekeeper.core.words.what_wins import makes_words, penalty_words, stake_words, wins_words

SHORT, MIDDLE = 2, 3
"""The maximum length of a bid in large type, and in medium type."""

NEAR = 3
"""If this many tricks or fewer beyond the bid bring a penalty, it is shown in a warning colour."""


def bids_view(state: GameState, context: PageContext, bids: tuple[Bid, ...]) -> list[View]:
    """Values for `bids` in `macros/played.html`, in bidding order."""
    board = state.board
    order = [seat for seat in board.bidding_order if bids[seat] != PARTNERS]
    words = {seat: plain_words(bids[seat]) for seat in order}
    names = short_names(state.setup)
    return [
        {
            "side": board.rules.seating.side_of[seat],
            "name": names[seat],
            "bid": words[seat],
            "blind": is_blind(bids[seat]),
            "size": "" if len(words[seat]) <= SHORT else "middle" if len(words[seat]) <= MIDDLE else "long",
            "leads": board.rules.scoring.left_leads and seat == order[0],
            "deals": seat == board.dealer,
            "change": context.link("games.show", seat=seat) if context.may_write else None,
        }
        for seat in order
    ]


def is_blind(bid: Bid) -> bool:
    """Whether it is one blind call: a small word then says so, and the call itself is as large as any other."""
    return len(bid.calls) == 1 and not bid.earlier and bid.calls[0].startswith(BLIND)


def plain_words(bid: Bid) -> str:
    """A bid in large type: `nil` for a blind nil."""
    return bid_in_text((bid.calls[0][len(BLIND) :],)) if is_blind(bid) else bid_words(bid)


def _zeros(state: GameState, bids: tuple[Bid, ...], side: Side) -> list[str]:
    """The partners who must take no trick: `Dee 0`."""
    seating, deal = state.board.rules.seating, state.board.next_deal
    bidders = seating.bidders_of(side)
    if len(bidders) == 1:
        return []
    names = short_names(state.setup)
    nils = [seat for seat in bidders if any(deal.by_code[code].is_nil for code in bids[seat].calls)]
    return [spaced(names[seat], 0) for seat in nils]


def goals_view(state: GameState, bids: tuple[Bid, ...]) -> list[View]:
    """Values for `goals` in `macros/played.html`, side by side."""
    by_side = enumerate(goals(state.board, bids))
    return [_goal_view(state, Side(side), goal) | {"zeros": _zeros(state, bids, Side(side))} for side, goal in by_side]


def stakes_view(state: GameState, bids: tuple[Bid, ...]) -> list[str]:
    """Side by side, with how many tricks it wins the game whatever the others take; empty where it does not."""
    return [wins_words(goal, state.board.rules.scoring) for goal in goals(state.board, bids)]


def _goal_view(state: GameState, side: Side, goal: Goal) -> View:
    scoring = state.board.rules.scoring
    tricks = scoring.seating.tricks
    is_at_least = tricks in goal.makes
    needed = (goal.makes[0] if is_at_least else goal.makes[-1]) if goal.makes else 0
    danger = goal.penalty[0] if goal.penalty else None
    is_near = danger is not None and danger <= needed + NEAR
    stake = stake_words(goal, scoring)
    bags = penalty_words(goal, scoring) if scoring.bags_per_penalty else None
    return {
        "index": side,
        "name": state.setup.names[side],
        "makes": makes_words(goal, scoring),
        "plain": makes_words(replace(goal, wins=()), scoring),
        "wins": bool(goal.wins) and goal.wins == goal.makes,
        "bags": stake or bags,
        "needed": needed,
        "danger": danger,
        "near": bool(stake) or is_near,
        "tricks": tricks,
    }


SHOWN = 4
"""How many counts of a set nil are shown as keys at a time; another key shows more."""


def questions_view(state: GameState, counted: Counted, bids: tuple[Bid, ...]) -> list[View]:
    """Values for `questions` in `macros/played.html`: nils in bidding order, then facts."""
    seating = state.board.rules.seating
    turns = {seat: position for position, seat in enumerate(state.board.bidding_order)}
    nils = sorted(
        counted.seats,
        key=lambda count: (turns[_bidder(state, count)], seating.seats_of[count.side].index(_seat(count))),
    )
    return [*(_nil_question(state, counted, count, bids) for count in nils), *_fact_questions(state, counted, bids)]


def _seat(count: Count) -> Seat:
    assert count.seat is not None
    return count.seat


def _bidder(state: GameState, count: Count) -> Seat:
    """The seat of the bidder: the count's own seat, or that of the player who holds several hands."""
    seating = state.board.rules.seating
    return seating.bidders_of(count.side)[0] if seating.bids_by_side else _seat(count)


def _nil_question(state: GameState, counted: Counted, count: Count, bids: tuple[Bid, ...]) -> View:
    seating = state.board.rules.seating
    value, most = counted.values.get(count.name), counted.most(count, seating)
    name = state.setup.player_at(_bidder(state, count))
    return {
        "name": count.name,
        "side": count.side,
        "label": _("{name}’s {call}: made?", name=name, call=_promised(state, count, bids)),
        "keys": [
            {"value": 0, "label": _c("button", "Made"), "chosen": value == 0, "disabled": False},
            {"value": 1, "label": _c("button", "Set"), "chosen": bool(value), "disabled": most < 1},
        ],
        "answered": value is not None,
        "more": _took_keys(value, most, seating.tricks) if value else [],
    }


def _took_keys(value: int, most: int, tricks: int) -> list[View]:
    """The keys `Took 1`, `2`, `3`, `4`, `5+`; the last one shows more."""
    first = value - (value - 1) % SHOWN
    labels = {n: str(n) for n in range(first, min(first + SHOWN, tricks) + 1)}
    labels[first] = _("Took {count}", count=first)
    if first + SHOWN < tricks:
        labels[first + SHOWN] = f"{first + SHOWN}+"
    return [{"value": n, "label": labels[n], "chosen": n == value, "disabled": n > most} for n in labels]


def _promised(state: GameState, count: Count, bids: tuple[Bid, ...]) -> str:
    """The call of a seat that promised no tricks: `nil`."""
    seating, deal = state.board.rules.seating, state.board.next_deal
    calls = [deal.by_code[code] for code in bids[_bidder(state, count)].calls]
    if seating.bids_by_side:
        hand = seating.seats_of[count.side].index(_seat(count))
        calls = [call for call in calls if call.counted_over is CountedOver.HAND and call.hand == hand]
    return listed([call_in_text(call.code) for call in calls if call.is_nil])


def _fact_questions(state: GameState, counted: Counted, bids: tuple[Bid, ...]) -> list[View]:
    """The questions that no count answers."""
    opened = facts_open(counted, state.board.next_deal, state.board.rules.seating, bids)
    return [
        {
            "name": name,
            "side": side,
            "label": fact_question(state, side, code),
            "keys": [
                {"value": value, "label": label, "chosen": counted.facts.get(name) == value, "disabled": False}
                for value, label in (("yes", _c("button", "Made")), ("no", _c("button", "Missed")))
            ],
            "answered": name in counted.facts,
            "more": [],
        }
        for name, (side, code) in opened.items()
    ]


def fact_question(state: GameState, side: Side, code: str) -> str:
    """The question about a fact that no count answers."""
    return _("Did {side} make {call}?", side=state.setup.names[side], call=call_in_text(code))
