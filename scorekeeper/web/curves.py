"""Curves of totals, on pages and in pictures: which hands are numbered, and free places for labels and pins."""

from collections.abc import Sequence
from math import hypot

Point = tuple[float, float]

AWAY = (-1.9, 1.9, -3.05, 3.05, -4.3, 4.3)
"""How far a pin may stand above or below its point, in radii."""


def numbered(hands: int) -> list[int]:
    """The hands whose number is written: all of them, or every second, fifth …, and the last."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if hands / step <= 14)
    return [hand for hand in range(step, hands + 1, step) if hand == hands or hands - hand >= step / 2] + (
        [hands] if hands % step else []
    )


def apart(wanted: Sequence[float], room: float, top: float, bottom: float) -> list[float]:
    """The heights moved apart, in their order, within the limits."""
    order = sorted(range(len(wanted)), key=lambda position: wanted[position])
    found = [max(wanted[position], top) for position in order]
    for position in range(1, len(found)):
        found[position] = max(found[position], found[position - 1] + room)
    for position in reversed(range(len(found))):
        most = bottom if position == len(found) - 1 else found[position + 1] - room
        found[position] = min(found[position], most)
    return [found[order.index(position)] for position in range(len(wanted))]


def pin_places(
    points: Sequence[Point], lines: Sequence[Sequence[Point]], right: float, top: float, bottom: float, radius: float
) -> list[Point]:
    """A place for each moment's number, above or below its point, off the lines, their labels and the other pins."""
    found: list[Point] = []
    for x, y in points:
        places = [
            (min(x, right - radius / 2), y + away * radius) for away in AWAY if top <= y + away * radius <= bottom
        ]
        found.append(max(places, key=lambda place: _free(place, lines, found, radius) - abs(place[1] - y) / 100))
    return found


def _free(place: Point, lines: Sequence[Sequence[Point]], pins: Sequence[Point], radius: float) -> float:
    """The space around a pin: to a line, or half of the way to another pin; more than it needs is no better."""
    to_lines = [_distance(place, own[i], own[i + 1]) for own in lines for i in range(len(own) - 1)]
    to_pins = [_distance(place, pin, pin) / 2 for pin in pins]
    return min(radius * 1.4, *to_lines, *to_pins)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest one of a straight line."""
    (px, py), (x, y), (dx, dy) = point, start, (end[0] - start[0], end[1] - start[1])
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((px - x) * dx + (py - y) * dy) / length)) if length else 0.0
    return hypot(px - x - along * dx, py - y - along * dy)
