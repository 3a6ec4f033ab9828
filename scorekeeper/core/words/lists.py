"""What is wrong with a list as a whole."""

from scorekeeper.core.inputs.faults import Length, WrongKind
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n

PLACES = translatable("There can be at most {most} places in the bidding, not {found}")
TOO_LONG = {
    "bids": translatable("There can be at most {most} bids, not {found}"),
    "by": PLACES,
    "double_nil": PLACES,
    "dealers": translatable("There can be at most {most} dealers, not {found}"),
    "presets": translatable("There can be at most {most} presets, not {found}"),
    "differences": translatable("There can be at most {most} differences, not {found}"),
}
"""By field, the lists that have a longest length."""


def too_long(fault: Length) -> str:
    """The list has too many items."""
    return _(TOO_LONG[fault.what], most=fault.most, found=fault.found)


def wrong_length(fault: Length) -> str:
    """The game needs another number of bids or trick counts."""
    if fault.what == "bids":
        return _("This game needs {most} bids, not {found}", most=fault.most, found=fault.found)
    return _n(
        fault.most,
        "This game needs 1 trick count, not {found}",
        "This game needs {count} trick counts, not {found}",
        found=fault.found,
    )


def not_a_list(fault: WrongKind) -> str:
    """There is something else; the field is named as it is written, since other sentences use its name for one item."""
    if fault.what == "it":
        return _("It must be a list, not {value}", value=fault.value)
    return _("“{field}” must be a list, not {value}", field=fault.what, value=fault.value)
