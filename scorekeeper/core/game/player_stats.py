"""One player's statistics in one finished game, from its scoreboard."""

from dataclasses import dataclass

from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.lines import Contract
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.rules.steps import BAG_PENALTY, OVERTRICK_PENALTY
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translatable


@dataclass(slots=True)
class PlayerStats:
    """A player's statistics in a game: those of the side that the player sat for, and those of the player alone.

    `won` and `shared` are 0 or 1; a shared game is both. The side's: `bids` are number contracts that the player
    answered for (not beside their own nil), `bid_tricks` what they promised and `took_tricks` what was taken.
    `contracts` are all that the side had in the player's hands, with `contract_tricks` promised and `contract_took`
    taken, and `short` what failed ones lacked; `penalties` are those for bags. `largest` is the most points the side
    scored in a hand, `comeback` the most it was behind in a game that it won alone. `rank` is the side's place in the
    game, `margin` its total over the best of the other sides, `share` its part of the win as parts of `WHOLE_WIN`. The
    contracts of hands that the side began `ahead` of or `behind` the best other side, and those of the first and the
    last hand (`opening`, `closing`), are counted with those of them that it made. `side_blind` are its blind calls,
    nils and numbers.

    The player's own: `own_bids` are hands in which the seat's own number is known, and `own_bid_tricks` those numbers;
    `nils` with the blind ones among them, also those of the seat that bid first or last; `blind_calls` are the seat's
    own blind calls, not a blind number for both partners. The figures that begin with `solo` are the side's in hands in
    which the player was the whole side. `run` is the longest run of hands in which everything the player called was
    made. `whole` is 1 if the player sat in every hand, `at_end` if in the last one; `first_hand` and `last_hand` are
    the player's, 0 without any, and `seat` is where the player sat last. `nil_run` is the longest run of made nils;
    `nils_before` are those made before the first one that was set, `nils_after` those after the last one, all of them
    if none was.
    """

    name: str
    side: int
    won: int = 0
    shared: int = 0
    total: int = 0
    hands: int = 0
    bids: int = 0
    made: int = 0
    nils: int = 0
    nils_made: int = 0
    overtricks: int = 0
    bid_tricks: int = 0
    took_tricks: int = 0
    contracts: int = 0
    contracts_made: int = 0
    contract_tricks: int = 0
    contract_took: int = 0
    short: int = 0
    penalties: int = 0
    ahead: int = 0
    ahead_made: int = 0
    behind: int = 0
    behind_made: int = 0
    opening: int = 0
    opening_made: int = 0
    closing: int = 0
    closing_made: int = 0
    own_bids: int = 0
    own_bid_tricks: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    nils_first: int = 0
    nils_first_made: int = 0
    nils_last: int = 0
    nils_last_made: int = 0
    blind_calls: int = 0
    blind_made: int = 0
    solo_hands: int = 0
    solo_bids: int = 0
    solo_made: int = 0
    solo_bid_tricks: int = 0
    solo_took_tricks: int = 0
    solo_overtricks: int = 0
    whole: int = 0
    at_end: int = 0
    rank: int = 0
    margin: int = 0
    share: int = 0
    run: int = 0
    largest: int = 0
    largest_hand: int = 0
    comeback: int = 0
    comeback_hand: int = 0
    nil_run: int = 0
    nils_before: int = 0
    nils_after: int = 0
    side_blind: int = 0
    side_blind_made: int = 0
    seat: int = 0
    first_hand: int = 0
    last_hand: int = 0


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


PlayedPart = tuple[ScoredHand, Side, Seat]
"""A hand of a player, with the side and the seat."""


def stats_of(sheet: Sheet, board: Scoreboard) -> tuple[PlayerStats, ...]:
    """Every player's figures, in seat order, including players who joined late or left early."""
    places = _places(sheet)
    return tuple(_stats(board, name, *places[name], parts) for name, parts in parts_of(sheet, board).items())


def parts_of(sheet: Sheet, board: Scoreboard) -> dict[str, list[PlayedPart]]:
    """The counted hands of every player, in seat order."""
    players: dict[str, list[PlayedPart]] = {}
    hands = [hand for hand in board.hands if hand.counted]
    for side in board.rules.seating.sides:
        for seat in board.rules.seating.bidders_of(side):
            for hand in hands:
                players.setdefault(sheet.player_at(seat, hand.number), []).append((hand, side, seat))
            players.setdefault(sheet.player_at(seat), [])
    return players


def _places(sheet: Sheet) -> dict[str, tuple[Side, Seat]]:
    """The last side each player played for, and the seat there."""
    places: dict[str, tuple[Side, Seat]] = {}
    seating = sheet.rules.seating
    for hand in (1, *(change.hand for change in sheet.substitutes)):
        for side in seating.sides:
            for seat in seating.bidders_of(side):
                places[sheet.player_at(seat, hand)] = side, seat
    return places


def _stats(board: Scoreboard, name: str, side: Side, seat: Seat, parts: list[PlayedPart]) -> PlayerStats:
    winners = board.outcome.winners if board.outcome else ()
    found = PlayerStats(
        name, side, total=board.scores[side].total, rank=ranks_of(board)[side], margin=_margin(board, side)
    )
    if side in winners:
        found.won, found.shared, found.share = 1, int(len(winners) > 1), WHOLE_WIN // len(winners)
    if winners == (side,):
        found.comeback, found.comeback_hand = _comeback(board, side)
    last = _last_hand(board)
    found.seat = seat
    if parts:
        found.first_hand, found.last_hand = parts[0][0].number, parts[-1][0].number
    found.whole = int(len(parts) == last)
    found.at_end = int(bool(parts) and found.last_hand == last)
    points = [(hand.sides[sat_for].points, hand.number) for hand, sat_for, _ in parts]
    found.largest, found.largest_hand = max(points, key=lambda hand: hand[0], default=(0, 0))
    run = 0
    for hand, sat_for, sat_at in parts:
        tried, kept = found.nils, found.nils_made
        calls, made = _add(found, board, hand, sat_for, sat_at)
        if calls:
            run = run + 1 if made == calls else 0
            found.run = max(found.run, run)
        _add_nil_run(found, found.nils - tried, found.nils_made - kept)
    return found


def _add_nil_run(found: PlayerStats, nils: int, made: int) -> None:
    """Go on with the run of made nils after a hand with these; a set one ends it, beside others too."""
    if made < nils:
        found.nils_after = 0
        return
    found.nils_after += made
    found.nil_run = max(found.nil_run, found.nils_after)
    if found.nils == found.nils_made:
        found.nils_before = found.nils_after


WHOLE_WIN = 84_000
"""A win that is not shared, as `share` counts it: up to eight sides share it in whole parts."""


def ranks_of(board: Scoreboard) -> list[int]:
    """Each side's place in a finished game: winners first, a side that conceded last, the others by their totals.

    Equal sides share a place; the next one is as many places further down.
    """
    outcome = board.outcome
    if outcome is None:
        return [0 for _ in board.scores]

    def worth(side: Side) -> tuple[bool, bool, int]:
        won = side in outcome.winners
        return won, outcome.forfeit != side, 0 if won else board.scores[side].total

    sides = board.rules.seating.sides
    return [1 + sum(worth(other) > worth(side) for other in sides) for side in sides]


def _margin(board: Scoreboard, side: Side) -> int:
    """The side's total over the best of the others."""
    others = [score.total for other, score in enumerate(board.scores) if other != side]
    return board.scores[side].total - max(others, default=0)


def _comeback(board: Scoreboard, side: Side) -> tuple[int, int]:
    """The most that a side was behind after a hand, and the first such hand; 0 and 0 if it never was."""
    behind = [
        (max(one.score.total for one in hand.sides) - hand.sides[side].score.total, hand.number)
        for hand in board.hands
        if hand.counted
    ]
    most, number = max(behind, key=lambda hand: hand[0], default=(0, 0))
    return (most, number) if most else (0, 0)


def hand_stats(sheet: Sheet, board: Scoreboard, name: str) -> list[tuple[PlayedPart, PlayerStats]]:
    """The hands of a player, each with its own figures: those of a game are their sums."""
    found: list[tuple[PlayedPart, PlayerStats]] = []
    for part in parts_of(sheet, board).get(name, []):
        hand, side, seat = part
        stats = PlayerStats(name, side)
        _add(stats, board, hand, side, seat)
        found.append((part, stats))
    return found


def hand_of_run(sheet: Sheet, board: Scoreboard, name: str, of_nils: bool, length: int) -> int:
    """The hand with which a player's run of made bids, or of made nils, first had this length; 0 if none did."""
    run = 0
    for hand, side, seat in parts_of(sheet, board).get(name, []):
        own = PlayerStats(name, side)
        calls, made = _add(own, board, hand, side, seat)
        if of_nils:
            calls, made = own.nils, own.nils_made
        if calls:
            run = 0 if made < calls else run + 1  # nobody says two nils in a hand
            if run >= length:
                return hand.number
    return 0


PENALTIES = (BAG_PENALTY.key, OVERTRICK_PENALTY.key)


def _add(sums: PlayerStats, board: Scoreboard, hand: ScoredHand, side: Side, seat: Seat) -> tuple[int, int]:
    """Add a hand of the player in this seat; how many calls the player answered for, and how many were made."""
    scored, seating = hand.sides[side], board.rules.seating
    is_solo = len(seating.bidders_of(side)) == 1
    calls = calls_made = 0
    before = _lead_before(board, hand, side)
    own_bid = _own_bid(board, hand, side, seat)
    sums.hands += 1
    sums.overtricks += scored.overtricks
    sums.penalties += sum([line.reason in PENALTIES for line in scored.lines])
    for contract in scored.contracts:
        call, made = contract.call, int(contract.made)
        sums.side_blind += call.blind
        sums.side_blind_made += call.blind and made
        is_own = is_solo or seat in contract.seats
        if is_own:
            calls += 1
            calls_made += made
        if call.is_number:
            _add_contract(sums, contract, is_own, is_solo)
            _add_when(sums, board, hand, before, made)
        if is_own and call.is_nil:
            _add_nil(sums, seating, hand, seat, contract)
        if is_own and call.blind and (call.is_nil or own_bid is not None):
            sums.blind_calls += 1
            sums.blind_made += made
    if is_solo:
        sums.solo_hands += 1
        sums.solo_overtricks += scored.overtricks
    if own_bid is not None:
        sums.own_bids += 1
        sums.own_bid_tricks += own_bid
    return calls, calls_made


def _last_hand(board: Scoreboard) -> int:
    """The number of the last hand that counts, which is how many there are; 0 without one."""
    return next((hand.number for hand in reversed(board.hands) if hand.counted), 0)


def _lead_before(board: Scoreboard, hand: ScoredHand, side: Side) -> int:
    """How far the side was ahead of the best other side when the hand began; below 0 if it was behind."""
    if hand.number == 1:
        return 0
    totals = [one.score.total for one in board.hands[hand.number - 2].sides]
    return totals[side] - max([total for other, total in enumerate(totals) if other != side], default=0)


def _add_when(sums: PlayerStats, board: Scoreboard, hand: ScoredHand, lead: int, made: int) -> None:
    """Add a number that the side bid to those bid when it was ahead or behind, and in the first or last hand."""
    if lead > 0:
        sums.ahead += 1
        sums.ahead_made += made
    if lead < 0:
        sums.behind += 1
        sums.behind_made += made
    if hand.number == 1:
        sums.opening += 1
        sums.opening_made += made
    if hand.number == _last_hand(board):
        sums.closing += 1
        sums.closing_made += made


def _add_contract(sums: PlayerStats, contract: Contract, is_own: bool, is_solo: bool) -> None:
    """Add a number that the side bid: to the player's figures if the player answered for it."""
    promised, took, made = contract.call.tricks, contract.tricks, int(contract.made)
    sums.contracts += 1
    sums.contracts_made += made
    sums.contract_tricks += promised
    sums.contract_took += took
    if not made:
        sums.short += max(0, promised - took)
    if is_own:
        sums.bids += 1
        sums.made += made
        sums.bid_tricks += promised
        sums.took_tricks += took
    if is_solo:
        sums.solo_bids += 1
        sums.solo_made += made
        sums.solo_bid_tricks += promised
        sums.solo_took_tricks += took


def _add_nil(sums: PlayerStats, seating: Seating, hand: ScoredHand, seat: Seat, contract: Contract) -> None:
    """Add a nil of the player's, also to those of the seat that bid first or last."""
    made = int(contract.made)
    sums.nils += 1
    sums.nils_made += made
    if contract.call.blind:
        sums.blind_nils += 1
        sums.blind_nils_made += made
    if hand.deal.is_bid and seat == seating.bidding_order(hand.dealer)[0]:
        sums.nils_first += 1
        sums.nils_first_made += made
    if hand.deal.is_bid and seat == hand.dealer:
        sums.nils_last += 1
        sums.nils_last_made += made


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
