"""Forms and `posted` alone read posted data; limits of fields come from where they are checked, not from templates."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.each_case import each_case

WEB = Path(__file__).resolve().parents[2] / "scorekeeper" / "web"
READER = WEB / "posted.py"
PAGES = [path for path in (*WEB.rglob("*.py"), *(WEB.parent / "rooms").glob("*/pages/**/*.py")) if path != READER]
POSTED = ("form", "values", "files")


def is_posted(node: ast.AST) -> bool:
    """Whether this is `request.form`, `request.values` or `request.files`."""
    if not isinstance(node, ast.Attribute) or node.attr not in POSTED:
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "request"


def fills_a_form(node: ast.AST) -> bool:
    """Whether this makes a form: `BidForm(…)`, or `limit_form(…)`, which makes its class first."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id.endswith(("Form", "_form")) and not node.func.id.startswith("_")


def readings(source: str) -> Iterator[int]:
    """The lines that read posted data in any other way."""
    tree = ast.parse(source)
    forms = [node for node in ast.walk(tree) if fills_a_form(node)]
    filled = {id(value) for form in forms if isinstance(form, ast.Call) for value in form.args}
    posted = (node for node in ast.walk(tree) if isinstance(node, ast.expr) and is_posted(node))
    yield from (node.lineno for node in posted if id(node) not in filled)


def test_only_forms_read_posted_data() -> None:
    found = [
        f"{path.relative_to(WEB.parent)}:{line}" for path in sorted(PAGES) for line in readings(path.read_text("utf-8"))
    ]
    assert found == []


@each_case(
    "source",
    [
        'name = request.form.get("name", "")',
        'if "again" in request.form: pass',
        'role = request.values["role"]',
        'sent = request.files.get("file")',
        "page = look_at(request.form)",
        "page = _form(request.form)",
        "form = BidForm(dict(request.form))",
    ],
)
def test_other_reading_of_posted_data_is_found(source: str) -> None:
    assert list(readings(source)) == [1]


@pytest.mark.parametrize(
    "source",
    [
        "form = BidForm(request.form)",
        "form = limit_form(request.form)",
        "form = CheckForm(request.form, request.files)",
    ],
)
def test_forms_can_read_posted_data(source: str) -> None:
    assert list(readings(source)) == []


def test_templates_have_no_limits_of_their_own() -> None:
    templates = WEB.parents[1] / "templates"
    own = re.compile(r'\b(?:max|min)(?:length)?="\d')
    found = [
        str(path.relative_to(templates)) for path in templates.rglob("*.html") if own.search(path.read_text("utf-8"))
    ]
    assert found == []
