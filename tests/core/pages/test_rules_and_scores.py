"""Rules pages say what scores: small games under every value of every option, each point beside its sentence.

The suite tries a fourth of the values; `make soak` tries all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.inputs import InvalidInput, faults
from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.calls import PARTNER, Call
from scorekeeper.core.rules.club_steps import TricksLine
from scorekeeper.core.rules.deal import Bid, HandRecord, HandRules, Took
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.ruleset import HouseRules, values_alone
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import Scoring
from scorekeeper.core.rules.seating import Seat, Seating
from scorekeeper.core.rules.steps import OvertrickLine, Overtricks, PenaltyLine
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.lines import line_text
from tests.each_case import each_case
from tests.sampled import sampled

HANDS, EXACT_FROM = 17, 13
NUMBER = re.compile(r"\d+(?:\.\d)?")
NOTHING = re.compile(r"nothing|no points|don’t count|never cost")
OF_POTS = ("pot", "stake", "ante")
"""Anchors of chips, whose number depends on the other sides."""


def bids_of(deal: HandRules, seating: Seating, turn: int) -> tuple[Bid, ...]:
    """A bid for each seat, others in each turn: low numbers, then with a nil or a blind call among them."""
    alone = [call for call in deal.calls if not call.slot and not call.is_partners]
    numbers = [call for call in alone if call.is_number and not call.blind]
    others = [call for call in alone if call not in numbers]
    if turn >= EXACT_FROM and numbers:
        return exact_bids(seating, turn)
    chosen: list[Call] = []
    for place in range(len(seating.bidders)):
        pick = (turn + place) % 4
        is_special = (others and turn > 1 and pick == 0) or not numbers
        chosen.append(others[turn % len(others)] if is_special else numbers[min(pick, len(numbers) - 1)])
    bids = [Bid((call.code,)) for call in chosen]
    if deal.partner_may_share_bid:
        for side in seating.sides:
            first, second = sorted(seating.bidders_of(side), key=lambda seat: not chosen[seat].blind)
            both_numbers = chosen[first].is_number and chosen[second].is_number
            if (deal.one_number_a_pair and both_numbers) or (chosen[first].is_number and chosen[first].blind):
                bids[second] = Bid((PARTNER,))
    return tuple(bids)


def exact_bids(seating: Seating, turn: int) -> tuple[Bid, ...]:
    """What each takes, to the trick; a pair shares its tricks."""
    took = took_of(seating, turn)
    bids: dict[Seat, int] = {}
    for side in seating.sides:
        *others, last = seating.bidders_of(side)
        each = took[side].tricks // (len(others) + 1)
        bids |= dict.fromkeys(others, each) | {last: took[side].tricks - each * len(others)}
    return tuple(Bid((str(bids[seat]),)) for seat in seating.bidders)


def took_of(seating: Seating, turn: int) -> tuple[Took, ...]:
    """All tricks to one seat, another in each turn; every other turn, and at last, they are shared out among all."""
    seats = [seat for side in seating.seats_of for seat in side]
    lucky = seats[turn // 2 % len(seats)]
    is_shared = turn % 2 or turn >= EXACT_FROM
    share, rest = divmod(seating.tricks, len(seats)) if is_shared else (0, seating.tricks)
    sides = [tuple(share + (rest if seat == lucky else 0) for seat in side) for side in seating.seats_of]
    return tuple(Took(sum(counts), counts if len(counts) > 1 else ()) for counts in sides)


def play(rules: HouseRules) -> Scoreboard:
    """A small game with many bags, nils made and set, and numbers made to the trick; it goes on after its end."""
    board = new_game(rules, Seat(0))
    for turn in range(HANDS):
        deal = board.next_deal
        bids = bids_of(deal, rules.seating, turn) if deal.is_bid else ()
        took = took_of(rules.seating, turn)
        try:
            board = board.after(HandRecord(bids, took))
        except InvalidInput as error:
            if error.fault.code == faults.NOT_PLAYED.key:
                board = board.after(HandRecord(bids, ()))
        board = replace(board, outcome=None)
    return board


def lines_of(board: Scoreboard) -> Iterator[LineItem]:
    for hand in board.hands:
        for scored in hand.sides:
            yield from scored.lines


def figures_in(texts: Sequence[str], unit: str) -> set[int]:
    """The numbers of sentences in the unit of scores, without their signs."""
    tenths = 10 if unit == "tenths" else 1
    found = {int(float(number) * tenths) for text in texts for number in NUMBER.findall(text)}
    return found | {0} if any(NOTHING.search(text) for text in texts) else found


def unexplained(board: Scoreboard, book: Any) -> list[str]:
    """The score lines whose points are no figure of the rules page, with what the page says about them."""
    calls = {call["code"]: call for call in book["calls"]}
    found: list[str] = []
    for line in lines_of(board):
        if isinstance(line.params, Contract):
            call = calls.get(line.params.call.code)  # partners’ numbers may add up to more than anyone can bid
            texts = [] if call is None else [call["made_text"] if line.params.made else call["failed_text"]]
            is_left_out = call is None or "wins" in texts
        else:
            texts = [part["text"] for part in book["scoring"] if part["rule"] == line.rule]
            is_left_out = line.rule in OF_POTS
        if not is_left_out and not is_explained(line, texts, book["unit"]):
            found.append(f"{line_text(line)} scores {line.points}: {texts}")
    return found


def is_explained(line: LineItem, texts: Sequence[str], unit: str) -> bool:
    """Whether the points are a figure of these sentences, for each trick or bag if the line counts them."""
    points, figures, counts = abs(line.points), figures_in(texts, unit), {1}
    if isinstance(line.params, OvertrickLine):
        counts = {line.params.count}
    elif isinstance(line.params, TricksLine):
        counts = {line.params.tricks}
    elif isinstance(line.params, Contract) and any("a trick" in text for text in texts):
        short = line.params.call.tricks - line.params.tricks
        counts = {short if line.params.call.each_short else line.params.tricks}
    elif isinstance(line.params, PenaltyLine) and any("…" in text for text in texts):
        counts = set(range(1, HANDS))
    return any(points == count * figure for count in counts for figure in figures)


def scores_of(board: Scoreboard) -> list[object]:
    return [(line.side, line.points) for line in lines_of(board)]


Played = tuple[Scoreboard, Any]
"""A game, and its rules page as data."""


def played(rules: HouseRules) -> Played:
    return play(rules), describe(rules)


def is_silent(usual: Played, other: Played) -> bool:
    """Whether two games score differently by rules whose pages say the same beside the list of options."""
    pages = [
        {name: part for name, part in book.items() if name not in ("options", "presets")} for _, book in (usual, other)
    ]
    return scores_of(usual[0]) != scores_of(other[0]) and pages[0] == pages[1]


@each_case("key", list(rule_sets()))
def test_page_says_what_scores_under_every_value_of_every_option(key: str) -> None:
    rules = rule_set(key)
    usual = played(rules.with_options({}))
    options = rules.options(rules.shapes[0])
    every = [(option, value) for option in options for value in values_alone(option, options)]
    for option, value in sampled(every, 4):
        other = played(rules.with_options({option.key: value}))
        assert (option.key, value, unexplained(*other)) == (option.key, value, [])
        assert not is_silent(usual, other), (option.key, value)


def test_small_games_have_every_line_that_a_hand_can_score() -> None:
    games = [play(rule_set(key).with_options({})) for key in ("partnership", "berkley-two", "gambling")]
    found = {line.reason for board in games for line in lines_of(board)}
    assert found >= {"contract-made", "nil-made", "nil-failed", "bags", "failed-nil-bags", "bag-penalty"}
    assert found >= {"overtricks", "overtrick-penalty", "perfect-run", "tricks-only", "pot"}


@dataclass(frozen=True, slots=True)
class FreeBag(Overtricks):
    """A house rule that somebody added without its sentence: the first bag of a hand scores nothing."""

    def score(self, hand: Scoring) -> None:
        before = [len(lines) for lines in hand.lines]
        Overtricks.score(self, hand)
        for lines, count in zip(hand.lines, before, strict=True):
            for line in lines[count:]:
                line.points -= 1


def test_page_that_contradicts_the_scores_is_found() -> None:
    rules = rule_set("partnership").with_options({})
    steps = [FreeBag(step.overtrick_word) if isinstance(step, Overtricks) else step for step in rules.scoring.steps]
    free = played(replace(rules, scoring=replace(rules.scoring, steps=tuple(steps))))
    assert unexplained(*free)[0] == "9 bags (now 9) scores 8: ['Each trick above a made bid is a bag and scores 1.']"
    assert is_silent(played(rules), free)
