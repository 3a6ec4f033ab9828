"""The Jinja environment: how templates look up globals, call macros, and reuse what small macros rendered."""

import marshal
import re
from collections.abc import Callable, MutableMapping
from functools import cached_property, lru_cache
from types import BuiltinFunctionType, FunctionType
from typing import Any

from flask.templating import Environment
from jinja2 import Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context, Macro, Undefined
from markupsafe import Markup, escape

from scorekeeper.core.words.language import current_language

REMEMBERED = frozenset(
    [
        "bags",
        "cell",
        "face",
        "go",
        "icon",
        "key",
        "line",
        "mark",
        "number",
        "options",
        "pips",
        "seats",
        "signed",
        "unit_word",
    ]
)
"""Macros that a page calls with the values of the page before. They use only their arguments and the language."""
MOST_REMEMBERED = 4096
"""About 5 MB."""


class QuickContext(Context):
    """Calls macros and functions at once. Jinja first asks each what it wants to be passed; a page calls 200."""

    def call(__self, __obj: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - Jinja's names
        kind = type(__obj)
        if kind is not Macro and kind is not BuiltinFunctionType and (kind is not FunctionType or __obj.__dict__):
            return super().call(__obj, *args, **kwargs)  # decorators of Jinja note in `__dict__` what to pass
        if kwargs:
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
        if type(__obj) is not Macro:
            return __obj(*args, **kwargs)
        if kwargs or __obj.name not in REMEMBERED or not __self.eval_ctx.autoescape:
            return __obj(__self.eval_ctx, *args, **kwargs)
        try:
            values = marshal.dumps(args, 0)  # without references to objects, so that equal values are equal bytes
        except ValueError:  # markup or an undefined value
            return __obj(__self.eval_ctx, *args)
        return _rendered(__obj, current_language(), values)


@lru_cache(maxsize=MOST_REMEMBERED)
def _rendered(macro: Macro, _language: str, values: bytes) -> Markup:
    return Markup(macro(*marshal.loads(values)))


METHODS_OF_DICTS = frozenset(dir(dict))
NEEDS_ESCAPING = re.compile("[&<>'\"]").search


def escaped(value: object) -> str:
    """The value as a piece of HTML. markupsafe makes a `Markup` of each, and a page has 300 that need no escaping."""
    if type(value) is str:
        return value if NEEDS_ESCAPING(value) is None else escape(value)
    if type(value) is Markup:
        return value
    if type(value) is Undefined:  # an inline `if` without `else`; `escape` would raise and catch an error
        return ""
    return str(value) if type(value) is int else escape(value)


class QuickCode(CodeGenerator):
    """Compiles templates that write values by `Templates.escaped`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)


class Templates(Environment):
    """The templates. All are loaded after the app's globals are known, so each gets them as one dict.

    Jinja chains dicts, and looks every global up in the chain for each import: a game page has fifteen imports.
    """

    context_class = QuickContext
    code_generator_class = QuickCode
    escaped = staticmethod(escaped)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Jinja looks for an attribute first, so it raises and catches an error for each key of a dict, or two."""
        if type(obj) is dict and attribute not in METHODS_OF_DICTS:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> Template:
        """Jinja makes a key for its cache and locks it each time; a page imports eighteen templates."""
        if self.auto_reload or globals or isinstance(name, Template):
            return super().get_template(name, parent, globals)
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = super().get_template(name, parent)
        return known

    @cached_property
    def _known(self) -> dict[str, Template]:
        return {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
