"""Hands and events in a few words: `nil + 4`, `Ann & Cal took 6 → 7`, `hand 6 misdealt`."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorekeeper.core.game import (
    DISPUTED,
    OWN_DEVICE,
    PROGRAM,
    SHARED_DEVICE,
    BidsPlaced,
    DealerCorrected,
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
from scorekeeper.core.rules.deal import Adjustment, Bid, Deal, HandRecord, Renege, Took
from scorekeeper.core.rules.ruleset import Play
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.hands import bids_of
from scorekeeper.core.words.language import translatable, with_commas, with_semicolons
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import bid_in_text, call_in_text, counted, sentence_case, worth_text

Part = TypeVar("Part", Renege, Adjustment)

ON_DEVICE = {
    OWN_DEVICE: translatable("{what} on their own phone"),
    SHARED_DEVICE: translatable("{what} on a shared phone"),
    PROGRAM: translatable("{what} by a program"),
}

HAND_NAMES = {"front": translatable("front"), "right": translatable("right")}


def hand_name(name: str) -> str:
    """One of a player's hands: `front`."""
    return _(HAND_NAMES[name]) if name in HAND_NAMES else name


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return _("{sentence}.", sentence=sentence_case(text))


def bid_words(bid: Bid) -> str:
    """A bid, with the bids it replaced: `5 (first 4)`."""
    now = bid_in_text(bid.calls)
    if not bid.earlier:
        return now
    return _("{bid} (first {earlier})", bid=now, earlier=with_commas([bid_in_text(calls) for calls in bid.earlier]))


def side_bid_words(state: GameState, hand: ScoredHand, side: Side) -> str:
    """What a side bid: `nil + 4`; a pair's numbers as their sum if they make one contract."""
    return bids_words(hand.deal, bids_of(hand.record, state.head.rules.seating, side)) or _("nothing")


def tricks_words(hand: ScoredHand, side: Side) -> int | str:
    """A side's tricks; words if the hand was not played."""
    return hand.sides[side].tricks if hand.record.took else _("none, not played")


def bids_words(deal: Deal, bids: Sequence[Bid]) -> str:
    """What a side's players bid: `nil + 4`."""
    if not deal.partnership_contracts:
        return " + ".join(bid_words(bid) for bid in bids)
    calls = [deal.by_code[bid.calls[0]] for bid in bids]
    numbers = [call.tricks for call in calls if not call.is_nil and not call.blind]
    named = [call for call in calls if call.is_nil or call.blind]
    is_said = any(call.is_number for call in named)  # a blind number counts for both partners
    number = [str(sum(numbers))] if numbers and not is_said else []
    return " + ".join([*(call_in_text(call.code) for call in named), *number])


def hand_words(state: GameState, hand: ScoredHand) -> str:
    """A hand in a few words: `Ann & Cal bid 6, took 7; Ben & Dee bid 6, took 6`."""
    names = state.head.names_at(hand.number)
    return with_semicolons(
        [
            _(
                "{side} bid {bid}, took {tricks}",
                side=names[side],
                bid=side_bid_words(state, hand, side),
                tricks=tricks_words(hand, side),
            )
            for side in state.head.rules.seating.sides
        ]
    )


def differences(
    old: HandRecord, new: HandRecord, play: Play, names: Sequence[str], player: Callable[[Seat], str]
) -> list[str]:
    """Every difference between two hands, in the order of the sheet."""
    seating, unit = play.seating, play.unit
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


def _came_and_went(old: Sequence[Part], new: Sequence[Part], say: Callable[[Part], str]) -> list[str]:
    came = [say(part) for part in new if part not in old]
    return came + [_("removed {what}", what=say(part)) for part in old if part not in new]


def renege_words(renege: Renege, names: Sequence[str]) -> str:
    """`renege by Ben (2 books to Ann)`."""
    by, to, books = names[renege.by], names[renege.to], counted(renege.books, "book")
    if renege.of:
        return _("renege by {by} ({books} to {to}, more of “{renege}”)", by=by, books=books, to=to, renege=renege.of)
    return _("renege by {by} ({books} to {to})", by=by, books=books, to=to)


def adjusted_words(agreed: Adjustment, names: Sequence[str], unit: str) -> str:
    """`agreed −30 for Ann (talking)`."""
    return _(
        "agreed {points} for {side} ({reason})",
        points=worth_text(agreed.points, unit),
        side=names[agreed.side],
        reason=agreed.reason,
    )


def describe_event(event: Event, head: Sheet) -> str:
    """What an event records, in a few words."""
    say = WORDS.get(event.kind)
    return say(event, head) if say else event.kind


def _misdeal(event: HandMisdealt, head: Sheet) -> str:
    if event.called_by is None:
        return _("hand {number} misdealt", number=event.hand)
    caller = head.names_at(event.hand)[event.called_by]
    return _("hand {number} misdealt, called by {side}", number=event.hand, side=caller)


def _close(event: GameClosed, head: Sheet) -> str:
    return _("game ended") if event.forfeit is None else _("{side} conceded", side=head.names[event.forfeit])


def _substitute(event: PlayerSubstituted, head: Sheet) -> str:
    before = head.player_at(event.seat, event.hand - 1)
    if event.hand == 1:
        return _("{before} is now {player}", before=before, player=event.player)
    return _("{player} is in for {before} from hand {number}", player=event.player, before=before, number=event.hand)


def _dealer(event: DealerCorrected, head: Sheet) -> str:
    seating = head.rules.seating
    if head.rules.is_drawn:
        first = head.player_at(seating.after(event.seat), event.hand)
        return _("{player} draws first in hand {number}", player=first, number=event.hand)
    return _("{player} deals hand {number}", player=head.player_at(event.seat, event.hand), number=event.hand)


def _sign(event: ScoreSigned, head: Sheet) -> str:
    side = head.names[event.side]
    what = _("{side} confirmed the score", side=side)
    if event.verdict == DISPUTED:
        what = _("{side} disputed the score", side=side)
        if event.hand:
            what = _("{side} disputed hand {number}", side=side, number=event.hand)
    if event.device in ON_DEVICE:
        what = _(ON_DEVICE[event.device], what=what)
    return _("{what}: {note}", what=what, note=event.note) if event.note else what


def took_words(event: HandRecorded, head: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    names, counts = head.names_at(event.hand), [took.tricks for took in event.record.took]
    if not counts:
        return _("not played")
    words = [_("{side} {tricks}", side=name, tricks=count) for name, count in zip(names, counts, strict=True)]
    return with_commas([_("{side} took {tricks}", side=names[0], tricks=counts[0]), *words[1:]])


WORDS: dict[str, Callable[[Any, Sheet], str]] = {
    HandRecorded.kind: lambda event, head: _("hand {number}: {took}", number=event.hand, took=took_words(event, head)),
    BidsPlaced.kind: lambda event, _head: _("a bid in hand {number}", number=event.hand),
    HandCorrected.kind: lambda event, _head: _("hand {number} corrected", number=event.hand),
    HandMisdealt.kind: _misdeal,
    GameClosed.kind: _close,
    GameReopened.kind: lambda _event, _head: _("game resumed"),
    ScoreSigned.kind: _sign,
    PlayerSubstituted.kind: _substitute,
    DealerCorrected.kind: _dealer,
    PersonErased.kind: lambda _event, _head: _("a player’s name was erased"),
}


def undo_words(event: Event, head: Sheet) -> str:
    """What is undone or redone, after that verb: `hand 7`, `the correction of hand 4`."""
    say = UNDONE.get(event.kind)
    return say(event, head) if say else event.kind


def _confirmation(event: ScoreSigned, head: Sheet) -> str:
    side = head.names[event.side]
    return _("{side}’s dispute", side=side) if event.verdict == DISPUTED else _("{side}’s confirmation", side=side)


def _ending(event: GameClosed, head: Sheet) -> str:
    if event.forfeit is None:
        return _("the end of the game")
    return _("{side}’s concession", side=head.names[event.forfeit])


UNDONE: dict[str, Callable[[Any, Sheet], str]] = {
    HandRecorded.kind: lambda event, _head: _("hand {number}", number=event.hand),
    BidsPlaced.kind: lambda event, _head: _("a bid in hand {number}", number=event.hand),
    HandCorrected.kind: lambda event, _head: _("the correction of hand {number}", number=event.hand),
    HandMisdealt.kind: lambda event, _head: _("the misdeal of hand {number}", number=event.hand),
    GameClosed.kind: _ending,
    GameReopened.kind: lambda _event, _head: _("resuming the game"),
    ScoreSigned.kind: _confirmation,
    DealerCorrected.kind: lambda event, _head: _("the dealer of hand {number}", number=event.hand),
    PlayerSubstituted.kind: lambda event, _head: (
        _("the name {player}", player=event.player)
        if event.hand == 1
        else _("the substitution of {player}", player=event.player)
    ),
}
