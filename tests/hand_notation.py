"""The notation of hands in tests, and their records. `tests.tables` describes the notation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.rules.contracts import fit_in_a_pair
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.sheet import read_sheet

CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
TURN = re.compile(r"(\w+) (\S+)(?: and (\w+) (\S+))?(?: took ([\d/]+))?(?: made ([\w-]+))?")
ADJUSTED = re.compile(r"(\w+) adjusted ([+-]\d+) for (.+)")
STANDING = re.compile(r"(\w+) (-?\d+)(?: with (\d+) (?:bag|overtrick)s?)?")
GIVES = re.compile(r"(\w+) gives (\w+) (\d+) books?(?: for (\w+))?")
RULED = re.compile(r"(\w+) (is set|loses the game|is warned) for (\w+)")

Hand = dict[str, Any]


@dataclass(frozen=True)
class Seats:
    """The seated players: the first of the cast, partners opposite each other; and the tricks of a hand."""

    sides: int
    players_per_side: int
    tricks: int

    @property
    def players(self) -> tuple[str, ...]:
        return CAST[: self.sides * self.players_per_side]

    def of(self, side: int) -> list[str]:
        return list(self.players[side :: self.sides])

    def side_of(self, player: str) -> int:
        return self.players.index(player) % self.sides

    def named(self) -> list[Hand]:
        """The sides of a sheet."""
        return [{"name": " & ".join(self.of(i)), "players": self.of(i)} for i in range(self.sides)]


def one_number(deal: HandRules, bids: list[str]) -> list[str]:
    """The bids of a side, made valid for games with one number for both partners."""
    if not deal.partner_may_share_bid or len(bids) == 1:
        return bids
    last = [deal.by_code[bid.rpartition(">")[2].partition("+")[0]] for bid in bids]
    if fit_in_a_pair(deal, last):
        return bids
    if all(call.is_number for call in last):
        return [bids[0], "partner"] if deal.one_number_a_pair or last[0].blind else ["partner", bids[1]]
    return ["1", bids[1] if deal.one_number_a_pair else "1"]


def is_played(deal: HandRules, bids: Iterable[str]) -> bool:
    """Whether the total of these bids is enough to play the hand."""
    spoken = [deal.by_code[bid.rpartition(">")[2].partition("+")[0]] for bid in bids]
    return sum(call.tricks for call in spoken) >= deal.least_total


def hand(seats: Seats, text: str) -> Hand:
    """The record of a hand."""
    played, *more = [part.strip() for part in text.split(";")]
    bids: dict[str, str] = {}
    took: dict[str, list[int]] = {}
    made: dict[str, str] = {}
    for turn in played.split(", "):
        match = TURN.fullmatch(turn)
        assert match, f"cannot read {turn!r}"
        player, bid, partner, partners_bid, tricks, fact = match.groups()
        bids[player], took[player] = bid, [int(count) for count in (tricks or "0").split("/")]
        if partner:
            bids[partner], took[partner] = partners_bid, []
        if fact:
            made[player] = fact
    _share_the_rest(seats, took)
    written: Hand = {
        "bids": [_bids(seats.of(i), bids) for i in range(seats.sides)],
        "took": [_took(seats.of(i), took, made) for i in range(seats.sides)],
    }
    for part in more:
        _add(written, part, seats)
    return written


def _share_the_rest(seats: Seats, took: dict[str, list[int]]) -> None:
    silent = [player for player in seats.players if player not in took]
    left = max(0, seats.tricks - sum(sum(counts) for counts in took.values()))
    for position, player in enumerate(silent):
        took[player] = [left // len(silent) + (position < left % len(silent))]


def _bids(side: list[str], bids: dict[str, str]) -> str | list[str]:
    spoken = [bids.get(player, "1") for player in side]
    return spoken if len(spoken) > 1 else spoken[0]


def _took(side: list[str], took: dict[str, list[int]], made: dict[str, str]) -> object:
    counts = [count for player in side for count in took[player]]
    tricks: object = counts if len(counts) > 1 else counts[0]
    facts = [made[player] for player in side if player in made]
    return {"tricks": tricks, "made": facts} if facts else tricks


def _add(written: Hand, part: str, seats: Seats) -> None:
    if part == "the table allowed it":
        written["overruled"] = True
    elif match := ADJUSTED.fullmatch(part):
        agreed = {"side": seats.side_of(match[1]), "points": int(match[2]), "reason": match[3]}
        written.setdefault("adjust", []).append(agreed)
    elif match := GIVES.fullmatch(part):
        to = None if match[2] == "nobody" else seats.side_of(match[2])
        moved = {"by": seats.side_of(match[1]), "to": to, "books": int(match[3])}
        written.setdefault("reneges", []).append(moved | ({"for": match[4]} if match[4] else {}))
    elif match := RULED.fullmatch(part):
        costs: Hand = {"is set": {"set": True}, "loses the game": {"game": True}, "is warned": {}}[match[2]]
        written.setdefault("reneges", []).append({"by": seats.side_of(match[1]), **costs, "for": match[3]})
    else:
        raise AssertionError(f"cannot read {part!r}")


def so_far(sheet: Hand, seats: Seats, text: str) -> Hand:
    """A hand that gives the sides these totals: it makes the bags, agreed points do the rest."""
    totals = {
        match[1]: (int(match[2]), int(match[3] or 0)) for match in map(STANDING.fullmatch, text.split(", ")) if match
    }
    took = {player: 1 + totals.get(player, (0, 0))[1] for player in seats.players}
    bids = dict.fromkeys(seats.players, 1)
    spare = seats.tricks - sum(took.values())
    assert spare >= 0, "too many bags for one hand"
    took[seats.players[0]] += spare
    bids[seats.players[0]] += spare
    written = hand(seats, ", ".join(f"{player} {bids[player]} took {took[player]}" for player in seats.players))
    board = read_sheet({**sheet, "hands": [*sheet["hands"], written]}).scoreboard()
    agreed = {seats.side_of(player): total for player, (total, _) in totals.items()}
    written["adjust"] = [
        {"side": side, "points": agreed.get(side, 0) - score.total, "reason": "so far"}
        for side, score in enumerate(board.scores)
    ]
    return written
