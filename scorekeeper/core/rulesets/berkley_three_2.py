"""Berkley's game for three, version 2: all fifty-four cards, eighteen tricks."""

from scorekeeper.core.rules.ruleset import Options, RuleSet, ScoringRules
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets._berkley import READING, WINS, Version, three_options, three_scoring

VERSION_2 = Version(
    tricks=18,
    numbers=(
        # tricks, made, failed, blind made, blind failed
        (0, 400, -120, 450, -120),
        (1, 300, -110, 350, -110),
        (2, 200, -100, 250, -100),
        (3, 30, -30, 70, -30),
        (4, 40, -40, 80, -40),
        (5, 50, -50, 90, -50),
        (6, 60, -60, 100, -60),
        (7, 70, -70, 110, -70),
        (8, 80, -80, 120, -80),
        (9, 200, -90, 300, -90),
        (10, 250, -100, 400, -100),
        (11, 300, -110, WINS, -110),
        (12, 350, -120, WINS, -120),
        (13, 400, -130, WINS, -130),
        (14, 450, -140, WINS, -140),
        (15, 500, -150, WINS, -150),
        (16, 500, -160, WINS, -160),
        (17, WINS, -170, WINS, -170),
        (18, WINS, -180, WINS, -180),
    ),
    # the first tricks, made, failed
    bemo=(5, 100, -50),
    big_bemo=(7, 200, -100),
)


def scoring(shape: Shape, options: Options) -> ScoringRules:
    return three_scoring(VERSION_2, shape, options)


RULES = RuleSet(
    key="berkley-three-2",
    name="Berkley, three players, version 2",
    source="Spades - Three Players, version 2, contributed by Darrin Berkley",
    idea=(
        "Three play for themselves with eighteen cards each, jokers and all. "
        "Bids of 0, 1 and 2 must be met exactly, and pay well. "
        "Seventeen, or eleven or more blind, wins the game at once."
    ),
    shapes=(Shape(3),),
    options=three_options,
    scoring=scoring,
    reading=READING,
    revision=4,
    order=42,
    cards=("two-jokers", "all-dealt", "blind-first", "hand-on-the-left", "follow", "winner"),
    renege="renege",
)
