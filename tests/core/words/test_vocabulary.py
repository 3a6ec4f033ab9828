"""The small words that all sentences share: calls and bids, counts, places, lists of names."""

from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words import vocabulary
from scorekeeper.core.words.options import sentence_parts
from tests.each_case import each_case


@each_case(
    ("code", "word"),
    [
        ("5", "5"),
        ("nil", "Nil"),
        ("blind-nil", "Blind nil"),
        ("blind-6", "Blind 6"),
        ("nil-front", "Nil in the front hand"),
        ("double-nil-front", "Double nil in the front hand"),
    ],
)
def test_calls_as_people_say_them(code: str, word: str) -> None:
    assert vocabulary.call_word(code) == word


def test_bids_as_people_say_them() -> None:
    assert vocabulary.bid_word(()) == ""
    assert vocabulary.bid_word(("6", "bemo")) == "6 and bemo"


@each_case(
    ("codes", "words"),
    [
        (("nil-right", "bemo"), "Nil in the right hand and bemo"),
        (("6", "nil-right", "big-bemo"), "6 and nil in the right hand and big bemo"),
        (("blind-7",), "Blind 7"),
        (("double-nil",), "Double nil"),
        (("double-naught",), "Double naught"),
        (("naught-front",), "Naught in the front hand"),
    ],
)
def test_a_bid_in_words(codes: tuple[str, ...], words: str) -> None:
    assert vocabulary.bid_word(codes) == words


def test_the_words_of_a_house_rule_stand_around_its_value() -> None:
    options = {option.key: option for option in rule_set("partnership").options(Shape(2, 2))}
    assert sentence_parts(options["bags"]) == ("Bag penalty after", "bags")
    assert sentence_parts(options["target"]) == ("Play to", "")


def test_counts() -> None:
    assert [vocabulary.counted(number, "bag") for number in (0, 1, 2)] == ["0 bags", "1 bag", "2 bags"]


@each_case(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
        (121, "121st"),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert vocabulary.ordinal(number) == word


@each_case(
    ("number", "word"),
    [(9, "9th"), (10, "10th"), (20, "20th"), (22, "22nd"), (23, "23rd"), (24, "24th"), (111, "111th"), (101, "101st")],
)
def test_ordinals_past_the_first_ten(number: int, word: str) -> None:
    assert vocabulary.ordinal(number) == word


@each_case(
    ("typed", "points", "tenths"),
    [
        ("50", 50, 500),
        ("+50", 50, 500),
        (" -30 ", -30, -300),
        ("−30", -30, -300),
        ("1.5", None, 15),
        ("1,5", None, 15),
        ("-0.5", None, -5),
        ("0.05", None, None),
        ("5.", None, None),
        (".5", None, None),
        ("", None, None),
        ("-", None, None),
        ("--5", None, None),
        ("five", None, None),
        ("٥", None, None),
    ],
)
def test_points_as_people_type_them(typed: str, points: int | None, tenths: int | None) -> None:
    assert (vocabulary.points_in(typed, "points"), vocabulary.points_in(typed, "tenths")) == (points, tenths)


@each_case(
    ("codes", "words"),
    [
        ((), ""),
        (("3",), "3"),
        (("3", "8"), "3 or 8"),
        (("2", "3", "nil"), "2, 3 or nil"),
        (("double-nil",), "double nil"),
    ],
)
def test_one_or_the_other(codes: tuple[str, ...], words: str) -> None:
    assert vocabulary.either_call(codes) == words


@each_case(("by", "words"), [((), ""), ((1,), "1st"), ((1, 3), "1st and 3rd"), ((2, 3, 4), "2nd, 3rd and 4th")])
def test_places_in_the_bidding(by: tuple[int, ...], words: str) -> None:
    assert vocabulary.places(by) == words


@each_case(
    ("low", "high", "words"),
    [
        (0, 0, "none"),
        (1, 1, "exactly 1"),
        (0, 2, "at most 2"),
        (1, 4, "at least 1"),
        (1, 5, "at least 1"),
        (2, 3, "2 to 3"),
        (1, 2, "1 to 2"),
    ],
)
def test_required_counts_read_naturally(low: int, high: int, words: str) -> None:
    assert vocabulary.how_many(low, high) == words
