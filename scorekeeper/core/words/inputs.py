"""What is wrong with a value or a sheet, in words: what was found, and what would be right."""

from scorekeeper.core.inputs import faults
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.core.words.plain import counted, says

KINDS = {
    Kind.OBJECT: "an object",
    Kind.TEXTS: "an object of text",
    Kind.OPTIONS: "an object of options",
    Kind.LIST: "a list",
    Kind.TEXT: "text",
    Kind.SWITCH: "true or false",
    Kind.WHOLE: "a whole number",
    Kind.RULE_SET: "the key of a rule set",
    Kind.OPTION: "a number, text, true, false or null",
    Kind.UUID: "a UUID, such as 4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77",
    Kind.INSTANT: "as 2026-11-20T20:14:05.000000Z",
    Kind.MINUTE: "as 2026-11-20 20:14",
}
MUST = {Kind.NINE_DIGITS: "must have at most nine digits", Kind.ZONED: "must name its time zone"}


def _wrong_kind(fault: faults.WrongKind) -> str:
    must = MUST[fault.kind] if fault.kind in MUST else f"must be {KINDS[fault.kind]}"
    return f"{fault.what} is {fault.value}, it {must}"


def _wrong_length(fault: faults.Length) -> str:
    return f"{fault.what} has {_entries(fault.found)}, this game needs {fault.most}"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _one_of(fault: faults.Parts) -> str:
    return f"{fault.what} is {fault.value}, it must be one of {', '.join(fault.parts)}"


def _format(fault: faults.Parts) -> str:
    reads = " and ".join(f'"{name}"' for name in fault.parts)
    return f"{fault.what} is {fault.value}, this program reads {reads}"


def _hidden(fault: faults.HiddenLetter) -> str:
    what = f"the name {fault.name}" if fault.name else "the name"
    return f"{what} has a character that nobody sees ({fault.letter}), type the name again without it"


INPUTS = dict(
    [
        says(faults.WRONG_KIND, _wrong_kind),
        says(
            faults.NOT_AN_OBJECT,
            lambda fault: f"{fault.what} is {fault.value}, it must be an object with {', '.join(fault.parts)}",
        ),
        says(
            faults.UNKNOWN_PART,
            lambda fault: f"{fault.what} has {fault.value}, its parts are {', '.join(fault.parts)}",
        ),
        says(
            faults.MISSING_PART,
            lambda fault: f"{fault.what} has no {fault.value}, it must have {', '.join(fault.parts)}",
        ),
        says(faults.NOT_ONE_OF, _one_of),
        says(
            faults.NOT_EITHER,
            lambda fault: f"{fault.what} is {fault.value}, it must be {' or '.join(fault.parts)}",
        ),
        says(faults.UNKNOWN_FORMAT, _format),
        says(faults.WRONG_LENGTH, _wrong_length),
        says(
            faults.LIST_TOO_LONG,
            lambda fault: f"{fault.what} has {_entries(fault.found)}, it may have {fault.most}",
        ),
        says(
            faults.TEXT_TOO_LONG,
            lambda fault: f"{fault.what} has {fault.found} characters, it may have {fault.most}",
        ),
        says(faults.BLANK_TEXT, lambda fault: f"{fault.what} is blank, it must have 1 to {fault.most} characters"),
        says(
            faults.UNPRINTABLE_TEXT,
            lambda fault: f"{fault.what} is {fault.value}, it must be one line of text without control characters",
        ),
        says(
            faults.UNSEEN_NAME,
            lambda fault: f"{fault.what} is {fault.value}, it must have a character that can be seen",
        ),
        says(
            faults.NOT_WHOLE,
            lambda fault: f"{fault.what} is {fault.value}, it must be a whole number from {fault.low} to {fault.high}",
        ),
        says(
            faults.OUT_OF_RANGE,
            lambda fault: f"{fault.what} is {fault.value}, it must be from {fault.low} to {fault.high}",
        ),
        says(
            faults.NUMBER_OF_HANDS,
            lambda fault: f"the sheet has {fault.found} hands, it may have {fault.most}",
        ),
        says(faults.NUMBER_OF_SIDES, lambda fault: f"there are {fault.found}, a game has 2 to {fault.most}"),
        says(faults.NUMBER_OF_PLAYERS, lambda fault: f"it has {fault.found} players, a side has 1 or {fault.most}"),
        says(faults.NUMBER_OF_DEALS, lambda fault: f"there are {fault.found}, a list has 1 to {fault.most}"),
        says(
            faults.NUMBER_OF_LIMITS,
            lambda fault: f"it has {fault.found} limits, a deal has at most {fault.most}",
        ),
        says(
            faults.NUMBER_OF_SUBSTITUTES,
            lambda fault: f"there are {fault.found}, a game may have {fault.most}",
        ),
        says(faults.NOBODY_BIDS, lambda _: "it has bids, this hand bids itself: its bids are null"),
        says(
            faults.NUMBER_OF_BIDS,
            lambda fault: f"it has {counted(fault.found, 'bid')}, each of its seats bids once: {fault.example}",
        ),
        says(
            faults.UNEVEN_SIDES,
            lambda _: "they have different numbers of players, each side has the same",
        ),
        says(
            faults.SAME_NAME,
            lambda fault: f"two {fault.what} are called {fault.name}, names must differ",
        ),
        says(
            faults.SAME_NAME_NOW,
            lambda fault: f"two {fault.what} would be called {fault.name}, names must differ",
        ),
        says(
            faults.NOT_A_BID,
            lambda fault: f'the bid is {fault.found}, it must be text such as "{fault.example}"',
        ),
        says(
            faults.CALL_MISSING,
            lambda fault: f'{fault.what} is {fault.value}, a call is missing beside "+" or ">"',
        ),
        says(faults.BID_LEFT_OUT, lambda _: "a bid is missing, each seat has one"),
        says(
            faults.SUBSTITUTE_TOO_LATE,
            lambda fault: f"hand is {fault.hand}, the next hand of this game is {fault.other}",
        ),
        says(faults.HIDDEN_LETTER, _hidden),
        says(
            faults.LOOKS_LIKE,
            lambda fault: f"{fault.name} looks like {fault.other} in other letters, type it as {fault.other}",
        ),
    ]
)
