"""Names that the app gives tables and devices until somebody gives others: stored in English, shown in the reader's
language; and names of sides.
"""

from collections.abc import Sequence

from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.words.language import translatable, translate as _

FIRST_TABLE = translatable("Our table")
QUICK_TABLE = translatable("Quick game")

A_PHONE = translatable("A phone")
ANDROID_PHONE = translatable("Android phone")
ANDROID_TABLET = translatable("Android tablet")
WINDOWS_PC = translatable("Windows PC")
DEVICES = (A_PHONE, ANDROID_PHONE, ANDROID_TABLET, WINDOWS_PC)


def device_name(stored: str) -> str:
    """The name of a device for its reader; a second one of a table has a number: `Android phone 2`."""
    if stored in DEVICES:
        return _(stored)
    base, _space, number = stored.rpartition(" ")
    return f"{_(base)} {number}" if base in DEVICES and number.isdecimal() else stored


def stored_device(shown: str) -> str:
    """The name to store for one that a reader was shown: that of the app in English, any other as it is."""
    return next((name for name in DEVICES if _(name) == shown), shown)


def table_name(stored: str) -> str:
    """The name of a table for its reader."""
    return _(stored) if stored in (FIRST_TABLE, QUICK_TABLE) else stored


def side_name(players: Sequence[str]) -> str:
    """`Ann`, `Ann & Cal`; shortened to fit a side's name."""
    room = MAX_NAME_LENGTH - len(" & ") * (len(players) - 1)
    kept = {}
    for left, name in zip(range(len(players), 0, -1), sorted(players, key=len), strict=True):
        most = room // left
        kept[name] = name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
        room -= len(kept[name])
    return " & ".join(kept[name] for name in players)
