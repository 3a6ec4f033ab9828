"""What is wrong with a file, in words: what was found, and what would be right."""

from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.file_faults import Due
from scorekeeper.core.words.plain import says

NOTATIONS = {
    Due.WORDS: "{} must be words in quotes",
    Due.WHOLE: "{} is no whole number",
    Due.TAG: '{} is no tag, one is written [Name "words"]',
    Due.RULING: "{} is no ruling, there are books, agreed, overruled and note",
    Due.NEXT_RULING: 'after a ruling stands {}, the next one begins with "; "',
    Due.TRICKS: "the tricks are {}, they must be numbers, then what was made",
    Due.SUBSTITUTE: 'the tag {} must have a hand, a seat and a player: "3" "2" "Eve"',
    Due.ONE_TEXT: "the tag {} must have one text in quotes",
}


def _notation(fault: faults.Notation) -> str:
    return NOTATIONS[fault.due].replace("{}", fault.found)


def _kinds(fault: faults.Known) -> str:
    """`a ZIP of a table, a text record or JSON`."""
    return f"{', '.join(fault.kinds[:-1])} or {fault.kinds[-1]}"


def _column(fault: faults.Column) -> str:
    of = "hand of this game" if fault.name == "hand" else f"{fault.name} of this hand"
    return f"{fault.name} is {fault.found}, the next {of} is {fault.due}"


FILES = dict(
    [
        says(faults.NOT_UTF8, lambda _: "this is not text in UTF-8"),
        says(faults.NOT_UTF8_SAVE, lambda _: "this is not text in UTF-8, save it as UTF-8 and try again"),
        says(faults.NOT_UTF8_JSON, lambda _: "this is not text in UTF-8, a sheet is JSON in UTF-8"),
        says(faults.EMPTY_FILE, lambda fault: f"the file is empty, it can be {_kinds(fault)}"),
        says(faults.UNKNOWN_FILE, lambda fault: f"this is no file that Scorekeeper knows, it can be {_kinds(fault)}"),
        says(
            faults.TOO_MANY_BYTES,
            lambda fault: f"it has more than {fault.most:,} bytes, the most that one file may have",
        ),
        says(
            faults.JSON_TOO_LARGE,
            lambda fault: f"this has more than {fault.most:,} bytes, the most that a sheet may have",
        ),
        says(faults.JSON_EMPTY, lambda _: "this is empty, a sheet is an object of JSON"),
        says(faults.JSON_TOO_DEEP, lambda _: "this JSON is nested too deeply, a sheet has at most six levels"),
        says(
            faults.JSON_MALFORMED,
            lambda fault: f"this is no JSON: {fault.words} at line {fault.line}, column {fault.column}",
        ),
        says(
            faults.JSON_NUMBER_TOO_LONG,
            lambda _: "this JSON has a number that is too long, scores are small whole numbers",
        ),
        says(
            faults.JSON_SAID_TWICE,
            lambda fault: f"{fault.value} stands twice in one object, each name stands once",
        ),
        says(faults.JSON_NO_NUMBER, lambda fault: f"{fault.value} is no number of JSON, scores are whole numbers"),
        says(faults.NOT_A_GAME, lambda fault: f"this is {fault.value}, an exported game is an object of JSON"),
        says(faults.CHAIN_BROKEN, lambda fault: f"the chain is broken: {fault.words}"),
        says(faults.NO_START, lambda _: "the game does not begin with its start"),
        says(faults.TAKES_BACK_LATER, lambda _: "it takes back an entry that does not come before it"),
        says(faults.NOT_CANONICAL, lambda _: "it is not in the one spelling that the log keeps"),
        says(
            faults.BAD_ERASURE,
            lambda _: "an erasure lists earlier entries with the hash of each, and nothing else",
        ),
        says(faults.NO_TABLE, lambda _: "it belongs to no table, say which table it comes to"),
        says(
            faults.TABLE_PARTS,
            lambda fault: f"players are at most {fault.most}, and merged is an object of names",
        ),
        says(faults.NOT_A_RECORD, lambda fault: f"this is no text record, one begins with {fault.value}"),
        says(faults.NOTATION, _notation),
        says(
            faults.LINE_TOO_LONG,
            lambda fault: f"it has {fault.found} characters, a line has at most {fault.most}",
        ),
        says(
            faults.TAG_TOO_LATE,
            lambda fault: f"the tag {fault.value} stands after the hands, tags come before them",
        ),
        says(faults.TAG_TWICE, lambda fault: f"the tag {fault.value} stands twice"),
        says(faults.TAG_NOT_ENDED, lambda fault: f'the tag {fault.value} does not end with "]"'),
        says(faults.TAGS_MISSING, lambda _: "a record has a tag Rules, and a tag Side for each side"),
        says(faults.AFTER_SEAL, lambda _: "something stands after the seal, it is the last line of a record"),
        says(
            faults.HAND_OUT_OF_TURN,
            lambda fault: f'{fault.found} does not begin with "{fault.hand}. ", the number of the next hand',
        ),
        says(
            faults.HAND_PARTS,
            lambda _: "a hand has four parts between bars: bids | tricks | points | totals",
        ),
        says(
            faults.SCORES_MISCOUNTED,
            lambda fault: f"it has {fault.points} points and {fault.totals} totals, each side has one of both",
        ),
        says(
            faults.NO_COLUMN,
            lambda fault: f"there is no column {fault.value}, the columns are {', '.join(fault.parts)}",
        ),
        says(faults.NOT_CSV, lambda fault: f"this is no CSV: {fault.words}"),
        says(faults.NEXT_NUMBER, _column),
        says(faults.TOTAL_NOT_WHOLE, lambda fault: f"{fault.what} {fault.value} is no whole number"),
        says(
            faults.NO_HANDS,
            lambda _: "Type in at least one hand: what was bid, what was taken, and the total beside it",
        ),
        says(faults.ZIP_UNREADABLE, lambda fault: f"this ZIP cannot be read: {fault.words}"),
        says(faults.TWICE_IN_ZIP, lambda _: "it is in the ZIP twice"),
        says(faults.ZIP_IN_ZIP, lambda _: "it is a ZIP inside the ZIP, unpack it and take it by itself"),
        says(faults.ZIP_LOCKED, lambda _: "it is locked, or packed in a way that is not read here"),
        says(faults.ZIP_OVERLAPS, lambda _: "it lies over another file of the ZIP"),
        says(
            faults.ZIP_BOMB,
            lambda fault: f"it is packed more than {fault.most} times smaller than it is, as no game is",
        ),
        says(
            faults.ZIP_TOO_LARGE,
            lambda _: "the ZIP holds more than fits in here, split the export into smaller files",
        ),
        says(
            faults.ZIP_TOO_MANY,
            lambda fault: f"the ZIP has more than {fault.most:,} files in it, split the export into smaller ones",
        ),
        says(
            faults.TOO_MANY_LINES,
            lambda _: "the file has more lines than fit in here, split the export into smaller files",
        ),
        says(
            faults.TOO_MANY_ENTRIES,
            lambda fault: f"it has {fault.found:,} entries, a game has at most {fault.most:,}",
        ),
        says(
            faults.TOO_MUCH_WORK,
            lambda _: "this takes more time or memory than there is for one file, split it into smaller ones",
        ),
    ]
)
