"""Events in a few words: `Ann & Cal took 7, Ben & Dee 6`, `hand 6 misdealt`; and what an undo takes back."""

from collections.abc import Callable
from typing import Any

from scorekeeper.core.game import (
    DISPUTED,
    OWN_DEVICE,
    PROGRAM,
    SHARED_DEVICE,
    BidsPlaced,
    DealerCorrected,
    Event,
    EventUndone,
    GameClosed,
    GameReopened,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerErased,
    PlayerSubstituted,
    ScoreSigned,
    SeatsSwapped,
    TimeCalled,
)
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import (
    after_colon,
    listed,
    spaced,
    translatable,
    translate as _,
    with_commas,
    with_semicolons,
)

ON_DEVICE = {
    OWN_DEVICE: translatable("on their own phone"),
    SHARED_DEVICE: translatable("on a shared phone"),
    PROGRAM: translatable("by a program"),
}


def describe_event(event: Event, setup: Sheet) -> str:
    """What an event records, in a few words."""
    say = WORDS.get(event.kind)
    return say(event, setup) if say else event.kind


def _misdeal(event: HandMisdealt, setup: Sheet) -> str:
    misdealt = _("hand {number} misdealt", number=event.hand)
    if event.called_by is not None:
        caller = setup.names_at(event.hand)[event.called_by]
        misdealt = _("hand {number} misdealt, called by {side}", number=event.hand, side=caller)
    return with_semicolons([misdealt, _("the deal passes")]) if setup.rules.scoring.misdeal_passes else misdealt


def _close(event: GameClosed, setup: Sheet) -> str:
    return _("game ended") if event.forfeit is None else _("{side} conceded", side=setup.names[event.forfeit])


def _substitute(event: PlayerSubstituted, setup: Sheet) -> str:
    before = setup.player_at(event.seat, event.hand - 1)
    if event.hand == 1:
        return _("{before} is now {player}", before=before, player=event.player)
    return _("{player} is in for {before} from hand {number}", player=event.player, before=before, number=event.hand)


def _swap(event: SeatsSwapped, setup: Sheet) -> str:
    names = listed([setup.player_at(seat, event.hand) for seat in event.seats])
    if event.hand == 1:
        return _("{names} swapped seats, from the first hand", names=names)
    return _("{names} swapped seats from hand {number}", names=names, number=event.hand)


def _dealer(event: DealerCorrected, setup: Sheet) -> str:
    seating = setup.rules.seating
    if setup.rules.is_drawn:
        first = setup.player_at(seating.after(event.seat), event.hand)
        return _("{player} draws first in hand {number}", player=first, number=event.hand)
    return _("{player} deals hand {number}", player=setup.player_at(event.seat, event.hand), number=event.hand)


def _sign(event: ScoreSigned, setup: Sheet) -> str:
    side = setup.names[event.side]
    what = _("{side} confirmed the score", side=side)
    if event.verdict == DISPUTED:
        what = _("{side} disputed the score", side=side)
        if event.hand:
            what = _("{side} disputed hand {number}", side=side, number=event.hand)
    if event.device in ON_DEVICE:
        what = with_commas([what, _(ON_DEVICE[event.device])])
    return after_colon(what, event.note) if event.note else what


def took_words(event: HandRecorded, setup: Sheet) -> str:
    """`Ann & Cal took 7, Ben & Dee 6`."""
    names, counts = setup.names_at(event.hand), [took.tricks for took in event.record.took]
    if not counts:
        return _("not played")
    words = [spaced(name, count) for name, count in zip(names, counts, strict=True)]
    return with_commas([_("{side} took {tricks}", side=names[0], tricks=counts[0]), *words[1:]])


WORDS: dict[str, Callable[[Any, Sheet], str]] = {
    HandRecorded.kind: lambda event, setup: _(
        "hand {number}: {took}", number=event.hand, took=took_words(event, setup)
    ),
    BidsPlaced.kind: lambda event, _head: _("a bid in hand {number}", number=event.hand),
    HandCorrected.kind: lambda event, _head: _("hand {number} corrected", number=event.hand),
    HandMisdealt.kind: _misdeal,
    GameClosed.kind: _close,
    GameReopened.kind: lambda _event, _head: _("game resumed"),
    ScoreSigned.kind: _sign,
    PlayerSubstituted.kind: _substitute,
    SeatsSwapped.kind: _swap,
    DealerCorrected.kind: _dealer,
    TimeCalled.kind: lambda event, _head: _("time called: hand {number} is the last", number=event.hand),
    PlayerErased.kind: lambda _event, _head: _("a player’s name was erased"),
}


def undo_words(event: Event, setup: Sheet) -> str:
    """What is undone or redone, after that verb: `hand 7`, `the correction of hand 4`."""
    say = UNDONE.get(event.kind)
    return say(event, setup) if say else event.kind


def _confirmation(event: ScoreSigned, setup: Sheet) -> str:
    side = setup.names[event.side]
    return _("{side}’s dispute", side=side) if event.verdict == DISPUTED else _("{side}’s confirmation", side=side)


def _ending(event: GameClosed, setup: Sheet) -> str:
    if event.forfeit is None:
        return _("the end of the game")
    return _("{side}’s concession", side=setup.names[event.forfeit])


UNDONE: dict[str, Callable[[Any, Sheet], str]] = {
    EventUndone.kind: lambda _event, _head: _("an entry that does not exist"),
    HandRecorded.kind: lambda event, _head: _("hand {number}", number=event.hand),
    BidsPlaced.kind: lambda event, _head: _("a bid in hand {number}", number=event.hand),
    HandCorrected.kind: lambda event, _head: _("the correction of hand {number}", number=event.hand),
    HandMisdealt.kind: lambda event, _head: _("the misdeal of hand {number}", number=event.hand),
    GameClosed.kind: _ending,
    GameReopened.kind: lambda _event, _head: _("resuming the game"),
    ScoreSigned.kind: _confirmation,
    TimeCalled.kind: lambda _event, _head: _("the call of time"),
    SeatsSwapped.kind: lambda _event, _head: _("the swap of seats"),
    DealerCorrected.kind: lambda event, _head: _("the dealer of hand {number}", number=event.hand),
    PlayerSubstituted.kind: lambda event, _head: (
        _("the name {player}", player=event.player)
        if event.hand == 1
        else _("the substitution of {player}", player=event.player)
    ),
}
