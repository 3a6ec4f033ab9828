"""The parts of pictures: the line on top, a curve of totals with numbered pins, the moments at these pins, the foot.

Coordinates are in pixels of the picture, from its top left; `templates/pictures/parts.svg` draws each part.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.words.language import minus, number_text
from scorekeeper.core.words.vocabulary import TENTHS, total_text
from scorekeeper.web.curves import Point, apart, numbered, pin_places
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
    points = [lines[moment.side][moment.position] for moment in moments]
    labels = apart([own[-1][1] for own in lines], min(END_LABEL, size + 2), top - 8, ground)
    return {
        "right": right,
        "stroke": 7 if len(series) < 5 else 5,
        "zero": at(0, 0)[1],
        "target": {"y": at(0, target)[1], "text": line_of(figure(target, unit), 26)}
        if target and high >= target
        else None,
        "hands": [{"x": at(hand, 0)[0], "text": line_of(str(hand), 26)} for hand in numbered(hands)],
        "y": bottom,
        "lines": [
            {"index": side, "points": " ".join(f"{x},{y}" for x, y in lines[side]), "end": lines[side][-1]}
            | {"label": ends[side], "y": labels[side] + size * 0.36}
            for side in range(len(series))
        ],
        "pins": [
            {"disc": line_of(str(number), 25, BOLD), "x": x, "y": y}
            for number, (x, y) in enumerate(pin_places(points, lines, right, top - 24, ground, PIN), 1)
        ],
    }
