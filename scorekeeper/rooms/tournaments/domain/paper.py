"""Results on paper that are worth a second look: typed wrong, or unusual under the rules of the match."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.words.language import minus, number_text, translate as _

LARGE_HAND = 400
"""More than a side scores in one hand, in points: a match that ends at a target ends within this of it."""


@dataclass(frozen=True, slots=True)
class PaperDoubt:
    """What is unusual about a result: a code, the `side` that it is about, and a figure."""

    code: str
    side: int = 0
    figure: int = 0


FAR_ABOVE, UNREACHED, LEVEL, FEWER_WINS = "far-above", "unreached", "level", "fewer-wins"


def doubts_about(
    scores: Sequence[int], winner: int | None, target: int, *, ends_without_target: bool, may_be_level: bool
) -> list[PaperDoubt]:
    """What is unusual about these totals, in points; `winner` is the side that was ticked, and `target` 0 without one.

    A match with a limit of minutes or hands `ends_without_target`; where partners change, it `may_be_level`.
    """
    best = max(scores)
    found = []
    if target and best >= target + LARGE_HAND:
        found.append(PaperDoubt(FAR_ABOVE, list(scores).index(best), target))
    if target and best < target and not ends_without_target:
        found.append(PaperDoubt(UNREACHED, figure=target))
    if winner is None and list(scores).count(best) > 1 and not may_be_level:
        found.append(PaperDoubt(LEVEL))
    if winner is not None and scores[winner] < best:
        found.append(PaperDoubt(FEWER_WINS, winner))
    return found


def doubt_text(doubt: PaperDoubt, scores: Sequence[int], names: Sequence[str]) -> str:
    """What the desk is asked about."""
    if doubt.code == FAR_ABOVE:
        return _(
            "{score} is far above the target of {target}.",
            score=minus(number_text(scores[doubt.side])),
            target=number_text(doubt.figure),
        )
    if doubt.code == UNREACHED:
        return _(
            "Nobody reached {target}, and the match has no limit of time or hands.", target=number_text(doubt.figure)
        )
    if doubt.code == LEVEL:
        return _("The scores are level, and nobody is ticked as the winner.")
    return _("{name} is ticked as the winner with fewer points.", name=names[doubt.side])
