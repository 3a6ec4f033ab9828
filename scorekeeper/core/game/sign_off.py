"""Sign-offs: each side's verdict on the score, and whether the score has changed since."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.game.events import (
    OWN_DEVICE,
    Event,
    GameClosed,
    GameReopened,
    HandCorrected,
    HandRecorded,
    ScoreSigned,
    TimeCalled,
    in_force,
)
from scorekeeper.core.rules.seating import Side


@dataclass(frozen=True, slots=True)
class SignOff:
    """The latest sign-off of a side; `broken` if the record has changed since."""

    event: ScoreSigned
    broken: bool

    @property
    def side(self) -> Side:
        """The side that signed."""
        return self.event.side

    @property
    def verdict(self) -> str:
        """`AGREED` or `DISPUTED`."""
        return self.event.verdict

    @property
    def hand(self) -> int | None:
        """The hand that the side disputes, if it named one."""
        return self.event.hand

    @property
    def note(self) -> str:
        """The side's remark; may be empty."""
        return self.event.note

    @property
    def device(self) -> str | None:
        """What the side signed on: one of `DEVICES`; None in old signatures, which did not record it."""
        return self.event.device


def signs(events: Sequence[Event]) -> tuple[SignOff, ...]:
    """The latest signature in force of each side. Undoing what broke a signature restores it."""
    active = in_force(events)
    latest = {event.side: event for event in active if isinstance(event, ScoreSigned)}
    record = _record(active)
    return tuple(
        SignOff(event, broken=_record(in_force(events[: event.seq])) != record) for _, event in sorted(latest.items())
    )


def _record(active: Sequence[Event]) -> list[int]:
    """The numbers of the events that a signature covers, without the bids of an unfinished hand."""
    return [
        event.seq
        for event in active
        if isinstance(event, HandRecorded | HandCorrected | GameClosed | GameReopened | TimeCalled)
    ]


def side_signed_for(given: Sequence[SignOff], at: int | None) -> int | None:
    """The side that a phone of side `at` is bound to, because it signed as that side's phone; None if it is free."""
    return at if any(sign.side == at and sign.device == OWN_DEVICE for sign in given) else None
