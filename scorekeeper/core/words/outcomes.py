"""How a game ended, in words: in one sentence, as a heading, and the sentences under it."""

from collections.abc import Sequence

from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import listed
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.plain import POINTS, counted, score_text


def outcome_text(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], overtricks: Sequence[int], unit: str = POINTS
) -> str:
    """Who won and why, in one sentence: `Ann reached 500: 512 to 486`."""
    winners = listed([names[side] for side in outcome.winners])
    order = _best_first(outcome.winners, totals)
    against = " to ".join(score_text(totals[side], unit) for side in order)
    if outcome.decided_by == "outright":
        return f"{winners} won outright in hand {outcome.hand}"
    if outcome.decided_by == "shared":
        return f"{_shared_why(outcome, names)}: {winners} share it at {score_text(totals[outcome.winners[0]], unit)}"
    if outcome.decided_by == "fewest-overtricks":
        tied = [side for side in order if totals[side] == totals[outcome.winners[0]]]
        counts = " to ".join(str(overtricks[side]) for side in sorted(tied, key=lambda side: overtricks[side]))
        level = score_text(totals[tied[0]], unit)
        return f"{winners}, on fewest overtricks: {counts}, {'both' if len(tied) == 2 else 'all'} at {level}"
    return f"{_why(outcome, winners, names)}: {against}"


def _why(outcome: Outcome, winners: str, names: Sequence[str]) -> str:
    if outcome.ended_by == "target":
        return f"{winners} reached {outcome.figure}"
    if outcome.ended_by == "hands":
        return f"{winners} led after {counted(outcome.hand, 'hand')}"
    if outcome.ended_by == "floor":
        return f"{winners} led when a side fell to {outcome.figure}"
    if outcome.ended_by == "sets":
        return _("{winners} led when a side was set {sets} times", winners=winners, sets=outcome.figure)
    others = "led the others" if len(names) > 2 else "stayed"
    return f"{_stopped(outcome, names)}, {winners} {'led' if outcome.forfeit is None else others}"


def _stopped(outcome: Outcome, names: Sequence[str]) -> str:
    """Who stopped a game before its end: the table, or a side that gave up."""
    after = f"after {counted(outcome.hand, 'hand')}"
    return f"The table stopped {after}" if outcome.forfeit is None else f"{names[outcome.forfeit]} gave up {after}"


def _shared_why(outcome: Outcome, names: Sequence[str]) -> str:
    if outcome.ended_by == "target":
        return f"{outcome.figure} reached"
    if outcome.ended_by == "floor":
        return f"A side fell to {outcome.figure}"
    if outcome.ended_by == "sets":
        return _("A side was set {sets} times", sets=outcome.figure)
    if outcome.ended_by == "hands":
        return f"After {counted(outcome.hand, 'hand')}"
    return _stopped(outcome, names)


def outcome_heading(outcome: Outcome, names: Sequence[str], plays_alone: bool) -> str:
    """Who won and by what, as a heading: `Ben & Dee win, on fewest overtricks`."""
    winners = listed([names[side] for side in outcome.winners])
    if outcome.decided_by == "shared":
        return f"{winners} share it"
    verb = "wins" if plays_alone and len(outcome.winners) == 1 else "win"
    how = {"outright": ", outright", "fewest-overtricks": ", on fewest overtricks"}.get(outcome.decided_by, "")
    return f"{winners} {verb}{how}"


def outcome_why(
    outcome: Outcome,
    names: Sequence[str],
    totals: Sequence[int],
    overtricks: Sequence[int],
    word: str,
    unit: str = POINTS,
) -> list[str]:
    """The sentences under the heading."""
    order = _best_first(outcome.winners, totals)
    score = " to ".join(score_text(totals[side], unit) for side in order)
    if outcome.decided_by == "outright":
        return [f"A bid that wins the game was made in hand {outcome.hand}.", f"Totals: {score}."]
    ended = {
        "target": f"{outcome.figure} was reached in hand {outcome.hand}: {score}.",
        "hands": f"{counted(outcome.hand, 'hand')} {'was' if outcome.hand == 1 else 'were'} played: {score}.",
        "floor": f"A side fell to {outcome.figure} or below in hand {outcome.hand}: {score}.",
        "sets": _(
            "A side was set {sets} times, the last in hand {hand}: {score}.",
            sets=outcome.figure,
            hand=outcome.hand,
            score=score,
        ),
        "closed": f"{_stopped(outcome, names)}: {score}.",
    }[outcome.ended_by]
    why = [ended]
    if outcome.reason:
        why.append(f"Reason: {outcome.reason}.")
    if outcome.decided_by == "fewest-overtricks":
        tied = sorted(
            (side for side in order if totals[side] == totals[outcome.winners[0]]), key=lambda side: overtricks[side]
        )
        why.append(f"{word.capitalize()}s in the game: {' to '.join(str(overtricks[side]) for side in tied)}.")
    return why


def _best_first(winners: Sequence[Side], totals: Sequence[int]) -> list[int]:
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))
