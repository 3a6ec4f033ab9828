"""The paper audit names the hand in which paper and rules begin to differ."""

import random
from collections import Counter

from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.slips import mistake_text
from scorekeeper.formats.paper_audit import audit
from tests.each_case import each_case
from tests.formats.paper_audit.mistakes import Paper, game, paper
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

MANY = examples(40, 2_000)
HANDS = ("Ann 5 took 6, Ben 4 took 7", "Ann 5 took 7, Ben 4 took 6", "Ann 3 took 4, Ben 9 took 9")


def papers() -> list[Paper]:
    """This many sheets with a visible mistake."""
    dice = random.Random(20261120)
    found: list[Paper] = []
    while len(found) < MANY:
        made = paper(dice)
        if made is not None:
            found.append(made)
    return found


def test_correct_sheet_has_no_mistakes() -> None:
    found = audit(read_sheet(sheet_of("two-player", *HANDS)), [[51, 43], [103, 85], [134, 175]])
    assert found.mistakes == ()
    assert found.totals == ((51, 43), (103, 85), (134, 175))


@each_case(
    ("totals", "message"),
    [
        ([[51, 43], [102, 85], [133, 175]], "Hand 2, Ann: written 102, should be 103 (51 + 52)"),
        ([[51, 43], [101, 85], [132, 175]], "“2 bags (now 3)” (+2) seems to be left out"),
        ([[51, 43], [130, 85], [134, 175]], "The next total is right, so this one was miswritten or misread"),
        ([[51, 43], [103, 85], [134, 157]], "Swapped digits: 175"),
        ([[51, 43], [-1, 85], [30, 175]], "Wrong sign"),
        ([[51, 43], [None, 85], [133, 175]], "Hand 3, Ann: written 133, should be 134 (51 + 83)"),
    ],
)
def test_difference_names_place_and_kind(totals: list[list[int | None]], message: str) -> None:
    found = audit(read_sheet(sheet_of("two-player", *HANDS)), totals)
    assert len(found.mistakes) == 1
    assert message in mistake_text(found.mistakes[0])


NIL_TOOK_6 = {"bids": [["nil", "5"], ["4", "3"]], "took": [6, 7]}


@each_case(
    ("total", "right"),
    [
        (151, True),  # the nil took none, its partner 6
        (-49, True),  # the nil took 1, a bag, and its partner 5
        (-144, True),  # the nil took 6
        (12, False),
    ],
)
def test_tricks_beside_a_nil_fall_as_the_total_shows(total: int, right: bool) -> None:
    sheet = read_sheet(sheet_of("partnership") | {"hands": [NIL_TOOK_6]})
    assert (audit(sheet, [[total, 70]]).mistakes == ()) is right


def test_tricks_beside_a_nil_without_a_total_are_the_nil_s() -> None:
    later = {"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}
    sheet = read_sheet(sheet_of("partnership") | {"hands": [NIL_TOOK_6, later]})
    assert audit(sheet, [[None, None], [-74, 121]]).mistakes == ()


def test_tricks_beside_nils_of_two_hands_fall_as_the_totals_show() -> None:
    sheet = read_sheet(sheet_of("partnership") | {"hands": [NIL_TOOK_6, NIL_TOOK_6]})
    assert audit(sheet, [[151, 70], [302, 140]]).mistakes == ()
    assert audit(sheet, [[151, 70], [102, 140]]).mistakes == ()
    assert audit(sheet, [[151, 70], [303, 140]]).mistakes != ()


@each_case("read", [1, 2, 6, 13])
def test_mistyped_count_is_found_by_the_totals(read: int) -> None:
    played, typed = ("Ann 5 took 0, Ben 4 took 13", f"Ann 5 took {read}, Ben 4 took {13 - read}")
    totals = audit(read_sheet(sheet_of("two-player", HANDS[0], played, HANDS[2])), []).totals
    found = audit(read_sheet(sheet_of("two-player", HANDS[0], typed, HANDS[2])), totals)
    assert [mistake_text(mistake) for mistake in found.mistakes] == [
        f"Hand 2, Ann: every total is right if Ann took 0, not {read}"
    ]


def test_mistyped_bid_is_found_by_the_totals() -> None:
    wrong = (HANDS[0], "Ann 6 took 7, Ben 4 took 6", HANDS[2])
    found = audit(read_sheet(sheet_of("two-player", *wrong)), [[51, 43], [103, 85], [134, 175]])
    assert [mistake_text(mistake) for mistake in found.mistakes] == [
        "Hand 2, Ann: every total is right if Ann bid 5, not 6"
    ]


def test_tricks_that_do_not_add_up_are_named_at_their_hand() -> None:
    written = sheet_of("two-player", *HANDS)
    written["hands"][1]["took"] = [7, 5]
    found = audit(read_sheet(written), [[51, 43], [103, 85], [134, 175]])
    assert found.hands == (2,)


def test_single_mistakes_are_named_at_their_hand() -> None:
    missed = []
    kinds: Counter[str] = Counter()
    for made in papers():
        kinds[made.mistake] += 1
        found = audit(made.sheet, made.totals)
        if not found.mistakes or found.mistakes[0].hand != made.hand:
            missed.append(
                (
                    made.mistake,
                    made.hand,
                    [mistake_text(mistake) for mistake in found.mistakes],
                    made.sheet.rules.ruleset.key,
                )
            )
    assert missed == []
    assert len(kinds) == 7


def test_no_right_sheet_is_doubted() -> None:
    dice = random.Random(7)
    for rules in ("partnership", "cutthroat", "berkley-two", "miser"):
        played = game(dice, rules)
        totals = [[side.score.total for side in hand.sides] for hand in played.scoreboard().hands]
        assert audit(played, totals).mistakes == ()
