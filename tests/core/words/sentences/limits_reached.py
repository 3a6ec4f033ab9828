"""Every way in which a game ends, or goes on past a limit, with every rule set.

Said before a hand is saved (→ on the pad after it) or, with the heading and the sentences of the last page, at the end.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from scorekeeper.core.examples.hands import empty_board, names_of
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.endings import AfterHands, Outright, TimeCall, forfeited
from scorekeeper.core.rules.ruleset import HouseRules, RuleSet
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand, ScoredSide
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import Catalogue, use_catalogues
from scorekeeper.core.words.outcomes import end_reasons, goes_on_text, headline, open_words, would_end
from scorekeeper.formats.catalogues import FOLDER, Catalogues

Totals = tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A hand: the totals of the first two sides and of the others, overtricks in the game, and who has lost or won."""

    totals: Totals
    overtricks: Totals = (0, 0)
    lost: tuple[int, ...] = ()
    outright: tuple[int, ...] = ()
    forfeit: tuple[int, ...] = ()
    closed: bool = False
    time: bool = False
    others: int = -5


Story = tuple[str, HouseRules, list[Played]]

EVERYONE = (0, 1, 2, 3)


def sentences() -> Iterator[tuple[str, str]]:
    """Each rule set with what its options can bring about."""
    for each in rule_sets().values():
        for label, rules, hands in _stories(each):
            yield f"{each.key}: {label}", " | ".join(_told(rules, hands))


def in_other_languages() -> Iterator[tuple[str, str]]:
    """The same of two sides of partners, and of several alone, as German and Spanish tables read it."""
    catalogues = Catalogues(FOLDER)
    for key in ("partnership", "cutthroat"):
        for label, rules, hands in _stories(rule_set(key)):
            for code in ("de", "es"):
                before = use_catalogues(partial(_in_language, catalogues, code))
                try:
                    yield f"{key}: {label}", " | ".join(_told(rules, hands))
                finally:
                    use_catalogues(before)


def _in_language(catalogues: Catalogues, code: str) -> Catalogue:
    catalogue = catalogues.of(code)
    assert catalogue is not None
    return catalogue


def _stories(game: RuleSet) -> Iterator[Story]:
    options = {option.key: option for option in game.options(game.shapes[0])}
    plain = game.with_options({})
    target = plain.scoring.target
    level, apart = Played((target + 2, target + 2), (4, 4)), Played((target + 62, target - 8), (4, 4))
    if target:
        yield "one reaches the target", plain, [apart]
        yield "both reach it, the higher wins", plain, [Played((target + 2, target + 12), (4, 4))]
        for tie in options["tie"].values if "tie" in options else [None]:
            rules = game.with_options({} if tie is None else {"tie": tie})
            yield f"level at the target, {tie}", rules, [level, apart]
            yield f"level, not in overtricks, {tie}", rules, [Played(level.totals, (4, 7)), apart]
        yield "level twice", plain, [level, replace(level, totals=(target + 44, target + 44)), apart]
        yield "level, then below the target", plain, [level, Played((target - 40, target - 9)), apart]
    for hands in [ending.hands for ending in plain.scoring.endings if isinstance(ending, AfterHands)]:
        yield "the last hand", plain, [Played((20, 10))] * hands
        for tie in options["tie"].values if "tie" in options else [None]:
            rules = game.with_options({} if tie is None else {"tie": tie})
            yield f"the last hand leaves it level, {tie}", rules, [*[Played((0, 0), (2, 2))] * hands, Played((20, 10))]
    yield from _by_options(game, options, apart)
    yield "time is called", plain, [Played((20, 10), time=True)]
    yield "time leaves it level", plain, [Played((30, 30), (2, 2), time=True), Played((40, 30), time=True)]
    if any(isinstance(ending, Outright) for ending in plain.scoring.endings):
        yield "an outright win of who is behind", plain, [Played((target + 2, 20), outright=(1,))]
    yield "a ruling", plain, [Played((60, 20), forfeit=(0,))]
    yield "stopped early", plain, [Played((60, 20), closed=True)]
    yield "stopped early, level", plain, [Played((20, 20), closed=True)]


def _by_options(game: RuleSet, options: Collection[str], apart: Played) -> Iterator[Story]:
    if "lose_at" in options:
        rules = game.with_options({"lose_at": -200})
        yield "one falls to the losing score", rules, [Played((-210, 20))]
        yield "both fall to it, the higher wins", rules, [Played((-210, -205), others=-300)]
        level = [Played((-210, -210), others=-300), Played((-120, -250), others=-300)]
        yield "both fall to it and are level", rules, level
    if "sets_lose" in options:
        rules = game.with_options({"sets_lose": 3})
        yield "too many sets, from ahead", rules, [Played((60, 20), lost=(0,))]
        yield "both were set too often", rules, [Played((60, 20), lost=EVERYONE)]
        level = [Played((20, 20), lost=EVERYONE), Played((30, 20), lost=EVERYONE)]
        yield "both were set too often and are level", rules, level
    if "least_hands" in options and "target" in options:
        rules = game.with_options({"least_hands": 3})
        yield "too early", rules, [apart] * 3
        yield "too early, then fewer", rules, [apart, *[Played((400, 300))] * 2, apart]


def _told(rules: HouseRules, hands: Iterable[Played]) -> Iterator[str]:
    """What is said before each hand is saved, after it while the game goes on, and at its end."""
    names, alone = names_of(rules), rules.shape.players_per_side == 1
    board = empty_board(rules)
    for played in hands:
        board = _after(board, played)
        if board.outcome is None:
            words = goes_on_text(board, names, len(board.hands))
            if words:
                yield f"{words} → {open_words(board, names)}"
            continue
        totals = [score.total for score in board.scores]
        yield would_end(board, names, alone)
        yield headline(board.outcome, names, totals, alone, rules.scoring.unit)
        yield " ".join(end_reasons(board, names, alone))
        return


def _after(board: Scoreboard, played: Played) -> Scoreboard:
    """The scoreboard after a hand with these scores."""
    sides = board.rules.seating.sides
    scores = tuple(
        SideScore(
            played.totals[side] if side < 2 else played.others,
            played.overtricks[side] if side < 2 else 0,
            sets=3 if side in played.lost else 0,
            lost=side in played.lost,
        )
        for side in sides
    )
    number = board.next_number
    if played.time:
        board = replace(board, time=TimeCall(1, 41))
    forfeits = [Side(side) for side in played.forfeit]
    outright = tuple(Side(side) for side in played.outright)
    outcome = forfeited(scores, number, forfeits) if forfeits else board.outcome_with(scores, outright)
    hand = ScoredHand(
        number,
        board.next_deal,
        board.dealer,
        HandRecord((), ()),
        tuple(ScoredSide((), 0, (), 0, 0, score) for score in scores),
        (),
        True,
        0,
    )
    after = replace(board, hands=(*board.hands, hand), scores=scores, outcome=outcome)
    return after.closed("") if played.closed else after
