"""The objections of rules whose sentences take some grammar: counts, places in the bidding, bids still to come."""

from scorekeeper.core.inputs import faults
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_semicolons
from scorekeeper.core.words.vocabulary import call_in_text, call_word, either_call, how_many, ordinal, places


def not_behind(calls: str, count: int, needed: int, behind: int) -> str:
    """Calls are for sides further behind: `Nil is only for a side 100 or more behind; this side is not behind`."""
    needs = _n(
        count,
        "{calls} is only for a side {needed} or more behind",
        "{calls} are only for a side {needed} or more behind",
        calls=calls,
        needed=needed,
    )
    if not behind:
        return with_semicolons([needs, _("this side is not behind")])
    return with_semicolons([needs, _("this side is {behind} behind", behind=behind)])


def contradicts(params: faults.Contradiction) -> str:
    """A call of first tricks needs more than the bid beside it allows."""
    return _n(
        params["needed"],
        "{call} takes the first trick; a bid of {bid} allows only {most}",
        "{call} takes the first {count} tricks; a bid of {bid} allows only {most}",
        call=call_word(params["first"]),
        bid=call_in_text(params["bid"]),
        most=params["most"],
    )


def sum_too_high(params: faults.SumTooHigh) -> str:
    """The bids at some places, or all, total too much."""
    if not params["by"]:
        return _("Bids total {total}; they can total at most {most}", total=params["total"], most=params["most"])
    return _n(
        len(params["by"]),
        "The {places} bid is {total}; it can be at most {most}",
        "The {places} bids total {total}; together they can be at most {most}",
        places=places(params["by"]),
        total=params["total"],
        most=params["most"],
    )


def miscounted(params: faults.Miscounted) -> str:
    """Too many or too few bids are among these."""
    return with_semicolons(
        [_counted(params), _("there must be {number}", number=how_many(params["low"], params["high"]))]
    )


def _counted(params: faults.Miscounted) -> str:
    count, bids, to_come = params["count"], either_call(params["bids"]), params["to_come"]
    if to_come and count < params["low"]:
        if not count:
            return _("No bid is {bids} with {to_come} to come", bids=bids, to_come=to_come)
        return _n(
            count,
            "1 bid is {bids} with {to_come} to come",
            "{count} bids are {bids} with {to_come} to come",
            bids=bids,
            to_come=to_come,
        )
    return (
        _n(count, "1 bid is {bids}", "{count} bids are {bids}", bids=bids)
        if count
        else _("No bid is {bids}", bids=bids)
    )


def only_by(params: faults.NotAllowed) -> str:
    """Only some bidders may bid that, or nobody."""
    place, bid = ordinal(params["place"]), call_in_text(params["bid"])
    if not params["by"]:
        return _("The {place} bid is {bid}; nobody may bid that in this hand", place=place, bid=bid)
    return _n(
        len(params["by"]),
        "The {place} bid is {bid}; only the {places} bidder may bid that in this hand",
        "The {place} bid is {bid}; only the {places} bidders may bid that in this hand",
        place=place,
        bid=bid,
        places=places(params["by"]),
    )
