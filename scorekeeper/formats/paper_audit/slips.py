"""How a wrong total may have come about: the slips that people make with a pencil."""

from collections.abc import Sequence

from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.words.lines import line_text


def slip_words(step: int, due: int, total: int, lines: Sequence[LineItem]) -> str:
    """What would explain that a total moved by `step` instead of `due`; empty where nothing usual does."""
    off = step - due
    for line in lines:
        if line.in_total and line.points and off == -line.points:
            return f"as if “{line_text(line)}” ({line.points:+}) was left out"
    for line in lines:
        if line.in_total and line.points and off == line.points:
            return f"as if “{line_text(line)}” ({line.points:+}) was counted twice"
    if step == -due:
        return "the sign is the wrong way round"
    for line in lines:
        if line.in_total and line.points and off == -2 * line.points:
            return f"as if “{line_text(line)}” had counted {-line.points:+}"
    right = total - off
    if sorted(str(abs(total))) == sorted(str(abs(right))):
        return f"two digits are swapped: {right} was meant"
    if abs(off) in (10, 100, 1000):
        return f"it is {abs(off)} too {'many' if off > 0 else 'few'}: a slip in the adding"
    return ""
