"""The sentence of every fault: what is wrong or doubtful, and what would be right; and where it is.

Templates stand beside their codes; here are the sentences that take some grammar.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar

from scorekeeper.core.inputs import Fault, InvalidInput, faults
from scorekeeper.core.inputs.faults import Expected, ExportPart, FaultCode, Named, ValueKind
from scorekeeper.core.rules.deal import BiddingLimit
from scorekeeper.core.rules.ruleset import value_word
from scorekeeper.core.words.bidding import limits_words
from scorekeeper.core.words.differences import difference_words
from scorekeeper.core.words.fault_templates import TEMPLATES, Words, worded
from scorekeeper.core.words.language import (
    Figure,
    either,
    full_stop,
    in_sentences,
    listed,
    number_text,
    translatable,
    translate as _,
    translate_plural as _n,
    with_commas,
)
from scorekeeper.core.words.objections import contradicts, miscounted, not_behind, only_by, sum_too_high
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


K = TypeVar("K")


def _one_of(texts: Mapping[K, str], code: K, figures: Mapping[str, Any]) -> str:
    """The text of this code, with its figures."""
    return _(texts[code], **figures)


KINDS = {
    ValueKind.OBJECT: translatable("{what} must be an object, not {value}"),
    ValueKind.TEXTS: translatable("{what} must be an object of text, not {value}"),
    ValueKind.OPTIONS: translatable("{what} must be an object of options, not {value}"),
    ValueKind.TEXT: translatable("{what} must be text, not {value}"),
    ValueKind.SWITCH: translatable("{what} must be true or false, not {value}"),
    ValueKind.WHOLE: translatable("{what} must be a whole number, not {value}"),
    ValueKind.NINE_DIGITS: translatable("{what} can have at most nine digits, not {value}"),
    ValueKind.RULE_SET: translatable("{what} must be the key of a rule set, not {value}"),
    ValueKind.OPTION: translatable("{what} must be a number, text, true, false or null, not {value}"),
    ValueKind.UUID: translatable("{what} must be a UUID such as 4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77, not {value}"),
    ValueKind.INSTANT: translatable("{what} must look like 2026-11-20T20:14:05.000000Z, not {value}"),
    ValueKind.MINUTE: translatable("{what} must look like 2026-11-20 20:14, not {value}"),
    ValueKind.DAY: translatable("{what} must look like 2026-11-20, not {value}"),
    ValueKind.ZONED: translatable("{what} is {value}; it must name its time zone"),
}
SAME_NAMES: dict[Enum, str] = {
    Named.PLAYERS: translatable("Two players are called {name}; use another name"),
    Named.SIDES: translatable("Two sides are called {name}; use another name"),
    Named.PRESETS: translatable("Two presets are called {name}; use another name"),
}
SAME_NAMES_NOW: dict[Enum, str] = {
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
    ExportPart.CHECKSUMS: translatable("The checksums were changed after export"),
    ExportPart.LINE: translatable("This line was changed after export"),
    ExportPart.TAG: translatable("The tag {name} was changed after export"),
    ExportPart.HAND: translatable("Hand {number} was changed after export"),
    ExportPart.HEAD: translatable("The beginning of the game was changed after export"),
    ExportPart.SHEET: translatable("The beginning of the sheet was changed after export"),
    ExportPart.SHEET_HAND: translatable("Hand {number} of the sheet was changed after export"),
    ExportPart.SCOREBOARD: translatable("The beginning of the scoreboard was changed after export"),
    ExportPart.SCOREBOARD_HAND: translatable("Hand {number} of the scoreboard was changed after export"),
    ExportPart.ENTRIES: translatable("The beginning of the entries was changed after export"),
    ExportPart.ENTRY: translatable("Entry {number} was changed after export"),
    ExportPart.SIGNATURE: translatable("The signature was changed after export"),
}


def _wrong_kind(params: faults.WrongKind) -> str:
    what, value = params["what"], params["value"]
    if params["kind"] != ValueKind.LIST:
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


def _format(params: faults.NamedParts) -> str:
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


SENTENCES: dict[str, Words] = TEMPLATES | dict(
    [
        # Values
        worded(faults.WRONG_KIND, _wrong_kind),
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
        # Sheets, players and names
        worded(
            faults.NUMBER_OF_PLAYERS,
            lambda p: _n(
                p["found"],
                "It has 1 player; a side has 1 or {most}",
                "It has {count} players; a side has 1 or {most}",
                **p,
            ),
        ),
        worded(
            faults.NUMBER_OF_BIDS,
            lambda p: _n(
                p["found"],
                "It has 1 bid; each of its seats bids once, such as {example}",
                "It has {count} bids; each of its seats bids once, such as {example}",
                **p,
            ),
        ),
        worded(faults.SAME_NAME, lambda p: _one_of(SAME_NAMES, p["of"], p)),
        worded(faults.SAME_NAME_NOW, lambda p: _one_of(SAME_NAMES_NOW, p["of"], p)),
        worded(faults.HIDDEN_LETTER, _hidden_letter),
        # Files
        worded(faults.EMPTY_FILE, lambda p: _("The file is empty; use {kinds}", kinds=_kinds(p))),
        worded(faults.UNKNOWN_FILE, lambda p: _("Can’t read this file; use {kinds}", kinds=_kinds(p))),
        worded(faults.NOTATION, lambda p: _one_of(NOTATIONS, p["due"], p)),
        worded(faults.NEXT_NUMBER, _next_number),
        # Events that do not fit their game
        worded(
            faults.GAME_IS_OVER,
            lambda p: _("The game is over. {ending}. Undo or correct a hand, or start a rematch", ending=_ending(p)),
        ),
        worded(faults.STOPPED_TOO_LATE, lambda p: _("The game is already over. {ending}", ending=_ending(p))),
        worded(faults.NOT_THE_LAST_HAND, _not_the_last),
        worded(faults.OBJECTED, _objected),
        worded(
            faults.BID_SINCE,
            lambda p: _("{name} bid {bid} on another phone", name=p["name"], bid=bid_in_text(p["calls"])),
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
        worded(
            faults.TRICKS_OUT_OF_RANGE,
            lambda p: _n(
                p["found"],
                "Took 1 trick; a hand of this game has 0 to {most}",
                "Took {count} tricks; a hand of this game has 0 to {most}",
                **p,
            ),
        ),
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
            faults.PAIR_NUMBERS,
            lambda p: _n(
                p["found"],
                "The pair bid 1 number; partners bid one number for both",
                "The pair bid {count} numbers; partners bid one number for both",
            ),
        ),
        worded(
            faults.TOO_FEW_FOR_FIRST,
            lambda p: _n(
                p["took"],
                "{call} is marked as made with 1 trick; it takes {needed}",
                "{call} is marked as made with {count} tricks; it takes {needed}",
                **p,
            ),
        ),
        worded(faults.RENEGE_SIDES, _renege_sides),
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
        # Biddings that rules object to
        worded(faults.NOT_BEHIND, lambda p: not_behind(call_word(p["call"]), 1, p["needed"], p["behind"])),
        worded(
            faults.TOO_MANY_ROUNDS,
            lambda p: _n(
                p["allowed"],
                "The bid changed {changes} times; it can change once",
                "The bid changed {changes} times; it can change {count} times",
                **p,
            ),
        ),
        worded(faults.CONTRADICTS, contradicts),
        worded(faults.SUM_AT_MOST, sum_too_high),
        worded(faults.HOW_MANY, miscounted),
        worded(faults.IN_EACH_PAIR, miscounted),
        worded(faults.ONLY_BY, only_by),
        worded(
            faults.CANNOT_FIT,
            lambda p: _("No bid still to come makes this right; {limits}", limits=limits_words(p["limits"])),
        ),
        # Rules that do not fit together
        worded(faults.NOT_SEATED, _not_seated),
        worded(faults.UNKNOWN_OPTION, _unknown_option),
        worded(faults.VALUE_REFUSED, _value_refused),
        worded(faults.OPTIONS_APART, _options_apart),
        # What verification finds in a file or a stored game
        worded(faults.PART_CHANGED, lambda p: _one_of(CHANGED_PARTS, p["part"], p)),
        worded(faults.DIFFERS, lambda p: difference_words(p["difference"])),
        worded(
            faults.STATISTICS_DIFFER,
            lambda p: _(
                "The statistics are not what the entries give; run {command}", command="scorekeeper stats rebuild"
            ),
        ),
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
        worded(faults.REVISION, _other_revision),
    ]
)


def add_sentences(found: Iterable[object]) -> None:
    """Put those of a room's codes beside these. Raises `ValueError` for a code that has another sentence."""
    for code in found:
        if isinstance(code, FaultCode) and SENTENCES.setdefault(code.key, code.sentence) != code.sentence:
            raise ValueError(f"{code.key} is the code of another fault")
