"""One player's figures in one finished game, from its scoreboard."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translatable


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures in a game.

    `won` and `shared` are 0 or 1; a shared game is both. `bids` are number contracts that the player answered
    for, `bid_tricks` what they promised and `took_tricks` what was taken. `run` is the longest run of hands in which
    everything the player called was made; `largest` the most points the side scored in a hand.
    """

    name: str
    side: int
    won: int
    shared: int
    total: int
    hands: int
    bids: int
    made: int
    nils: int
    nils_made: int
    overtricks: int
    bid_tricks: int
    took_tricks: int
    run: int
    largest: int
    largest_hand: int


LABELS = {
    "won": translatable("Won"),
    "hands": translatable("Hands"),
    "bids": translatable("Bids"),
    "made": translatable("Made"),
    "nils": translatable("Nils"),
    "nils_made": translatable("Nils made"),
    "overtricks": translatable("Overtricks"),
}
"""The figures that are summed for each player, by name, with their labels in spreadsheets and on pages."""


def figures_of(sheet: Sheet, board: Scoreboard) -> tuple[Figures, ...]:
    """Every player's figures, in seat order, including players who joined late or left early."""
    players: dict[str, list[tuple[ScoredHand, Side, Seat]]] = {}
    hands = [hand for hand in board.hands if hand.counted]
    for side in board.rules.seating.sides:
        for seat in board.rules.seating.bidders_of(side):
            for hand in hands:
                players.setdefault(sheet.player_at(seat, hand.number), []).append((hand, side, seat))
            players.setdefault(sheet.player_at(seat), [])
    sides = _sides(sheet)
    return tuple(_figures(board, name, sides[name], parts) for name, parts in players.items())


def _sides(sheet: Sheet) -> dict[str, Side]:
    """The last side each player played for."""
    sides: dict[str, Side] = {}
    seating = sheet.rules.seating
    for hand in (1, *(change.hand for change in sheet.substitutes)):
        for side in seating.sides:
            sides.update(dict.fromkeys((sheet.player_at(seat, hand) for seat in seating.bidders_of(side)), side))
    return sides


def _figures(board: Scoreboard, name: str, side: Side, parts: list[tuple[ScoredHand, Side, Seat]]) -> Figures:
    own = [_contracts(board, hand, sat_for, seat) for hand, sat_for, seat in parts]
    numbers = [contract for contracts in own for contract in contracts if contract.call.is_number]
    nils = [contract for contracts in own for contract in contracts if contract.call.is_nil]
    points = [(hand.sides[sat_for].points, hand.number) for hand, sat_for, _ in parts]
    largest, largest_hand = max(points, key=lambda hand: hand[0], default=(0, 0))
    winners = board.outcome.winners if board.outcome else ()
    return Figures(
        name=name,
        side=side,
        won=int(side in winners),
        shared=int(side in winners and len(winners) > 1),
        total=board.scores[side].total,
        hands=len(parts),
        bids=len(numbers),
        made=sum(contract.made for contract in numbers),
        nils=len(nils),
        nils_made=sum(contract.made for contract in nils),
        overtricks=sum(hand.sides[sat_for].overtricks for hand, sat_for, _ in parts),
        bid_tricks=sum(contract.call.tricks for contract in numbers),
        took_tricks=sum(contract.tricks for contract in numbers),
        run=_longest_run([all(c.made for c in contracts) for contracts in own if contracts]),
        largest=largest,
        largest_hand=largest_hand,
    )


def _contracts(board: Scoreboard, hand: ScoredHand, side: Side, seat: Seat) -> list[Contract]:
    """The contracts that a seat answers for: all of the side's if one player plays it."""
    contracts = hand.sides[side].contracts
    if len(board.rules.seating.bidders_of(side)) == 1:
        return list(contracts)
    return [contract for contract in contracts if seat in contract.seats]


def _longest_run(made: list[bool]) -> int:
    longest = run = 0
    for each in made:
        run = run + 1 if each else 0
        longest = max(longest, run)
    return longest
