"""Checks new names, which may not disguise themselves; and finds near matches of known names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import HIDDEN_LETTER, LOOKS_LIKE, MAX_NAME_LENGTH, SAME_NAME
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.inputs.nearness import nearest
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.storage.players import known_names, names_of

REORDERS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Direction controls: they reorder the text around a name, which right-to-left letters alone do not."""
HIDDEN = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0")
"""Invisible characters: two names could look the same. (Joiners are allowed: emoji and some scripts need them.)"""
UNSEEN = frozenset(
    chr(code)
    for first, last in (
        *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
        *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
        *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
        (0x2800, 0x2800),  # braille without a dot
    )
    for code in range(first, last + 1)
)
"""Unicode's `Default_Ignorable_Code_Point`, which draws nothing by itself, and the blank that it leaves out."""
ACCENTS = frozenset(map(chr, range(0x300, 0x370)))
"""What stands over or under letters of several scripts; not the marks of a single one, which make other sounds."""
LATIN = 0x250
"""Letters from here on may look like Latin ones."""


def check_name(name: str, quoted: str = "") -> None:
    """Refuse characters that disguise a name. `quoted` is how the error shows the name. Raises `InvalidInput`."""
    code = hidden_letter(name)
    if code:
        raise InvalidInput(HIDDEN_LETTER.at(NOWHERE, {"name": quoted, "letter": code}))


def hidden_letter(name: str) -> str:
    """The code of the first character that disguises a name; empty without one."""
    return next((f"U+{ord(letter):04X}" for letter in name if _disguises(letter)), "")


def _disguises(letter: str) -> bool:
    return letter in REORDERS or letter in HIDDEN or unicodedata.category(letter) in ("Cc", "Cs")


def shown_letters(name: str) -> str:
    """The name in composed form without characters that disguise it: for a device, which gets some name anyway."""
    return composed("".join(letter for letter in name if not _disguises(letter)))


def names_as_known(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Names that nobody can be asked about any more: one that looks like a known name is that one; no two are alike."""
    seen = {skeleton_of(name): name for name in known}
    exact, taken, found = set(seen.values()), set[str](), list[str]()
    for name in (shown_letters(name).strip()[:MAX_NAME_LENGTH] for name in names):
        settled = name if name in exact else seen.setdefault(skeleton_of(name), name) if skeleton_of(name) else ""
        number = 2
        while settled and skeleton_of(settled) in taken:
            settled, number = f"{name[: MAX_NAME_LENGTH - 2]} {number}", number + 1
        taken.add(skeleton_of(settled))
        found.append(settled)
    return found


def hides_letters(text: str) -> bool:
    """Whether a name or a text has characters that disguise it."""
    return bool(hidden_letter(text))


class NameTaken(InvalidInput):
    """Something else of this kind has the name already."""

    def within(self, name: str, number: int = 0) -> "NameTaken":
        """The same error inside something larger."""
        return NameTaken(self.fault.within(name, number))


def check_title(name: str, others: Iterable[str], of: Enum) -> str:
    """The new name of a preset, or of what a room has, as it is stored.

    Raises `InvalidInput` if it is disguised or looks like that of another one, `NameTaken` if it is that.
    """
    check_name(name, quote(name))
    seen = {skeleton_of(other): other for other in others}
    other = seen.get(skeleton_of(name))
    if other is not None and plain(other) == plain(name):
        raise NameTaken(SAME_NAME.at(NOWHERE, {"of": of, "name": quote(name)}))
    if other is not None:
        raise InvalidInput(LOOKS_LIKE.at(NOWHERE, {"name": quote(name), "other": quote(other)}))
    return composed(name)


def check_new_names(names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse new names that look like each other or like one the table knows. Raises `InvalidInput`."""
    taken = set(map(composed, known))
    new = [name for name in map(composed, names) if name not in taken]
    for name in new:
        check_name(name, quote(name))
    for name, other in names_alike(new, taken):
        if plain(other) != plain(name):
            raise InvalidInput(LOOKS_LIKE.at(NOWHERE, {"name": quote(name), "other": quote(other)}))


def names_alike(names: Iterable[str], known: Iterable[str], *, twins: bool = False) -> Iterator[tuple[str, str]]:
    """Each of these names that looks like a known one, or an earlier one of them, with that one.

    The same name again is the same thing, unless there may be `twins`: two of them with one name.
    """
    taken = set(map(composed, known))
    seen = {skeleton_of(name): name for name in sorted(taken)}
    for name in map(composed, names):
        other = seen.get(skeleton_of(name))
        seen.setdefault(skeleton_of(name), name)
        if other is not None and (twins or (other != name and name not in taken)):
            yield name, other


def check_names_at(table_id: str, names: Iterable[str]) -> None:
    """Refuse names that are new to the table and look like a known one, or each other. Raises `InvalidInput`.

    Only a new name is compared with all that the table knows.
    """
    names = list(names)
    if known_names(table_id, names) < set(names):
        check_new_names(names, names_of(table_id))


def check_seated(names: Iterable[str]) -> None:
    """Refuse two players of a game whose names look alike, such as Ann and ANN. Raises `InvalidInput`."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(skeleton_of(name), name)
        if other != name:
            raise InvalidInput(LOOKS_LIKE.at(NOWHERE, {"name": quote(name), "other": quote(other)}))


def plain(name: str) -> str:
    """A name without case, width and spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@lru_cache(maxsize=16384)  # more than the names of a large table, all of which are compared with a new one
def skeleton_of(name: str) -> str:
    """A name as it looks at a glance.

    Ignores case, width, invisible letters, and letters of other scripts that look Latin.
    """
    skeleton = unicodedata.normalize("NFKC", name)
    for _twice in range(2):  # an upper-case letter may look Latin when its lower-case one does not, and vice versa
        skeleton = "".join(_latin(letter) if ord(letter) >= LATIN else letter for letter in skeleton).casefold()
    shown = (letter for letter in skeleton if letter not in UNSEEN and (letter.isprintable() or letter.isspace()))
    return " ".join("".join(shown).split())


@lru_cache(maxsize=16384)
def without_accents(name: str) -> str:
    """The same without accents: `chloe` of `Chloé`."""
    return "".join(letter for letter in unicodedata.normalize("NFD", skeleton_of(name)) if letter not in ACCENTS)


@lru_cache(maxsize=4096)
def _latin(letter: str) -> str:
    """The ASCII letter that this one looks like, or itself."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - a megabyte, rarely needed

    alike = (other["c"] for other in confusables_data.get(letter, ()))
    return next((other for other in alike if other.isascii() and other.isalpha()), letter)


JOINTS = re.compile(r"\s*[&+/,;\t]\s*|\s+(?:(?i:and|und)|y|e|[–-])\s+")
"""What stands between two partners in a list that somebody types or pastes, in any of the app's languages."""


def players_in(text: str) -> tuple[str, ...]:
    """The players of a side as typed: `Ann & Cal`, `Ann,Cal`, `Ann und Cal`, `Juan e Inés`."""
    return tuple(part for part in (part.strip() for part in JOINTS.split(text)) if part)


class KnownNames:
    """Known names, each found by how it looks at a glance; the nearest one is looked for among a few only.

    To compare a name with all of them takes milliseconds, and a list brings hundreds.
    """

    CANDIDATES = 2
    LOOKED_AT = 400
    """How often a pair of letters in a known name is counted for one name: the rarest pairs first."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_look: dict[str, str] = {}
        self._plainly: dict[str, list[str]] = {}
        self._with: dict[str, list[str]] = {}
        self._names: set[str] = set()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Know this name, too."""
        if name not in self._names:
            self._names.add(name)
            look = skeleton_of(name)
            self._by_look[look] = name
            self._plainly.setdefault(without_accents(name), []).append(name)
            for pair in _pairs(look):
                self._with.setdefault(pair, []).append(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def near(self, name: str) -> str | None:
        """The known name that this one may be a misspelling of."""
        look = skeleton_of(name)
        same = self._by_look.get(look)
        if same is not None and same != name:
            return same
        plainly = next((known for known in self._plainly.get(without_accents(name), ()) if known != name), None)
        if plainly is not None:
            return plainly
        shared, left = Counter[str](), self.LOOKED_AT
        for known in sorted((self._with.get(pair, []) for pair in _pairs(look)), key=len):
            shared.update(known[:left])
            left -= len(known)
            if left <= 0:
                break
        del shared[name]
        return nearly(name, [known for known, _count in shared.most_common(self.CANDIDATES)])


def _pairs(look: str) -> set[str]:
    """Each two letters that stand together, also at the ends."""
    ended = f" {look} "
    return {ended[place : place + 2] for place in range(len(ended) - 1)}


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one may be a misspelling of."""
    return nearest(name, known, skeleton_of, without_accents)
