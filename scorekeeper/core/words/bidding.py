"""The rules of bidding in sentences: limits of a game and of one hand, added calls, rebids."""

from collections.abc import Callable, Sequence

from scorekeeper.core.inputs import Fault, faults
from scorekeeper.core.rules import limits, rebidding
from scorekeeper.core.rules.bidding_rule import BIDDING_RULE
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.words.language import (
    either,
    full_stop,
    listed,
    spaced,
    translatable,
    translate as _,
    translate_plural as _n,
    with_semicolons,
)
from scorekeeper.core.words.vocabulary import (
    CALLS,
    call_in_text,
    call_word,
    either_call,
    how_many,
    places,
    sentence_case,
    text_for,
)


def limit_words(limit: ScriptedLimit) -> str:
    """The limit as a clause: `the bids total 13`."""
    return LIMITS[limit.kind](limit)


def short_reason(objection: Fault) -> str | None:
    """A rule against some numbers, to show beside the keys; None if it is on the page already."""
    if objection.code == faults.SUM_IS_TRICKS.key:
        return _("Bids may not total {tricks}", **objection.params)
    if objection.code == faults.BELOW_MINIMUM.key:
        return _("A team bids at least {least}", **objection.params)
    if objection.code == faults.ABOVE_HIGHEST.key:
        return _("No bid is higher than {most}", **objection.params)
    if objection.code == faults.TOTAL_TOO_HIGH.key:
        return _("Bids total at most {most}", most=objection.params["most"])
    return None


def no_bid() -> str:
    """Of house rules that contradict each other."""
    return _("No bids fit these rules together: every hand would be irregular, or not played.")


def limits_words(limits: Sequence[ScriptedLimit]) -> str:
    """All of these limits, one after the other."""
    return with_semicolons([limit_words(limit) for limit in limits])


def _sum_is(limit: ScriptedLimit) -> str:
    if limit.bids:
        return _("the bids total {number}, unless one is {bids}", number=limit.number, bids=either_call(limit.bids))
    return _("the bids total {number}", number=limit.number)


def _sum_at_most(limit: ScriptedLimit) -> str:
    if limit.by:
        return _n(
            len(limit.by),
            "the {places} bid is at most {number}",
            "the {places} bids total at most {number}",
            places=places(limit.by),
            number=limit.number,
        )
    return _("the bids total at most {number}", number=limit.number)


def _at_least(limit: ScriptedLimit) -> str:
    if limit.by:
        return _n(
            len(limit.by),
            "the {places} bidder must bid at least {number}",
            "the {places} bidders must bid at least {number}",
            places=places(limit.by),
            number=limit.number,
        )
    return _("everyone must bid at least {number}", number=limit.number)


def _one_of(limit: ScriptedLimit) -> str:
    if limit.by:
        return _n(
            len(limit.by),
            "the {places} bidder must bid {bids}",
            "the {places} bidders must bid {bids}",
            places=places(limit.by),
            bids=either_call(limit.bids),
        )
    return _("everyone must bid {bids}", bids=either_call(limit.bids))


def _how_many(limit: ScriptedLimit) -> str:
    bids = either_call(limit.bids)
    if not limit.high:
        return _("no bid is {bids}", bids=bids)
    at_least = limit.low and limit.high >= 4  # "at most 4" goes without saying at a table of four
    return _n(
        limit.low if at_least else limit.high,
        "{number} of the bids is {bids}",
        "{number} of the bids are {bids}",
        number=how_many(limit.low, limit.high),
        bids=bids,
    )


def _in_each_pair(limit: ScriptedLimit) -> str:
    return _("in each pair, {limit}", limit=_how_many(limit))


def _rule_only_by(limit: ScriptedLimit) -> str:
    if limit.by:
        return _n(
            len(limit.by),
            "only the {places} bidder may bid {bids}",
            "only the {places} bidders may bid {bids}",
            places=places(limit.by),
            bids=either_call(limit.bids),
        )
    return _("nobody may bid {bids}", bids=either_call(limit.bids))


LIMITS: dict[str, Callable[[ScriptedLimit], str]] = {
    "sum-is": _sum_is,
    "sum-at-most": _sum_at_most,
    "at-least": _at_least,
    "one-of": _one_of,
    "how-many": _how_many,
    "in-each-pair": _in_each_pair,
    "partners-alike": lambda limit: _("partners bid alike"),
    "all-alike": lambda limit: _("all bid the same as the first"),
    "rising": lambda limit: _("each bid is {number} more than the one before", number=limit.number),
    "only-by": _rule_only_by,
}

KINDS_OF_LIMITS = {
    "sum-is": translatable("The bids total {number}, unless one is {bids}"),
    "sum-at-most": translatable("The bids of {by} total at most {number}"),
    "at-least": translatable("{by} must bid at least {number}"),
    "one-of": translatable("{by} must bid {bids}"),
    "how-many": translatable("From {low} to {high} of the bids are {bids}"),
    "in-each-pair": translatable("In each pair, {low} to {high} of the bids are {bids}"),
    "partners-alike": translatable("Partners bid the same number"),
    "all-alike": translatable("All bid the same number as the first bidder"),
    "rising": translatable("Each bid is {number} more than the one before"),
    "only-by": translatable("Only {by} may bid {bids}"),
}
"""A kind of limit as a sentence, with blanks for its parts."""


def beside(slots: Sequence[Sequence[str]], alone: Sequence[str]) -> str:
    """What can be added to a number, one call of each kind, and what is bid alone."""
    kinds = _of_a_kind(slots[0])
    for codes in slots[1:]:
        kinds = _("{calls}, and {more}", calls=kinds, more=_of_a_kind(codes))
    calls = _("To a number you may add {calls}.", calls=kinds)
    if not alone:
        return calls
    first, *others = alone
    names = listed([call_word(first), *[call_in_text(code) for code in others]])
    by_itself = _n(len(alone), "{calls} is bid alone.", "{calls} are bid alone.", calls=names)
    return spaced(calls, by_itself)


def _of_a_kind(codes: Sequence[str]) -> str:
    """Alternative calls: `bemo or big bemo`, `nil or naught for one hand`."""
    bases = [code.rpartition("-")[0] for code in codes]
    if all(base in CALLS for base in bases) and not any(code in CALLS for code in codes):
        return _("{calls} for one hand", calls=either([call_in_text(base) for base in dict.fromkeys(bases)]))
    return either([call_in_text(code) for code in codes])


def zero(deal: HandRules) -> str:
    """What a bid of 0 is; empty if 0 is a number like any other."""
    is_number = "0" in deal.by_code
    if "nil" in deal.by_code:
        if is_number:
            return _("A bid of 0 promises nothing; a nil is bid by its name.")
        return _("A bid of 0 is a nil.")
    if is_number:
        return ""
    return _("The lowest bid is {number}.", number=min(call.tricks for call in deal.calls if call.is_number))


def exchange(deal: HandRules) -> str:
    """What partners may do after a blind nil; empty without partners or blind nils."""
    if "blind-nil" not in deal.by_code or not deal.partnership_contracts:
        return ""
    return _("After a blind nil, some tables let the partners exchange two cards; agree on that before you play.")


def rounds(once: bool) -> str:
    """The rounds of rebidding."""
    if once:
        return _("After everyone has bid, each player is asked once more, in turn.")
    return _("After everyone has bid, the bidding goes around again until nobody changes a bid.")


def summed(for_both: bool = False) -> str:
    """Partners' numbers, if they make one contract, or one number for both."""
    if for_both:
        return _("Partners say one number for both; if one of them bids nil, it is the other’s.")
    return _("Partners’ numbers add up to one contract, which both play for.")


def blind_for_both() -> str:
    """A blind number where partners otherwise bid a number each."""
    return _("A blind number is for both partners; the one who does not say it bids nothing, or nil.")


def _first_tricks(limit: limits.FirstTricksFit) -> str:
    bids = [*limit.bids, *([_("a blind bid")] if limit.blind else [])]
    return _(
        "Do not call {calls} with an exact bid of fewer tricks ({bids}); one would break the other.",
        calls=either_call(limit.calls),
        bids=either(bids),
    )


BIDDING_RULES = dict(
    [
        text_for(
            limits.NEEDS_DEFICIT,
            lambda limit: _("Only a side {points} or more behind may call blind.", points=limit.points),
        ),
        text_for(rebidding.ONE_ROUND, lambda limit: _("Once said, a bid may not change.")),
        text_for(rebidding.RAISING, lambda limit: _("A bid may go up before the first card, never down.")),
        text_for(rebidding.BLIND_FIRST, lambda limit: _("Bid blind before you look at your cards.")),
        text_for(limits.FIRST_TRICKS, _first_tricks),
        text_for(rebidding.LOWERING, lambda limit: _("On the second turn you may keep your bid or lower it, once.")),
        text_for(limits.NOT_THE_TRICKS, lambda limit: _("The bids may not total the tricks of the hand.")),
        text_for(
            limits.HIGHEST_BID,
            lambda limit: _("No side bids more than {most}, partners together.", most=limit.most),
        ),
        text_for(limits.SIDE_MINIMUM, lambda limit: _("A team bids at least {least}.", least=limit.least)),
        text_for(limits.WITHIN_TRICKS, lambda limit: _("Partners can’t bid more tricks together than a hand has.")),
        text_for(limits.MOST_TOTAL, lambda limit: _("The bids total {most} at most.", most=limit.most)),
        text_for(BIDDING_RULE, lambda limit: full_stop(sentence_case(limits_words(limit.limits)))),
    ]
)
