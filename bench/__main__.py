"""`python -m bench`: measures, prints a table and, as the last line, the same as JSON. Words choose what to measure."""

import json
import sys
from collections.abc import Callable

from bench import first_load, recording, replay

PARTS: dict[str, Callable[[], dict[str, float]]] = {
    "replay": replay.measured,
    "recording": recording.measured,
    "first-load": first_load.measured,
}
ROWS = (
    ("replay", "A game of 20 hands, scored anew", "{ms:.2f} ms", "1 ms"),
    ("replay", "  the same in hands a second", "{hands_per_second:,.0f}", ""),
    ("replay", "  from sheet to scoreboard, both as JSON", "{from_json_ms:.2f} ms", ""),
    ("recording", "Recording a hand, the POST", "{post_ms:.2f} ms", ""),
    ("recording", "  against the floor of {post_floor_ms:.2f} ms", "{post_ratio:.2f} ×", "2.5 ×"),
    ("recording", "Recording a hand and the page after it", "{post_and_get_ms:.2f} ms", ""),
    ("recording", "  against the floor of {post_and_get_floor_ms:.2f} ms", "{post_and_get_ratio:.2f} ×", "2.5 ×"),
    ("first-load", "First load of a game of 20 hands, packed", "{first_body_bytes:,.0f} bytes", "16,384 bytes"),
    ("first-load", "  with all headers", "{first_bytes:,.0f} bytes", ""),
    ("first-load", "  requests", "{first_requests:.0f}", ""),
    ("first-load", "Coming back to it, packed", "{again_body_bytes:,.0f} bytes", ""),
    ("first-load", "  requests", "{again_requests:.0f}", ""),
)


def main(chosen: list[str]) -> None:
    """Measure the chosen parts, or all."""
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        sys.exit(f"there is no {unknown[0]} to measure; there is: {', '.join(PARTS)}")
    found = {name: PARTS[name]() for name in chosen or PARTS}
    print(f"{'':<46} {'measured':>16} {'aim: under':>14}")
    for part, label, figure, aim in ROWS:
        if part in found:
            print(f"{label.format(**found[part]):<46} {figure.format(**found[part]):>16} {aim:>14}")
    print(json.dumps({part: {name: round(value, 3) for name, value in found[part].items()} for part in found}))


if __name__ == "__main__":
    main(sys.argv[1:])
