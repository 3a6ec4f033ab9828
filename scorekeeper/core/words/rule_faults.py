"""The text for what is wrong with rules and lists of deals, and what would be right."""

from scorekeeper.core.rules.faults import NOT_SEATED, UNKNOWN_RULES, BadRules, NotSeated
from scorekeeper.core.rules.presets import UNKNOWN_PRESET
from scorekeeper.core.rules.ruleset import (
    OPTIONS_APART,
    UNKNOWN_OPTION,
    VALUE_REFUSED,
    OptionsApart,
    UnknownOption,
    ValueRefused,
    value_word,
)
from scorekeeper.core.rules.scripted_deals import (
    BAD_COUNTS,
    BAD_NUMBER,
    BAD_PLACE,
    NO_BID,
    NO_WORDS,
    TAKES_NO_SCRIPT,
    TOO_MANY_DEALS,
    TOO_MANY_LIMITS,
    UNKNOWN_BID,
    UNKNOWN_LIMIT,
    BadCounts,
)
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import with_commas
from scorekeeper.core.words.rules import players_words, shape_words, takes_words
from scorekeeper.core.words.rulesets import unknown_preset
from scorekeeper.core.words.vocabulary import placed, says


def rules_fault(fault: BadRules) -> str:
    """What does not fit together, and what would: `Option "bags" cannot be 1; it takes 0, 2 to 20`."""
    words = RULES[fault.code](fault.figures)
    if fault.place is None:
        return words
    places = [_("deal {number}", number=fault.place.deal), f'"{fault.place.name}"']
    return placed(words, [*places, fault.place.limit] if fault.place.limit else places)


def _unknown_option(fault: UnknownOption) -> str:
    if not fault.known:
        return _('{rules} has no option "{option}"; it has no options', rules=fault.rules, option=fault.option)
    known = with_commas(fault.known)
    return _('{rules} has no option "{option}"; it has {known}', rules=fault.rules, option=fault.option, known=known)


def _value_refused(fault: ValueRefused) -> str:
    return _(
        'Option "{option}" cannot be {value}; it takes {values}',
        option=fault.option.key,
        value=value_word(fault.value),
        values=takes_words(fault.option),
    )


def _options_apart(fault: OptionsApart) -> str:
    return _(
        'Option "{option}" cannot be {value} while "{other}" is {others_value}',
        option=fault.option,
        value=value_word(fault.value),
        other=fault.other,
        others_value=value_word(fault.others_value),
    )


def _not_seated(fault: NotSeated) -> str:
    return _(
        "{rules} is for {players}, not for {shape}",
        rules=fault.rules,
        players=players_words(fault.shapes),
        shape=shape_words(fault.shape),
    )


def _bad_counts(fault: BadCounts) -> str:
    return _(
        "Low is {low} and high is {high}; they must be 0 ≤ low ≤ high ≤ {bidders}",
        low=fault.low,
        high=fault.high,
        bidders=fault.bidders,
    )


RULES = dict(
    [
        says(
            UNKNOWN_RULES,
            lambda fault: _(
                'There is no rule set "{key}"; there are {known}', key=fault.key, known=with_commas(fault.known)
            ),
        ),
        says(UNKNOWN_OPTION, _unknown_option),
        says(VALUE_REFUSED, _value_refused),
        says(OPTIONS_APART, _options_apart),
        says(UNKNOWN_PRESET, unknown_preset),
        says(NOT_SEATED, _not_seated),
        says(
            TAKES_NO_SCRIPT,
            lambda fault: _("{rules} has deals of its own; leave out the list of deals", rules=fault.rules),
        ),
        says(
            TOO_MANY_DEALS,
            lambda fault: _("There are {found} deals; a list has at most {most}", found=fault.found, most=fault.most),
        ),
        says(NO_WORDS, lambda fault: _("A deal has no name or no rule; give it both")),
        says(
            TOO_MANY_LIMITS,
            lambda fault: _("It has {found} limits; a deal has at most {most}", found=fault.found, most=fault.most),
        ),
        says(
            UNKNOWN_LIMIT,
            lambda fault: _("There is no such limit; use one of {known}", known=with_commas(fault.known)),
        ),
        says(
            BAD_NUMBER,
            lambda fault: _("The number is {number}; it must be 0 to {most}", number=fault.number, most=fault.most),
        ),
        says(NO_BID, lambda fault: _("It has no bid; give at least one")),
        says(
            UNKNOWN_BID,
            lambda fault: _(
                '"{bid}" is not a bid here; the bids are {bids}', bid=fault.bid, bids=with_commas(fault.bids)
            ),
        ),
        says(BAD_COUNTS, _bad_counts),
        says(
            BAD_PLACE,
            lambda fault: _(
                "{place} is not a place in the bidding; the places are 1 to {bidders}",
                place=fault.place,
                bidders=fault.bidders,
            ),
        ),
    ]
)
