"""The text for differences between a file and its own record."""

from scorekeeper.core.inputs import differences as stored
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.words.language import translatable, translate as _, translate_in as _c, with_commas
from scorekeeper.core.words.paths import path_words
from scorekeeper.core.words.vocabulary import with_location

DIFFERENCES = {
    stored.TRICKS: translatable("Tricks written {written}, should be {gives}"),
    stored.POINTS: translatable("Points written {written}, should be {gives}"),
    stored.TOTAL: translatable("Total written {written}, should be {gives}"),
    stored.OVERTRICKS: translatable("Overtricks written {written}, should be {gives}"),
    stored.TOTALS: translatable("Totals written {written}, should be {gives}"),
    stored.END: translatable("End of the game written {written}, should be {gives}"),
    stored.OBJECTIONS: translatable("Objections written {written}, should be {gives}"),
    stored.LINE_CHANGED: translatable("Line {written} of the file was changed after export"),
    stored.NO_CHECKSUMS: translatable(
        "The checksums are missing; the end was cut off or changed, or the record was typed by hand"
    ),
    stored.SHEET: translatable("The sheet is not what its entries give"),
    stored.UNFIT: translatable("The entries do not fit together; the sheet was imported without them"),
    f"{stored.CHAIN}empty": translatable("The chain is broken. The game has no entries"),
    f"{stored.CHAIN}missing": translatable("The chain is broken. Entries from entry {written} on are missing"),
    f"{stored.CHAIN}seq": translatable("The chain is broken. Entry {written} is missing, and entry {gives} is there"),
    f"{stored.CHAIN}game": translatable("The chain is broken. Entry {written} is from another game"),
    f"{stored.CHAIN}kind": translatable(
        "The chain is broken. Entry {written} is of kind {gives}; a game starts once, with its first entry"
    ),
    f"{stored.CHAIN}previous": translatable("The chain is broken. Entry {written} does not follow the entry before it"),
    f"{stored.CHAIN}hash": translatable("The chain is broken. Entry {written} was changed"),
}


def difference_words(difference: Difference) -> str:
    """What differs, without the location; as it was written if an old version stored it as a sentence."""
    claimed, expected = difference.claimed, difference.expected
    if difference.what == stored.HAND_OR_LINE:
        return _line_words(claimed, expected) if difference.line else _counted_words(claimed)
    if difference.what == stored.WINNER:
        return _("Winner written {written}, should be {gives}", written=_winner(claimed), gives=_winner(expected))
    if difference.what in DIFFERENCES:
        return _(DIFFERENCES[difference.what], written=_none(claimed), gives=_none(expected))
    return with_commas([text for text in (difference.what, claimed, expected) if text])


def _none(text: str) -> str:
    return _c("objections", "none") if text == stored.NONE else text


def _winner(names: str) -> str:
    return _("nobody") if names == stored.NOBODY else names


def _counted_words(claimed: str) -> str:
    if claimed == stored.COUNTED:
        return _("Written as counted, but this hand should not count")
    return _("Written as not counted, but this hand should count")


def _line_words(claimed: str, expected: str) -> str:
    if claimed == stored.MISSING:
        return _("A score line is missing, {line}", line=_line(expected))
    if expected == stored.NO_LINE:
        return _("There is a score line too many, {line}", line=_line(claimed))
    return _("Score line written {written}, should be {gives}", written=_line(claimed), gives=_line(expected))


def _line(text: str) -> str:
    points, _for, reason = text.partition(stored.FOR)
    return _("{points} for {reason}", points=points, reason=reason)


def difference_text(difference: Difference) -> str:
    """One line: `Points claimed 62, should be 52 (hand 2, Ann)`."""
    return with_location(difference_words(difference), path_words(difference.path))
