"""Templates can be read side by side: no line is wider than a screen, and what their comments name is there."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
TEMPLATES = CHECKOUT / "templates"
LONGEST = 160


def test_no_line_of_a_template_is_too_long() -> None:
    too_long = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)}"
        for path in sorted(TEMPLATES.rglob("*.*"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert too_long == []


def test_templates_and_modules_name_each_other_by_their_paths() -> None:
    """A template's comment names the module that makes its values, and the module its template: both would rot."""
    program = CHECKOUT / "scorekeeper"
    modules, templates = sorted(program.rglob("*.py")), sorted(TEMPLATES.rglob("*.*"))
    tests = sorted((CHECKOUT / "tests").rglob("*.py"))
    known = [f"/{path.relative_to(CHECKOUT).as_posix()}" for path in (*modules, *templates, *tests)]
    commented = [(path, "".join(re.findall(r"\{#.*?#\}", path.read_text(), re.DOTALL))) for path in templates]
    named = [
        (path.relative_to(CHECKOUT).as_posix(), name)
        for path, text in (*commented, *((path, path.read_text()) for path in modules))
        for name in re.findall(r"(?<![\w/.])\w[\w-]*/[\w/-]+\.(?:html|py)\b", text)
    ]
    assert [each for each in named if not any(path.endswith(f"/{each[1]}") for path in known)] == []
    assert len(named) > 300
