"""What a correction changes, in sentences: `Hand 6's bag penalty moves to hand 7.`"""

from collections.abc import Sequence

from scorekeeper.core.analysis.changes import Changes, HandChange
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.words.objections import objection_text
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.plain import joined

SINGULAR = {
    "bag-penalty": "bag penalty",
    "overtrick-penalty": "overtrick penalty",
    "perfect-run": "bonus for perfect bids",
    "perfect-run-goes-on": "further bonus for perfect bids",
    "pot": "pot",
    "pot-share": "share of the pot",
}


def change_sentences(changes: Changes, corrected: int, names: Sequence[str]) -> list[str]:
    """Every consequence of correcting hand `corrected`, in the order of the hands."""
    words: list[str] = []
    told: set[tuple[int, int, str]] = set()
    for change in changes.hands:
        for reason in change.lost:
            words += _moved_or_gone(changes, change, reason, names, told)
    for change in changes.hands:
        words += [
            f"{names[change.side]}: hand {change.number} now brings the {SINGULAR.get(reason, reason)}."
            for reason in change.gained
            if (change.number, change.side, reason) not in told
        ]
        if change.before != change.after:
            was, now = _signed(change.before), _signed(change.after)
            words.append(f"{names[change.side]}: hand {change.number} scores {now}, not {was}.")
    for objected in changes.objections:
        if objected.number != corrected:
            words += [
                f"Hand {objected.number} is objected to now: {objection_text(found, names)}."
                for found in objected.gained
            ]
            if not objected.gained:
                words.append(f"Hand {objected.number} is not objected to any more.")
    if changes.counted_no_longer:
        words.append(f"The game is over earlier: {_hands(changes.counted_no_longer)} no longer counted.")
    if changes.counted_now:
        words.append(f"The game goes on: {_hands(changes.counted_now)} counted now.")
    return words


def ending_sentence(before: Scoreboard, after: Scoreboard, names: Sequence[str]) -> str | None:
    """What becomes of the end of the game; None where it stays as it is."""
    if before.outcome == after.outcome:
        return None
    if after.outcome is None:
        return "The game is not over any more: it goes on."
    totals = [score.total for score in after.scores]
    text = outcome_text(after.outcome, names, totals, [score.overtricks for score in after.scores])
    if before.outcome is None:
        return f"The game is over with it: {text}."
    if before.outcome.winners != after.outcome.winners:
        was = joined([names[side] for side in before.outcome.winners])
        return f"The winner changes: {joined([names[side] for side in after.outcome.winners])}, not {was}. {text}."
    return f"The winner stays, the end changes: {text}."


def _moved_or_gone(
    changes: Changes, lost: HandChange, reason: str, names: Sequence[str], told: set[tuple[int, int, str]]
) -> list[str]:
    what = SINGULAR.get(reason, reason)
    for gained in changes.hands:
        key = (gained.number, gained.side, reason)
        if gained.side == lost.side and reason in gained.gained and key not in told:
            told.add(key)
            return [f"{names[lost.side]}: hand {lost.number}'s {what} moves to hand {gained.number}."]
    return [f"{names[lost.side]}: hand {lost.number}'s {what} falls away."]


def _hands(numbers: Sequence[int]) -> str:
    verb = "is" if len(numbers) == 1 else "are"
    return f"hand{'' if len(numbers) == 1 else 's'} {joined([str(number) for number in numbers])} {verb}"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")
