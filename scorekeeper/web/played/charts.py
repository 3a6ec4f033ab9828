"""Coordinates of SVG charts, with a text alternative: totals by hand, bids and tricks."""

from collections.abc import Sequence

from scorekeeper.core.analysis.moments import key_moments
from scorekeeper.core.game.player_stats import PlayerStats, stats_of
from scorekeeper.core.pages import View
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import minus, spaced, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import total_text
from scorekeeper.web.curves import Point, apart, numbered, pin_places
from scorekeeper.web.formatting import average

WIDTH, HEIGHT = 340, 150
LEFT, RIGHT, TOP, BOTTOM = 42, 18, 10, 26
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
MAX_TICKS = 5
ENDING_HEIGHT, ENDING_TOP, PIN, LABEL, LETTER = 122, 12, 10, 17, 9
"""Of the chart at the end of a game: the radius of a pin, and what a label at the end of a line takes, and a letter."""
BARS_HEIGHT, BARS_LEFT, BARS_BOTTOM = 112, 26, 22


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
        "label": _label(names, series, unit),
        "rows": [
            {"number": position, "figures": [_number(own[position], unit) for own in series]}
            for position in range(1, len(hands) + 1)
        ],
    }


def _label(names: Sequence[str], series: Sequence[Sequence[int]], unit: str) -> str:
    """What a chart shows, in words."""
    totals = with_commas([spaced(name, _number(own[-1], unit)) for name, own in zip(names, series, strict=True)])
    hands = len(series[0]) - 1
    return _n(hands, "Totals after 1 hand: {totals}", "Totals after {count} hands: {totals}", totals=totals)


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


def ending_chart(board: Scoreboard, names: Sequence[str]) -> View | None:
    """The end of a game: a number for each key moment, and a label for each total; None before the first hand."""
    hands = [hand for hand in board.hands if hand.counted]
    if not hands:
        return None
    series = [[0, *(hand.sides[side].score.total for hand in hands)] for side in board.rules.seating.sides]
    unit, target = board.rules.scoring.unit, board.rules.scoring.target
    low, high = min(min(own) for own in series), max(max(own) for own in series)
    if target and target < 2 * high:
        high = max(high, target)
    ends = [_number(own[-1], unit) for own in series]
    right = WIDTH - 20 - LETTER * max(len(end) for end in ends)
    height = max(ENDING_HEIGHT, LABEL * len(series) + 36)
    ground = height - 18

    def at(position: int, total: int) -> Point:
        above = (ground - ENDING_TOP) * (total - low) / max(1, high - low)
        return round(2 + (right - 2) * position / len(hands), 1), round(ground - above, 1)

    lines = [[at(position, total) for position, total in enumerate(own)] for own in series]
    labels = apart([own[-1][1] for own in lines], LABEL, ENDING_TOP, ground)
    positions = {hand.number: position for position, hand in enumerate(hands, 1)}
    points = [lines[moment.side][positions[moment.hand]] for moment in key_moments(board)]
    return {
        "width": WIDTH,
        "height": height,
        "right": right,
        "label": _label(names, series, unit),
        "zero": at(0, 0)[1],
        "target": {"y": at(0, target)[1], "text": _number(target, unit)} if target and target <= high else None,
        "hands": [{"x": at(hand, 0)[0], "label": str(hand)} for hand in numbered(len(hands))],
        "lines": [
            {"index": side, "points": " ".join(f"{x},{y}" for x, y in own), "end": own[-1]}
            | {"total": end, "total_x": right + 14, "total_y": round(y + 5, 1)}
            for side, (own, end, y) in enumerate(zip(lines, ends, labels, strict=True))
        ],
        "pins": [
            {"number": number, "x": x, "y": y}
            for number, (x, y) in enumerate(pin_places(points, lines, right, ENDING_TOP - PIN, ground + PIN, PIN), 1)
        ],
    }


def bids_chart(sheet: Sheet, board: Scoreboard, you: str | None = None) -> list[View]:
    """Tricks bid and taken in each hand, as pairs of bars per side; `you` is the player whose phone this is."""
    hands = [hand for hand in board.hands if hand.counted and hand.record.bids and hand.record.took]
    if not hands:
        return []
    figures = stats_of(sheet, board)
    return [
        _bids_of(hands, side, sheet.names[side], [own for own in figures if own.side == side], you)
        for side in board.rules.seating.sides
    ]


def _bids_of(
    hands: Sequence[ScoredHand], side: Side, name: str, players: Sequence[PlayerStats], you: str | None
) -> View:
    counts = []
    for hand in hands:
        contracts = [contract for contract in hand.sides[side].contracts if contract.call.is_number]
        bid = sum(contract.call.tricks for contract in contracts)
        counts.append((hand.number, bid, sum(contract.tricks for contract in contracts)))
    most = max([1, *(max(bid, took) for _, bid, took in counts)])
    room = (WIDTH - BARS_LEFT - 4) / max(len(counts), 8)
    wide = round(max(2.0, room * 0.36), 1)
    labelled = {label["label"] for label in _hand_labels(len(counts))}
    bars = [
        {
            "x": round(BARS_LEFT + room * position, 1),
            "width": wide,
            "bid": _bar(bid, most),
            "took": _bar(took, most),
            "second": round(BARS_LEFT + room * position + max(2.0, room * 0.4), 1),
            "middle": round(BARS_LEFT + room * position + max(2.0, room * 0.38), 1),
            "label": str(number) if str(position + 1) in labelled else "",
        }
        for position, (number, bid, took) in enumerate(counts)
    ]
    made = sum(took >= bid for _, bid, took in counts)
    step = next(step for step in STEPS if most / step <= 3)
    return {
        "index": side,
        "width": WIDTH,
        "height": BARS_HEIGHT,
        "left": BARS_LEFT,
        "bars": bars,
        "ticks": [{"y": _bar(tick, most)["y"], "label": str(tick)} for tick in range(0, most + 1, step)],
        "label": _("{side} made the bid in {made} of {hands} hands", side=name, made=made, hands=len(counts)),
        "words": _bids_words(name, [(bid, took) for _, bid, took in counts], players, you),
        "rows": [{"number": number, "bid": bid, "took": took} for number, bid, took in counts],
    }


def _bids_words(
    name: str, counts: Sequence[tuple[int, int]], players: Sequence[PlayerStats], you: str | None
) -> list[str]:
    """What a side bid and took on average, and what of it each partner bid, where each has a bid of their own."""
    bid, took = (average(sum(own), len(counts)) for own in zip(*counts, strict=True))
    if len(players) == 1 and name == you:
        return [_("You bid {bid} and took {took} a hand.", bid=bid, took=took)]
    words = [_("{side} bid {bid} and took {took} a hand.", side=name, bid=bid, took=took)]
    own_bids = [
        _("You bid {bid} on average.", bid=average(own.own_bid_tricks, own.own_bids))
        if own.name == you
        else _("{name} bid {bid} on average.", name=own.name, bid=average(own.own_bid_tricks, own.own_bids))
        for own in players
        if own.own_bids
    ]
    return words + (own_bids if len(players) > 1 else [])


def _bar(count: int, most: int) -> View:
    tall = round((BARS_HEIGHT - BARS_BOTTOM - 8) * count / most, 1)
    return {"y": round(BARS_HEIGHT - BARS_BOTTOM - tall, 1), "height": tall}
