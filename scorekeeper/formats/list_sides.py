"""Whose column it is in a list of hands: what a heading says besides bid and tricks, and which side that names."""

import re
from collections.abc import Iterable, Sequence

US = {"we", "us", "our", "ours", "wir", "uns", "unser", "unsere", "nos", "nosotros", "nosotras", "nuestro"}
US |= {"nuestra", "nuestros", "nuestras", "i", "me", "my", "mine", "ich", "mich", "mein", "meine", "yo"}
US |= {"mi", "mis"}
THEM = {"they", "them", "their", "theirs", "opponent", "opponents", "opp", "opps", "other", "others", "you"}
THEM |= {"your", "yours", "he", "she", "his", "her", "du", "dein", "deine", "er", "tú", "tu", "tus", "él"}
THEM |= {"ella", "sie", "ihr", "ihre", "die", "andere", "anderen", "gegner", "gegenpartei", "ellos", "ellas"}
THEM |= {"su", "sus", "rival", "rivales", "contrario", "contrarios", "otros", "oponentes"}
AND = {"and", "und", "y", "e"}
A_SIDE = r"teams?|sides?|pairs?|mannschaft|seite|paar|partei|equipo|pareja|bando|lado"
ALONE = r"players?|spieler|jugador"
NUMBERS = "123456", "abcdef"
SEVERAL = -1

Sides = Sequence[Sequence[str]]
"""The names of each side's players."""


def label_of(text: str) -> str:
    """The words of a heading or a name, without what joins them."""
    return " ".join(word for word in re.findall(r"\w+", text.casefold()) if word not in AND)


def sides_by_label(labels: Iterable[str], sides: Sides) -> tuple[dict[str, int], bool]:
    """The side of each label that names one, and whether the others may be either side's.

    Of two sides, or of those that are left, the one label that names nobody is the other's. Without any name, the
    sides are in their order.
    """
    found = {label: _side_of(label, sides) for label in dict.fromkeys(labels)}
    named = {label: side for label, side in found.items() if side is not None and side != SEVERAL}
    rest, left = [label for label in found if label not in named], set(range(len(sides))) - set(named.values())
    if not rest or (not named and SEVERAL not in found.values()):
        return named, False
    if len(rest) == len(left) == 1 and rest[0]:
        return named | {rest[0]: left.pop()}, False
    return named, True


def _side_of(label: str, sides: Sides) -> int | None:
    """The side that a label names: by its players in any order, some of them, or their initials; as us or them; or by
    its number. `SEVERAL` if it has players of several.
    """
    names = [[label_of(name) for name in players if name.strip()] for players in sides]
    words = set(label.split())
    if not words:
        return None
    if len(sides) == 2 and (words <= US or words <= THEM):
        return 0 if words <= US else 1
    alone = all(len(players) == 1 for players in sides)
    if re.fullmatch(rf"(?:{A_SIDE}{'|' + ALONE if alone else ''})\s*[1-6a-f]", label):
        return _numbered(label) if _numbered(label) < len(sides) else None
    exact = [side for side, own in enumerate(names) if label in (*own, " ".join(own))]
    if exact:
        return exact[0]
    hits = [len(words & {word for name in own for word in name.split()}) for own in names]
    if max(hits, default=0) > 0:
        return hits.index(max(hits)) if hits.count(max(hits)) == 1 else SEVERAL
    letters = sorted(label.replace(" ", ""))
    initials = [side for side, own in enumerate(names) if own and letters == sorted(name[0] for name in own if name)]
    if len(initials) == 1:
        return initials[0]
    return _numbered(label) if len(label) == 1 and 0 <= _numbered(label) < len(sides) else None


def _numbered(label: str) -> int:
    """The place of a side by what it ends with, as `team 2` or `b`."""
    return max(letters.find(label[-1]) for letters in NUMBERS)
