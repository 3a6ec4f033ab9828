"""The text for what is wrong with a value or a sheet: what was found, and what would be right."""

from collections.abc import Callable

from scorekeeper.core.inputs import faults
from scorekeeper.core.inputs.faults import Kind, Named
from scorekeeper.core.words.language import either, listed, translatable, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.lists import not_a_list, too_long, wrong_length
from scorekeeper.core.words.vocabulary import field_word, says

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
    Kind.ZONED: translatable("{what} is {value}; it must name its time zone"),
}


SAME_NAMES = {
    Named.PLAYERS: translatable("Two players are called {name}; use another name"),
    Named.SIDES: translatable("Two sides are called {name}; use another name"),
    Named.PRESETS: translatable("Two presets are called {name}; use another name"),
}
SAME_NAMES_NOW = {
    Named.PLAYERS: translatable("Two players would be called {name}; use another name"),
    Named.SIDES: translatable("Two sides would be called {name}; use another name"),
}


def _wrong_kind(fault: faults.WrongKind) -> str:
    if fault.kind == Kind.LIST:
        return not_a_list(fault)
    return _(KINDS[fault.kind], what=field_word(fault.what), value=fault.value)


def _bids_given(fault: faults.BidsGiven) -> str:
    return _n(
        fault.found,
        "It has 1 bid; each of its seats bids once, such as {example}",
        "It has {count} bids; each of its seats bids once, such as {example}",
        example=fault.example,
    )


def _format(fault: faults.Parts) -> str:
    known = listed([f'"{name}"' for name in fault.parts])
    return _(
        "{what} is {value}; this program reads {known}", what=field_word(fault.what), value=fault.value, known=known
    )


def _limited(message: str) -> Callable[[faults.Number], str]:
    """The sentence for a number of things that is too large or too small."""
    return lambda fault: _(message, found=fault.found, most=fault.most)


def _players(fault: faults.Number) -> str:
    return _n(
        fault.found,
        "It has 1 player; a side has 1 or {most}",
        "It has {count} players; a side has 1 or {most}",
        most=fault.most,
    )


def _hidden(fault: faults.HiddenLetter) -> str:
    if not fault.name:
        return _("The name has a hidden character ({letter}); type it again", letter=fault.letter)
    return _("The name {name} has a hidden character ({letter}); type it again", name=fault.name, letter=fault.letter)


INPUTS = dict(
    [
        says(faults.WRONG_KIND, _wrong_kind),
        says(
            faults.NOT_AN_OBJECT,
            lambda fault: _(
                "{what} must be an object with {parts}, not {value}",
                what=field_word(fault.what),
                parts=with_commas(fault.parts),
                value=fault.value,
            ),
        ),
        says(
            faults.UNKNOWN_PART,
            lambda fault: _(
                "{what} has {value}; it can have {parts}",
                what=field_word(fault.what),
                value=fault.value,
                parts=with_commas(fault.parts),
            ),
        ),
        says(
            faults.MISSING_PART,
            lambda fault: _(
                "{what} has no {value}; it must have {parts}",
                what=field_word(fault.what),
                value=fault.value,
                parts=with_commas(fault.parts),
            ),
        ),
        says(
            faults.NOT_ONE_OF,
            lambda fault: _(
                "{what} is {value}; it must be one of {known}",
                what=field_word(fault.what),
                value=fault.value,
                known=with_commas(fault.parts),
            ),
        ),
        says(
            faults.NOT_EITHER,
            lambda fault: _(
                "{what} is {value}; it must be {known}",
                what=field_word(fault.what),
                value=fault.value,
                known=either(fault.parts),
            ),
        ),
        says(faults.UNKNOWN_FORMAT, _format),
        says(faults.WRONG_LENGTH, wrong_length),
        says(faults.LIST_TOO_LONG, too_long),
        says(
            faults.TEXT_TOO_LONG,
            lambda fault: _(
                "{what} has {found} characters; it can have at most {most}",
                what=field_word(fault.what),
                found=fault.found,
                most=fault.most,
            ),
        ),
        says(
            faults.BLANK_TEXT,
            lambda fault: _(
                "{what} is blank; give it 1 to {most} characters", what=field_word(fault.what), most=fault.most
            ),
        ),
        says(
            faults.UNPRINTABLE_TEXT,
            lambda fault: _(
                "{what} is {value}; it must be one line of text without control characters",
                what=field_word(fault.what),
                value=fault.value,
            ),
        ),
        says(
            faults.UNSEEN_NAME,
            lambda fault: _(
                "{what} is {value}; it needs a character that shows", what=field_word(fault.what), value=fault.value
            ),
        ),
        says(
            faults.NOT_WHOLE,
            lambda fault: _(
                "{what} is {value}; it must be a whole number from {low} to {high}",
                what=field_word(fault.what),
                value=fault.value,
                low=fault.low,
                high=fault.high,
            ),
        ),
        says(
            faults.OUT_OF_RANGE,
            lambda fault: _(
                "{what} is {value}; it must be {low} to {high}",
                what=field_word(fault.what),
                value=fault.value,
                low=fault.low,
                high=fault.high,
            ),
        ),
        says(faults.NUMBER_OF_HANDS, _limited(translatable("The sheet has {found} hands; it can have at most {most}"))),
        says(faults.NUMBER_OF_SIDES, _limited(translatable("A game has 2 to {most} sides, not {found}"))),
        says(faults.NUMBER_OF_PLAYERS, _players),
        says(faults.NUMBER_OF_DEALS, _limited(translatable("A list has 1 to {most} deals, not {found}"))),
        says(faults.NUMBER_OF_LIMITS, _limited(translatable("It has {found} limits; a deal has at most {most}"))),
        says(
            faults.NUMBER_OF_SUBSTITUTES, _limited(translatable("A game has at most {most} substitutes, not {found}"))
        ),
        says(
            faults.NUMBER_OF_AGREED_LINES, _limited(translatable("There are {found} lines; a table has at most {most}"))
        ),
        says(faults.NUMBER_OF_BIDS, _bids_given),
        says(faults.NOBODY_BIDS, lambda fault: _("This hand bids itself; its bids must be null")),
        says(
            faults.UNEVEN_SIDES,
            lambda fault: _("The sides have different numbers of players; give each the same"),
        ),
        says(faults.SAME_NAME, lambda fault: _(SAME_NAMES[fault.of], name=fault.name)),
        says(faults.SAME_NAME_NOW, lambda fault: _(SAME_NAMES_NOW[fault.of], name=fault.name)),
        says(
            faults.NOT_A_BID,
            lambda fault: _(
                'The bid is {found}; it must be text such as "{example}"', found=fault.found, example=fault.example
            ),
        ),
        says(
            faults.CALL_MISSING,
            lambda fault: _(
                '{what} is {value}; a call is missing beside "+" or ">"', what=field_word(fault.what), value=fault.value
            ),
        ),
        says(faults.BID_LEFT_OUT, lambda fault: _("A bid is missing; each seat has one")),
        says(
            faults.SUBSTITUTE_TOO_LATE,
            lambda fault: _("The hand is {hand}; the next hand is {next}", hand=fault.hand, next=fault.other),
        ),
        says(faults.HIDDEN_LETTER, _hidden),
        says(
            faults.LOOKS_LIKE,
            lambda fault: _(
                "{name} looks like {other} in other letters; type it as {other}", name=fault.name, other=fault.other
            ),
        ),
    ]
)
