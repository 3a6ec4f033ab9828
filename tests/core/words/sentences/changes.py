"""The changes by a correction, shown before it is saved."""

from collections.abc import Iterator

from scorekeeper.core.analysis.changes import changes
from scorekeeper.core.words.changes import change_sentences, ending_sentence
from tests.core.rulesets.cast import berkley_two, gambling_for_three, head_start
from tests.tables import Game, cutthroat, partnership, two_player

BAGS = "so far Ann 100 with 8 bags"
BLIND = "Ann blind-6 took 6, Ben 4 took 7"
PERFECT = ["Ann 4 took 4/0, Ben 9 took 9/0"] * 2
NEAR, FAR = "so far Ann 450, Ben 440", "so far Ann 450, Ben 0"
PAIRS_WIN = "Ann 3 and Cal 3 took 7, Ben 3 and Dee 3 took 6"
PAIRS_FAIL = "Ann 3 and Cal 3 took 5, Ben 3 and Dee 3 took 8"
THIRD = "Ann 6 took 7, Ben 6 took 6"

CHANGES: list[tuple[str, Game, Game, int]] = [
    (
        "a bag penalty moves",
        two_player(BAGS, "Ann 5 took 7, Ben 6 took 6", "Ann 5 took 6, Ben 7 took 7"),
        two_player(BAGS, "Ann 5 took 6, Ben 6 took 7", "Ann 5 took 6, Ben 7 took 7"),
        2,
    ),
    (
        "a bag penalty goes",
        two_player(BAGS, "Ann 5 took 7, Ben 6 took 6"),
        two_player(BAGS, "Ann 5 took 5, Ben 6 took 8"),
        2,
    ),
    (
        "a bonus for perfect bids moves to the other",
        berkley_two(*PERFECT, "Ann 4 took 4/0, Ben 8 took 9/0"),
        berkley_two(*PERFECT, "Ann 4 took 5/0, Ben 8 took 8/0"),
        3,
    ),
    (
        "the pot goes elsewhere",
        gambling_for_three("Ann 5 took 6, Ben 5 took 5, Cal 6 took 6"),
        gambling_for_three("Ann 5 took 4, Ben 5 took 5, Cal 6 took 8"),
        1,
    ),
    (
        "another wins",
        two_player(NEAR, "Ann 6 took 7, Ben 6 took 6"),
        two_player(NEAR, "Ann 6 took 5, Ben 6 took 8"),
        2,
    ),
    ("the game plays on", partnership(FAR, PAIRS_WIN), partnership(FAR, PAIRS_FAIL), 2),
    (
        "the same end with other figures",
        two_player(FAR, "Ann 6 took 7, Ben 6 took 6"),
        two_player(FAR, "Ann 7 took 7, Ben 6 took 6"),
        2,
    ),
    (
        "the game ends sooner",
        two_player(FAR, "Ann 4 took 4, Ben 9 took 9", THIRD),
        two_player(FAR, "Ann 6 took 6, Ben 7 took 7", THIRD),
        2,
    ),
    (
        "a later hand loses its objection",
        berkley_two(head_start(60, 120), BLIND),
        berkley_two(head_start(0, 120), BLIND),
        1,
    ),
    ("nothing changes", cutthroat("Ann 3 took 4"), cutthroat("Ann 3 took 4"), 1),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each in both directions: the changes, then the change to the end."""
    for label, one, other, corrected in CHANGES:
        for way, before, after in ((label, one, other), (f"{label}, turned round", other, one)):
            names = before.sheet.names
            for sentence in change_sentences(changes(before.board, after.board), corrected, names):
                yield way, sentence
            yield way, f"= {ending_sentence(before.board, after.board, names) or 'The end stays as it is.'}"
