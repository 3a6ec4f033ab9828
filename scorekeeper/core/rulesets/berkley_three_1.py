"""Berkley's game for three, version 1: thirteen tricks, a fourth hand left out."""

from scorekeeper.core.rules.ruleset import Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets._berkley import READING, WINS, Version, three_options, three_scoring

VERSION_1 = Version(
    tricks=13,
    numbers=(
        # tricks, made, failed, blind made, blind failed
        (0, 200, -120, 500, -120),
        (1, 150, -110, 300, -110),
        (2, 100, -100, 200, -100),
        (3, 30, -30, 70, -30),
        (4, 40, -40, 80, -40),
        (5, 50, -50, 90, -50),
        (6, 60, -60, 100, -60),
        (7, 100, -70, 200, -70),
        (8, 150, -80, 250, -80),
        (9, 200, -90, 300, -90),
        (10, 225, -100, WINS, -100),
        (11, 250, -110, WINS, -110),
        (12, 275, -120, WINS, -120),
        (13, WINS, -130, WINS, -130),
    ),
    # the first tricks, made, failed
    bemo=(4, 100, -50),
    big_bemo=(6, 300, -100),
)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return three_scoring(VERSION_1, shape, options)


RULES = RuleSet(
    key="berkley-three-1",
    name="Berkley, three players, version 1",
    source="Spades - Three Players, version 1, contributed by Darrin Berkley",
    idea=(
        "Three play for themselves with thirteen cards each, and a fourth hand stays face down. "
        "Bids of 0, 1 and 2 must be met exactly, and pay well. "
        "Thirteen, or ten or more blind, wins the game at once."
    ),
    shapes=(Shape(3),),
    options=three_options,
    scoring=scoring,
    reading=READING,
    revision=4,
    order=41,
    cards=("jokers-for-deuces", "fourth-hand", "blind-first", "hand-on-the-left", "follow", "winner"),
    renege="renege",
)
