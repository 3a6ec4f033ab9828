"""Games in a notation close to table talk, and the scorer's results.

    game = two_player("so far Ann 337 with 7 bags", "Ann 5 took 7")
    assert game.total("Ann") == 389

A hand names each player with the bid and the tricks. Partners whose tricks were counted together are side by side:
`"Ann 5 and Cal 3 took 9, Ben 2 took 4, Dee nil took 0"`. A player left out bids 1 and takes the remaining tricks. A
player with two hands of cards says `took 6/0`; `made bemo` names a fact. After a `;` come `Ann adjusted -30 for
talking`, `Ben gives Ann 2 books` and `the table allowed it`. A game can begin in the middle with `so far Ann 460 with 8
bags`.

Every game goes through its public record: checked against the schema, read, written, read again, scored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Shape, Side
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet import Sheet, read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.core.words.faults import fault_text, objection_text
from scorekeeper.core.words.lines import line_text
from tests.hand_notation import CAST, Hand, Seats, hand, so_far
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid

TABLES = [(key, shape) for key, rules in rule_sets().items() for shape in rules.shapes]
TABLE_IDS = [f"{key}-{shape.sides}x{shape.players_per_side}" for key, shape in TABLES]
"""Every rule set with every table that it is played at, and the names of these in test reports."""


@dataclass(frozen=True)
class Game:
    """A scored game. Sides are named by any of their players."""

    sheet: Sheet
    board: Scoreboard

    @property
    def last(self) -> ScoredHand:
        return self.board.hands[-1]

    def side(self, player: str) -> Side:
        return next(Side(i) for i, side in enumerate(self.sheet.sides) if player in side.players)

    def lines(self, player: str) -> list[str]:
        """The lines of the last hand: `+50 Bid 5, took 6`."""
        return [f"{line.points:+} {line_text(line)}" for line in self.last.sides[self.side(player)].lines]

    def points(self, player: str) -> int:
        """The points of the last hand."""
        return self.last.sides[self.side(player)].points

    def each(self, player: str) -> list[int]:
        """The points of each hand."""
        return [hand.sides[self.side(player)].points for hand in self.board.hands]

    def total(self, player: str) -> int:
        return self.board.scores[self.side(player)].total

    def bags(self, player: str) -> int:
        """Bags towards the next penalty."""
        return self.board.scores[self.side(player)].towards_penalty

    def overtricks(self, player: str) -> int:
        """Overtricks of the whole game."""
        return self.board.scores[self.side(player)].overtricks

    @property
    def objections(self) -> list[str]:
        """The rules' objections to the last hand."""
        return [objection_text(objection, self.sheet.names) for objection in self.last.objections]

    @property
    def outcome(self) -> str:
        """Who won and why; empty during the game."""
        return outcome_text(self.board, self.sheet.names)

    @property
    def winners(self) -> list[str]:
        return [self.sheet.names[side] for side in self.board.outcome.winners] if self.board.outcome else []

    @property
    def dealers(self) -> list[str]:
        """The dealers of all hands, with the next one."""
        return [CAST[seat] for seat in (*(hand.dealer for hand in self.board.hands), self.board.dealer)]


def sheet_of(
    rules: str,
    *hands: str,
    shape: Shape | None = None,
    dealer: str = "Ann",
    closed: str | None = None,
    **options: object,
) -> Hand:
    """The sheet of a game, as JSON."""
    seated = shape or rule_set(rules).shapes[0]
    seats = Seats(seated.sides, seated.players_per_side, rule_set(rules).with_options({}, seated).seating.tricks)
    sheet: Hand = {"format": "scorekeeper-sheet/1", "rules": rules, "options": options, "sides": seats.named()}
    sheet |= {"dealer": CAST.index(dealer), "hands": [], "closed": None if closed is None else {"reason": closed}}
    for words in hands:
        begun = words.removeprefix("so far ")
        sheet["hands"].append(hand(seats, words) if begun == words else so_far(sheet, seats, begun))
    return sheet


def game(rules: str, *hands: str, **more: Any) -> Game:
    """A game with these rules, played by the first of the cast. Raises `InvalidInput`."""
    record = sheet_of(rules, *hands, **more)
    assert_sheet_valid(record)
    sheet = read_sheet(record)
    again = sheet_json(sheet)
    assert_sheet_valid(again)
    assert read_sheet(again) == sheet
    board = sheet.scoreboard()
    assert_scoreboard_valid(scoreboard_json(board, sheet.names))
    assert_by_the_rules(board)
    return Game(sheet, board)


def anchors(book: Any) -> set[str]:
    """All the rules of a description that score lines and objections can link to."""
    return {part["rule"] for key in ("calls", "limits", "scoring") for part in book[key]}


def assert_by_the_rules(board: Scoreboard) -> None:
    """Every line and objection links to a rule in the rulebook."""
    rules = anchors(describe(board.rules))
    for scored in board.hands:
        assert {line.rule for side in scored.sides for line in side.lines} <= rules
        assert {objection.rule for objection in scored.objections} <= rules


Table = Callable[..., Game]


def table(rules: str, shape: Shape | None = None) -> Table:
    """A table that plays by these rules."""

    def play(*hands: str, **more: Any) -> Game:
        return game(rules, *hands, shape=shape, **more)

    return play


def refusal(play: Table, *hands: str, **more: Any) -> str:
    """The sentence that refuses a game."""
    with pytest.raises(InvalidInput) as refused:
        play(*hands, **more)
    return fault_text(refused.value.fault)


two_player = table("two-player")
two_handed = table("two-handed")
partnership = table("partnership")
cutthroat = table("cutthroat", Shape(4))
cutthroat_for_three = table("cutthroat", Shape(3))
