"""The text for what is wrong with a file: what was found, and what would be right."""

from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.file_faults import Due
from scorekeeper.core.words.language import either, number_text, translatable, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import says

NOTATIONS = {
    Due.WORDS: translatable("{found} must be in quotes"),
    Due.WHOLE: translatable("{found} is not a whole number"),
    Due.TAG: translatable('{found} is not a tag; write one as [Name "words"]'),
    Due.RULING: translatable("{found} is not a ruling; use books, agreed, overruled or note"),
    Due.NEXT_RULING: translatable('{found} follows a ruling; the next one begins with "; "'),
    Due.TRICKS: translatable("The tricks are {found}; write numbers, then what was made"),
    Due.SUBSTITUTE: translatable('The tag {found} must have a hand, a seat and a player, as in "3" "2" "Eve"'),
    Due.ONE_TEXT: translatable("The tag {found} must have one text in quotes"),
}


def _column(fault: faults.Column) -> str:
    if fault.name == "hand":
        return _("The hand is {found}; the next one is {due}", found=fault.found, due=fault.due)
    return _(
        "The {column} is {found}; the next one of this hand is {due}",
        column=fault.name,
        found=fault.found,
        due=fault.due,
    )


def _kinds(fault: faults.Known) -> str:
    return either([_(kind) for kind in fault.kinds])


FILES = dict(
    [
        says(faults.NOT_UTF8, lambda fault: _("This is not text in UTF-8; save it as UTF-8")),
        says(faults.NOT_UTF8_SAVE, lambda fault: _("This is not text in UTF-8; save it as UTF-8 and try again")),
        says(faults.NOT_UTF8_JSON, lambda fault: _("This is not text in UTF-8; a sheet is JSON in UTF-8")),
        says(
            faults.EMPTY_FILE,
            lambda fault: _("The file is empty; use {kinds}", kinds=either([_(kind) for kind in fault.kinds])),
        ),
        says(
            faults.UNKNOWN_FILE,
            lambda fault: _("Can’t read this file; use {kinds}", kinds=either([_(kind) for kind in fault.kinds])),
        ),
        says(
            faults.WORKBOOK,
            lambda fault: _(
                "Excel and other workbooks can’t be read back; use the ZIP of a table, or JSON, text or the hands CSV"
            ),
        ),
        says(
            faults.TOO_MANY_BYTES,
            lambda fault: _(
                "The file has more than {most} bytes, the limit for one file", most=number_text(fault.most)
            ),
        ),
        says(
            faults.JSON_TOO_LARGE,
            lambda fault: _("This has more than {most} bytes, the limit for a sheet", most=number_text(fault.most)),
        ),
        says(faults.JSON_EMPTY, lambda fault: _("This is empty; a sheet is a JSON object")),
        says(faults.JSON_TOO_DEEP, lambda fault: _("This JSON is nested too deeply; a sheet has at most six levels")),
        says(
            faults.JSON_MALFORMED,
            lambda fault: _(
                "This is not JSON (line {line}, column {column})",
                line=fault.line,
                column=fault.column,
            ),
        ),
        says(
            faults.JSON_NUMBER_TOO_LONG,
            lambda fault: _("A number in this JSON is too long; scores are small whole numbers"),
        ),
        says(
            faults.JSON_KEY_TWICE,
            lambda fault: _("{name} is twice in one object; use each name once", name=fault.value),
        ),
        says(
            faults.JSON_NO_NUMBER,
            lambda fault: _("{value} is not a JSON number; scores are whole numbers", value=fault.value),
        ),
        says(
            faults.NOT_A_GAME,
            lambda fault: _("This is {value}; an exported game is a JSON object", value=fault.value),
        ),
        says(faults.NO_START, lambda fault: _("The game does not begin with its start")),
        says(faults.TAKES_BACK_LATER, lambda fault: _("It undoes an entry that comes later")),
        says(faults.NOT_CANONICAL, lambda fault: _("It is not written the way the log writes it")),
        says(
            faults.BAD_ERASURE,
            lambda fault: _("An erasure lists earlier entries with the hash of each, and nothing else"),
        ),
        says(faults.NO_TABLE, lambda fault: _("It belongs to no table; choose the table to import it to")),
        says(
            faults.TABLE_PARTS,
            lambda fault: _(
                "There can be at most {most} players, and merged must be an object of names", most=fault.most
            ),
        ),
        says(
            faults.NOT_A_RECORD,
            lambda fault: _("This is not a text record; one begins with {beginning}", beginning=fault.value),
        ),
        says(faults.NOTATION, lambda fault: _(NOTATIONS[fault.due], found=fault.found)),
        says(
            faults.LINE_TOO_LONG,
            lambda fault: _(
                "The line has {found} characters; it can have at most {most}", found=fault.found, most=fault.most
            ),
        ),
        says(
            faults.TAG_TOO_LATE,
            lambda fault: _("The tag {tag} comes after the hands; tags come before them", tag=fault.value),
        ),
        says(faults.TAG_TWICE, lambda fault: _("The tag {tag} is there twice", tag=fault.value)),
        says(faults.TAG_NOT_ENDED, lambda fault: _('The tag {tag} does not end with "]"', tag=fault.value)),
        says(faults.TAGS_MISSING, lambda fault: _("A record needs a tag Rules, and a tag Side for each side")),
        says(
            faults.AFTER_SEAL,
            lambda fault: _("There is text after the checksum, which is the last line of a record"),
        ),
        says(
            faults.HAND_OUT_OF_TURN,
            lambda fault: _(
                '{found} does not begin with "{hand}. ", the number of the next hand',
                found=fault.found,
                hand=fault.hand,
            ),
        ),
        says(
            faults.HAND_PARTS,
            lambda fault: _("A hand has four parts between bars, bids | tricks | points | totals"),
        ),
        says(
            faults.SCORES_MISCOUNTED,
            lambda fault: _(
                "The hand has {points} points and {totals} totals; each side has one of both",
                points=fault.points,
                totals=fault.totals,
            ),
        ),
        says(
            faults.NO_COLUMN,
            lambda fault: _(
                "There is no column {column}; the columns are {columns}",
                column=fault.value,
                columns=with_commas(fault.parts),
            ),
        ),
        says(faults.NOT_CSV, lambda fault: _("This is not CSV ({problem})", problem=fault.words)),
        says(faults.NEXT_NUMBER, _column),
        says(
            faults.TOTAL_NOT_WHOLE,
            lambda fault: _("{what} {value} is not a whole number", what=fault.what, value=fault.value),
        ),
        says(
            faults.TOTAL_NOT_TENTHS,
            lambda fault: _(
                "{what} {value} is not a number with one decimal at most", what=fault.what, value=fault.value
            ),
        ),
        says(
            faults.NO_HANDS,
            lambda fault: _("Type in at least one hand: what was bid, what was taken, and the total beside it"),
        ),
        says(
            faults.ZIP_UNREADABLE, lambda fault: _("Can’t read this ZIP; get it again ({problem})", problem=fault.words)
        ),
        says(faults.ZIP_DAMAGED, lambda fault: _("It is damaged; get the ZIP again")),
        says(faults.TWICE_IN_ZIP, lambda fault: _("It is in the ZIP twice")),
        says(faults.ZIP_IN_ZIP, lambda fault: _("It is a ZIP inside the ZIP; unpack it and import it alone")),
        says(faults.ZIP_LOCKED, lambda fault: _("It is locked, or packed in a way we can’t read")),
        says(faults.ZIP_OVERLAPS, lambda fault: _("It overlaps another file of the ZIP")),
        says(
            faults.ZIP_BOMB,
            lambda fault: _("It unpacks to more than {most} times its size; no game does", most=fault.most),
        ),
        says(faults.ZIP_TOO_LARGE, lambda fault: _("The ZIP is too large; split the export into smaller files")),
        says(
            faults.ZIP_TOO_MANY,
            lambda fault: _(
                "The ZIP has more than {most} files; split the export into smaller ones", most=number_text(fault.most)
            ),
        ),
        says(
            faults.TOO_MANY_LINES,
            lambda fault: _("The file has too many lines; split the export into smaller files"),
        ),
        says(
            faults.TOO_MANY_ENTRIES,
            lambda fault: _(
                "The game has {found} entries; it can have at most {most}",
                found=number_text(fault.found),
                most=number_text(fault.most),
            ),
        ),
        says(
            faults.TOO_MUCH_WORK,
            lambda fault: _("This takes too much time or memory for one file; split it into smaller ones"),
        ),
    ]
)
