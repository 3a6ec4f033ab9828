"""The text for what verification finds in a file or a stored game, and for differences stored with a game."""

from scorekeeper.core.inputs import findings
from scorekeeper.core.inputs.findings import Difference, Finding, Part
from scorekeeper.core.words.language import translatable, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.refusals import path_words, sentence_of
from scorekeeper.core.words.vocabulary import placed, says

CHANGED = {
    Part.CHECKSUMS: translatable("The checksums were changed after export"),
    Part.LINE: translatable("This line was changed after export"),
    Part.TAG: translatable("The tag {name} was changed after export"),
    Part.HAND: translatable("Hand {number} was changed after export"),
    Part.HEAD: translatable("The beginning of the game was changed after export"),
    Part.SHEET: translatable("The beginning of the sheet was changed after export"),
    Part.SHEET_HAND: translatable("Hand {number} of the sheet was changed after export"),
    Part.SCOREBOARD: translatable("The beginning of the scoreboard was changed after export"),
    Part.SCOREBOARD_HAND: translatable("Hand {number} of the scoreboard was changed after export"),
    Part.ENTRIES: translatable("The beginning of the entries was changed after export"),
    Part.ENTRY: translatable("Entry {number} was changed after export"),
    Part.SIGNATURE: translatable("The signature was changed after export"),
}


def _of_part(changed: findings.PartOfExport) -> str:
    return _(CHANGED[changed.part], number=changed.number, name=changed.name)


def _of_revision(other: findings.OtherRevision) -> str:
    return _(
        "The game was played by revision {played} of its rules, and these are revision {now}. {change}",
        played=other.played,
        now=other.now,
        change=finding_text(other.change),
    )


DIFFERENCES = {
    findings.TRICKS: translatable("Tricks written {written}, should be {gives}"),
    findings.POINTS: translatable("Points written {written}, should be {gives}"),
    findings.TOTAL: translatable("Total written {written}, should be {gives}"),
    findings.OVERTRICKS: translatable("Overtricks written {written}, should be {gives}"),
    findings.TOTALS: translatable("Totals written {written}, should be {gives}"),
    findings.END: translatable("End of the game written {written}, should be {gives}"),
    findings.OBJECTIONS: translatable("Objections written {written}, should be {gives}"),
    findings.LINE_CHANGED: translatable("Line {written} of the file was changed after export"),
    findings.NO_CHECKSUMS: translatable(
        "The checksums are missing; the end was cut off or changed, or the record was typed by hand"
    ),
    findings.SHEET: translatable("The sheet is not what its entries give"),
    findings.UNFIT: translatable("The entries do not fit together; the sheet was imported without them"),
    f"{findings.CHAIN}empty": translatable("The chain is broken. The game has no entries"),
    f"{findings.CHAIN}missing": translatable("The chain is broken. Entries from entry {written} on are missing"),
    f"{findings.CHAIN}seq": translatable("The chain is broken. Entry {written} is missing, and entry {gives} is there"),
    f"{findings.CHAIN}game": translatable("The chain is broken. Entry {written} is from another game"),
    f"{findings.CHAIN}kind": translatable(
        "The chain is broken. Entry {written} is of kind {gives}; a game starts once, with its first entry"
    ),
    f"{findings.CHAIN}previous": translatable(
        "The chain is broken. Entry {written} does not follow the entry before it"
    ),
    f"{findings.CHAIN}hash": translatable("The chain is broken. Entry {written} was changed"),
}


def difference_words(difference: Difference) -> str:
    """What differs, without the place; as it was written if an old version stored it as a sentence."""
    written, gives = difference.written, difference.gives
    if difference.what == findings.HAND_OR_LINE:
        return _line_words(written, gives) if difference.line else _counted_words(written)
    if difference.what == findings.WINNER:
        return _("Winner written {written}, should be {gives}", written=_winner(written), gives=_winner(gives))
    if difference.what in DIFFERENCES:
        return _(DIFFERENCES[difference.what], written=_none(written), gives=_none(gives))
    return with_commas([text for text in (difference.what, written, gives) if text])


def _none(text: str) -> str:
    return _("none") if text == findings.NONE else text


def _winner(names: str) -> str:
    return _("nobody") if names == findings.NOBODY else names


def _counted_words(written: str) -> str:
    if written == findings.COUNTED:
        return _("Written as counted, but this hand should not count")
    return _("Written as not counted, but this hand should count")


def _line_words(written: str, gives: str) -> str:
    if written == findings.MISSING:
        return _("A score line is missing, {line}", line=_line(gives))
    if gives == findings.NO_LINE:
        return _("There is a score line too many, {line}", line=_line(written))
    return _("Score line written {written}, should be {gives}", written=_line(written), gives=_line(gives))


def _line(text: str) -> str:
    points, _for, reason = text.partition(findings.FOR)
    return _("{points} for {reason}", points=points, reason=reason)


FINDINGS = dict(
    [
        says(
            findings.NO_EXPORT,
            lambda none: _("This is not an export; use a text record, JSON or ZIP from Scorekeeper"),
        ),
        says(findings.NO_GAME, lambda none: _("There is no game in it")),
        says(findings.CHECKSUMS_CHANGED, lambda none: _("The checksums are missing here, or were changed")),
        says(findings.BEFORE_GAME, lambda none: _("The lines before this game were changed after export")),
        says(findings.COMMA_MISSING, lambda none: _("There is no comma between two games")),
        says(findings.COMMA_TOO_MANY, lambda none: _("There is a comma after the last game")),
        says(findings.END_CHANGED, lambda none: _("The end of the file was changed after export")),
        says(findings.CHANGED, _of_part),
        says(findings.LINES_MISSING, lambda none: _("Lines before the checksums are missing")),
        says(
            findings.UNPROTECTED,
            lambda none: _("The layout was changed after export, so no checksums protect it; the content is right"),
        ),
        says(
            findings.CHECKSUMS_MISSING,
            lambda none: _(
                "The checksums are missing; the end was cut off or changed, or the record was typed by hand"
            ),
        ),
        says(
            findings.MISFIT,
            lambda none: _("The signature does not fit; the game was changed, or the signature is from another game"),
        ),
        says(findings.START_DIFFERS, lambda none: _("The start time is not that of the first entry")),
        says(findings.HAND_DIFFERS, lambda hand: _("Hand {hand} of the sheet is not what the entries give", hand=hand)),
        says(findings.HEAD_DIFFERS, lambda none: _("The beginning of the sheet is not what the entries give")),
        says(findings.UNWRITABLE, lambda none: _("An entry has a value that no record can have")),
        says(findings.DIFFERS, difference_words),
        says(
            findings.UNKNOWN_RULES_CODE,
            lambda codes: _(
                "This version doesn’t know the rules code {code}; its own code for these rules is {here}. "
                "Every score was checked all the same",
                code=codes.file,
                here=codes.here,
            ),
        ),
        says(findings.FILE_MISSING, lambda none: _("This file is missing from the ZIP")),
        says(findings.FILE_ADDED, lambda none: _("This file was added to the ZIP after export")),
        says(findings.FILE_CHANGED, lambda none: _("This file was changed after export")),
        says(
            findings.NO_LIST,
            lambda none: _("The ZIP has no list of its files, so nothing shows whether one is missing"),
        ),
        says(findings.ANOTHER_RECORD, lambda none: _("The text record is of another game than the file beside it")),
        says(findings.NOT_ONE_GAME, lambda none: _("It must have one game")),
        says(
            findings.ENTRIES_LOST,
            lambda last: _(
                "Entries are missing after entry {stored}; there were {written}",
                stored=last.stored,
                written=last.written,
            ),
        ),
        says(
            findings.TOTAL_DIFFERS,
            lambda total: _(
                "The stored total of {side} is {stored}, should be {due}",
                side=total.side,
                stored=total.stored,
                due=total.due,
            ),
        ),
        says(findings.SUMMARY_DIFFERS, lambda none: _("The stored result is not what the entries give")),
        says(
            findings.STATISTICS_DIFFER,
            lambda none: _(
                "The statistics are not what the entries give; run {command}", command="scorekeeper stats rebuild"
            ),
        ),
        says(findings.REVISION, _of_revision),
    ]
)


def finding_text(finding: Finding) -> str:
    """One line: `Hand 6 was changed after export (line 20)`."""
    known = FINDINGS.get(finding.code)
    words = known(finding.figures) if known else sentence_of(finding.code, finding.figures)
    return placed(words, path_words(finding.path))


def difference_text(difference: Difference) -> str:
    """One line: `Points written 62, should be 52 (hand 2, Ann)`."""
    return placed(difference_words(difference), path_words(difference.path))
