"""The sentences of a game's key moments: `Ben made blind nil`, `10th bag cost Ann & Cal 100`."""

from scorekeeper.core.analysis.moments import LEAD, KeyMoment
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.steps import BAG_PENALTY, PenaltyLine
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import POINTS, call_in_text, format_points, ordinal


def moment_text(moment: KeyMoment, name: str, unit: str = POINTS) -> str:
    """What the player or the side of this name did."""
    if moment.line is None:
        if moment.code == LEAD:
            return _("{name} took the lead for good", name=name)
        return _("{name} had the largest hand", name=name)
    params = moment.line.params
    if isinstance(params, PenaltyLine):
        nth, cost = ordinal(params.bags_per_penalty), format_points(-moment.points, unit)
        if moment.line.reason == BAG_PENALTY.key:
            return _("{nth} bag cost {name} {points}", nth=nth, name=name, points=cost)
        return _("{nth} overtrick cost {name} {points}", nth=nth, name=name, points=cost)
    assert isinstance(params, Contract)
    call = call_in_text(params.call.code)
    if params.made:
        return _("{name} made {call}", name=name, call=call)
    if params.call.is_number:
        return _("{name} bid {bid} and took {tricks}", name=name, bid=call, tricks=params.tricks)
    return _("{name} failed {call}", name=name, call=call)
