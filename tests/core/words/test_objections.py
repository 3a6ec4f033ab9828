"""What the rules object to, word for word, with the side's name where it is one side's doing."""

import pytest

from scorekeeper.core.rules import checked, objections
from scorekeeper.core.rules.checked import CannotFit
from scorekeeper.core.rules.checks import Check
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import (
    BelowMinimum,
    Contradiction,
    Miscounted,
    NotAllowed,
    NotAmong,
    NotAsTheFirst,
    NotBehind,
    NotRising,
    PartnersDiffer,
    Replaced,
    SumIsTricks,
    SumTooHigh,
    TooLow,
    TooManyChanges,
    WrongSum,
)
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words import objections as objection_words
from scorekeeper.core.words.objections import objection_text
from tests.anew import anew
from tests.core.words.codes import codes_in

NAMES = ("Ann", "Ben")
NIL = ("nil",)

SAID: list[tuple[str, object, str, str]] = [
    ("not-behind", NotBehind("blind-6", 100, 99), "", "blind 6 needs a side to be 100 behind, this one is 99 behind"),
    (
        "not-behind",
        NotBehind("blind-nil", 100, 0),
        "",
        "blind nil needs a side to be 100 behind, this one is not behind",
    ),
    ("lowered", Replaced(("5",), ("4",)), "", "5 became 4: a bid may be raised, never lowered"),
    ("lowered", Replaced(("6", "Bemo"), ("6",)), "", "6 and bemo became 6: a bid may be raised, never lowered"),
    ("raised", Replaced(("3",), ("5",)), "", "3 became 5: on the second turn a bid may be kept or lowered, not raised"),
    ("too-many-rounds", TooManyChanges(2, 1), "", "the bid was changed 2 times, it may be changed 1 time"),
    ("sum-is-tricks", SumIsTricks(13), "", "the bids add up to 13, the tricks of the hand: they must not"),
    ("below-minimum", BelowMinimum(3, 4), "", "the pair bid 3, it must bid at least 4"),
    ("blind-after-looking", Replaced(("6",), ("blind-6",)), "", "6 became blind 6: a blind call comes before looking"),
    ("contradicts", Contradiction("bemo", 4, "2", 2), "", "bemo takes the first 4 tricks, 2 allows 2"),
    (
        "contradicts",
        Contradiction("big-bemo", 7, "blind-2", 2),
        "",
        "big bemo takes the first 7 tricks, blind 2 allows 2",
    ),
    ("sum-is", WrongSum(12, 13), "mirrors", "mirrors: these make 12, the bids must add up to 13"),
    ("sum-is", WrongSum(12, 13), "", "these make 12, the bids must add up to 13"),
    ("sum-at-most", SumTooHigh(14, 13, ()), "whiz", "whiz: these make 14, the bids may add up to 13 at most"),
    (
        "sum-at-most",
        SumTooHigh(14, 13, (2, 3)),
        "fire",
        "fire: the 2nd and 3rd make 14, together they may bid 13 at most",
    ),
    ("at-least", TooLow(1, "nil", 2), "vice", "vice: the 1st bid is nil, it must be at least 2"),
    ("one-of", NotAmong(3, "4", ("8", "3")), "chance", "chance: the 3rd bid is 4, it must be 8 or 3"),
    ("how-many", Miscounted(0, ("2",), 1, 4, 0), "deuce", "deuce: no bid is 2, there must be at least 1"),
    ("how-many", Miscounted(1, NIL, 3, 3, 0), "burned", "burned: 1 bid is nil, there must be exactly 3"),
    ("how-many", Miscounted(2, NIL, 3, 3, 0), "burned", "burned: 2 bids are nil, there must be exactly 3"),
    ("how-many", Miscounted(1, NIL, 3, 3, 1), "burned", "burned: 1 bid is nil with 1 to come, there must be exactly 3"),
    ("how-many", Miscounted(3, ("8",), 0, 2, 1), "chance", "chance: 3 bids are 8, there must be at most 2"),
    ("how-many", Miscounted(2, ("9",), 1, 1, 1), "accident", "accident: 2 bids are 9, there must be exactly 1"),
    ("how-many", Miscounted(1, ("9",), 1, 0, 1), "accident", "accident: 1 bid is 9, there must be 1 to 0"),
    ("in-each-pair", Miscounted(2, NIL, 1, 1, 0), "murder", "murder: 2 bids are nil, there must be exactly 1"),
    ("partners-alike", PartnersDiffer("3", "nil"), "backseat", "backseat: 3 and nil, partners must bid alike"),
    (
        "all-alike",
        NotAsTheFirst(2, "4", "nil"),
        "copycat",
        "copycat: the 2nd bid is 4, all must bid nil, as the first did",
    ),
    ("rising", NotRising(2, "Nil", 4), "progression", "progression: the 2nd bid is nil, it must be 4"),
    (
        "only-by",
        NotAllowed(3, "double-nil", ()),
        "regular",
        "regular: the 3rd bid is double nil, nobody may in this hand",
    ),
    (
        "only-by",
        NotAllowed(3, "double-nil", (1, 2)),
        "psycho",
        "psycho: the 3rd bid is double nil, only the 1st and 2nd may in this hand",
    ),
    (
        "cannot-fit",
        CannotFit((Check("sum-is", 14), Check("at-least", 3))),
        "hang 'em",
        "hang 'em: nothing that is still to come makes this right: the bids add up to 14; everyone must bid at least 3",
    ),
]


@pytest.mark.parametrize(("code", "figures", "deal", "words"), SAID, ids=[words for *_, words in SAID])
def test_the_words_of_an_objection(code: str, figures: object, deal: str, words: str) -> None:
    assert objection_text(Objection(code, figures, "rule", None, deal), NAMES) == words
    assert objection_text(Objection(code, figures, "rule", Side(1), deal), NAMES) == f"Ben: {words}"


def test_the_words_made_anew() -> None:
    # They are made when their module is first read; here once more, so that what makes them is tested too.
    objections = anew(objection_words)["OBJECTIONS"]
    for code, figures, deal, words in SAID:
        assert objections[code](figures) == words.removeprefix(f"{deal}: ")


def test_every_objection_has_words() -> None:
    codes = {code.key for code in codes_in(objections)} | {checked.CANNOT_FIT.key}
    assert set(objection_words.OBJECTIONS) == codes == {code for code, *_ in SAID}
