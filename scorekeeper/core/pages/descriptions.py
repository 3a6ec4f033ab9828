"""Hands and events in a few words: `nil + 4`, `Ann & Cal took 6 → 7`, `the misdeal of hand 6`."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.core.game import (
    OWN_DEVICE,
    PROGRAM,
    SHARED_DEVICE,
    BidsPlaced,
    Event,
    GameClosed,
    GameReopened,
    GameState,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PersonErased,
    PlayerSubstituted,
    ScoreSigned,
)
from scorekeeper.core.rules.deal import Adjustment, Bid, HandRecord, Renege
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.plain import bid_word, call_word, counted

Part = TypeVar("Part", Renege, Adjustment)

ON_DEVICE = {OWN_DEVICE: " on their own phone", SHARED_DEVICE: " on a shared phone", PROGRAM: " by a program"}


def bid_words(bid: Bid) -> str:
    """A bid with the bids that it replaced: `5 (first 4)`."""
    words = bid_word(bid.calls)
    earlier = ", ".join(bid_word(calls).lower() for calls in bid.earlier)
    return f"{words.lower()} (first {earlier})" if earlier else words.lower()


def side_bid_words(state: GameState, hand: ScoredHand, side: Side) -> str:
    """What a side bid: `nil + 4`; a pair's numbers as their sum where they count together."""
    seating = state.head.rules.seating
    bids = [hand.record.bids[seat] for seat in seating.bidders_of(side)]
    if hand.deal.joint:
        return _joint_words(hand, bids)
    return " + ".join(bid_words(bid) for bid in bids)


def _joint_words(hand: ScoredHand, bids: list[Bid]) -> str:
    calls = [hand.deal.by_code[bid.calls[0]] for bid in bids]
    numbers = [call.tricks for call in calls if not call.is_nil]
    words = [call_word(call.code).lower() for call in calls if call.is_nil]
    return " + ".join([*words, *([str(sum(numbers))] if numbers else [])])


def hand_words(state: GameState, hand: ScoredHand) -> str:
    """A hand as it is written: `Ann & Cal bid 6, took 7; Ben & Dee bid 6, took 6`."""
    names = state.head.names_at(hand.number)
    return "; ".join(
        f"{names[side]} bid {side_bid_words(state, hand, side)}, took {hand.record.took[side].tricks}"
        for side in state.head.rules.seating.sides
    )


def differences(
    old: HandRecord, new: HandRecord, seating: Seating, names: Sequence[str], player: Callable[[Seat], str]
) -> list[str]:
    """Every difference, in the order of the sheet; empty where there is none."""
    words = [
        f"{player(seat)} bid {bid_words(old.bids[seat])} → {bid_words(new.bids[seat])}"
        for seat in seating.bidders
        if old.bids[seat] != new.bids[seat]
    ]
    for side in seating.sides:
        words += _took(old, new, side, names[side])
    words += _came_and_went(old.reneges, new.reneges, lambda renege: renege_words(renege, names))
    words += _came_and_went(old.adjustments, new.adjustments, lambda agreed: adjusted_words(agreed, names))
    if old.note != new.note:
        words.append(f"note “{new.note}”" if new.note else "without the note")
    if new.overruled and not old.overruled:
        words.append("the table let an objection stand")
    return words


def _took(old: HandRecord, new: HandRecord, side: Side, name: str) -> list[str]:
    was, now = old.took[side], new.took[side]
    words = []
    if was.tricks != now.tricks:
        words.append(f"{name} took {was.tricks} → {now.tricks}")
    elif was.seats != now.seats and now.seats:
        words.append(f"{name} took {_by_seat(was.seats or (was.tricks,))} → {_by_seat(now.seats)}")
    other = [code for code in dict.fromkeys((*was.made, *now.made)) if (code in was.made) != (code in now.made)]
    return words + [f"{name}: {call_word(code).lower()} {'made' if code in now.made else 'missed'}" for code in other]


def _by_seat(seats: tuple[int, ...]) -> str:
    return " + ".join(str(count) for count in seats)


def _came_and_went(old: Sequence[Part], new: Sequence[Part], say: Callable[[Part], str]) -> list[str]:
    came = [say(part) for part in new if part not in old]
    return came + [f"without: {say(part)}" for part in old if part not in new]


def renege_words(renege: Renege, names: Sequence[str]) -> str:
    """`renege by Ben: 2 books to Ann`."""
    part = f", part of “{renege.of}”" if renege.of else ""
    return f"renege by {names[renege.by]}: {counted(renege.books, 'book')} to {names[renege.to]}{part}"


def adjusted_words(agreed: Adjustment, names: Sequence[str]) -> str:
    """`agreed −30 for Ann: talking`."""
    points = f"+{agreed.points}" if agreed.points > 0 else str(agreed.points).replace("-", "−")
    return f"agreed {points} for {names[agreed.side]}: {agreed.reason}"


def describe_event(event: Event, head: Sheet) -> str:
    """What an event wrote, in a few words."""
    say = WORDS.get(event.kind)
    return say(event, head) if say else event.kind


def _misdeal(event: HandMisdealt, head: Sheet) -> str:
    by = "" if event.called_by is None else f", called by {head.names_at(event.hand)[event.called_by]}"
    return f"the misdeal of hand {event.hand}{by}"


def _close(event: GameClosed, head: Sheet) -> str:
    return "the end of the game" if event.forfeit is None else f"{head.names[event.forfeit]} gave up"


def _substitute(event: PlayerSubstituted, head: Sheet) -> str:
    before = head.player_at(event.seat, event.hand - 1)
    return f"{event.player} sits down for {before} from hand {event.hand} on"


def _sign(event: ScoreSigned, head: Sheet) -> str:
    at = f" at hand {event.hand}" if event.hand and event.verdict == "disputed" else ""
    note = f": {event.note}" if event.note else ""
    on = ON_DEVICE.get(event.device or "", "")
    return f"{head.names[event.side]} {event.verdict}{at}{on}{note}"


def took_words(event: HandRecorded, head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    counts = [took.tricks for took in event.record.took]
    names = head.names_at(event.hand)
    words = [f"{name} {count}" for name, count in zip(names, counts, strict=True)]
    return ", ".join([f"{names[0]} took {counts[0]}", *words[1:]])


WORDS: dict[str, Callable[[Any, Sheet], str]] = {
    HandRecorded.kind: lambda event, head: f"hand {event.hand}, {took_words(event, head)}",
    BidsPlaced.kind: lambda event, _head: f"a bid of hand {event.hand}",
    HandCorrected.kind: lambda event, _head: f"the correction of hand {event.hand}",
    HandMisdealt.kind: _misdeal,
    GameClosed.kind: _close,
    GameReopened.kind: lambda _event, _head: "the game’s reopening",
    ScoreSigned.kind: _sign,
    PlayerSubstituted.kind: _substitute,
    PersonErased.kind: lambda _event, _head: "a person’s name was erased from this sheet",
}
