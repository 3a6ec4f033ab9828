"""Templates have no text of their own: everything goes through `_` and can be translated."""

from __future__ import annotations

import re

from jinja2 import Environment, nodes

from tests.accents import unaccented
from tests.each_case import each_case
from tests.served import CHECKOUT

TEMPLATES = CHECKOUT / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))
WITHIN_A_TAG = ("main_class", "aria", "wrong", "sending")
"""Blocks and macros of templates that write attributes."""


def written(node: nodes.Node) -> str:
    """The text written in a template itself, in page order; not its values, nor what `_` looks up."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Output):
        return "".join(written(part) if isinstance(part, nodes.TemplateData) else literal(part) for part in node.nodes)
    if isinstance(node, nodes.Expr) or (isinstance(node, nodes.Block | nodes.Macro) and node.name in WITHIN_A_TAG):
        return ""
    return "".join(written(child) for child in node.iter_child_nodes())


def literal(node: nodes.Node | None) -> str:
    """The strings that an expression shows, or passes to a macro as a sentence."""
    if isinstance(node, nodes.Const):
        return node.value if isinstance(node.value, str) else "0"
    if isinstance(node, nodes.CondExpr):
        return literal(node.expr1) + literal(node.expr2)
    if isinstance(node, nodes.Concat):
        return "".join(literal(part) for part in node.nodes)
    if isinstance(node, nodes.Or | nodes.And):
        return literal(node.left) + literal(node.right)
    if isinstance(node, nodes.Filter):
        return literal(node.node)
    if isinstance(node, nodes.Call) and not (isinstance(node.node, nodes.Name) and node.node.name in ("_", "_c", "_n")):
        return "".join(part for part in map(literal, node.args) if " " in part)
    return ""


def page_of(source: str) -> str:
    """A template as a page, with only its own text."""
    html = re.sub(r"<(/?)(?=[ >])", r"<\1i", written(Environment().parse(source)))  # a tag whose name is a parameter
    return html if "<html" in html else f"<!doctype html><title></title><body>{html}</body>"


@each_case(
    "source",
    [
        "<p>Undo</p>",
        "<button title='Undo {{ step }}'></button>",
        "{{ 'Undo' if step else '' }}",
        "{% if step %}{{ step ~ ' is undone' }}{% endif %}",
        "{% macro last(step) %}{{ step or 'none' }}{% endmacro %}",
        "{{ notice('No hand yet.') }}",
        "<template>Offline</template>",
        "<p data-begins='Ann bids'></p>",
    ],
)
def test_untranslated_text_of_a_template_is_found(source: str) -> None:
    assert unaccented(page_of(source))


def test_no_template_has_untranslated_text() -> None:
    found = {str(path.relative_to(TEMPLATES)): unaccented(page_of(path.read_text("utf-8"))) for path in PAGES}
    assert {name: words for name, words in found.items() if words} == {}


NAME_IN_BUTTON = re.compile(r'class="button[^"]*"[^>]*>\s*\{\{-? _\("[^"]*\{[^"]*"[^}]*\|bdi')


def test_name_in_a_button_stands_in_the_words_around_it() -> None:
    """A button lays out its parts with gaps between them, so a sentence with a name is one part."""
    assert [page.name for page in PAGES if NAME_IN_BUTTON.search(page.read_text())] == []
