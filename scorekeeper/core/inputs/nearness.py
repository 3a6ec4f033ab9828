"""How near two texts are, by the letters that they share in order: finds the name that another one is a slip of."""

from collections.abc import Callable, Iterable

NEAR, OF = 4, 5
"""From four fifths of both names on they are near: `Mek` and `Mekk`, but not `Ben` and `Bea`."""

LETTERS = 7
"""The fewest that two near names have together: in shorter ones, a letter more makes another name, `Ned` of `Ed`."""


def nearest(
    name: str, known: Iterable[str], seen_as: Callable[[str], str], plainly: Callable[[str], str]
) -> str | None:
    """The known name that this one may be a misspelling of, as both look at a glance, or `plainly`, without accents:
    `Zoe` and `Zoë` are near, however short.
    """
    own_look, own_plain = seen_as(name), plainly(name)
    letters = [*own_look]
    each = {letter: letters.count(letter) for letter in letters}
    best: tuple[int, int, str, str] | None = None  # shared letters, of all; how it looks, and the name
    for other in known:
        look = seen_as(other)
        own = [*look]
        total = len(own) + len(letters)
        if other == name:
            continue
        if look != own_look and plainly(other) == own_plain:
            if best is None or _is_better(total - 1, total, look, best):
                best = (total - 1, total, look, other)
            continue
        if (total < LETTERS and look != own_look) or 2 * min(len(own), len(letters)) * OF < total * NEAR:
            continue
        if 2 * sum([min(own.count(letter), count) for letter, count in each.items()]) * OF < total * NEAR:
            continue  # as nearly always: these are quick to see
        shared = 2 * _shared(own, letters)
        if shared * OF < total * NEAR:
            continue
        if best is None or _is_better(shared, total, look, best):
            best = (shared, total, look, other)
    return None if best is None else best[3]


def _is_better(shared: int, total: int, look: str, best: tuple[int, int, str, str]) -> bool:
    """Whether this name is nearer; of two as near, the later one in the alphabet, of those that look alike the last."""
    ours, theirs = shared * best[1], total * best[0]
    return ours > theirs or (ours == theirs and look >= best[2])


def _shared(one: list[str], other: list[str]) -> int:
    """How many letters both have in the longest common piece, and left and right of it in turn."""
    found = 0
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        start, end, low, high = waiting.pop()
        i, j, size = _longest_piece(one, other, (start, end, low, high))
        if size:
            found += size
            waiting += [(start, i, low, j), (i + size, end, j + size, high)]
    return found


def _longest_piece(one: list[str], other: list[str], within: tuple[int, int, int, int]) -> tuple[int, int, int]:
    """Where the first of the longest common pieces begins in both, and its length."""
    start, end, low, high = within
    best = (start, low, 0)
    lengths = [0 for _ in range(high + 1)]  # of the pieces that end before a letter of the other text
    for i in range(start, end):
        now = [0 for _ in range(high + 1)]
        for j in range(low, high):
            if one[i] == other[j]:
                size = lengths[j] + 1
                now[j + 1] = size
                if size > best[2]:
                    best = (i - size + 1, j - size + 1, size)
        lengths = now
    return best
