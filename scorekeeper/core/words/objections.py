"""The sentences of the rules' objections."""

from collections.abc import Callable, Sequence

from scorekeeper.core.rules.bidding_rule import CANNOT_FIT
from scorekeeper.core.rules.deal import BiddingLimit
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import (
    ABOVE_HIGHEST,
    ALL_ALIKE,
    AT_LEAST,
    BELOW_MINIMUM,
    BLIND_AFTER_LOOKING,
    CHANGED,
    CONTRADICTS,
    HOW_MANY,
    IN_EACH_PAIR,
    LOWERED,
    NOT_BEHIND,
    ONE_OF,
    ONLY_BY,
    PARTNERS_ALIKE,
    RAISED,
    RISING,
    SUM_AT_MOST,
    SUM_IS,
    SUM_IS_TRICKS,
    TOO_MANY_ROUNDS,
    Contradiction,
    Miscounted,
    NotAllowed,
    NotAmong,
    NotAsTheFirst,
    NotBehind,
    NotRising,
    Replaced,
    SumTooHigh,
    TooLow,
    TooManyChanges,
)
from scorekeeper.core.words.bidding import limits_words
from scorekeeper.core.words.language import translatable, with_semicolons
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rules import limit_text
from scorekeeper.core.words.rulesets import deal_name
from scorekeeper.core.words.vocabulary import (
    bid_in_text,
    bid_word,
    call_in_text,
    call_word,
    calls_in_text,
    either_call,
    how_many,
    ordinal,
    placed,
    places,
    says,
    sentence_case,
)


def objection_text(objection: Objection, names: Sequence[str]) -> str:
    """What a rule objects to, and in which deal or whose bid: `Bids total 12; they must total 13 (mirrors)`."""
    places = [deal_name(objection.deal)] if objection.deal else []
    if objection.side is not None:
        places.append(names[objection.side])
    return placed(objection_words(objection), places)


def objection_words(objection: Objection) -> str:
    """What a rule objects to, without a place."""
    return OBJECTIONS[objection.code](objection.figures)


def not_offered_text(objection: Objection, calls: Sequence[str], rule: BiddingLimit) -> str:
    """Why these calls are not offered: `Blind nil is only for a side 100 or more behind`, or the rule against them."""
    if isinstance(objection.figures, NotBehind):
        needs = _needs_deficit(objection.figures, sentence_case(calls_in_text(calls)), len(calls))
        return _("{sentences}.", sentences=needs)
    if len(calls) == 1:
        return _("{sentences}.", sentences=objection_words(objection))
    return _("Not now: {calls}. {rule}", calls=calls_in_text(calls), rule=limit_text(rule))


def _needs_deficit(found: NotBehind, calls: str, count: int) -> str:
    needs = _n(
        count,
        "{calls} is only for a side {needed} or more behind",
        "{calls} are only for a side {needed} or more behind",
        calls=calls,
        needed=found.needed,
    )
    if not found.behind:
        return with_semicolons([needs, _("this side is not behind")])
    return with_semicolons([needs, _("this side is {behind} behind", behind=found.behind)])


def _replaced(message: str) -> Callable[[Replaced], str]:
    return lambda found: _(message, before=bid_word(found.before), after=bid_in_text(found.after))


def _too_many_rounds(found: TooManyChanges) -> str:
    return _n(
        found.allowed,
        "The bid changed {changes} times; it can change once",
        "The bid changed {changes} times; it can change {count} times",
        changes=found.changes,
    )


def _contradicts(found: Contradiction) -> str:
    return _n(
        found.needed,
        "{call} takes the first trick; a bid of {bid} allows only {most}",
        "{call} takes the first {count} tricks; a bid of {bid} allows only {most}",
        call=call_word(found.first),
        bid=call_in_text(found.bid),
        most=found.most,
    )


def _sum_too_high(found: SumTooHigh) -> str:
    if found.by:
        return _n(
            len(found.by),
            "The {places} bid is {total}; it can be at most {most}",
            "The {places} bids total {total}; together they can be at most {most}",
            places=places(found.by),
            total=found.total,
            most=found.most,
        )
    return _("Bids total {total}; they can total at most {most}", total=found.total, most=found.most)


def _miscounted(found: Miscounted) -> str:
    needed = _("there must be {number}", number=how_many(found.low, found.high))
    return with_semicolons([_counted(found), needed])


def _counted(found: Miscounted) -> str:
    bids = either_call(found.bids)
    if found.to_come and found.count < found.low:
        if not found.count:
            return _("No bid is {bids} with {to_come} to come", bids=bids, to_come=found.to_come)
        return _n(
            found.count,
            "1 bid is {bids} with {to_come} to come",
            "{count} bids are {bids} with {to_come} to come",
            bids=bids,
            to_come=found.to_come,
        )
    if not found.count:
        return _("No bid is {bids}", bids=bids)
    return _n(found.count, "1 bid is {bids}", "{count} bids are {bids}", bids=bids)


def _too_low(found: TooLow) -> str:
    return _(
        "The {place} bid is {bid}; it must be at least {least}",
        place=ordinal(found.place),
        bid=call_in_text(found.bid),
        least=found.least,
    )


def _not_one_of(found: NotAmong) -> str:
    return _(
        "The {place} bid is {bid}; it must be {bids}",
        place=ordinal(found.place),
        bid=call_in_text(found.bid),
        bids=either_call(found.bids),
    )


def _not_alike(found: NotAsTheFirst) -> str:
    return _(
        "The {place} bid is {bid}; all must bid {first}, like the first",
        place=ordinal(found.place),
        bid=call_in_text(found.bid),
        first=call_in_text(found.first),
    )


def _not_rising(found: NotRising) -> str:
    return _(
        "The {place} bid is {bid}; it must be {due}",
        place=ordinal(found.place),
        bid=call_in_text(found.bid),
        due=found.due,
    )


def _only_by(found: NotAllowed) -> str:
    place, bid = ordinal(found.place), call_in_text(found.bid)
    if found.by:
        return _n(
            len(found.by),
            "The {place} bid is {bid}; only the {places} bidder may bid that in this hand",
            "The {place} bid is {bid}; only the {places} bidders may bid that in this hand",
            place=place,
            bid=bid,
            places=places(found.by),
        )
    return _("The {place} bid is {bid}; nobody may bid that in this hand", place=place, bid=bid)


OBJECTIONS = dict(
    [
        says(NOT_BEHIND, lambda found: _needs_deficit(found, call_word(found.call), 1)),
        says(CHANGED, _replaced(translatable("{before} became {after}; once said, a bid may not change"))),
        says(LOWERED, _replaced(translatable("{before} became {after}; a bid can only go up"))),
        says(RAISED, _replaced(translatable("{before} became {after}; on the second turn a bid can only go down"))),
        says(TOO_MANY_ROUNDS, _too_many_rounds),
        says(
            SUM_IS_TRICKS,
            lambda found: _("Bids total {tricks}; they may not equal the tricks of the hand", tricks=found.tricks),
        ),
        says(
            BELOW_MINIMUM,
            lambda found: _("The team bid {bid}; it must bid at least {least}", bid=found.bid, least=found.least),
        ),
        says(
            ABOVE_HIGHEST,
            lambda found: _("The contract is {bid}; it can be at most {most}", bid=found.bid, most=found.most),
        ),
        says(BLIND_AFTER_LOOKING, _replaced(translatable("{before} became {after}; bid blind before you look"))),
        says(CONTRADICTS, _contradicts),
        says(
            SUM_IS,
            lambda found: _("Bids total {total}; they must total {needed}", total=found.total, needed=found.needed),
        ),
        says(SUM_AT_MOST, _sum_too_high),
        says(AT_LEAST, _too_low),
        says(ONE_OF, _not_one_of),
        says(HOW_MANY, _miscounted),
        says(IN_EACH_PAIR, _miscounted),
        says(
            PARTNERS_ALIKE,
            lambda found: _(
                "Partners bid {first} and {second}; they must bid alike",
                first=call_in_text(found.first),
                second=call_in_text(found.second),
            ),
        ),
        says(ALL_ALIKE, _not_alike),
        says(RISING, _not_rising),
        says(ONLY_BY, _only_by),
        says(
            CANNOT_FIT,
            lambda found: _("No bid still to come makes this right; {limits}", limits=limits_words(found.limits)),
        ),
    ]
)
