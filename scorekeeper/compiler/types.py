"""The kinds of values that annotations promise, so that plain values are compared and tested without a runtime
helper.
"""

import ast

from scorekeeper.compiler.program import Class, Definition, Module, Program
from scorekeeper.compiler.syntax import decorators

Kinds = frozenset[str]
"""The possible kinds of a value: `int`, `str`, `bool`, `None`, `tuple`, `list`."""

PLAIN = frozenset({"int", "str", "bool", "None"})
YES_OR_NO = frozenset({"bool"})
WHOLE = frozenset({"int"})
TEXT = frozenset({"str"})
LIST = frozenset({"list"})
BY_FUNCTION = {
    "len": "int",
    "int": "int",
    "abs": "int",
    "str": "str",
    "bool": "bool",
    "isinstance": "bool",
    "any": "bool",
    "all": "bool",
    "list": "list",
    "sorted": "list",
    "tuple": "tuple",
}
ARRAYS = frozenset({"tuple", "list"})


class Types:
    """The kinds of fields, properties and functions, if their annotations agree."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.attributes: dict[str, Kinds | None] = {}
        self.returned: dict[str, Kinds | None] = {}
        for each in program.classes.values():
            self._read(each)

    def _read(self, each: Class) -> None:
        module = each.definition.module
        for part in each.node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                self._agree(self.attributes, part.target.id, self.annotated(module, part.annotation))
            elif isinstance(part, ast.FunctionDef):
                table = self.attributes if "property" in decorators(part) else self.returned
                self._agree(table, part.name, self.annotated(module, part.returns))
                for node in ast.walk(part):
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                        self._agree(self.attributes, node.attr, None)
            elif isinstance(part, ast.Assign):
                for target in part.targets:
                    if isinstance(target, ast.Name):
                        self._agree(self.attributes, target.id, None)

    @staticmethod
    def _agree(table: dict[str, Kinds | None], name: str, kinds: Kinds | None) -> None:
        known = table.get(name, kinds)
        table[name] = known | kinds if known is not None and kinds is not None else None

    def annotated(self, module: Module, annotation: ast.expr | None) -> Kinds | None:
        """The kinds that an annotation allows; None if those are more than plain values and arrays."""
        if isinstance(annotation, ast.BinOp):
            left, right = self.annotated(module, annotation.left), self.annotated(module, annotation.right)
            return None if left is None or right is None else left | right
        if isinstance(annotation, ast.Constant):
            return frozenset({"None"}) if annotation.value is None else None
        if isinstance(annotation, ast.Subscript) and isinstance(annotation.value, ast.Name):
            return frozenset({annotation.value.id}) if annotation.value.id in ARRAYS else None
        if not isinstance(annotation, ast.Name):
            return None
        if annotation.id in PLAIN:
            return frozenset({annotation.id})
        meaning = self.program.meaning(module, annotation.id)
        return WHOLE if isinstance(meaning, Definition) and is_new_type(meaning) else None


def is_new_type(definition: Definition) -> bool:
    """Whether a name is a `NewType`, such as `Seat` and `Side`."""
    value = definition.node.value if isinstance(definition.node, ast.Assign) else None
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "NewType"
