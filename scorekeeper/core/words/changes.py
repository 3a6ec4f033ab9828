"""What a correction changes, in sentences: `The bag penalty of Ann moves from hand 6 to hand 7.`"""

from collections.abc import Sequence

from scorekeeper.core.analysis.changes import Changes, HandChange
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.language import (
    full_stop,
    listed,
    spaced,
    translatable,
    translate as _,
    translate_plural as _n,
)
from scorekeeper.core.words.outcomes import goes_on_text, outcome_text

MOVED = {
    "bag-penalty": translatable("The bag penalty of {name} moves from hand {before} to hand {after}."),
    "overtrick-penalty": translatable("The overtrick penalty of {name} moves from hand {before} to hand {after}."),
    "perfect-run": translatable("The bonus for perfect bids of {name} moves from hand {before} to hand {after}."),
    "perfect-run-goes-on": translatable(
        "The further bonus for perfect bids of {name} moves from hand {before} to hand {after}."
    ),
    "pot": translatable("The pot of {name} moves from hand {before} to hand {after}."),
    "pot-share": translatable("The share of the pot of {name} moves from hand {before} to hand {after}."),
}

GAINED = {
    "bag-penalty": translatable("Hand {hand} now has a bag penalty for {name}."),
    "overtrick-penalty": translatable("Hand {hand} now has an overtrick penalty for {name}."),
    "perfect-run": translatable("Hand {hand} now has a bonus for perfect bids for {name}."),
    "perfect-run-goes-on": translatable("Hand {hand} now has a further bonus for perfect bids for {name}."),
    "pot": translatable("Hand {hand} now has the pot for {name}."),
    "pot-share": translatable("Hand {hand} now has a share of the pot for {name}."),
}

LOST = {
    "bag-penalty": translatable("Hand {hand} no longer has a bag penalty for {name}."),
    "overtrick-penalty": translatable("Hand {hand} no longer has an overtrick penalty for {name}."),
    "perfect-run": translatable("Hand {hand} no longer has a bonus for perfect bids for {name}."),
    "perfect-run-goes-on": translatable("Hand {hand} no longer has a further bonus for perfect bids for {name}."),
    "pot": translatable("Hand {hand} no longer has the pot for {name}."),
    "pot-share": translatable("Hand {hand} no longer has a share of the pot for {name}."),
}


OTHER_MOVED = translatable("A score line of {name} moves from hand {before} to hand {after}.")
OTHER_GAINED = translatable("Hand {hand} now has another score line for {name}.")
OTHER_LOST = translatable("Hand {hand} no longer has a score line for {name}.")
"""For lines that only one rule set has."""


def change_sentences(changes: Changes, corrected: int, names: Sequence[str]) -> list[str]:
    """Every consequence of correcting hand `corrected`, hand by hand, except that hands score differently."""
    words: list[str] = []
    already: set[tuple[int, int, str]] = set()
    for change in changes.hands:
        words += [_moved_or_gone(changes, change, reason, names, already) for reason in change.lost]
    for change in changes.hands:
        name = names[change.side]
        words += [
            _(GAINED.get(reason, OTHER_GAINED), hand=change.number, name=name, reason=reason)
            for reason in change.gained
            if (change.number, change.side, reason) not in already
        ]
    return words + _objections(changes, corrected, names) + _length(changes)


def _objections(changes: Changes, corrected: int, names: Sequence[str]) -> list[str]:
    words: list[str] = []
    for objected in changes.objections:
        if objected.number != corrected:
            words += [
                _("Hand {hand} gets an objection. {objection}.", hand=objected.number, objection=text)
                for text in [objection_text(objection, names) for objection in objected.gained]
            ]
            if not objected.gained:
                words.append(_("Hand {hand} no longer has an objection.", hand=objected.number))
    return words


def _length(changes: Changes) -> list[str]:
    words: list[str] = []
    if changes.counted_no_longer:
        words.append(
            _n(
                len(changes.counted_no_longer),
                "The game ends earlier; hand {hands} no longer counts.",
                "The game ends earlier; hands {hands} no longer count.",
                hands=_numbers(changes.counted_no_longer),
            )
        )
    if changes.counted_now:
        words.append(
            _n(
                len(changes.counted_now),
                "The game continues; hand {hands} counts now.",
                "The game continues; hands {hands} count now.",
                hands=_numbers(changes.counted_now),
            )
        )
    return words


def _numbers(hands: Sequence[int]) -> str:
    return listed([str(hand) for hand in hands])


def ending_sentence(before: Scoreboard, after: Scoreboard, names: Sequence[str]) -> str | None:
    """How the end of the game changes; None if it does not."""
    if after.outcome is None:
        return _not_over(before, after, names)
    if before.outcome == after.outcome:
        return None
    totals = [score.total for score in after.scores]
    overtricks = [score.overtricks for score in after.scores]
    text = outcome_text(after.outcome, names, totals, overtricks, after.rules.scoring.unit)
    if before.outcome is None:
        return _("This ends the game. {ending}.", ending=text)
    if before.outcome.winners != after.outcome.winners:
        return _(
            "The winner changes from {before} to {after}. {ending}.",
            before=listed([names[side] for side in before.outcome.winners]),
            after=listed([names[side] for side in after.outcome.winners]),
            ending=text,
        )
    return _("Same winner, different end. {ending}.", ending=text)


def _not_over(before: Scoreboard, after: Scoreboard, names: Sequence[str]) -> str | None:
    was, now = (goes_on_text(board, names, len(board.hands)) for board in (before, after))
    words = [_("The game is no longer over.")] if before.outcome is not None else []
    if now and now != was:
        words.append(full_stop(now))
    return spaced(*words) if words else None


def _moved_or_gone(
    changes: Changes, lost: HandChange, reason: str, names: Sequence[str], already: set[tuple[int, int, str]]
) -> str:
    name = names[lost.side]
    for gained in changes.hands:
        key = (gained.number, gained.side, reason)
        if gained.side == lost.side and reason in gained.gained and key not in already:
            already.add(key)
            return _(MOVED.get(reason, OTHER_MOVED), name=name, before=lost.number, after=gained.number, reason=reason)
    return _(LOST.get(reason, OTHER_LOST), hand=lost.number, name=name, reason=reason)
