"""What must hold inside the dependencies that we know from inside. Each fails with what to look at again."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from click import core, decorators, exceptions, formatting, parser, termui, types
from gunicorn.http import wsgi
from gunicorn.workers.gthread import TConn, ThreadWorker
from jinja2 import nodes

import scorekeeper
from scorekeeper.server.connections import Connection
from scorekeeper.server.headers import WorkerResponse
from scorekeeper.server.worker import Worker
from tests.each_case import each_case

HOUSE = Path(str(scorekeeper.__file__)).parent


@each_case(("ours", "theirs"), [(Worker, ThreadWorker), (Connection, TConn), (WorkerResponse, wsgi.Response)])
def test_methods_of_gunicorn_that_ours_replace_take_the_same(ours: type, theirs: type) -> None:
    """What ours defines and theirs does not is ours alone; a method that gunicorn renames would never be called."""
    replaced = {name for name in vars(ours) if callable(getattr(theirs, name, None)) and not name.startswith("__")}
    for name in replaced:
        own, known = (list(inspect.signature(getattr(kind, name)).parameters) for kind in (ours, theirs))
        assert own == known, f"gunicorn's {theirs.__name__}.{name} takes {known}: see what {ours.__name__} makes of it"
    expected = REPLACED[ours]
    assert replaced == expected, f"gunicorn's {theirs.__name__} no longer has {expected - replaced}"


REPLACED: dict[type, set[str]] = {
    Worker: {
        "accept",
        "check_config",
        "finish_request",
        "handle_request",
        "load_wsgi",
        "murder_keepalived",
        "murder_pending",
        "notify",
        "wait_for_and_dispatch_events",
        "_cap_keepalive",
    },
    Connection: {"init"},
    WorkerResponse: {"default_headers"},
}


def test_gunicorn_makes_its_answers_by_the_name_that_we_replace() -> None:
    assert "Response" in wsgi.create.__code__.co_names, "gunicorn.http.wsgi.create no longer looks `Response` up"


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


def test_house_uses_no_private_name_of_a_dependency() -> None:
    trees = {path: ast.parse(path.read_text()) for path in HOUSE.rglob("*.py")}
    own = {name for tree in trees.values() for name in defined(tree)} | ALLOWED
    used = [
        f"{path.relative_to(HOUSE)}:{line}: {name}"
        for path, tree in trees.items()
        for line, name in private(tree)
        if name not in own
    ]
    assert not used


def defined(tree: ast.AST) -> Iterator[str]:
    """Every name that a module gives to something of its own."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def private(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The private names that a module reads of something, or imports from elsewhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
                yield node.lineno, name
            case ast.ImportFrom(module=str(module), names=names) if not module.startswith("scorekeeper"):
                parts = [*module.split("."), *(each.name for each in names)]
                yield from ((node.lineno, part) for part in parts if part.startswith("_") and part not in TYPES_ONLY)


TYPES_ONLY = {"__future__", "_typeshed"}
