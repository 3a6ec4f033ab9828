"""The calls of a rule set as data: what each promises, who can make it, when, and its points."""

from scorekeeper.core.inputs import Json
from scorekeeper.core.pages.hand_words import hand_name
from scorekeeper.core.rules.bidding_rule import BiddingRule
from scorekeeper.core.rules.calls import Aim, Call, CountedOver, FailedNilTricks
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.rules.pot import PointsForThePot
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.seating import Seating
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.vocabulary import call_word, counted, worth_text


def calls_json(scoring: ScoringRules) -> list[Json]:
    """Every call of every hand of the game, once."""
    calls = {call.code: call for deal in scoring.deals for call in deal.calls}
    return [call_json(call, scoring) for call in calls.values()]


def call_json(call: Call, scoring: ScoringRules) -> Json:
    """What a call promises, who can make it, what it can be added to, and its points made and failed.

    `for_both`: one partner says it for the pair.
    """
    for_both = _is_for_both(call, scoring)
    return {
        "code": call.code,
        "name": _name(call),
        "nickname": call.nickname or None,
        "rule": call.rule,
        "kind": _kind(call),
        "promise": _promise(call, scoring.seating),
        "by": _by(scoring, for_both),
        "for_both": for_both,
        "beside": bool(call.slot),
        "made": call.made,
        "made_text": _("wins") if call.wins else worth_text(call.made, scoring.unit),
        "failed": call.failed,
        "failed_text": _failed_text(call, scoring),
        "wins": call.wins,
        "overtricks": call.overtricks,
        "blind": call.blind,
        "behind": call.behind,
        "failed_tricks": call.failed_tricks.value if call.is_nil else None,
        "remarks": _remarks(call, scoring),
        "granted": any(is_granted(call, deal) for deal in scoring.deals),
    }


def _is_for_both(call: Call, scoring: ScoringRules) -> bool:
    """Whether it is a number that one partner says for the pair."""
    if not call.is_number or not scoring.seating.in_pairs:
        return False
    return call.blind or any(deal.one_number_a_pair for deal in scoring.deals)


def _by(scoring: ScoringRules, for_both: bool) -> str:
    if for_both:
        return _("the pair")
    return _("the side") if scoring.seating.bids_by_side else _("each player")


def is_granted(call: Call, deal: HandRules) -> bool:
    """Whether anyone can make the call in this deal without breaking the deal's own rule."""
    if call.code not in deal.by_code:
        return False
    limits = [limit for rule in deal.limits if isinstance(rule, BiddingRule) for limit in rule.limits]
    return not any(limit.kind == "only-by" and call.code in limit.bids and not limit.by for limit in limits)


NICKNAMES = {
    "board": translatable("{number} (board)"),
    "boston": translatable("{number} (Boston)"),
}


def _name(call: Call) -> str:
    return _(NICKNAMES[call.nickname], number=call.tricks) if call.nickname else call_word(call.code)


def _kind(call: Call) -> str:
    """Which table a call belongs to: numbers, blind numbers, or something special."""
    if not call.is_number:
        return "special"
    return "blind" if call.blind else "number"


def _promise(call: Call, seating: Seating) -> str:
    """What a call promises: `at least 5 tricks`, `no tricks in either hand`."""
    if call.is_partners:
        return _("your partner’s number is for both")
    if call.aim is Aim.AT_MOST and call.tricks == seating.tricks:
        return _("cannot fail, worth nothing")
    if call.aim is Aim.AT_LEAST and not call.tricks:
        return _("cannot fail")
    if call.tricks == 0:
        if call.counted_over is CountedOver.HAND:
            return _("no tricks in the {hand} hand", hand=hand_name(seating.hand_names[call.hand]))
        if seating.bids_by_side:
            return _("no tricks in either hand")
        return _("no tricks")
    return _(PROMISES[call.aim], tricks=counted(call.tricks, "trick"))


PROMISES = {
    Aim.AT_LEAST: translatable("at least {tricks}"),
    Aim.AT_MOST: translatable("at most {tricks}"),
    Aim.EXACTLY: translatable("exactly {tricks}"),
    Aim.FIRST: translatable("the first {tricks}"),
}


def _failed_text(call: Call, scoring: ScoringRules) -> str:
    """What a call scores when it fails: `−50`, or the points per trick."""
    if call.aim is Aim.AT_LEAST and not call.tricks:
        return worth_text(0, scoring.unit)
    if any(isinstance(step, PointsForThePot) for step in scoring.steps):
        return _("1 a trick")
    if call.each_short:
        return _("{points} a trick short", points=worth_text(call.failed, scoring.unit))
    return worth_text(call.failed, scoring.unit)


def _remarks(call: Call, scoring: ScoringRules) -> list[str]:
    """When a call is allowed, and where the tricks of a failed nil go."""
    remarks = [_("with a number")] if call.slot else []
    if call.blind and not call.is_number:
        remarks.append(_("before looking"))
    if call.behind:
        remarks.append(_("if {points} or more behind", points=call.behind))
    if call.is_nil and not call.is_number:
        remarks.append(_failed_tricks(call, scoring))
    if call.joint:
        remarks.append(_("if both partners bid it, it is one call, worth both"))
    return remarks


def _failed_tricks(call: Call, scoring: ScoringRules) -> str:
    if call.failed_tricks is FailedNilTricks.NOWHERE:
        return _("if set, its tricks don’t count")
    seating = scoring.seating
    if (
        call.failed_tricks is FailedNilTricks.PARTNER
        and len(seating.seats_of[0]) > 1
        and call.counted_over is not CountedOver.SIDE
    ):
        return (
            _("if set, its tricks help the number")
            if seating.bids_by_side
            else _("if set, its tricks help the partner")
        )
    return (
        _("if set, its tricks are bags") if scoring.overtrick_word == "bag" else _("if set, its tricks are overtricks")
    )
