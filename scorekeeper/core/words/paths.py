"""Where a fault is, in words: `hand 3`, `line 20`."""

from scorekeeper.core.inputs.faults import FIRST_DEALER, FieldPath, PathStep
from scorekeeper.core.words.language import translatable, translate as _

PLACES = {
    "hand": translatable("hand {number}"),
    "line": translatable("line {number}"),
    "entry": translatable("entry {number}"),
    "deal": translatable("deal {number}"),
    "game": translatable("game {number}"),
    "score line": translatable("score line {number}"),
    "side": translatable("side {number}"),
    "seat": translatable("seat {number}"),
    "limit": translatable("limit {number}"),
    "agreed line": translatable("agreed line {number}"),
    "number": translatable("number {number}"),
}
"""The words for numbered places; other places are keys of a file, or names."""


def path_words(path: FieldPath) -> list[str]:
    """The location, from the largest part to the smallest: `games/000001.json`, `line 20`."""
    return [step_words(step) for step in (*path.outside, *path.steps)]


def step_words(step: PathStep) -> str:
    """One part of it: `hand 3`."""
    if step.name == FIRST_DEALER:
        return _("first dealer")
    if step.number and step.name in PLACES:
        return _(PLACES[step.name], number=step.number)
    return step.words
