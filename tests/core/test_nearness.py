"""Which known name another one may be a slip of."""

from difflib import SequenceMatcher
from random import Random

import pytest

from scorekeeper.core.inputs.nearness import LETTERS, NEAR, OF, nearest
from scorekeeper.services.names import without_accents


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("Mekk", ["Mek", "Ann"], "Mek"),
        ("Bea", ["Ben"], None),
        ("Ann", ["Ann"], None),
        ("ANNA", ["Anna"], "Anna"),
        ("Ned", ["Ed"], None),
        ("Ana", ["Anna"], "Anna"),
        ("", ["Ann"], None),
        ("Joanna", ["Joana", "Johanna"], "Johanna"),
        ("Joanna", ["Johanna", "Joana"], "Johanna"),
        ("Marie", ["Maria", "Maris"], "Maris"),
        ("Marie", ["Maris", "Maria"], "Maris"),
        ("Marie", ["MARIA", "Maria"], "Maria"),
        ("Zoe", ["Joe", "Zoë", "Ann"], "Zoë"),
        ("ZOË", ["Zoe"], "Zoe"),
        ("Zoe", ["zoe", "Zoë"], "zoe"),
        ("Zoe", ["Zöé", "zoe"], "zoe"),
        ("が", ["か"], None),
        ("🂡🂢🂣🂤", ["🂡🂢🂣🂥🂤"], "🂡🂢🂣🂥🂤"),
    ],
)
def test_nearest_name_is_the_one_that_was_meant(name: str, known: list[str], meant: str | None) -> None:
    assert nearest(name, known, str.casefold, without_accents) == meant


def test_names_are_as_near_as_difflib_finds_them() -> None:
    random = Random(7)
    for _ in range(400):
        name, *known = ("".join(random.choices("abc ", k=random.randint(1, 9))) for _ in range(5))
        others = [other for other in known if other != name and len(other + name) >= LETTERS]
        ratios = {other: SequenceMatcher(None, other, name).ratio() for other in others}
        best = max(((ratio, other) for other, ratio in ratios.items()), default=(0.0, ""))
        assert nearest(name, known, str, str) == (best[1] if best[0] >= NEAR / OF else None)
