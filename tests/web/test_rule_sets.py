"""One hand of every rule set, recorded through its pages as a table would."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorekeeper.core.rulesets import rule_sets
from tests.sampled import sampled
from tests.web.at_table import CAST, Pad, seated, start_game, start_table
from tests.web.browsing import Phone

TWO, THREE = CAST[:2], CAST[:3]


@dataclass(frozen=True)
class Tapped:
    """A hand: the taps of the bidding, each side's tricks, the taps after that, and the totals.

    The first of `names` bids first.
    """

    names: tuple[str, ...]
    bids: str
    took: tuple[tuple[str, int], ...]
    totals: tuple[float, ...]
    facts: str = ""


PAIR = (("Ann & Cal", 7),)

HANDS = {
    "partnership": Tapped(CAST, "4|3|3|2", PAIR, (70, 51)),
    "two-player": Tapped(TWO, "5|Nil", (("Ann", 12),), (57, -100)),
    "two-handed": Tapped(TWO, "5|6", (("Ann", 5),), (50, 62)),
    "cutthroat": Tapped(THREE, "5|6|4", (("Ann", 5), ("Ben", 5)), (50, -60, 43)),
    "berkley-two": Tapped(
        TWO, "Bemo|Naught in the right hand|6|5", (("Ann, right", 0), ("Ann", 7)), (321, 51), facts="Made"
    ),
    "berkley-three-1": Tapped(THREE, "2|Big bemo|7|0", (("Ann", 3), ("Ben", 10)), (-100, 403, 200), facts="Made"),
    "berkley-three-2": Tapped(THREE, "1|10|3", (("Ann", 1), ("Ben", 12)), (300, 252, 32)),
    "miser": Tapped(TWO, "5|8|Keep 5|6", (("Ann", 6),), (-80, -70)),
    "gambling": Tapped(THREE, "3|2|1|No raises", (("Ann", 9), ("Ben", 4)), (5, -3, -2)),
    "call-break": Tapped(CAST, "3|2|4|2", (("Ann", 5), ("Ben", 3), ("Cal", 3)), (4.1, 2.1, 3, 2)),
    "evil": Tapped(CAST, "4|3|3|2", PAIR, (70, 51)),
    "high-low": Tapped(TWO, "5|6", (("Ann", 5),), (50, 62)),
    "two-deck": Tapped(THREE, "5|6|4", (("Ann", 5), ("Ben", 6)), (50, 60, 42)),
    "royal": Tapped(TWO, "5|6", (("Ann", 5),), (50, 62)),
    "hurricane": Tapped(CAST, "4|3|3|2", PAIR, (70, 51)),
    "suicide": Tapped(CAST, "Nil|3|5", (("Ann", 0), ("Ann & Cal", 7), ("Dee", 1)), (152, -67)),
    "mirrors": Tapped(CAST, "4|3|4", (("Ann & Cal", 8),), (80, 50)),
    "whiz": Tapped(CAST, "4|Nil|4|2", (("Ann & Cal", 10), ("Ben", 0)), (82, 121)),
    "toss": Tapped(TWO, "5|6", (("Ann", 5),), (50, 62)),
    "night": Tapped(CAST, "1|2|4|3", (("Ann & Cal", 7),), (52, 51)),
}


def sit_down(phone: Phone, key: str, names: tuple[str, ...]) -> Pad:
    """A game of this rule set, with the last player dealing."""
    if rule_sets()[key].custom_scoring is None:
        fitting = [shape for shape in rule_sets()[key].shapes if shape.sides * shape.players_per_side == len(names)]
        return start_game(phone, key, names, names[-1], shape=f"{fitting[0].sides}x{fitting[0].players_per_side}")
    phone.open(f"{start_table(phone)}/games/new")
    phone.tap(next(link.label for link in phone.page.links if "Harvest supper" in link.label))
    phone.submit(phone.page.form_with("seat-0"), **seated(names, names[-1]))
    return Pad(phone)


def record(phone: Phone, hand: Tapped) -> Pad:
    """Tap the hand, and save it."""
    pad = Pad(phone)
    for label in hand.bids.split("|"):
        phone.tap(label)
    for side, tricks in hand.took:
        pad.took(side, tricks)
    for label in hand.facts.split():
        pad.fact(label)
    pad.save()
    return pad


def test_every_rule_set_is_covered() -> None:
    assert set(HANDS) == set(rule_sets())


@pytest.mark.parametrize("key", sampled(HANDS, 3))
def test_one_hand_is_recorded(phone: Phone, key: str) -> None:
    hand = HANDS[key]
    sit_down(phone, key, hand.names)
    pad = record(phone, hand)
    assert pad.totals == list(hand.totals)
