"""The changes by a correction, for each hand and side, and the sentence for each."""

from scorekeeper.core.analysis.changes import Changes, HandChange, ObjectionChange, changes
from scorekeeper.core.inputs import Fault
from scorekeeper.core.rules.seating import Side, side_path
from scorekeeper.core.words.changes import change_sentences, ending_sentence
from tests.core.rulesets.cast import berkley_three_1, berkley_two, gambling_for_three, head_start
from tests.tables import Game, two_player

ANN, BEN, CAL = Side(0), Side(1), Side(2)
NOTHING = Changes((), ((0, 0), (0, 0)), (), (), ())


def changed(before: Game, after: Game) -> Changes:
    return changes(before.board, after.board)


def sentences(before: Game, after: Game, corrected: int) -> list[str]:
    return change_sentences(changed(before, after), corrected, before.sheet.names)


START = "so far Ann 100 with 8 bags"
WITH_PENALTY = two_player(START, "Ann 5 took 7, Ben 6 took 6", "Ann 5 took 6, Ben 7 took 7")
PENALTY_LATER = two_player(START, "Ann 5 took 6, Ben 6 took 7", "Ann 5 took 6, Ben 7 took 7")


def test_equal_games_have_no_changes() -> None:
    assert changed(two_player(), two_player()) == NOTHING
    same = changed(WITH_PENALTY, WITH_PENALTY)
    assert (same.hands, same.counted_now, same.counted_no_longer, same.objections) == ((), (), (), ())
    assert same.totals == tuple((own.total, own.total) for own in WITH_PENALTY.board.scores)


def test_moved_penalty_is_a_change() -> None:
    found = changed(WITH_PENALTY, PENALTY_LATER)
    assert found.hands == (
        HandChange(2, ANN, -48, 51, (), ("bag-penalty",)),
        HandChange(2, BEN, 60, 61, (), ()),
        HandChange(3, ANN, 51, -49, ("bag-penalty",), ()),
    )
    assert found.totals[0] == (103, 102)
    assert sentences(WITH_PENALTY, PENALTY_LATER, 2) == [
        "The bag penalty of Ann moves from hand 2 to hand 3.",
    ]


def test_earlier_penalty_is_a_change() -> None:
    assert sentences(PENALTY_LATER, WITH_PENALTY, 2) == [
        "The bag penalty of Ann moves from hand 3 to hand 2.",
    ]


def test_one_of_two_penalties_in_a_hand_can_disappear() -> None:
    twice = two_player("so far Ann 0 with 9 bags", "Ann 1 took 12, Ben 1 took 1")
    once = two_player("so far Ann 0 with 9 bags", "Ann 1 took 11, Ben 1 took 2")
    assert changed(twice, once).hands[0] == HandChange(2, ANN, -179, -80, (), ("bag-penalty",))
    assert changed(once, twice).hands[0] == HandChange(2, ANN, -80, -179, ("bag-penalty",), ())


def test_two_penalties_of_one_side_move_to_two_hands() -> None:
    early = two_player("Ann 1 took 11, Ben 2 took 2", "Ann 1 took 11, Ben 2 took 2", "Ann 1 took 1", "Ann 1 took 1")
    late = two_player("Ann 1 took 10, Ben 3 took 3", "Ann 1 took 1", "Ann 1 took 2", "Ann 1 took 11, Ben 2 took 2")
    moved = [words for words in sentences(early, late, 1) if "penalty of Ann" in words]
    assert moved == [
        "The bag penalty of Ann moves from hand 1 to hand 3.",
        "The bag penalty of Ann moves from hand 2 to hand 4.",
    ]


def test_penalty_does_not_move_between_sides() -> None:
    anns = two_player("Ann 1 took 11, Ben 2 took 2", "Ann 1 took 1, Ben 12 took 12")
    bens = two_player("Ann 2 took 2, Ben 1 took 11", "Ann 1 took 1, Ben 12 took 12")
    words = sentences(anns, bens, 1)
    assert "Hand 1 no longer has a bag penalty for Ann." in words
    assert "Hand 1 now has a bag penalty for Ben." in words


def test_berkley_overtrick_penalty() -> None:
    with_it = berkley_two(
        "Ann 4 took 6/0, Ben 4 took 7/0", "Ann 4 took 6/0, Ben 4 took 7/0", "Ann 4 took 5, Ben 4 took 8"
    )
    without = berkley_two(
        "Ann 4 took 6/0, Ben 4 took 7/0", "Ann 4 took 6/0, Ben 4 took 7/0", "Ann 4 took 6, Ben 4 took 7"
    )
    assert "Hand 3 no longer has an overtrick penalty for Ben." in sentences(with_it, without, 3)


def test_ended_run_is_reported() -> None:
    perfect = "Ann 4 took 4, Ben 4 took 5, Cal 3 took 4"
    on = berkley_three_1(*[perfect] * 4)
    broken = berkley_three_1(perfect, perfect, perfect, "Ann 4 took 5, Ben 4 took 4, Cal 3 took 4")
    assert "Hand 4 no longer has a further bonus for perfect bids for Ann." in sentences(on, broken, 4)


def test_pot_and_its_shares() -> None:
    alone = gambling_for_three("Ann 5 took 6, Ben 5 took 5, Cal 6 took 6")
    shared = gambling_for_three("Ann 5 took 6, Ben 5 took 6, Cal 6 took 5")
    assert sentences(alone, shared, 1) == [
        "Hand 1 no longer has the pot for Cal.",
        "Hand 1 now has a share of the pot for Ann.",
        "Hand 1 now has a share of the pot for Ben.",
    ]


def test_hand_that_no_longer_scores_is_a_change() -> None:
    found = changed(two_player("Ann nil took 0, Ben 12 took 13"), two_player("Ann 5 took 5; Ann adjusted -50 for x"))
    assert found.hands[0] == HandChange(1, ANN, 100, 0, (), ())


def test_hands_can_stop_counting_and_count_again() -> None:
    rest = ["Ann 6 took 7, Ben 6 took 6"] * 2
    late = two_player("so far Ann 450, Ben 0", "Ann 4 took 4, Ben 9 took 9", *rest)
    soon = two_player("so far Ann 450, Ben 0", "Ann 6 took 6, Ben 7 took 7", *rest)
    later = two_player("so far Ann 350, Ben 0", "Ann 4 took 4, Ben 9 took 9", *rest)
    assert changed(late, soon).counted_no_longer == (3,)
    assert changed(soon, late).counted_now == (3,)
    assert changed(later, soon).counted_no_longer == (3, 4)
    assert "The game ends earlier; hands 3 and 4 no longer count." in sentences(later, soon, 2)
    assert "The game continues; hands 3 and 4 count now." in sentences(soon, later, 2)


def test_objections_appear_and_disappear() -> None:
    blind = "Ann blind-6 took 6, Ben 4 took 7"
    behind, ahead = berkley_two(head_start(0, 120), blind), berkley_two(head_start(60, 120), blind)
    objected = Fault("not-behind", {"call": "blind-6", "needed": 100, "behind": 60}, side_path(ANN), "behind")
    assert changed(behind, ahead).objections == (ObjectionChange(2, (objected,), ()),)
    assert changed(ahead, behind).objections == (ObjectionChange(2, (), (objected,)),)
    assert not [words for words in sentences(behind, ahead, 2) if "objection" in words]  # the corrected hand says it
    assert "Hand 2 no longer has an objection." in sentences(ahead, behind, 1)


def test_objection_with_changed_figures_is_a_change() -> None:
    blind = "Ann blind-6 took 6, Ben 4 took 7"
    sixty, forty = berkley_two(head_start(60, 120), blind), berkley_two(head_start(80, 120), blind)
    words = [words for words in sentences(sixty, forty, 1) if "objection" in words]
    assert words == [
        "Hand 2 gets an objection. Blind 6 is only for a side 100 or more behind; this side is 40 behind (Ann)."
    ]


def test_changes_are_ordered_by_hand_with_objections_last() -> None:
    blind = "Ann blind-6 took 6, Ben 4 took 7"
    behind, ahead = berkley_two(head_start(0, 120), blind), berkley_two(head_start(60, 120), blind)
    assert sentences(behind, ahead, 1) == [
        "Hand 2 gets an objection. Blind 6 is only for a side 100 or more behind; this side is 60 behind (Ann).",
    ]
    assert sentences(ahead, behind, 1) == ["Hand 2 no longer has an objection."]


def test_single_point_is_singular() -> None:
    found = Changes((HandChange(4, BEN, 1, 2, (), ()), HandChange(5, ANN, 0, -1, (), ())), (), (), (), ())
    assert change_sentences(found, 4, ["Ann", "Ben"]) == []


def test_line_of_one_rule_set_has_a_word_for_it() -> None:
    gained = Changes((HandChange(2, ANN, 0, 0, ("spade-penalty",), ()),), (), (), (), ())
    assert change_sentences(gained, 1, ["Ann"]) == ["Hand 2 now has another score line for Ann."]
    lost = Changes((HandChange(2, ANN, 0, 0, (), ("spade-penalty",)),), (), (), (), ())
    assert change_sentences(lost, 1, ["Ann"]) == ["Hand 2 no longer has a score line for Ann."]


def ending(before: Game, after: Game) -> str | None:
    return ending_sentence(before.board, after.board, before.sheet.names)


def test_shared_tie_names_the_other_side() -> None:
    alone = two_player("so far Ann 450, Ben 430", "Ann 5 took 6, Ben 7 took 7", tie="shared")
    shared = two_player("so far Ann 450, Ben 430", "Ann 5 took 6, Ben 7 took 7; Ann adjusted -1 for x", tie="shared")
    assert ending(alone, shared) == ("The winner changes from Ann to Ann and Ben. Ann and Ben share the win at 500.")
    assert ending(shared, alone) == "The winner changes from Ann and Ben to Ann. Ann won 501–500."


def test_tie_on_overtricks_names_their_number() -> None:
    noted_hand = "Ann 5 took 6, Ben 7 took 7; Ann adjusted -1 for x"
    level = two_player("so far Ann 450, Ben 430", noted_hand, tie="fewest-overtricks")
    playing = two_player("so far Ann 440, Ben 420", noted_hand, tie="fewest-overtricks")
    assert ending(playing, level) == "This ends the game. Ben won at 500 on fewest overtricks, 0–1."
