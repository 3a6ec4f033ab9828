"""Paper sheets with one mistake each, from a seed."""

import random
from dataclasses import dataclass, replace

from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.sheet import Sheet, read_setup

RULES = ("partnership", "two-player", "cutthroat", "berkley-two", "berkley-three-1", "miser", "two-handed", "hurricane")

Totals = list[list[int | None]]


@dataclass(frozen=True)
class Paper:
    """A sheet as typed, the totals on it, and the place and kind of its one mistake."""

    sheet: Sheet
    totals: Totals
    hand: int
    mistake: str


def game(dice: random.Random, rules: str) -> Sheet:
    """A random game of a few hands; most bids are near the tricks taken, as at a table."""
    pairs = rules in ("partnership", "hurricane")
    sides = {"berkley-three-1": 3, "cutthroat": 4, "miser": 4}.get(rules, 2)
    players = [["Ann", "Cal"], ["Ben", "Dee"]] if pairs else [[name] for name in ("Ann", "Ben", "Cal", "Dee")[:sides]]
    named = [{"name": " & ".join(own), "players": own} for own in players]
    sheet = read_setup({"rules": rules, "sides": named})
    board = new_game(sheet.rules, sheet.dealer)
    while board.outcome is None and len(board.hands) < 12:
        board = board.after(hand(dice, sheet, board.next_number))
    return replace(sheet, hands=tuple(scored.record for scored in board.hands))


def hand(dice: random.Random, sheet: Sheet, number: int) -> HandRecord:
    """A hand with random tricks, and bids equal or close to them."""
    seating, deal = sheet.rules.seating, sheet.rules.hand_rules_of(number)
    won = [0] * len(seating.side_of)
    for _ in range(seating.tricks):
        won[dice.randrange(len(won))] += 1
    bids = []
    for seat in seating.bidders:
        target = (won[seat] if not seating.bids_by_side else sum(won[s] for s in seating.seats_of[seat])) + dice.choice(
            [-1, -1, 0, 0, 0, 1]
        )
        numbers = [call for call in deal.calls if call.is_number and not call.blind and not call.slot]
        best = min(numbers, key=lambda call: abs(call.tricks - target))
        nil = deal.by_code.get("nil")
        bids.append(Bid((nil.code if nil is not None and won[seat] == 0 and dice.random() < 0.5 else best.code,)))
    took = []
    for side in seating.sides:
        seats = tuple(won[seat] for seat in seating.seats_of[side])
        counted = any(deal.by_code[bids[s].calls[0]].is_nil for s in seating.bidders_of(side)) and len(seats) > 1
        took.append(Took(sum(seats), seats if counted else ()))
    return HandRecord(tuple(bids), tuple(took))


def paper(dice: random.Random) -> Paper | None:
    """A sheet with one mistake; None if the chosen mistake changes nothing on it."""
    sheet = game(dice, dice.choice(RULES))
    board = sheet.scoreboard()
    totals: Totals = [[side.score.total for side in scored.sides] for scored in board.hands]
    number = dice.randint(1, len(board.hands))
    mistake = dice.choice([carried, alone, left_out, swapped, bid_misread, tricks_misread, sign])
    made = mistake(dice, sheet, totals, number)
    if made is None or (made.sheet == sheet and made.totals == totals):
        return None
    return made


def _off(totals: Totals, number: int, side: int, by: int, carry: bool = True) -> Totals:
    last = len(totals) if carry else number
    return [
        [
            total + by if s == side and number <= n <= last and total is not None else total
            for s, total in enumerate(row)
        ]
        for n, row in enumerate(totals, start=1)
    ]


def carried(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper:
    """Added up wrongly, with the error carried on."""
    by = dice.choice([1, -1, 10, -10, 100, -100, 3, 27])
    return Paper(sheet, _off(totals, number, dice.randrange(len(sheet.sides)), by), number, "carried")


def alone(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper:
    """One total miswritten; the next one is right."""
    by = dice.choice([1, -2, 30, -100])
    return Paper(sheet, _off(totals, number, dice.randrange(len(sheet.sides)), by, carry=False), number, "alone")


def left_out(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper | None:
    """A line of the hand forgotten: a penalty, the bags, a bonus."""
    side = dice.randrange(len(sheet.sides))
    lines = [line.points for line in sheet.scoreboard().hands[number - 1].sides[side].lines if line.points]
    return Paper(sheet, _off(totals, number, side, -dice.choice(lines)), number, "left out") if lines else None


def swapped(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper | None:
    """Two digits of a total swapped, with the error carried on."""
    side = dice.randrange(len(sheet.sides))
    total = totals[number - 1][side] or 0
    digits = str(abs(total))
    turned = int(digits[:-2] + digits[-1] + digits[-2]) if len(digits) > 1 else abs(total)
    by = (turned if total >= 0 else -turned) - total
    return Paper(sheet, _off(totals, number, side, by), number, "swapped") if by else None


def sign(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper | None:
    """A set hand added, or a made one subtracted."""
    side = dice.randrange(len(sheet.sides))
    points = sheet.scoreboard().hands[number - 1].sides[side].points
    return Paper(sheet, _off(totals, number, side, -2 * points), number, "sign") if points else None


def bid_misread(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper | None:
    """One bid typed in wrongly."""
    record, deal = sheet.hands[number - 1], sheet.rules.hand_rules_of(number)
    seat = dice.randrange(len(record.bids))
    codes = [call.code for call in deal.calls if call.is_number and not call.blind and not call.slot]
    bid = Bid((dice.choice([code for code in codes if code != record.bids[seat].calls[0]]),))
    return _typed(
        sheet, totals, number, replace(record, bids=(*record.bids[:seat], bid, *record.bids[seat + 1 :])), "bid"
    )


def tricks_misread(dice: random.Random, sheet: Sheet, totals: Totals, number: int) -> Paper | None:
    """One count of tricks typed in wrongly."""
    record = sheet.hands[number - 1]
    side = dice.randrange(len(record.took))
    if record.took[side].seats:
        return None
    count = dice.choice([n for n in range(sheet.rules.seating.tricks + 1) if n != record.took[side].tricks])
    took = (*record.took[:side], Took(count), *record.took[side + 1 :])
    return _typed(sheet, totals, number, replace(record, took=took), "tricks")


def _typed(sheet: Sheet, totals: Totals, number: int, record: HandRecord, mistake: str) -> Paper | None:
    """The sheet with this hand typed in; None if the rules give the same totals anyway."""
    other = replace(sheet, hands=(*sheet.hands[: number - 1], record, *sheet.hands[number:]))
    board = new_game(other.rules, other.dealer)
    try:
        for hand_record in other.hands:
            board = board.after(hand_record)
    except ValueError:
        return Paper(other, totals, number, mistake)
    given = [[side.score.total for side in scored.sides] for scored in board.hands]
    return None if given == totals else Paper(other, totals, number, mistake)
