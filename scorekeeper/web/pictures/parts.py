"""The parts of pictures: the line on top, a curve of totals with numbered pins, the moments at these pins, the foot.

Coordinates are in pixels of the picture, from its top left; `templates/pictures/parts.svg` draws each part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from scorekeeper.core.words.language import minus, number_text
from scorekeeper.core.words.vocabulary import TENTHS, total_text
from scorekeeper.web.pictures.text import fitted, line_of

View = dict[str, object]

WIDTH, HEIGHT = 1080, 1350
LEFT, RIGHT = 64, 1016
BOLD = 700

FOOT = 1298
"""The baseline of the last line."""
ROW = 75
"""From one moment to the next."""
END_LABEL = 42
"""From one label at the end of the curve to the next."""
PIN = 21
"""The radius of a pin."""
AWAY = (-40, 40, -64, 64, -90, 90)
"""How far a pin may stand above or below its point."""


def figure(points: int, unit: str) -> str:
    """A total as large print: `−1,024`, in tenths `4.3`."""
    return minus(total_text(points, unit)) if unit == TENTHS else number_text(points)


def top_line(table: str, date: str) -> View:
    """The table on the left, the date on the right."""
    day = line_of(date, 34)
    return {"table": fitted(table, 34, RIGHT - LEFT - day.width - 40, 500), "date": day}


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment: the side, what it did, in which hand, its points as text; `position` is its hand on the curve."""

    side: int
    text: str
    hand: str
    points: str
    lost: bool
    position: int


def moments_view(moments: Sequence[Moment], last: float) -> View:
    """The rows of the moments; the last one has this baseline."""
    rows = []
    for number, moment in enumerate(moments, 1):
        points, hand = line_of(moment.points, 39, BOLD), line_of(moment.hand, 29)
        text = fitted(moment.text, 37, RIGHT - 189 - hand.width - points.width - 50)
        hand = line_of(moment.hand, min(29, text.size))
        y = last - (len(moments) - number) * ROW
        rows.append(
            {
                "disc": line_of(str(number), 27, BOLD),
                "y": y,
                "text": text,
                "hand": hand,
                "hand_x": 199 + text.width,
                "points": points,
            }
            | {"index": moment.side, "lost": moment.lost}
        )
    return {"rows": rows}


def foot_view(rules: str, confirmed: str) -> View:
    """The app's name and the rules in one line; who confirmed the score above, if anybody did."""
    name = line_of("Scorekeeper", 29, BOLD)
    return {
        "name": name,
        "rules": fitted(rules, 29, RIGHT - LEFT - 44 - name.width - 30, smallest=20),
        "confirmed": fitted(confirmed, 31, RIGHT - LEFT - 44, 500) if confirmed else None,
        "y": FOOT,
    }


def last_row(confirmed: str) -> float:
    """The baseline of what stands right above the foot."""
    return FOOT - (136 if confirmed else 86)


Point = tuple[float, float]


def curve_view(
    series: Sequence[Sequence[int]], target: int, moments: Sequence[Moment], top: float, bottom: float, unit: str
) -> View:
    """Each side's totals, from 0 on, as a line between `top` and the baseline of the hands' numbers, `bottom`.

    The target is left out if it is far above all totals.
    """
    low, high = min(min(own) for own in series), max(max(own) for own in series)
    high = max(high, target) if high > target / 2 else high
    size = min(40, (bottom - top) / len(series) - 4)
    ends = [line_of(figure(own[-1], unit), size, BOLD) for own in series]
    right = RIGHT - max(end.width for end in ends) - 16
    ground = bottom - 38
    hands = len(series[0]) - 1

    def at(position: int, total: int) -> Point:
        return (
            round(LEFT + (right - LEFT) * position / hands, 1),
            round(ground - (ground - top) * (total - low) / max(1, high - low), 1),
        )

    lines = [[at(position, total) for position, total in enumerate(own)] for own in series]
    labels = _apart([own[-1][1] for own in lines], min(END_LABEL, size + 2), top - 8, ground)
    return {
        "right": right,
        "stroke": 7 if len(series) < 5 else 5,
        "zero": at(0, 0)[1],
        "target": {"y": at(0, target)[1], "text": line_of(figure(target, unit), 26)}
        if target and high >= target
        else None,
        "hands": [{"x": at(hand, 0)[0], "text": line_of(str(hand), 26)} for hand in _numbered(hands)],
        "y": bottom,
        "lines": [
            {"index": side, "points": " ".join(f"{x},{y}" for x, y in lines[side]), "end": lines[side][-1]}
            | {"label": ends[side], "y": labels[side] + size * 0.36}
            for side in range(len(series))
        ],
        "pins": _pins([lines[moment.side][moment.position] for moment in moments], lines, right, top - 24, ground),
    }


def _numbered(hands: int) -> list[int]:
    """The hands whose number is written: all of them, or every second, fifth …, and the last."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if hands / step <= 14)
    return [hand for hand in range(step, hands + 1, step) if hand == hands or hands - hand >= step / 2] + (
        [hands] if hands % step else []
    )


def _apart(wanted: Sequence[float], room: float, top: float, bottom: float) -> list[float]:
    """The heights moved apart, in their order, within the limits."""
    order = sorted(range(len(wanted)), key=lambda position: wanted[position])
    found = [max(wanted[position], top) for position in order]
    for position in range(1, len(found)):
        found[position] = max(found[position], found[position - 1] + room)
    for position in reversed(range(len(found))):
        most = bottom if position == len(found) - 1 else found[position + 1] - room
        found[position] = min(found[position], most)
    return [found[order.index(position)] for position in range(len(wanted))]


def _pins(
    points: Sequence[Point], lines: Sequence[Sequence[Point]], right: float, top: float, bottom: float
) -> list[View]:
    """A place for each moment's number, above or below its point, off the lines, their labels and the other pins."""
    found: list[Point] = []
    for x, y in points:
        places = [(min(x, right - 10), y + away) for away in AWAY if top <= y + away <= bottom]
        found.append(max(places, key=lambda position: _free(position, lines, found) - abs(position[1] - y) / 100))
    return [{"disc": line_of(str(number), 25, BOLD), "x": x, "y": y} for number, (x, y) in enumerate(found, 1)]


def _free(position: Point, lines: Sequence[Sequence[Point]], pins: Sequence[Point]) -> float:
    """The space around a pin: to a line, or half of the way to another pin; more than it needs is no better."""
    to_lines = [_distance(position, own[i], own[i + 1]) for own in lines for i in range(len(own) - 1)]
    to_pins = [_distance(position, pin, pin) / 2 for pin in pins]
    return min(PIN + 8, *to_lines, *to_pins)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest one of a straight line."""
    (px, py), (x, y), (dx, dy) = point, start, (end[0] - start[0], end[1] - start[1])
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((px - x) * dx + (py - y) * dy) / length)) if length else 0.0
    return hypot(px - x - along * dx, py - y - along * dy)
