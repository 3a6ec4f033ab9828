"""Endings and rankings alone: which totals end a game, who wins then, and the marks they report."""

from collections.abc import Sequence

from scorekeeper.core.rules.endings import (
    LEVEL,
    LEVEL_OVERTRICKS,
    TOO_EARLY,
    AfterHand,
    AfterHands,
    Ending,
    LosingScore,
    Outcome,
    Outright,
    Ranking,
    Target,
    closed,
    open_end_of,
    outcome_of,
)
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.rules import rule_sentence
from tests.each_case import each_case

ANN, BEN, CAL = Side(0), Side(1), Side(2)


def at(*totals: int | tuple[int, int]) -> list[SideScore]:
    return [SideScore(own) if isinstance(own, int) else SideScore(*own) for own in totals]


def after(*totals: int | tuple[int, int], number: int = 3, outright: tuple[Side, ...] = ()) -> AfterHand:
    return AfterHand(number, at(*totals), outright)


RANKED: list[tuple[str, Sequence[SideScore], tuple[tuple[Side, ...], str]]] = [
    ("play-on", at(10, 20, 5), ((BEN,), "highest")),
    ("play-on", at(20, 20, 5), ((ANN, BEN), LEVEL)),
    ("shared", at(20, 5, 20), ((ANN, CAL), "shared")),
    ("shared", at(20, 5, 19), ((ANN,), "highest")),
    ("fewest-overtricks", at((20, 3), (20, 2), (5, 0)), ((BEN,), "fewest-overtricks")),
    ("fewest-overtricks", at((20, 2), (20, 2), (20, 3)), ((ANN, BEN), LEVEL_OVERTRICKS)),
    ("fewest-overtricks", at((20, 2), (20, 3), (20, 1)), ((CAL,), "fewest-overtricks")),
    ("fewest-overtricks", at((20, 9), (19, 0)), ((ANN,), "highest")),
]


BID = [(510, 4), (520, 3), (499, 9), (530, 4)]
"""Totals after a hand, and the contracts bid in it."""

BY_CONTRACT: list[tuple[Ranking, Sequence[int], tuple[tuple[Side, ...], str]]] = [
    (Ranking(contracts_from=500), (0, 1), ((ANN,), "higher-contract")),
    (Ranking(contracts_from=500), (0, 2), ((ANN,), "highest")),
    (Ranking(contracts_from=500), (1, 2), ((ANN,), "highest")),
    (Ranking(contracts_from=500), (0, 3), ((BEN,), "highest")),
    (Ranking(contracts_from=500), (1, 0, 3), ((CAL,), "higher-contract")),
    (Ranking("shared", 500), (0, 0, 1), ((ANN, BEN), "shared")),
    (Ranking(contracts_from=531), (0, 1), ((BEN,), "highest")),
    (Ranking(), (0, 1), ((BEN,), "highest")),
    (Ranking("higher-contract"), (0, 1), ((BEN,), "highest")),
]


@each_case(("ranking", "sides", "winners"), BY_CONTRACT)
def test_higher_contract_of_those_at_the_target_leads(ranking: Ranking, sides: Sequence[int], winners: object) -> None:
    assert ranking.winners([SideScore(BID[side][0], contract=BID[side][1]) for side in sides]) == winners


def test_higher_contract_breaks_a_tie() -> None:
    level = [SideScore(520, contract=bid) for bid in (4, 6, 5)]
    assert Ranking("higher-contract").winners(level) == ((BEN,), "higher-contract")
    assert Ranking("higher-contract").winners([level[0], SideScore(520, contract=4)]) == ((ANN, BEN), "level")
    assert Ranking("play-on", 500).winners(level) == ((BEN,), "higher-contract")


@each_case(("tie", "scores", "winners"), RANKED)
def test_leader_by_rule_set(tie: str, scores: Sequence[SideScore], winners: object) -> None:
    assert Ranking(tie).winners(scores) == winners


def test_tie_is_played_on_by_default() -> None:
    assert Ranking() == Ranking("play-on")
    assert Ranking("shared").winners(at(-5, -7, -5)) == ((ANN, CAL), "shared")


ENDED: list[tuple[Ending, AfterHand, Outcome | None]] = [
    (Target(500, Ranking()), after(499, 100), None),
    (Target(500, Ranking()), after(500, 100), Outcome((ANN,), "target", "highest", 3, 500)),
    (Target(500, Ranking()), after(510, 520, number=7), Outcome((BEN,), "target", "highest", 7, 500)),
    (Target(500, Ranking()), after(510, 510), Outcome((ANN, BEN), "target", LEVEL, 3, 500)),
    (Target(500, Ranking("shared")), after(510, 510), Outcome((ANN, BEN), "target", "shared", 3, 500)),
    (LosingScore(-200, Ranking()), after(-199, 100), None),
    (LosingScore(-200, Ranking()), after(-200, 100), Outcome((BEN,), "floor", "highest", 3, -200)),
    (LosingScore(-200, Ranking()), after(50, -300, 100, number=4), Outcome((CAL,), "floor", "highest", 4, -200)),
    (LosingScore(-200, Ranking()), after(-200, -200), Outcome((ANN, BEN), "floor", LEVEL, 3, -200)),
    (AfterHands(3, Ranking()), after(10, 20, number=2), None),
    (AfterHands(3, Ranking()), after(10, 20), Outcome((BEN,), "hands", "highest", 3, 3)),
    (AfterHands(3, Ranking()), after(10, 20, number=5), Outcome((BEN,), "hands", "highest", 5, 3)),
    (AfterHands(3, Ranking()), after(20, 20), Outcome((ANN, BEN), "hands", LEVEL, 3, 3)),
    (Outright(), after(10, 20), None),
    (Outright(), after(10, 20, outright=(ANN,)), Outcome((ANN,), "outright", "outright", 3)),
]


@each_case(("ending", "hand", "outcome"), ENDED)
def test_conditions_that_end_a_game(ending: Ending, hand: AfterHand, outcome: Outcome | None) -> None:
    assert ending.outcome(hand) == outcome


OPEN: list[tuple[Sequence[Ending], AfterHand, int, Outcome | None]] = [
    ([Target(500, Ranking())], after(499, 499), 0, None),
    ([Target(500, Ranking())], after(510, 510), 0, Outcome((ANN, BEN), "target", LEVEL, 3, 500)),
    ([Target(500, Ranking()), AfterHands(3, Ranking())], after(20, 20), 0, Outcome((ANN, BEN), "hands", LEVEL, 3, 3)),
    ([Target(500, Ranking())], after(510, 20), 4, Outcome((ANN,), "target", TOO_EARLY, 3, 500)),
    ([Target(500, Ranking()), AfterHands(3, Ranking())], after(20, 20), 4, Outcome((ANN, BEN), "hands", LEVEL, 3, 3)),
    ([Outright()], after(510, 510), 0, None),
]


@each_case(("endings", "hand", "least_hands", "open_end"), OPEN)
def test_limit_that_does_not_end_a_game_says_why(
    endings: Sequence[Ending], hand: AfterHand, least_hands: int, open_end: Outcome | None
) -> None:
    assert outcome_of(endings, hand, least_hands) is None
    assert open_end_of(endings, hand, least_hands) == open_end


HIGHEST = "The highest score wins. On a tie at the top, play another hand."


@each_case(
    ("ending", "marks", "words"),
    [
        (Target(500, Ranking()), (500,), f"The game ends when a side has 500 or more after a hand. {HIGHEST}"),
        (LosingScore(-200, Ranking()), (-199,), f"The game ends when a side has −200 or less after a hand. {HIGHEST}"),
        (AfterHands(3, Ranking()), (), f"The game ends after 3 hands. {HIGHEST}"),
        (Outright(), (), "A bid that wins outright ends the game, whatever the totals."),
    ],
)
def test_sentences_of_endings(ending: Ending, marks: tuple[int, ...], words: str) -> None:
    assert (ending.marks(), rule_sentence(ending.rule_text())) == (marks, words)


@each_case(
    ("totals", "forfeit", "winners", "decided_by"),
    [
        ((10, 20, 5), None, (BEN,), "highest"),
        ((20, 20, 5), None, (ANN, BEN), "shared"),
        ((10, 20, 5), BEN, (ANN,), "highest"),
        ((5, 20, 5), BEN, (ANN, CAL), "shared"),
        ((20, 10, 5), BEN, (ANN,), "highest"),
        ((20, 20, 5), ANN, (BEN,), "highest"),
    ],
)
def test_early_end(totals: tuple[int, ...], forfeit: Side | None, winners: tuple[Side, ...], decided_by: str) -> None:
    outcome = closed(at(*totals), 4, "rain", forfeit)
    assert outcome == Outcome(winners, "closed", decided_by, 4, 0, "rain", forfeit)
