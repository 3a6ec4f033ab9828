"""Names with accents: one spelling to store and compare, and each spelling that a record may have."""

from scorekeeper.core.inputs.spelling import composed, composed_json, forms

ONE, TWO = "Zo\u00eb", "Zoe\u0308"
"""Zoë with her last letter as one character, and as two."""


def test_accented_letter_is_stored_as_one_character() -> None:
    assert (composed(TWO), composed(ONE), composed("Ann")) == (ONE, ONE, "Ann")
    assert composed_json({TWO: [TWO, {"seat": TWO}, 7, None]}) == {ONE: [ONE, {"seat": ONE}, 7, None]}


def test_name_is_looked_for_as_written_and_in_both_spellings() -> None:
    assert forms("Ann") == ("Ann",)
    assert forms(ONE) == (ONE, TWO)
    assert forms(TWO) == (TWO, ONE)
    mixed = ONE + TWO
    assert forms(mixed) == (mixed, ONE + ONE, TWO + TWO)
