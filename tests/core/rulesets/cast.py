"""The tables of the tests here, one for each rule set."""

from scorekeeper.core.rules.seating import Shape
from tests.tables import table

berkley_two = table("berkley-two")
berkley_three_1 = table("berkley-three-1")
berkley_three_2 = table("berkley-three-2")
miser = table("miser", Shape(4))
miser_for_two = table("miser", Shape(2))
miser_for_three = table("miser", Shape(3))
gambling = table("gambling", Shape(4))
gambling_for_three = table("gambling", Shape(3))
gambling_for_five = table("gambling", Shape(5))
gambling_for_six = table("gambling", Shape(6))
evil = table("evil")
high_low = table("high-low", Shape(2, 2))
high_low_for_two = table("high-low", Shape(2))
two_deck = table("two-deck")
royal = table("royal")
hurricane = table("hurricane")
suicide = table("suicide")
mirrors = table("mirrors")
whiz = table("whiz")
toss = table("toss", Shape(2))


def head_start(ann: int, ben: int, tricks: tuple[int, int] = (6, 7)) -> str:
    """A hand of Berkley's for two that leaves these totals: both bid 4."""
    own, other = tricks
    agreed = [
        f"{name} adjusted {total - points:+} for a head start"
        for name, total, points in (("Ann", ann, _four(own)), ("Ben", ben, _four(other)))
    ]
    return f"Ann 4 took {own}, Ben 4 took {other}; {'; '.join(agreed)}"


def _four(took: int) -> int:
    return 40 + took - 4 if took >= 4 else -40
