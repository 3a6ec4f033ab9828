"""Bids, tricks and hands in a few words: `nil + 4`, `Ann & Cal took 6 → 7`."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.deal import BOOKS, GAME, SET, Adjustment, Bid, HandRecord, HandRules, Renege, Took
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.hands import bids_of
from scorekeeper.core.words.language import full_stop, translatable, translate as _, with_commas, with_semicolons
from scorekeeper.core.words.outcomes import goes_on_text
from scorekeeper.core.words.vocabulary import bid_in_text, call_in_text, counted, sentence_case, worth_text

RulingPart = TypeVar("RulingPart", Renege, Adjustment)

HAND_NAMES = {"front": translatable("front"), "right": translatable("right")}


def hand_name(name: str) -> str:
    """One of a player's hands: `front`."""
    return _(HAND_NAMES[name]) if name in HAND_NAMES else name


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return full_stop(sentence_case(text))


def goes_on(board: Scoreboard, setup: Sheet, number: int) -> str | None:
    """Why the game goes on after a hand that reaches a limit: `502 all: another hand decides.`; None for any other."""
    return None if board.open_end(number) is None else sentence(goes_on_text(board, setup.names, number))


def bid_words(bid: Bid) -> str:
    """A bid, with the bids it replaced: `5 (first 4)`."""
    now = bid_in_text(bid.calls)
    if not bid.earlier:
        return now
    return _("{bid} (first {earlier})", bid=now, earlier=with_commas([bid_in_text(calls) for calls in bid.earlier]))


def side_bid_words(state: GameState, hand: ScoredHand, side: Side) -> str:
    """What a side bid: `nil + 4`; a pair's numbers as their sum if they make one contract."""
    return bids_words(hand.deal, bids_of(hand.record, state.setup.rules.seating, side)) or _("nothing")


def tricks_words(hand: ScoredHand, side: Side) -> int | str:
    """A side's tricks; words if the hand was not played."""
    return hand.sides[side].tricks if hand.record.took else _("none, not played")


def bids_words(deal: HandRules, bids: Sequence[Bid]) -> str:
    """What a side's players bid: `nil + 4`."""
    if not deal.partnership_contracts:
        return " + ".join(bid_words(bid) for bid in bids)
    calls = [deal.by_code[bid.calls[0]] for bid in bids]
    numbers = [call.tricks for call in calls if not call.is_nil and not call.blind]
    named = [call for call in calls if call.is_nil or call.blind]
    is_named = any(call.is_number for call in named)  # a blind number counts for both partners
    number = [str(sum(numbers))] if numbers and not is_named else []
    return " + ".join([*(call_in_text(call.code) for call in named), *number])


def hand_words(state: GameState, hand: ScoredHand) -> str:
    """A hand in a few words: `Ann & Cal bid 6, took 7; Ben & Dee bid 6, took 6`."""
    names = state.setup.names_at(hand.number)
    return with_semicolons(
        [
            _(
                "{side} bid {bid}, took {tricks}",
                side=names[side],
                bid=side_bid_words(state, hand, side),
                tricks=tricks_words(hand, side),
            )
            for side in state.setup.rules.seating.sides
        ]
    )


def differences(
    old: HandRecord, new: HandRecord, scoring: ScoringRules, names: Sequence[str], player: Callable[[Seat], str]
) -> list[str]:
    """Every difference between two hands, in the order of the sheet."""
    seating, unit = scoring.seating, scoring.unit
    words = [
        _(
            "{name} bid {before} → {after}",
            name=player(seat),
            before=bid_words(old.bids[seat]),
            after=bid_words(new.bids[seat]),
        )
        for seat in seating.bidders
        if old.bids and new.bids and old.bids[seat] != new.bids[seat]
    ]
    for side in seating.sides:
        was, now = (hand.took[side] if hand.took else Took(0) for hand in (old, new))
        words += _took(was, now, names[side])
    words += _came_and_went(old.reneges, new.reneges, lambda renege: renege_words(renege, names))
    words += _came_and_went(old.adjustments, new.adjustments, lambda agreed: adjusted_words(agreed, names, unit))
    if old.note != new.note:
        words.append(_("note “{note}”", note=new.note) if new.note else _("note removed"))
    if new.overruled and not old.overruled:
        words.append(_("the table allowed an irregular bid"))
    return words


def _took(was: Took, now: Took, name: str) -> list[str]:
    words = []
    if was.tricks != now.tricks:
        words.append(_("{name} took {before} → {after}", name=name, before=was.tricks, after=now.tricks))
    elif was.seats != now.seats and now.seats:
        before, after = (" + ".join(str(count) for count in seats) for seats in (was.seats or (was.tricks,), now.seats))
        words.append(_("{name} took {before} → {after}", name=name, before=before, after=after))
    other = [code for code in dict.fromkeys((*was.made, *now.made)) if (code in was.made) != (code in now.made)]
    for code in other:
        missed = code not in now.made
        call = call_in_text(code)
        words.append(
            _("{name} missed {call}", name=name, call=call) if missed else _("{name} made {call}", name=name, call=call)
        )
    return words


def _came_and_went(old: Sequence[RulingPart], new: Sequence[RulingPart], say: Callable[[RulingPart], str]) -> list[str]:
    came = [say(part) for part in new if part not in old]
    return came + [_("removed {what}", what=say(part)) for part in old if part not in new]


OFFENSE_WORDS = {
    "renege": translatable("renege"),
    "talk": translatable("table talk"),
    "exposed": translatable("exposed card"),
    "phone": translatable("phone"),
    "cards": translatable("wrong cards"),
    "challenge": translatable("wrong challenge"),
    "other": translatable("ruling"),
}


def offense_words(offense: str) -> str:
    """What a ruling is for: `table talk`."""
    return _(OFFENSE_WORDS[offense])


def renege_words(renege: Renege, names: Sequence[str]) -> str:
    """`renege by Ben (2 books to Ann)`."""
    costs = _costs(renege, names)
    if renege.of:
        costs = _("{costs}, more of “{renege}”", costs=costs, renege=renege.of)
    return _("{offense} by {by} ({costs})", offense=offense_words(renege.offense), by=names[renege.by], costs=costs)


def _costs(renege: Renege, names: Sequence[str]) -> str:
    if renege.costs == BOOKS:
        books = counted(renege.books, "book")
        if renege.to is None:
            return _("{books} count for nobody", books=books) if renege.books > 1 else _("1 book counts for nobody")
        return _("{books} to {to}", books=books, to=names[renege.to])
    if renege.costs == SET:
        return _("counts as a set")
    return _("costs the game") if renege.costs == GAME else _("a warning")


def adjusted_words(agreed: Adjustment, names: Sequence[str], unit: str) -> str:
    """`agreed −30 for Ann (talking)`."""
    return _(
        "agreed {points} for {side} ({reason})",
        points=worth_text(agreed.points, unit),
        side=names[agreed.side],
        reason=agreed.reason,
    )
