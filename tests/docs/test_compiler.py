"""docs/compiler.md: it names every module of the compiler, and everything that templates may use."""

import re

from scorekeeper.compiler.template_values import FILTERS, LOOP, TESTS
from scorekeeper.compiler.versions import PACKAGE
from tests.docs.pages import first_column, page, section

PAGE = page("docs/compiler.md")


def test_every_module_is_listed_once() -> None:
    modules = sorted(path.name for path in (PACKAGE / "compiler").glob("*.py") if path.name != "__init__.py")
    assert sorted(first_column(section(PAGE, "How to read it"))) == modules


def test_filters_tests_and_loop_values_are_listed() -> None:
    in_templates = section(PAGE, "What it takes").split("**In templates**")[1]
    named = set(re.findall(r"`([^`]+)`", in_templates.replace("`loop.", "`")))
    assert named == {*FILTERS, *TESTS, *LOOP, "if", "for", "set"}
