"""What must hold inside the dependencies that we know from inside. Each fails with what to look at again."""

import re
from pathlib import Path

import pytest
from click import core, decorators, exceptions, formatting, parser, termui, types
from jinja2 import nodes

import scorekeeper
from tests.each_case import each_case

HOUSE = Path(str(scorekeeper.__file__)).parent


@each_case(
    ("node", "fields"),
    [
        (nodes.Assign, ("target", "node")),
        (nodes.AssignBlock, ("target", "filter", "body")),
        (nodes.BinExpr, ("left", "right")),
        (nodes.Block, ("name", "body", "scoped", "required")),
        (nodes.Call, ("node", "args", "kwargs", "dyn_args", "dyn_kwargs")),
        (nodes.Compare, ("expr", "ops")),
        (nodes.Concat, ("nodes",)),
        (nodes.CondExpr, ("test", "expr1", "expr2")),
        (nodes.Const, ("value",)),
        (nodes.Dict, ("items",)),
        (nodes.Extends, ("template",)),
        (nodes.Filter, ("node", "name", "args", "kwargs", "dyn_args", "dyn_kwargs")),
        (nodes.For, ("target", "iter", "body", "else_", "test", "recursive")),
        (nodes.FromImport, ("template", "names", "with_context")),
        (nodes.Getattr, ("node", "attr", "ctx")),
        (nodes.Getitem, ("node", "arg", "ctx")),
        (nodes.If, ("test", "body", "elif_", "else_")),
        (nodes.List, ("items",)),
        (nodes.Macro, ("name", "args", "defaults", "body")),
        (nodes.Name, ("name", "ctx")),
        (nodes.Output, ("nodes",)),
        (nodes.Slice, ("start", "stop", "step")),
        (nodes.Template, ("body",)),
        (nodes.TemplateData, ("data",)),
        (nodes.Test, ("node", "name", "args", "kwargs", "dyn_args", "dyn_kwargs")),
        (nodes.Tuple, ("items", "ctx")),
        (nodes.UnaryExpr, ("node",)),
    ],
)
def test_nodes_of_jinja_have_the_fields_that_we_read(node: type[nodes.Node], fields: tuple[str, ...]) -> None:
    assert node.fields == fields, f"Jinja's {node.__name__} changed: see scorekeeper/compiler/template_values.py"


@pytest.mark.parametrize("module", [core, decorators, exceptions, formatting, parser, termui, types])
def test_click_looks_its_texts_up_by_the_names_that_we_replace(module: object) -> None:
    assert hasattr(module, "_") or hasattr(module, "ngettext"), "see use_environment_language in scorekeeper/cli"


ALLOWED = {"_asdict", "_fields", "_make", "_mapping", "_replace", "_exit"}
"""Public names that begin with an underscore, so that no field of a row or tuple is called the same."""
TYPES_ONLY = {"__future__", "_typeshed"}
DEFINED = re.compile(r"(?:def|class) (_\w+)|\b(_[a-z]\w*)(?= =|:| \+?=|, (?:self\.)?_\w+)")
"""A private name where a module gives it to something of its own."""
READ = re.compile(r"\.(_[a-z]\w*)\b(?!_)")
IMPORTED = re.compile(r"^\s*(?:from|import) (?!scorekeeper)(.*)$", re.MULTILINE)


def test_house_uses_no_private_name_of_a_dependency() -> None:
    texts = {path.relative_to(HOUSE): path.read_text() for path in HOUSE.rglob("*.py")}
    own = {name for text in texts.values() for names in DEFINED.findall(text) for name in names}
    own |= ALLOWED | {path.stem for path in texts}
    used = {(str(path), name) for path, text in texts.items() for name in READ.findall(text) if name not in own}
    imported = {
        (str(path), word)
        for path, text in texts.items()
        for line in IMPORTED.findall(text)
        for word in re.findall(r"\b_\w+", line)
        if word not in TYPES_ONLY | {"_", "_c", "_n"}
    }
    assert not used | imported
