"""Coordinates of SVG charts, with a text alternative: totals by hand, bids and tricks, wins."""

from collections.abc import Sequence

from scorekeeper.core.pages import View
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import minus, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.vocabulary import total_text

WIDTH, HEIGHT = 340, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 26, 10, 24
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
MAX_TICKS = 5
BAR_HEIGHT = 64


def totals_chart(board: Scoreboard, names: Sequence[str]) -> View | None:
    """Every side's total after each hand; None before the first."""
    hands = [hand for hand in board.hands if hand.counted]
    if not hands:
        return None
    series = [[0, *(hand.sides[side].score.total for hand in hands)] for side in board.rules.seating.sides]
    goal = board.rules.scoring.target
    highest = max([*(max(own) for own in series), goal])
    lowest = min(min(own) for own in series)
    ticks = _ticks(lowest, highest)
    low, high = min(ticks[0], lowest), max(ticks[-1], highest)
    unit = board.rules.scoring.unit
    totals = with_commas(
        [_("{name} {total}", name=name, total=_number(own[-1], unit)) for name, own in zip(names, series, strict=True)]
    )
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "ticks": [{"y": _y(tick, low, high), "label": _number(tick, unit), "zero": tick == 0} for tick in ticks],
        "goal": _y(goal, low, high) if goal else None,
        "hands": _hand_labels(len(hands)),
        "lines": [
            _line(own, names[side], low, high) | {"index": side, "end": _number(own[-1], unit)}
            for side, own in enumerate(series)
        ],
        "label": _n(len(hands), "Totals after 1 hand: {totals}", "Totals after {count} hands: {totals}", totals=totals),
        "rows": [
            {"number": position, "figures": [_number(own[position], unit) for own in series]}
            for position in range(1, len(hands) + 1)
        ],
    }


def _line(own: Sequence[int], name: str, low: int, high: int) -> View:
    points = [(_x(position, len(own) - 1), _y(total, low, high)) for position, total in enumerate(own)]
    return {
        "name": name,
        "points": " ".join(f"{x},{y}" for x, y in points),
        "dots": [{"x": x, "y": y} for x, y in points[1:]] if len(points) < 32 else [],
    }


def _x(position: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * position / max(1, last), 1)


def _y(value: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / max(1, high - low), 1)


def _ticks(low: int, high: int) -> list[int]:
    step = next((step for step in STEPS if (high - low) / step <= MAX_TICKS), STEPS[-1])
    return list(range((low // step) * step, high + step, step))


def _hand_labels(count: int) -> list[View]:
    step = next(step for step in STEPS if count / step <= 8)
    places = sorted({1, *range(step, count + 1, step)})
    return [{"x": _x(position, count), "label": str(position)} for position in places]


def _number(value: int, unit: str) -> str:
    return minus(total_text(value, unit))


def bids_chart(board: Scoreboard, names: Sequence[str]) -> list[View]:
    """Tricks bid and taken in each hand, as pairs of bars per side."""
    hands = [hand for hand in board.hands if hand.counted and hand.record.bids and hand.record.took]
    return [_bids_of(hands, side, names[side]) for side in board.rules.seating.sides] if hands else []


def _bids_of(hands: Sequence[ScoredHand], side: Side, name: str) -> View:
    counts = []
    for hand in hands:
        contracts = [contract for contract in hand.sides[side].contracts if contract.call.is_number]
        bid = sum(contract.call.tricks for contract in contracts)
        counts.append((hand.number, bid, sum(contract.tricks for contract in contracts)))
    most = max([1, *(max(bid, took) for _, bid, took in counts)])
    room = (WIDTH - 8) / max(len(counts), 8)
    bars = [
        {
            "x": round(4 + room * position, 1),
            "width": round(max(2.0, room * 0.36), 1),
            "bid": _bar(bid, most),
            "took": _bar(took, most),
            "second": round(4 + room * position + max(2.0, room * 0.4), 1),
        }
        for position, (_, bid, took) in enumerate(counts)
    ]
    made = sum(took >= bid for _, bid, took in counts)
    return {
        "index": side,
        "name": name,
        "width": WIDTH,
        "height": BAR_HEIGHT,
        "bars": bars,
        "label": _("{side} made the bid in {made} of {hands} hands", side=name, made=made, hands=len(counts)),
        "rows": [{"number": number, "bid": bid, "took": took} for number, bid, took in counts],
    }


def _bar(count: int, most: int) -> View:
    tall = round((BAR_HEIGHT - 4) * count / most, 1)
    return {"y": round(BAR_HEIGHT - tall, 1), "height": tall}


def form_chart(won: Sequence[int]) -> View | None:
    """A player's latest games, oldest first: won or not."""
    if not won:
        return None
    room = (WIDTH - 8) / max(len(won), 10)
    bars = [
        {"x": round(4 + room * position + room * 0.15, 1), "width": round(room * 0.7, 1), "won": bool(each)}
        for position, each in enumerate(won)
    ]
    return {
        "width": WIDTH,
        "height": 44,
        "bars": bars,
        "label": _n(sum(won), "1 win in the last {games}", "{count} wins in the last {games}", games=len(won)),
    }
