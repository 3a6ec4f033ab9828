"""The sentence of every fault: what is wrong or doubtful, and what would be right; and where it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from scorekeeper.core.inputs import Fault, InvalidInput, faults
from scorekeeper.core.inputs.faults import Expected, FaultCode, Kind, Named, P, Part
from scorekeeper.core.rules.deal import BiddingLimit
from scorekeeper.core.rules.ruleset import value_word
from scorekeeper.core.words.bidding import limits_words
from scorekeeper.core.words.differences import difference_words
from scorekeeper.core.words.language import (
    Figure,
    either,
    full_stop,
    in_sentences,
    listed,
    number_text,
    translatable,
    with_commas,
)
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.objections import (
    contradicts,
    miscounted,
    not_behind,
    only_by,
    sum_too_high,
)
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.paths import path_words
from scorekeeper.core.words.rules import limit_text, players_words, shape_words, values_words
from scorekeeper.core.words.rulesets import deal_name
from scorekeeper.core.words.vocabulary import (
    bid_in_text,
    bid_word,
    call_in_text,
    call_word,
    calls_in_text,
    either_call,
    field_word,
    ordinal,
    sentence_case,
    with_location,
)

Words = str | Callable[[Any], str]
"""The sentence of a code: a template to fill with its params, or a function of them if it takes some grammar."""

SHOWN: dict[str, Callable[[Any], str]] = {
    "what": field_word,
    "place": ordinal,
    "bid": call_in_text,
    "first": call_in_text,
    "second": call_in_text,
    "choices": either_call,
    "before": bid_word,
    "after": bid_in_text,
    **dict.fromkeys(("bytes", "entries", "files", "most_entries"), number_text),
}
"""How a template shows the params of these names; other lists are separated by commas."""


def fault_text(fault: Fault) -> str:
    """One line: `Took 14 tricks; a hand of this game has 0 to 13 (hand 3, Ann)`."""
    return with_location(fault_words(fault), path_words(fault.path))


def fault_words(fault: Fault) -> str:
    """What is wrong, and what would be right, without the location."""
    words = SENTENCES[fault.code]
    if isinstance(words, str):
        return _(words, **{name: _shown(name, value) for name, value in fault.params.items()})
    return words(fault.params)


def _shown(name: str, value: Any) -> Figure:
    if name in SHOWN:
        return SHOWN[name](value)
    return with_commas(value) if isinstance(value, tuple) else value


def objection_text(objection: Fault, names: Sequence[str]) -> str:
    """What a rule objects to, and in which deal or whose bid: `Bids total 12; they must total 13 (mirrors)`."""
    path = objection.path.with_names(names)
    deals = [deal_name(step.name) for step in path.outside]
    return with_location(fault_words(objection), [*deals, *[step.name for step in path.steps]])


def not_offered_text(objection: Fault, calls: Sequence[str], rule: BiddingLimit) -> str:
    """Why these calls are not offered: `Blind nil is only for a side 100 or more behind`, or the rule against them."""
    if objection.code == faults.NOT_BEHIND.key:
        shown, params = sentence_case(calls_in_text(calls)), objection.params
        return full_stop(not_behind(shown, len(calls), params["needed"], params["behind"]))
    if len(calls) == 1:
        return full_stop(fault_words(objection))
    return _("Not now: {calls}. {rule}", calls=calls_in_text(calls), rule=limit_text(rule))


def error_text(error: Exception) -> str:
    """One line for any error: an `InvalidInput` gets its sentence, another error has its own text."""
    return fault_text(error.fault) if isinstance(error, InvalidInput) else str(error)


def worded(code: FaultCode[P], words: Callable[[P], str] | str) -> tuple[str, Words]:
    """An entry of the table. mypy rejects a function that does not take the code's params."""
    return code.key, words


K = TypeVar("K")


def _one_of(texts: Mapping[K, str], code: K, figures: Mapping[str, Any]) -> str:
    """The text of this code, with its figures."""
    return _(texts[code], **figures)


KINDS = {
    Kind.OBJECT: translatable("{what} must be an object, not {value}"),
    Kind.TEXTS: translatable("{what} must be an object of text, not {value}"),
    Kind.OPTIONS: translatable("{what} must be an object of options, not {value}"),
    Kind.TEXT: translatable("{what} must be text, not {value}"),
    Kind.SWITCH: translatable("{what} must be true or false, not {value}"),
    Kind.WHOLE: translatable("{what} must be a whole number, not {value}"),
    Kind.NINE_DIGITS: translatable("{what} can have at most nine digits, not {value}"),
    Kind.RULE_SET: translatable("{what} must be the key of a rule set, not {value}"),
    Kind.OPTION: translatable("{what} must be a number, text, true, false or null, not {value}"),
    Kind.UUID: translatable("{what} must be a UUID such as 4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77, not {value}"),
    Kind.INSTANT: translatable("{what} must look like 2026-11-20T20:14:05.000000Z, not {value}"),
    Kind.MINUTE: translatable("{what} must look like 2026-11-20 20:14, not {value}"),
    Kind.DAY: translatable("{what} must look like 2026-11-20, not {value}"),
    Kind.ZONED: translatable("{what} is {value}; it must name its time zone"),
}
SAME_NAMES = {
    Named.PLAYERS: translatable("Two players are called {name}; use another name"),
    Named.SIDES: translatable("Two sides are called {name}; use another name"),
    Named.PRESETS: translatable("Two presets are called {name}; use another name"),
    Named.SEASONS: translatable("Two seasons are called {name}; use another name"),
    Named.TEAMS: translatable("Two teams are called {name}; use another name"),
    Named.TOURNAMENTS: translatable("Two tournaments are called {name}; use another name"),
}
SAME_NAMES_NOW = {
    Named.PLAYERS: translatable("Two players would be called {name}; use another name"),
    Named.SIDES: translatable("Two sides would be called {name}; use another name"),
}
TOO_MANY_PLACES = translatable("There can be at most {most} places in the bidding, not {found}")
TOO_LONG = {
    "bids": translatable("There can be at most {most} bids, not {found}"),
    "by": TOO_MANY_PLACES,
    "double_nil": TOO_MANY_PLACES,
    "dealers": translatable("There can be at most {most} dealers, not {found}"),
    "presets": translatable("There can be at most {most} presets, not {found}"),
    "seasons": translatable("There can be at most {most} seasons, not {found}"),
    "for_places": translatable("At most {most} places can have points, not {found}"),
    "differences": translatable("There can be at most {most} differences, not {found}"),
}
"""By field, the lists that have a longest length."""

NOTATIONS = {
    Expected.WORDS: translatable("{found} must be in quotes"),
    Expected.WHOLE: translatable("{found} is not a whole number"),
    Expected.TAG: translatable('{found} is not a tag; write one as [Name "words"]'),
    Expected.RULING: translatable("{found} is not a ruling; use books, agreed, overruled or note"),
    Expected.NEXT_RULING: translatable('{found} follows a ruling; the next one begins with "; "'),
    Expected.TRICKS: translatable("The tricks are {found}; write numbers, then what was made"),
    Expected.SUBSTITUTE: translatable('The tag {found} must have a hand, a seat and a player, as in "3" "2" "Eve"'),
    Expected.ONE_TEXT: translatable("The tag {found} must have one text in quotes"),
}


CHANGED_PARTS = {
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


def _wrong_kind(params: faults.WrongKind) -> str:
    what, value = params["what"], params["value"]
    if params["kind"] != Kind.LIST:
        return _one_of(KINDS, params["kind"], {"what": field_word(what), "value": value})
    if what == "it":
        return _("It must be a list, not {value}", value=value)
    # As it is written, since other sentences use the field's name for one item.
    return _("“{field}” must be a list, not {value}", field=what, value=value)


def _wrong_length(params: faults.Length) -> str:
    if params["what"] == "bids":
        return _("This game needs {most} bids, not {found}", most=params["most"], found=params["found"])
    return _n(
        params["most"],
        "This game needs 1 trick count, not {found}",
        "This game needs {count} trick counts, not {found}",
        found=params["found"],
    )


def _hidden_letter(params: faults.HiddenLetter) -> str:
    if params["name"]:
        return _("The name {name} has a hidden character ({letter}); type it again", **params)
    return _("The name has a hidden character ({letter}); type it again", **params)


def _format(params: faults.Parts) -> str:
    readable = listed([f'"{name}"' for name in params["parts"]])
    return _(
        "{what} is {value}; this program reads {known}",
        what=field_word(params["what"]),
        value=params["value"],
        known=readable,
    )


def _next_number(params: faults.NextNumber) -> str:
    if params["column"] == "hand":
        return _("The hand is {found}; the next one is {due}", **params)
    return _("The {column} is {found}; the next one of this hand is {due}", **params)


def _kinds(params: faults.Formats) -> str:
    return either([_(kind) for kind in params["kinds"]])


def _ending(params: faults.GameOver) -> str:
    return outcome_text(params["outcome"], params["names"], params["totals"], params["overtricks"], params["unit"])


def _objected(params: faults.Objected) -> str:
    objections = in_sentences([objection_text(objection, params["names"]) for objection in params["objections"]])
    return _("{objections}. Record it as overruled if the table allows it", objections=objections)


def calls_words(codes: Sequence[str]) -> str:
    """The calls of a hand, with runs of numbers shortened: `1..13, nil`."""
    words: list[str] = []
    run: list[int] = []
    prefix = ""
    for code in codes:
        head = code.rstrip("0123456789")
        number = code[len(head) :]
        if run and not (number and head == prefix and int(number) == run[-1] + 1):
            words.append(_run_words(prefix, run))
            run = []
        if number:
            prefix = head
            run.append(int(number))
        else:
            words.append(code)
    if run:
        words.append(_run_words(prefix, run))
    return ", ".join(words)


def _run_words(prefix: str, run: list[int]) -> str:
    return f"{prefix}{run[0]}" if len(run) == 1 else f"{prefix}{run[0]}..{run[-1]}"


def _not_the_last(params: faults.TooLate) -> str:
    if params["next"] == 1:
        return _("The last hand is {hand}; it can only be 1", hand=params["hand"])
    return _(
        "The last hand is {hand}; it can be {last}, the last one recorded, or {next}",
        last=params["next"] - 1,
        **params,
    )


def _renege_sides(params: faults.RenegeSides) -> str:
    if params["by"] == params["to"]:
        return _("A renege moves books to another side; both are the same here")
    return _("A renege has no such side; sides are numbered from 0 to {last}", last=params["last"])


def _not_seated(params: faults.NotSeated) -> str:
    return _(
        "{rules} is for {players}, not for {shape}",
        rules=params["rules"],
        players=players_words(params["shapes"]),
        shape=shape_words(params["shape"]),
    )


def _unknown_option(params: faults.UnknownOption) -> str:
    rules, option, options = params["rules"], params["option"], with_commas(params["known"])
    if not options:
        return _('{rules} has no option "{option}"; it has no options', rules=rules, option=option)
    return _('{rules} has no option "{option}"; it has {known}', rules=rules, option=option, known=options)


def _value_refused(params: faults.ValueRefused) -> str:
    return _(
        'Option "{option}" cannot be {value}; it takes {values}',
        option=params["option"],
        value=value_word(params["value"]),
        values=values_words(params["values"], params["low"], params["high"]),
    )


def _options_apart(params: faults.OptionsApart) -> str:
    return _(
        'Option "{option}" cannot be {value} while "{other}" is {others_value}',
        option=params["option"],
        value=value_word(params["value"]),
        other=params["other"],
        others_value=value_word(params["others_value"]),
    )


def _other_revision(params: faults.OtherRevision) -> str:
    return _(
        "The game was played by revision {played} of its rules, and these are revision {now}. {change}",
        played=params["played"],
        now=params["now"],
        change=fault_text(params["change"]),
    )


SENTENCES = dict(
    [
        # Values
        worded(faults.WRONG_KIND, _wrong_kind),
        worded(faults.NOT_AN_OBJECT, translatable("{what} must be an object with {parts}, not {value}")),
        worded(faults.UNKNOWN_PART, translatable("{what} has {value}; it can have {parts}")),
        worded(faults.MISSING_PART, translatable("{what} has no {value}; it must have {parts}")),
        worded(faults.NOT_ONE_OF, translatable("{what} is {value}; it must be one of {parts}")),
        worded(
            faults.NOT_EITHER,
            lambda p: _(
                "{what} is {value}; it must be {known}",
                what=field_word(p["what"]),
                value=p["value"],
                known=either(p["parts"]),
            ),
        ),
        worded(faults.UNKNOWN_FORMAT, _format),
        worded(faults.WRONG_LENGTH, _wrong_length),
        worded(faults.LIST_TOO_LONG, lambda p: _one_of(TOO_LONG, p["what"], p)),
        worded(faults.TEXT_TOO_LONG, translatable("{what} has {found} characters; it can have at most {most}")),
        worded(faults.BLANK_TEXT, translatable("{what} is blank; give it 1 to {most} characters")),
        worded(
            faults.UNPRINTABLE_TEXT,
            translatable("{what} is {value}; it must be one line of text without control characters"),
        ),
        worded(faults.UNSEEN_NAME, translatable("{what} is {value}; it needs a character that shows")),
        worded(faults.NOT_WHOLE, translatable("{what} is {value}; it must be a whole number from {low} to {high}")),
        worded(faults.OUT_OF_RANGE, translatable("{what} is {value}; it must be {low} to {high}")),
        # Sheets, players and names
        worded(faults.NUMBER_OF_HANDS, translatable("The sheet has {found} hands; it can have at most {most}")),
        worded(faults.NUMBER_OF_SIDES, translatable("A game has 2 to {most} sides, not {found}")),
        worded(
            faults.NUMBER_OF_PLAYERS,
            lambda p: _n(
                p["found"],
                "It has 1 player; a side has 1 or {most}",
                "It has {count} players; a side has 1 or {most}",
                **p,
            ),
        ),
        worded(faults.NUMBER_OF_DEALS, translatable("A list has 1 to {most} deals, not {found}")),
        worded(faults.NUMBER_OF_LIMITS, translatable("It has {found} limits; a deal has at most {most}")),
        worded(faults.NUMBER_OF_SUBSTITUTES, translatable("A game has at most {most} substitutes, not {found}")),
        worded(faults.NUMBER_OF_AGREED_LINES, translatable("There are {found} lines; a table has at most {most}")),
        worded(
            faults.NUMBER_OF_BIDS,
            lambda p: _n(
                p["found"],
                "It has 1 bid; each of its seats bids once, such as {example}",
                "It has {count} bids; each of its seats bids once, such as {example}",
                **p,
            ),
        ),
        worded(faults.NOBODY_BIDS, translatable("This hand bids itself; its bids must be null")),
        worded(faults.UNEVEN_SIDES, translatable("The sides have different numbers of players; give each the same")),
        worded(faults.SAME_NAME, lambda p: _one_of(SAME_NAMES, p["of"], p)),
        worded(faults.SAME_NAME_NOW, lambda p: _one_of(SAME_NAMES_NOW, p["of"], p)),
        worded(faults.NOT_A_BID, translatable('The bid is {found}; it must be text such as "{example}"')),
        worded(faults.CALL_MISSING, translatable('{what} is {value}; a call is missing beside "+" or ">"')),
        worded(faults.BID_LEFT_OUT, translatable("A bid is missing; each seat has one")),
        worded(faults.TRICKS_LEFT_OUT, translatable("Tricks are missing; leave at most one side empty")),
        worded(faults.ENDS_BEFORE_IT_BEGINS, translatable("The last night is before the first")),
        worded(faults.HIDDEN_LETTER, _hidden_letter),
        worded(faults.LOOKS_LIKE, translatable("{name} looks like {other} in other letters; type it as {other}")),
        # Files
        worded(
            faults.CURLY_QUOTE,
            translatable('A curly quote ({found}) stands where a straight one (") belongs; replace it'),
        ),
        worded(faults.NOT_UTF8, translatable("This is not text in UTF-8; save it as UTF-8")),
        worded(faults.NOT_UTF8_SAVE, translatable("This is not text in UTF-8; save it as UTF-8 and try again")),
        worded(faults.NOT_UTF8_JSON, translatable("This is not text in UTF-8; a sheet is JSON in UTF-8")),
        worded(faults.EMPTY_FILE, lambda p: _("The file is empty; use {kinds}", kinds=_kinds(p))),
        worded(faults.UNKNOWN_FILE, lambda p: _("Can’t read this file; use {kinds}", kinds=_kinds(p))),
        worded(
            faults.WORKBOOK,
            translatable(
                "Excel and other workbooks can’t be read back; use the ZIP of a table, or JSON, text or the hands CSV"
            ),
        ),
        worded(faults.TOO_MANY_BYTES, translatable("The file has more than {bytes} bytes, the limit for one file")),
        worded(faults.JSON_TOO_LARGE, translatable("This has more than {bytes} bytes, the limit for a sheet")),
        worded(faults.JSON_EMPTY, translatable("This is empty; a sheet is a JSON object")),
        worded(faults.JSON_TOO_DEEP, translatable("This JSON is nested too deeply; a sheet has at most six levels")),
        worded(faults.JSON_MALFORMED, translatable("This is not JSON (line {line}, column {column})")),
        worded(
            faults.JSON_NUMBER_TOO_LONG,
            translatable("A number in this JSON is too long; scores are small whole numbers"),
        ),
        worded(faults.JSON_KEY_TWICE, translatable("{name} is twice in one object; use each name once")),
        worded(faults.JSON_NO_NUMBER, translatable("{value} is not a JSON number; scores are whole numbers")),
        worded(faults.NOT_A_GAME, translatable("This is {value}; an exported game is a JSON object")),
        worded(faults.NO_START, translatable("The game does not begin with its start")),
        worded(faults.TAKES_BACK_LATER, translatable("It undoes an entry that comes later")),
        worded(faults.NOT_CANONICAL, translatable("It is not written the way the log writes it")),
        worded(
            faults.BAD_ERASURE, translatable("An erasure lists earlier entries with the hash of each, and nothing else")
        ),
        worded(faults.NO_TABLE, translatable("It belongs to no table; choose the table to import it to")),
        worded(
            faults.TABLE_PARTS,
            translatable("There can be at most {most} players, and merged must be an object of names"),
        ),
        worded(faults.NOT_A_RECORD, translatable("This is not a text record; one begins with {value}")),
        worded(faults.NOTATION, lambda p: _one_of(NOTATIONS, p["due"], p)),
        worded(faults.LINE_TOO_LONG, translatable("The line has {found} characters; it can have at most {most}")),
        worded(faults.TAG_TOO_LATE, translatable("The tag {tag} comes after the hands; tags come before them")),
        worded(faults.TAG_TWICE, translatable("The tag {tag} is there twice")),
        worded(faults.TAG_NOT_ENDED, translatable('The tag {tag} does not end with "]"')),
        worded(faults.TAGS_MISSING, translatable("A record needs a tag Rules, and a tag Side for each side")),
        worded(faults.AFTER_SEAL, translatable("There is text after the checksum, which is the last line of a record")),
        worded(
            faults.HAND_OUT_OF_TURN,
            translatable('{found} does not begin with "{hand}. ", the number of the next hand'),
        ),
        worded(faults.HAND_PARTS, translatable("A hand has four parts between bars, bids | tricks | points | totals")),
        worded(
            faults.SCORES_MISCOUNTED,
            translatable("The hand has {points} points and {totals} totals; each side has one of both"),
        ),
        worded(faults.NO_COLUMN, translatable("There is no column {column}; the columns are {columns}")),
        worded(
            faults.UNKNOWN_COLUMNS,
            translatable("Not understood: {columns}. Say which bids or tricks are in it, or leave it out"),
        ),
        worded(
            faults.UNKNOWN_ROW,
            translatable("This row is no hand: {value}. Correct it, or leave it out"),
        ),
        worded(
            faults.BIDS_OR_DATE,
            translatable(
                "A spreadsheet made a date of two bids: {value} is {one} or {other}. Say whether the month or the day "
                "was typed first"
            ),
        ),
        worded(
            faults.NO_HAND_LIST,
            translatable(
                "This is no list of hands: it needs a line of headings, then 1 to {rows} rows of 2 to {columns} columns"
            ),
        ),
        worded(faults.NOT_CSV, translatable("This is not CSV ({problem})")),
        worded(faults.NEXT_NUMBER, _next_number),
        worded(faults.TOTAL_NOT_WHOLE, translatable("{column} {value} is not a whole number")),
        worded(faults.TOTAL_NOT_TENTHS, translatable("{column} {value} is not a number with one decimal at most")),
        worded(
            faults.NO_HANDS,
            translatable("Type in at least one hand: what was bid, what was taken, and the total beside it"),
        ),
        worded(faults.ZIP_UNREADABLE, translatable("Can’t read this ZIP; get it again ({problem})")),
        worded(faults.ZIP_DAMAGED, translatable("It is damaged; get the ZIP again")),
        worded(faults.TWICE_IN_ZIP, translatable("It is in the ZIP twice")),
        worded(faults.ZIP_IN_ZIP, translatable("It is a ZIP inside the ZIP; unpack it and import it alone")),
        worded(faults.ZIP_LOCKED, translatable("It is locked, or packed in a way we can’t read")),
        worded(faults.ZIP_OVERLAPS, translatable("It overlaps another file of the ZIP")),
        worded(faults.ZIP_BOMB, translatable("It unpacks to more than {most} times its size; no game does")),
        worded(faults.ZIP_TOO_LARGE, translatable("The ZIP is too large; split the export into smaller files")),
        worded(
            faults.ZIP_TOO_MANY,
            translatable("The ZIP has more than {files} files; split the export into smaller ones"),
        ),
        worded(faults.TOO_MANY_LINES, translatable("The file has too many lines; split the export into smaller files")),
        worded(
            faults.TOO_MANY_ENTRIES, translatable("The game has {entries} entries; it can have at most {most_entries}")
        ),
        worded(
            faults.TOO_MUCH_WORK,
            translatable("This takes too much time or memory for one file; split it into smaller ones"),
        ),
        # Events that do not fit their game
        worded(faults.RECORDED_ALREADY, translatable("It is already recorded; correct it to change it")),
        worded(faults.RECORDED_SINCE, translatable("It was recorded again since; the first cannot come back")),
        worded(faults.NOT_RECORDED_YET, translatable("It is not recorded yet; only a recorded hand can be corrected")),
        worded(
            faults.GAME_IS_OVER,
            lambda p: _("The game is over. {ending}. Undo or correct a hand, or start a rematch", ending=_ending(p)),
        ),
        worded(faults.STOPPED_TOO_LATE, lambda p: _("The game is already over. {ending}", ending=_ending(p))),
        worded(
            faults.TIME_IS_CALLED,
            translatable("Time was called already; the last hand is {hand}. Undo that first to call it again"),
        ),
        worded(faults.NOT_THE_LAST_HAND, _not_the_last),
        worded(faults.NOTHING_TO_REOPEN, translatable("Nobody ended this game early; there is nothing to resume")),
        worded(faults.ANOTHER_HAND_IS_NEXT, translatable("The next hand is {hand}")),
        worded(faults.HAND_BEFORE_IT, translatable("Hand {hand} comes before it")),
        worded(faults.NOT_TO_SIGN_YET, translatable("Hand {hand} is not recorded; the last one is {last}")),
        worded(faults.NOT_TO_SIT_YET, translatable("The hand is {hand}; it can be 1 to {last}")),
        worded(faults.NO_SUCH_ENTRY, translatable("There is no entry {entry}; the last one is {last}")),
        worded(faults.TAKEN_BACK_ALREADY, translatable("Entry {entry} is already undone")),
        worded(faults.NAME_IS_ERASED, translatable("Entry {entry} erased a name; that cannot be undone")),
        worded(faults.ENTRY_STARTS_GAME, translatable("Entry 1 starts the game; it cannot be undone")),
        worded(
            faults.HAND_PLAYED_AFTER,
            translatable("Hand {other} was played after hand {hand}; correct hand {hand} instead"),
        ),
        worded(faults.HAS_HANDS, translatable("Only a game without hands can be deleted; end this one instead")),
        worded(
            faults.NOT_IMPORTED,
            translatable("Only a game that came from a file, and is no match of a tournament, can be taken away"),
        ),
        worded(faults.NO_REASON, translatable("The correction has no reason; add one in a few words")),
        worded(faults.NOT_YOUR_MATCH, translatable("This phone has no match here now")),
        worded(faults.NOT_ACCEPTED_YET, translatable("The desk has not let this phone keep score yet; ask there")),
        worded(faults.MATCH_IS_CLOSED, translatable("This match is closed; ask the desk to change it")),
        worded(faults.MATCH_HAS_ONE_GAME, translatable("A match has one game; the desk pairs the next")),
        worded(faults.RULES_OWN_MATCH, translatable("You play in this match; the other director has to decide")),
        worded(faults.PROTESTS_CLOSED, translatable("Protests are closed; say why the result changes")),
        worded(faults.NO_CLOCK, translatable("There is no clock before the first round is published")),
        worded(faults.NOTHING_TO_UNDO, translatable("Nothing to undo; nothing is recorded yet")),
        worded(
            faults.NOTHING_TO_REDO, translatable("Nothing to redo; nothing was undone, or something was recorded since")
        ),
        worded(faults.NOT_OVER_YET, translatable("This game is not over; finish it or end it first")),
        worded(
            faults.TOO_MANY_EVENTS,
            translatable("The game has {entries} entries, the most a game can have; end it"),
        ),
        worded(faults.TOO_MANY_PHONES, translatable("Too many phones save at once; try again")),
        worded(
            faults.TOURNAMENT_FULL,
            translatable("This tournament’s log is full; go on with a new tournament"),
        ),
        worded(faults.OBJECTED, _objected),
        worded(
            faults.BID_SINCE,
            lambda p: _("{name} bid {bid} on another phone", name=p["name"], bid=bid_in_text(p["calls"])),
        ),
        worded(faults.BIDDING_IS_OVER, translatable("All bids are in; ask the scorekeeper to fix yours")),
        worded(faults.NO_SUCH_KEY, translatable("This game has no such bid; tap one of the keys")),
        worded(faults.WHO_GIVES_UP, translatable("Choose the side that concedes")),
        worded(faults.WHICH_IS_LAST, translatable("Choose the last hand")),
        worded(faults.WHO_GETS_UP, translatable("Choose who is leaving")),
        worded(faults.WHO_SITS_DOWN, translatable("Give the name of the substitute")),
        worded(faults.NOT_AGREED_POINTS, translatable("Give a whole number other than 0, such as −30")),
        worded(
            faults.NOT_AGREED_TENTHS,
            translatable("Give a number other than 0 with one decimal at most, such as −1.5"),
        ),
        worded(faults.POINTS_FOR_WHAT, translatable("Say what for, such as “talking across the table”")),
        worded(faults.SET_BY_SERVER, translatable("The server writes {name}; leave it out")),
        worded(
            faults.SIDE_CODE_NEEDED,
            translatable(
                "This phone is watching. To confirm for your side, scan the code that the scorekeeper’s phone "
                "shows for it"
            ),
        ),
        worded(
            faults.SIGNED_ELSEWHERE,
            translatable("This phone confirms for {name}. To confirm for {other} too, tick that you share it"),
        ),
        worded(
            faults.JUST_SIGNED_ELSEWHERE,
            translatable("This phone just confirmed for the other side. Look at the sheet, then confirm"),
        ),
        # Hands that cannot be scored
        worded(
            faults.BIDS_MISCOUNTED,
            lambda p: _n(
                p["found"],
                "1 bid is given; this hand needs {needed}",
                "{count} bids are given; this hand needs {needed}",
                **p,
            ),
        ),
        worded(
            faults.SIDES_MISCOUNTED,
            lambda p: _n(
                p["found"],
                "1 count of tricks is given; this game needs {needed}",
                "{count} counts of tricks are given; this game needs {needed}",
                **p,
            ),
        ),
        worded(
            faults.SEATS_MISCOUNTED,
            lambda p: _n(
                p["found"],
                "1 count by seat is given; this side needs {needed}",
                "{count} counts by seat are given; this side needs {needed}",
                **p,
            ),
        ),
        worded(
            faults.MISSING_BID, lambda p: _("A bid is missing; the bids are {calls}", calls=calls_words(p["calls"]))
        ),
        worded(
            faults.UNKNOWN_CALL,
            lambda p: _(
                '"{bid}" is not a bid in this game; the bids are {calls}', bid=p["bid"], calls=calls_words(p["calls"])
            ),
        ),
        worded(faults.ONE_CALL_ONLY, translatable('"{spelled}" is more than one call; a bid here is one call')),
        worded(
            faults.CALLS_APART,
            translatable(
                '"{spelled}" do not go together; '
                "a bid is one number with at most one call of each kind, or one call alone"
            ),
        ),
        worded(
            faults.SEAT_NOT_COUNTED,
            translatable("Tricks are missing for the hand that called {call}; count each seat of this side"),
        ),
        worded(
            faults.TRICKS_OUT_OF_RANGE,
            lambda p: _n(
                p["found"],
                "Took 1 trick; a hand of this game has 0 to {most}",
                "Took {count} tricks; a hand of this game has 0 to {most}",
                **p,
            ),
        ),
        worded(faults.TRICKS_DO_NOT_ADD_UP, translatable("Tricks add up to {found}; a hand has {needed}")),
        worded(
            faults.SEATS_DO_NOT_ADD_UP,
            lambda p: _n(
                p["found"],
                "Its seats took 1 trick; the side took {needed}",
                "Its seats took {count} tricks; the side took {needed}",
                **p,
            ),
        ),
        worded(
            faults.FIRST_TRICKS_TWICE,
            translatable("Two sides are marked for the first tricks; only one side can take them"),
        ),
        worded(
            faults.PAIR_NUMBERS,
            lambda p: _n(
                p["found"],
                "The pair bid 1 number; partners bid one number for both",
                "The pair bid {count} numbers; partners bid one number for both",
            ),
        ),
        worded(
            faults.NOT_BLIND,
            translatable("A blind number is the pair’s; {call} is not blind, so its partner bids too"),
        ),
        worded(
            faults.NOT_PLAYED,
            translatable("The bids add up to {found}; under {needed} the hand is not played, its tricks must be null"),
        ),
        worded(
            faults.IS_PLAYED,
            translatable("The bids add up to {found}; from {needed} on the hand is played, give its tricks"),
        ),
        worded(faults.FACT_NOT_CALLED, translatable('"{call}" is marked as made; this side did not call it')),
        worded(
            faults.TOO_FEW_FOR_FIRST,
            lambda p: _n(
                p["took"],
                "{call} is marked as made with 1 trick; it takes {needed}",
                "{call} is marked as made with {count} tricks; it takes {needed}",
                **p,
            ),
        ),
        worded(
            faults.FIRST_TRICKS_DENIED,
            translatable("{call} is marked as missed; a side that takes every trick takes the first ones"),
        ),
        worded(faults.RENEGE_SIDES, _renege_sides),
        worded(
            faults.RULED_TWICE,
            translatable("A ruling costs books, a set or the game; give only one, and sides and books only with books"),
        ),
        worded(faults.NO_NUMBER_TO_SET, translatable("This side bid no number in this hand that could count as set")),
        worded(
            faults.RENEGE_OF_OTHERS,
            translatable('The renege "{label}" was between two other sides; all its parts must name the same two'),
        ),
        worded(
            faults.RENEGE_IN_PARTS,
            lambda p: _n(
                p["books"],
                'The renege "{label}" moves 1 book in all; a renege moves at most {most}',
                'The renege "{label}" moves {count} books in all; a renege moves at most {most}',
                **p,
            ),
        ),
        worded(
            faults.RENEGE_BOOKS,
            lambda p: _n(
                p["found"],
                "A renege moves 1 book; it must move 1 to {most}",
                "A renege moves {count} books; it must move 1 to {most}",
                **p,
            ),
        ),
        worded(
            faults.TOO_FEW_TO_MOVE,
            lambda p: _n(
                p["books"],
                "A renege takes 1 book from {took}; tricks can’t go below zero",
                "A renege takes {count} books from {took}; tricks can’t go below zero",
                **p,
            ),
        ),
        worded(faults.ADJUSTMENT_SIDE, translatable("Points are agreed for side {side}; the sides are 0 to {last}")),
        worded(faults.NO_SUCH_DEALER, translatable("{seat} is not a seat; the dealer is 0 to {last}")),
        # Biddings that rules object to
        worded(faults.NOT_BEHIND, lambda p: not_behind(call_word(p["call"]), 1, p["needed"], p["behind"])),
        worded(faults.CHANGED, translatable("{before} became {after}; once said, a bid may not change")),
        worded(faults.LOWERED, translatable("{before} became {after}; a bid can only go up")),
        worded(faults.RAISED, translatable("{before} became {after}; on the second turn a bid can only go down")),
        worded(
            faults.TOO_MANY_ROUNDS,
            lambda p: _n(
                p["allowed"],
                "The bid changed {changes} times; it can change once",
                "The bid changed {changes} times; it can change {count} times",
                **p,
            ),
        ),
        worded(faults.SUM_IS_TRICKS, translatable("Bids total {tricks}; they may not equal the tricks of the hand")),
        worded(faults.BELOW_MINIMUM, translatable("The team bid {total}; it must bid at least {least}")),
        worded(faults.ABOVE_HIGHEST, translatable("The contract is {total}; it can be at most {most}")),
        worded(faults.IMPOSSIBLE, translatable("The contract is {total}; there are only {tricks} to take")),
        worded(faults.TOTAL_TOO_HIGH, translatable("Bids total {total}; they can total at most {most}")),
        worded(faults.BLIND_AFTER_LOOKING, translatable("{before} became {after}; bid blind before you look")),
        worded(faults.CONTRADICTS, contradicts),
        worded(faults.SUM_IS, translatable("Bids total {total}; they must total {needed}")),
        worded(faults.SUM_AT_MOST, sum_too_high),
        worded(faults.AT_LEAST, translatable("The {place} bid is {bid}; it must be at least {least}")),
        worded(faults.ONE_OF, translatable("The {place} bid is {bid}; it must be {choices}")),
        worded(faults.HOW_MANY, miscounted),
        worded(faults.IN_EACH_PAIR, miscounted),
        worded(faults.PARTNERS_ALIKE, translatable("Partners bid {first} and {second}; they must bid alike")),
        worded(faults.ALL_ALIKE, translatable("The {place} bid is {bid}; all must bid {first}, like the first")),
        worded(faults.RISING, translatable("The {place} bid is {bid}; it must be {due}")),
        worded(faults.ONLY_BY, only_by),
        worded(
            faults.CANNOT_FIT,
            lambda p: _("No bid still to come makes this right; {limits}", limits=limits_words(p["limits"])),
        ),
        # Rules that do not fit together
        worded(faults.UNKNOWN_RULES, translatable('There is no rule set "{key}"; there are {known}')),
        worded(faults.NOT_SEATED, _not_seated),
        worded(faults.UNKNOWN_OPTION, _unknown_option),
        worded(faults.VALUE_REFUSED, _value_refused),
        worded(faults.OPTIONS_APART, _options_apart),
        worded(faults.UNKNOWN_PRESET, translatable('{rules} has no preset "{preset}"; it has {known}')),
        worded(faults.TAKES_NO_SCRIPT, translatable("{rules} has deals of its own; leave out the list of deals")),
        worded(faults.TOO_MANY_DEALS, translatable("There are {found} deals; a list has at most {most}")),
        worded(faults.NO_WORDS, translatable("A deal has no name or no rule; give it both")),
        worded(faults.TOO_MANY_LIMITS, translatable("It has {found} limits; a deal has at most {most}")),
        worded(faults.UNKNOWN_LIMIT, translatable("There is no such limit; use one of {known}")),
        worded(faults.BAD_NUMBER, translatable("The number is {number}; it must be 0 to {most}")),
        worded(faults.NO_BID, translatable("It has no bid; give at least one")),
        worded(faults.UNKNOWN_BID, translatable('"{spelled}" is not a bid here; the bids are {bids}')),
        worded(
            faults.BAD_COUNTS,
            translatable("Low is {low} and high is {high}; they must be 0 ≤ low ≤ high ≤ {bidders}"),
        ),
        worded(
            faults.BAD_PLACE,
            translatable("{number} is not a place in the bidding; the places are 1 to {bidders}"),
        ),
        # Tournaments
        worded(faults.TOO_MANY_PARTS, translatable("{what} can have at most {most} parts, not {found}")),
        worded(
            faults.FIGURES_MISCOUNTED, translatable("{what} must have {most} figures, one for each side, not {found}")
        ),
        worded(faults.NUMBER_OF_STAGES, translatable("A tournament has 1 to {most} stages, not {found}")),
        worded(faults.TOO_MANY_TEAMS, translatable("A tournament has at most {most} teams")),
        worded(faults.NO_SUCH_TEAM, translatable("There is no team {number}; the last one is {last}")),
        worded(faults.NO_SUCH_MATCH, translatable("There is no match {number}")),
        worded(faults.NO_FIXTURES, translatable("There are no fixtures yet; bring the list of who plays whom first")),
        worded(faults.FIXTURES_ELSEWHERE, translatable("Only the format “fixtures” has fixtures and divisions")),
        worded(faults.NOT_TWO_TEAMS, translatable("A fixture is between two teams")),
        worded(faults.ROUND_WITHOUT_FIXTURE, translatable("Round {round} has no match, but a later one has")),
        worded(faults.TEAM_IN_TWO_DIVISIONS, translatable("Team {number} is in two divisions")),
        worded(faults.NO_SUCH_ROUND, translatable("There is no round {round}")),
        worded(faults.NO_SUCH_STAGE, translatable("There is no such stage; the stages are 1 to {most}")),
        worded(faults.TOURNAMENT_OVER, translatable("The tournament is over; undo its end first")),
        worded(faults.ENTRY_STARTS_TOURNAMENT, translatable("Entry 1 starts the tournament; it cannot be undone")),
        worded(faults.NOT_THE_NEXT_TEAM, translatable("{number} is not the next team; that is {last}")),
        worded(faults.PLAYER_IN_TEAM, translatable("{name} already plays in {team}")),
        worded(faults.NOT_OF_TEAM, translatable("{name} does not play in {team}")),
        worded(faults.TEAM_IS_PAIRED, translatable("{team} is paired in round {round}; withdraw the round first")),
        worded(faults.TEAM_NOT_IN_ROUND, translatable("{team} does not play in round {round}")),
        worded(faults.TEAM_IN_ROUND_TWICE, translatable("{team} is paired twice in round {round}")),
        worded(faults.TEAM_NOT_OUT, translatable("{team} is not out, so it cannot buy back")),
        worded(faults.NO_BUY_BACKS, translatable("Teams cannot buy back in this stage")),
        worded(
            faults.BUY_BACKS_USED,
            lambda p: _n(
                p["most"],
                "A team may buy back once; it has done so",
                "A team may buy back {count} times; it has done so",
            ),
        ),
        worded(faults.BUY_BACK_TOO_LATE, translatable("Teams can buy back until round {round} is paired, not later")),
        worded(faults.TOO_LATE_TO_ENTER, translatable("Teams can come in until round {round} is paired, not later")),
        worded(
            faults.NO_PLACE_LEFT,
            translatable("Everybody meets everybody here: a late team can only come in where a team sits out"),
        ),
        worded(faults.ROUND_PAIRED_ALREADY, translatable("Round {round} is paired; withdraw it to pair it again")),
        worded(
            faults.NOT_A_DRAW, translatable("The draw of round {round} does not fit the format; pair the round again")
        ),
        worded(faults.WRONG_SIDES, translatable("The sides of match {number} don’t fit the format")),
        worded(faults.UNKNOWN_REASON, translatable("No one can read the reason of match {number}")),
        worded(
            faults.COLUMN_DAMAGED,
            lambda p: _n(
                p["count"],
                "The database’s table {table} has 1 row whose {column} cannot be read",
                "The database’s table {table} has {count} rows whose {column} cannot be read",
                table=p["table"],
                column=p["column"],
            ),
        ),
        worded(faults.NOT_DAMAGED, translatable("It is not damaged, so it stays")),
        worded(faults.DOES_NOT_FIT, translatable("It does not fit the entries before it")),
        worded(faults.ROUND_OUT_OF_TURN, translatable("Round {round} is not next; that is round {other}")),
        worded(
            faults.ROUND_NOT_PUBLISHED, translatable("Round {round} is not published; publish or withdraw it first")
        ),
        worded(
            faults.ROUND_HAS_HANDS,
            translatable("A hand of round {round} is recorded; the round cannot be undone or withdrawn"),
        ),
        worded(
            faults.LATER_ROUND_PAIRED,
            translatable("Round {other} is paired from the results of round {round}; withdraw round {other} first"),
        ),
        worded(faults.MATCH_NUMBER_USED, translatable("There is a match {number} already")),
        worded(faults.MATCH_HAS_HANDS, translatable("A hand of match {number} is recorded")),
        worded(faults.MATCH_NOT_OVER, translatable("Match {number} has no result to confirm")),
        worded(faults.MATCH_IS_BYE, translatable("Match {number} is a bye; nobody plays it")),
        worded(faults.CALLED_ALREADY, translatable("The director is called already")),
        worded(faults.ONLY_WHO_LEAVES, translatable("Whether what a team played counts is asked only when it leaves")),
        worded(faults.APART_FROM_ITSELF, translatable("Choose two teams that are kept apart")),
        worded(faults.NOT_KEPT_APART, translatable("These two are not kept apart")),
        worded(
            faults.NO_PARTNERS_TO_KEEP_APART,
            translatable("Partners are kept apart only where they change every round"),
        ),
        worded(faults.TOO_MANY_APART, translatable("At most {most} pairs of teams are kept apart")),
        worded(faults.NO_OPEN_CALL, translatable("Match {number} does not wait for the director")),
        worded(
            faults.TOO_MANY_CALLS,
            translatable("This table has called {most} times; somebody has to walk to the desk"),
        ),
        worded(faults.GAME_IN_MATCH, translatable("This game belongs to match {number}")),
        worded(faults.SCORES_ARE_LEVEL, translatable("The scores are level; say who won")),
        worded(faults.ADJUSTS_NOTHING, translatable("Give wins or points other than 0")),
        worded(faults.ADJUSTMENT_FOR_WHAT, translatable("Say what the bonus or penalty is for")),
        worded(
            faults.MATCHES_STILL_PLAYED,
            lambda p: _n(p["count"], "1 match is not over", "{count} matches are not over"),
        ),
        worded(
            faults.TOO_FEW_TEAMS,
            lambda p: _n(
                p["found"],
                "1 team can be paired; this needs {needed}",
                "{count} teams can be paired; this needs {needed}",
                **p,
            ),
        ),
        worded(
            faults.TOO_MANY_MATCHES,
            lambda p: _(
                "These rounds would be {found} matches; a tournament can have {most}. Make pools, or set fewer rounds",
                **p,
            ),
        ),
        worded(faults.ALL_ROUNDS_PLAYED, translatable("All rounds are played; end the tournament")),
        worded(
            faults.TIE_AT_THE_CUT,
            lambda p: _("{teams} are level at the cut; draw lots, or record a deciding hand", teams=listed(p["teams"])),
        ),
        worded(faults.NOBODY_TO_PAIR, translatable("Nobody can be paired now")),
        worded(faults.TOO_LATE_TO_BEGIN, translatable("It is too late to begin another match")),
        worded(
            faults.SIZE_OF_POOLS,
            lambda p: _n(
                p["found"],
                "A pool would have 1 team; it can have {least} to {most}",
                "A pool would have {count} teams; it can have {least} to {most}",
                **p,
            ),
        ),
        worded(
            faults.STAGE_BEGUN,
            translatable("This stage has begun; its format stays. Withdraw its rounds to change it"),
        ),
        worded(
            faults.STAGES_APART,
            translatable("Stages with changing partners and stages with teams do not go together"),
        ),
        worded(
            faults.SHAPE_OF_FORMAT,
            lambda p: _n(
                p["needed"],
                "In this format a team is 1 player; this one has {found}",
                "In this format a team is {count} players; this one has {found}",
                **p,
            ),
        ),
        # What verification finds in a file or a stored game
        worded(
            faults.NO_EXPORT, translatable("This is not an export; use a text record, JSON or ZIP from Scorekeeper")
        ),
        worded(faults.NO_GAME, translatable("There is no game in it")),
        worded(faults.CHECKSUMS_CHANGED, translatable("The checksums are missing here, or were changed")),
        worded(faults.BEFORE_GAME, translatable("The lines before this game were changed after export")),
        worded(faults.COMMA_MISSING, translatable("There is no comma between two games")),
        worded(faults.COMMA_TOO_MANY, translatable("There is a comma after the last game")),
        worded(faults.END_CHANGED, translatable("The end of the file was changed after export")),
        worded(faults.PART_CHANGED, lambda p: _one_of(CHANGED_PARTS, p["part"], p)),
        worded(faults.LINES_MISSING, translatable("Lines before the checksums are missing")),
        worded(
            faults.UNPROTECTED,
            translatable("The layout was changed after export, so no checksums protect it; the content is right"),
        ),
        worded(
            faults.CHECKSUMS_MISSING,
            translatable("The checksums are missing; the end was cut off or changed, or the record was typed by hand"),
        ),
        worded(
            faults.MISFIT,
            translatable("The signature does not fit; the game was changed, or the signature is from another game"),
        ),
        worded(faults.START_DIFFERS, translatable("The start time is not that of the first entry")),
        worded(faults.HAND_DIFFERS, translatable("Hand {hand} of the sheet is not what the entries give")),
        worded(faults.HEAD_DIFFERS, translatable("The beginning of the sheet is not what the entries give")),
        worded(faults.UNWRITABLE, translatable("An entry has a value that no record can have")),
        worded(faults.DIFFERS, lambda p: difference_words(p["difference"])),
        worded(
            faults.UNKNOWN_RULES_CODE,
            translatable(
                "This version doesn’t know the rules code {code}; its own code for these rules is {here}. "
                "Every score was checked all the same"
            ),
        ),
        worded(faults.FILE_MISSING, translatable("This file is missing from the ZIP")),
        worded(faults.FILE_ADDED, translatable("This file was added to the ZIP after export")),
        worded(faults.FILE_CHANGED, translatable("This file was changed after export")),
        worded(
            faults.NO_LIST,
            translatable("The ZIP has no list of its files, so nothing shows whether one is missing"),
        ),
        worded(faults.ANOTHER_RECORD, translatable("The text record is of another game than the file beside it")),
        worded(faults.NOT_ONE_GAME, translatable("It must have one game")),
        worded(faults.ENTRIES_LOST, translatable("Entries are missing after entry {stored}; there were {written}")),
        worded(faults.TOTAL_DIFFERS, translatable("The stored total of {side} is {stored}, should be {due}")),
        worded(faults.SUMMARY_DIFFERS, translatable("The stored result is not what the entries give")),
        worded(
            faults.STATISTICS_DIFFER,
            lambda p: _(
                "The statistics are not what the entries give; run {command}", command="scorekeeper stats rebuild"
            ),
        ),
        worded(faults.REVISION, _other_revision),
    ]
)
