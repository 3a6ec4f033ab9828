"""What a correction changes, in sentences: `Hand 6's bag penalty moves to hand 7.`"""

from collections.abc import Sequence

from scorekeeper.rules.changes import Changes, HandChange
from scorekeeper.rules.wording import joined

SINGULAR = {
    "bag-penalty": "bag penalty",
    "overtrick-penalty": "overtrick penalty",
    "perfect-run": "bonus for perfect bids",
    "perfect-run-goes-on": "further bonus for perfect bids",
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
    if changes.counted_no_longer:
        words.append(f"The game is over earlier: {_hands(changes.counted_no_longer)} no longer counted.")
    if changes.counted_now:
        words.append(f"The game goes on: {_hands(changes.counted_now)} counted now.")
    return words


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
