"""One player's figures in one finished game, from its scoreboard."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rules.steps import BAG_PENALTY, OVERTRICK_PENALTY
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translatable


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures in a game: those of the side that the player sat for, and those of the player alone.

    `won` and `shared` are 0 or 1; a shared game is both. The side's: `bids` are number contracts that the player
    answered for (not beside their own nil), `bid_tricks` what they promised and `took_tricks` what was taken.
    `contracts` are all that the side had in the player's hands, with `contract_tricks` promised and `contract_took`
    taken, and `short` what failed ones lacked; `penalties` are those for bags. `largest` is the most points the side
    scored in a hand, `comeback` the most it was behind in a game that it won alone.

    The player's own: `own_bids` are hands in which the seat's own number is known, and `own_bid_tricks` those numbers;
    `nils` with the blind ones among them, also those of the seat that bid first or last; `blind_calls` are the seat's
    own blind calls. The figures that begin with `solo` are the side's in hands in which the player was the whole side.
    `run` is the longest run of hands in which everything the player called was made. `whole` is 1 if the player sat
    in every hand.
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
    contracts: int
    contracts_made: int
    contract_tricks: int
    contract_took: int
    short: int
    penalties: int
    own_bids: int
    own_bid_tricks: int
    blind_nils: int
    blind_nils_made: int
    nils_first: int
    nils_first_made: int
    nils_last: int
    nils_last_made: int
    blind_calls: int
    blind_made: int
    solo_hands: int
    solo_bids: int
    solo_made: int
    solo_bid_tricks: int
    solo_took_tricks: int
    solo_overtricks: int
    whole: int
    run: int
    largest: int
    largest_hand: int
    comeback: int
    comeback_hand: int


LABELS = {
    "won": translatable("Won"),
    "hands": translatable("Hands"),
    "bids": translatable("Bids"),
    "made": translatable("Made"),
    "nils": translatable("Nils"),
    "nils_made": translatable("Nils made"),
    "overtricks": translatable("Overtricks"),
}
"""The side's figures that are summed for each player, by name, with their labels in spreadsheets and on pages."""

OWN_LABELS = {
    "own_bids": translatable("Own bids"),
    "own_bid_tricks": translatable("Tricks in own bids"),
    "blind_nils": translatable("Blind nils"),
    "blind_nils_made": translatable("Blind nils made"),
    "blind_calls": translatable("Blind calls"),
    "blind_made": translatable("Blind calls made"),
    "solo_hands": translatable("Hands alone"),
    "solo_bids": translatable("Bids alone"),
    "solo_made": translatable("Made alone"),
    "solo_overtricks": translatable("Overtricks alone"),
}
"""The figures of the player alone, which come after the side's in spreadsheets."""


Part = tuple[ScoredHand, Side, Seat]
"""A hand of a player, with the side and the seat."""


def figures_of(sheet: Sheet, board: Scoreboard) -> tuple[Figures, ...]:
    """Every player's figures, in seat order, including players who joined late or left early."""
    sides = _sides(sheet)
    return tuple(_figures(board, name, sides[name], parts) for name, parts in parts_of(sheet, board).items())


def parts_of(sheet: Sheet, board: Scoreboard) -> dict[str, list[Part]]:
    """The counted hands of every player, in seat order."""
    players: dict[str, list[Part]] = {}
    hands = [hand for hand in board.hands if hand.counted]
    for side in board.rules.seating.sides:
        for seat in board.rules.seating.bidders_of(side):
            for hand in hands:
                players.setdefault(sheet.player_at(seat, hand.number), []).append((hand, side, seat))
            players.setdefault(sheet.player_at(seat), [])
    return players


def _sides(sheet: Sheet) -> dict[str, Side]:
    """The last side each player played for."""
    sides: dict[str, Side] = {}
    seating = sheet.rules.seating
    for hand in (1, *(change.hand for change in sheet.substitutes)):
        for side in seating.sides:
            sides.update(dict.fromkeys((sheet.player_at(seat, hand) for seat in seating.bidders_of(side)), side))
    return sides


def _figures(board: Scoreboard, name: str, side: Side, parts: list[Part]) -> Figures:
    own = [_contracts(board, hand, sat_for, seat) for hand, sat_for, seat in parts]
    points = [(hand.sides[sat_for].points, hand.number) for hand, sat_for, _ in parts]
    largest, largest_hand = max(points, key=lambda hand: hand[0], default=(0, 0))
    winners = board.outcome.winners if board.outcome else ()
    comeback, comeback_hand = _comeback(board, side) if winners == (side,) else (0, 0)
    by_hand = [_hand_figures(board, hand, sat_for, seat) for hand, sat_for, seat in parts]

    def summed(figure: str) -> int:
        return sum([figures[figure] for figures in by_hand])

    return Figures(
        name=name,
        side=side,
        won=int(side in winners),
        shared=int(side in winners and len(winners) > 1),
        total=board.scores[side].total,
        whole=int(len(parts) == sum(hand.counted for hand in board.hands)),
        run=_longest_run([all(c.made for c in contracts) for contracts in own if contracts]),
        largest=largest,
        largest_hand=largest_hand,
        comeback=comeback,
        comeback_hand=comeback_hand,
        hands=summed("hands"),
        bids=summed("bids"),
        made=summed("made"),
        nils=summed("nils"),
        nils_made=summed("nils_made"),
        overtricks=summed("overtricks"),
        bid_tricks=summed("bid_tricks"),
        took_tricks=summed("took_tricks"),
        contracts=summed("contracts"),
        contracts_made=summed("contracts_made"),
        contract_tricks=summed("contract_tricks"),
        contract_took=summed("contract_took"),
        short=summed("short"),
        penalties=summed("penalties"),
        own_bids=summed("own_bids"),
        own_bid_tricks=summed("own_bid_tricks"),
        blind_nils=summed("blind_nils"),
        blind_nils_made=summed("blind_nils_made"),
        nils_first=summed("nils_first"),
        nils_first_made=summed("nils_first_made"),
        nils_last=summed("nils_last"),
        nils_last_made=summed("nils_last_made"),
        blind_calls=summed("blind_calls"),
        blind_made=summed("blind_made"),
        solo_hands=summed("solo_hands"),
        solo_bids=summed("solo_bids"),
        solo_made=summed("solo_made"),
        solo_bid_tricks=summed("solo_bid_tricks"),
        solo_took_tricks=summed("solo_took_tricks"),
        solo_overtricks=summed("solo_overtricks"),
    )


def _comeback(board: Scoreboard, side: Side) -> tuple[int, int]:
    """The most that a side was behind after a hand, and the first such hand; 0 and 0 if it never was."""
    behind = [
        (max(one.score.total for one in hand.sides) - hand.sides[side].score.total, hand.number)
        for hand in board.hands
        if hand.counted
    ]
    most, number = max(behind, key=lambda hand: hand[0], default=(0, 0))
    return (most, number) if most else (0, 0)


def hands_with(figure: str, sheet: Sheet, board: Scoreboard, name: str) -> list[tuple[ScoredHand, Side, Seat, int]]:
    """The hands that a player's figure comes from, with the side and the seat that the player sat at, and its part."""
    parts = [(*part, _hand_figures(board, *part)[figure]) for part in parts_of(sheet, board).get(name, [])]
    return [part for part in parts if part[-1]]


def _hand_figures(board: Scoreboard, hand: ScoredHand, side: Side, seat: Seat) -> dict[str, int]:
    """The figures of one hand, for the player in this seat: a game's are their sums."""
    scored, seating = hand.sides[side], board.rules.seating
    is_solo = len(seating.bidders_of(side)) == 1
    contracts = _contracts(board, hand, side, seat)
    numbers = [contract for contract in contracts if contract.call.is_number]
    of_all = [contract for contract in scored.contracts if contract.call.is_number]
    nils = [contract for contract in contracts if contract.call.is_nil]
    blind = [contract for contract in contracts if contract.call.blind and (is_solo or contract.call.is_nil)]
    blind_nils = [contract for contract in nils if contract.call.blind]
    own_bid = _own_bid(board, hand, side, seat)
    first = nils if hand.deal.is_bid and seat == seating.bidding_order(hand.dealer)[0] else []
    last = nils if hand.deal.is_bid and seat == hand.dealer else []
    of_side = {
        "hands": 1,
        "bids": len(numbers),
        "made": _made(numbers),
        "overtricks": scored.overtricks,
        "bid_tricks": sum(contract.call.tricks for contract in numbers),
        "took_tricks": sum(contract.tricks for contract in numbers),
    }
    return {
        **of_side,
        "contracts": len(of_all),
        "contracts_made": _made(of_all),
        "contract_tricks": sum(contract.call.tricks for contract in of_all),
        "contract_took": sum(contract.tricks for contract in of_all),
        "short": sum(max(0, contract.call.tricks - contract.tricks) for contract in of_all if not contract.made),
        "penalties": sum(line.reason in PENALTIES for line in scored.lines),
        "nils": len(nils),
        "nils_made": _made(nils),
        "own_bids": int(own_bid is not None),
        "own_bid_tricks": own_bid or 0,
        "blind_nils": len(blind_nils),
        "blind_nils_made": _made(blind_nils),
        "nils_first": len(first),
        "nils_first_made": _made(first),
        "nils_last": len(last),
        "nils_last_made": _made(last),
        "blind_calls": len(blind),
        "blind_made": _made(blind),
        **{f"solo_{key}": figure if is_solo else 0 for key, figure in of_side.items()},
    }


PENALTIES = (BAG_PENALTY.key, OVERTRICK_PENALTY.key)


def _made(contracts: list[Contract]) -> int:
    return sum(contract.made for contract in contracts)


def _own_bid(board: Scoreboard, hand: ScoredHand, side: Side, seat: Seat) -> int | None:
    """The last number that the seat itself bid; None without one, or if the hand was not played.

    One number for both partners is nobody's own; beside a nil it is the partner's.
    """
    if not hand.record.bids or not hand.record.took:
        return None
    bids = [hand.record.bids[bidder] for bidder in board.rules.seating.bidders_of(side)]
    if any(PARTNER in bid.calls for bid in bids):
        return None
    calls = [hand.deal.by_code[code] for code in hand.record.bids[seat].calls]
    return next((call.tricks for call in calls if call.is_number), None)


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
