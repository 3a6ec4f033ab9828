"""Templates can be read and compared side by side: no line is wider than a screen."""

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 160


def test_no_line_of_a_template_is_too_long() -> None:
    too_long = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)}"
        for path in sorted(TEMPLATES.rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert too_long == []
