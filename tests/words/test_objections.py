"""What the rules object to, word for word, with the side's name where it is one side's doing."""

import pytest

from scorekeeper.rules.lines import Figure, Objection
from scorekeeper.rules.seating import Side
from scorekeeper.words import objections as objection_words
from tests.anew import anew

NAMES = ("Ann", "Ben")

SAID: list[tuple[str, tuple[Figure, ...], str]] = [
    ("not-behind", ("blind-6", 100, 99), "blind 6 needs a side to be 100 behind, this one is 99 behind"),
    ("not-behind", ("blind-nil", 100, 0), "blind nil needs a side to be 100 behind, this one is not behind"),
    ("lowered", ("5", "4"), "5 became 4: a bid may be raised, never lowered"),
    ("lowered", ("6+Bemo", "6"), "6 and bemo became 6: a bid may be raised, never lowered"),
    ("raised", ("3", "5"), "3 became 5: on the second turn a bid may be kept or lowered, not raised"),
    ("too-many-rounds", (2, 1), "the bid was changed 2 times, it may be changed 1 time"),
    ("sum-is-tricks", (13,), "the bids add up to 13, the tricks of the hand: they must not"),
    ("below-minimum", (3, 4), "the pair bid 3, it must bid at least 4"),
    ("blind-after-looking", ("6", "blind-6"), "6 became blind 6: a blind call comes before looking"),
    ("contradicts", ("bemo", 4, "2", 2), "bemo takes the first 4 tricks, 2 allows 2"),
    ("contradicts", ("big-bemo", 7, "blind-2", 2), "big bemo takes the first 7 tricks, blind 2 allows 2"),
    ("sum-is", ("mirrors", 12, 13), "mirrors: these make 12, the bids must add up to 13"),
    ("sum-is", ("", 12, 13), "these make 12, the bids must add up to 13"),
    ("sum-at-most", ("whiz", 14, 13, ""), "whiz: these make 14, the bids may add up to 13 at most"),
    (
        "sum-at-most",
        ("fire", 14, 13, "2nd and 3rd"),
        "fire: the 2nd and 3rd make 14, together they may bid 13 at most",
    ),
    ("at-least", ("vice", 1, "nil", 2), "vice: the 1st bid is nil, it must be at least 2"),
    ("one-of", ("chance", 3, "4", "8 or 3"), "chance: the 3rd bid is 4, it must be 8 or 3"),
    ("how-many", ("deuce", 0, "2", 1, 4, 0), "deuce: no bid is 2, there must be at least 1"),
    ("how-many", ("burned", 1, "nil", 3, 3, 0), "burned: 1 bid is nil, there must be exactly 3"),
    ("how-many", ("burned", 2, "nil", 3, 3, 0), "burned: 2 bids are nil, there must be exactly 3"),
    ("how-many", ("burned", 1, "nil", 3, 3, 1), "burned: 1 bid is nil with 1 to come, there must be exactly 3"),
    ("how-many", ("chance", 3, "8", 0, 2, 1), "chance: 3 bids are 8, there must be at most 2"),
    ("how-many", ("accident", 2, "9", 1, 1, 1), "accident: 2 bids are 9, there must be exactly 1"),
    ("how-many", ("accident", 1, "9", 1, 0, 1), "accident: 1 bid is 9, there must be 1 to 0"),
    ("in-each-pair", ("murder", 2, "nil", 1, 1, 0), "murder: 2 bids are nil, there must be exactly 1"),
    ("partners-alike", ("backseat", "3", "nil"), "backseat: 3 and nil, partners must bid alike"),
    ("all-alike", ("copycat", 2, "4", "nil"), "copycat: the 2nd bid is 4, all must bid nil, as the first did"),
    ("rising", ("progression", 2, "Nil", 4), "progression: the 2nd bid is nil, it must be 4"),
    ("only-by", ("regular", 3, "double-nil", ""), "regular: the 3rd bid is double nil, nobody may in this hand"),
    (
        "only-by",
        ("psycho", 3, "double-nil", "1st and 2nd"),
        "psycho: the 3rd bid is double nil, only the 1st and 2nd may in this hand",
    ),
    (
        "cannot-fit",
        ("hang 'em", "the bids add up to 14"),
        "hang 'em: nothing that is still to come makes this right: the bids add up to 14",
    ),
]


@pytest.mark.parametrize(("code", "figures", "words"), SAID, ids=[words for _, _, words in SAID])
def test_the_words_of_an_objection(code: str, figures: tuple[Figure, ...], words: str) -> None:
    assert objection_words.objection_text(Objection(code, figures, "rule"), NAMES) == words
    assert objection_words.objection_text(Objection(code, figures, "rule", Side(1)), NAMES) == f"Ben: {words}"


def test_the_words_made_anew() -> None:
    # They are made when their module is first read; here once more, so that what makes them is tested too.
    objections = anew(objection_words)["OBJECTIONS"]
    assert [objections[code](*figures) for code, figures, _ in SAID] == [words for _, _, words in SAID]


def test_every_objection_is_said() -> None:
    assert set(objection_words.OBJECTIONS) == {code for code, _, _ in SAID}
