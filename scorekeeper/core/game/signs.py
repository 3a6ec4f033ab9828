"""Signatures: what each side says of the record, and whether it is still the record that it signed."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.game.entered import CLOSE, CORRECTION, HAND, REOPEN, SIGN, Entered
from scorekeeper.core.game.undo import in_force
from scorekeeper.core.rules.seating import Side

AGREED = "agreed"
DISPUTED = "disputed"

OWN_DEVICE = "own"
SHARED_DEVICE = "shared"
PROGRAM = "program"
DEVICES = (OWN_DEVICE, SHARED_DEVICE, PROGRAM)
"""What a side signed on: a phone of its own, another one (of the other side, or on the table), a program."""

SIGNED = (HAND, CORRECTION, CLOSE, REOPEN)
"""What a signature stands under. Bids of a hand that is not played yet are not in it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A side's verdict; `hand` is the one that it disputes, if it named one. `broken`: the record changed since.

    `device` is what it signed on, None for signatures of the time before that was asked.
    """

    side: Side
    verdict: str
    hand: int | None
    note: str
    entry: Entered
    broken: bool
    device: str | None = None


def signs(entries: Sequence[Entered]) -> tuple[Sign, ...]:
    """The latest signature of each side that stands. Taking back what broke a seal mends it."""
    standing = in_force(entries)
    latest = {Side(entry.payload["side"]): entry for entry in standing if entry.kind == SIGN}
    record = _record(standing)
    return tuple(
        Sign(
            side=side,
            verdict=entry.payload["verdict"],
            hand=entry.payload.get("hand"),
            note=entry.payload.get("note", ""),
            entry=entry,
            device=entry.payload.get("device"),
            broken=_record(in_force(entries[: entry.seq])) != record,
        )
        for side, entry in sorted(latest.items())
    )


def _record(standing: Sequence[Entered]) -> list[int]:
    return [entry.seq for entry in standing if entry.kind in SIGNED]
