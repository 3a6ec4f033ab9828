"""Templates of Jinja as functions of JavaScript: macros make markup, blocks make text."""

import ast

from jinja2 import nodes

from scorekeeper.phone.program import Definition, signature
from scorekeeper.phone.scopes import LOCAL, Unit, quoted
from scorekeeper.phone.template_files import Macro, TemplateFile, TemplateFiles, Value, assigned

FILTERS = frozenset(
    "abs capitalize e first join last length list lower max min replace reverse safe selectattr string".split()
)
TESTS = frozenset("defined mapping none string".split())
HOST = frozenset({"csrf", "get_flashed_messages", "url_for"})
"""Functions that the page around the module gives."""

METHODS = frozenset("get items keys values".split())
TEXT_METHODS = frozenset("endswith replace split startswith strip".split())
COMPARISONS = {"eq": "py_eq", "ne": "!py_eq", "lt": "py_lt", "lteq": "py_le", "gt": "py_gt", "gteq": "py_ge"}
OPERATORS = {nodes.Add: "add", nodes.Sub: "sub", nodes.Mul: "mul", nodes.Mod: "mod", nodes.FloorDiv: "floordiv"}
LOOP = {"index": "(${i}+1)", "index0": "${i}", "first": "(${i}===0)", "last": "(${i}===${all}.length-1)"}


class Templates:
    """Compiles what is asked for, and knows which macros that needs."""

    def __init__(self, unit: Unit, files: TemplateFiles, functions: dict[str, Definition]) -> None:
        self.unit, self.files = unit, files
        self.functions = functions  # what templates call, and filters, by name: from Python

    def block(self, template: str, name: str) -> str:
        """A block of a page: a function from the values of the page to text."""
        file = self.files.file(template)
        frame = Frame(self, file, page=True)
        return f"($c)=>{frame.function_body(file.blocks[name].body)}"

    def declaration(self, found: Macro | Value) -> str:
        """A macro, or a value of a template, by the token that stands for it."""
        if isinstance(found, Value):
            return f"const {self.unit.token(found)}={Frame(self, found.file).expression(found.node)};\n"
        frame = Frame(self, found.file)
        defaults = dict(zip(reversed(found.parameters), reversed(found.node.defaults), strict=False))
        given = []
        for name in found.parameters:
            default = f"={frame.expression(defaults[name])}" if name in defaults else ""
            given.append(frame.take(name) + default)
        body = frame.function_body(found.node.body)
        return f"const {self.unit.token(found)}=({','.join(given)})=>{body.removesuffix('return $o}')}return py_markup($o)}};\n"


class Frame:
    """A macro, a block or the body of a loop, with its local names."""

    def __init__(self, templates: Templates, file: TemplateFile, page: bool = False) -> None:
        self.templates, self.file, self.page = templates, file, page
        self.names: dict[str, str] = {}
        self.loop: tuple[str, str] | None = None
        self.depth = self.used = 0

    def take(self, name: str) -> str:
        """A local name."""
        self.names[name] = LOCAL[self.used]
        self.used += 1
        return self.names[name]

    def _inner(self) -> "Frame":
        frame = Frame(self.templates, self.file, self.page)
        frame.names, frame.loop = dict(self.names), self.loop
        frame.depth, frame.used = self.depth + 1, self.used
        return frame

    def function_body(self, body: list[nodes.Node]) -> str:
        """The statements of a function that returns all that the body prints."""
        return f'{{let $o="";{self.statements(body)}return $o}}'

    def statements(self, body: list[nodes.Node]) -> str:
        """What a body prints, added to the output."""
        own = list(dict.fromkeys(assigned(body)))
        fresh = [name for name in own if name not in self.names or self.depth == 0]
        for name in own:
            if name in self.names and self.depth:
                raise self.file.refuse(body[0], "a name that is set again inside a loop", name)
        for name in own:
            self.take(name)
        declared = f"let {','.join(self.names[name] for name in fresh)};" if fresh else ""
        return declared + "".join(self.statement(node) for node in body)

    def _same_frame(self, body: list[nodes.Node]) -> str:
        return "".join(self.statement(node) for node in body)

    def statement(self, node: nodes.Node) -> str:
        """One node of a body."""
        match node:
            case nodes.Output():
                return f"$o+={'+'.join(self._printed(part) for part in node.nodes)};"
            case nodes.If():
                return self._if(node)
            case nodes.For() if not node.recursive:
                return self._for(node)
            case nodes.Assign() if isinstance(node.target, nodes.Name):
                return f"{self.names[node.target.name]}={self.expression(node.node)};"
        raise self.file.refuse(node, f"no {type(node).__name__} in a template")

    def _printed(self, node: nodes.Expr) -> str:
        if isinstance(node, nodes.TemplateData):
            return quoted(node.data)
        return f"py_out({self.expression(node)})"

    def _if(self, node: nodes.If) -> str:
        found = f"if({self.truth(node.test)}){{{self._same_frame(node.body)}}}"
        for other in node.elif_:
            found += f"else if({self.truth(other.test)}){{{self._same_frame(other.body)}}}"
        return found + (f"else{{{self._same_frame(node.else_)}}}" if node.else_ else "")

    def _for(self, node: nodes.For) -> str:
        values, inner = f"py_each({self.expression(node.iter)})", self._inner()
        bound = inner.bind(node.target)
        if node.test is not None:
            values = f"py_filter({values},({bound})=>{inner.truth(node.test)})"
        all_, at = f"$all{inner.depth}", f"$i{inner.depth}"
        inner.loop = (all_, at)
        body = inner.statements(node.body)
        uses_loop = at in body or all_ in body
        if uses_loop:
            body = f"for(let {at}=0;{at}<{all_}.length;{at}++){{const {bound}={all_}[{at}];{body}}}"
        else:
            body = f"for(const {bound} of {all_ if node.else_ else values}){{{body}}}"
        if not node.else_ and not uses_loop:
            return body
        empty = f"if(!{all_}.length){{{self._same_frame(node.else_)}}}" if node.else_ else ""
        return f"{{const {all_}={values};{body}{empty}}}"

    def bind(self, target: nodes.Node) -> str:
        """The names of a loop."""
        if isinstance(target, nodes.Name):
            return self.take(target.name)
        if isinstance(target, nodes.Tuple):
            return f"[{','.join(self.bind(part) for part in target.items)}]"
        raise self.file.refuse(target, "a target of a loop")

    def truth(self, node: nodes.Expr) -> str:
        """An expression as a condition."""
        match node:
            case nodes.Not():
                return f"!{self.truth(node.node)}"
            case nodes.And() | nodes.Or():
                sign = "&&" if isinstance(node, nodes.And) else "||"
                return f"({self.truth(node.left)}{sign}{self.truth(node.right)})"
            case nodes.Compare() | nodes.Test():
                return self.expression(node)
        return f"py_jt({self.expression(node)})"

    def expression(self, node: nodes.Expr) -> str:
        """An expression in JavaScript."""
        match node:
            case nodes.Const():
                return self._constant(node)
            case nodes.TemplateData():
                return f"py_markup({quoted(node.data)})"
            case nodes.Name():
                return self._name(node)
            case nodes.Getattr():
                return self._attribute(node)
            case nodes.Getitem():
                return self._item(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Filter():
                return self._filter(node)
            case nodes.Test() if node.name in TESTS and not node.args and not node.kwargs:
                return f"py_tests.{node.name}({self.expression(node.node)})"
            case nodes.Compare():
                return self._compare(node)
            case nodes.List() | nodes.Tuple():
                return f"[{','.join(self.expression(part) for part in node.items)}]"
            case nodes.Dict():
                pairs = (f"{self.expression(part.key)},{self.expression(part.value)}" for part in node.items)
                return f"py_d({','.join(pairs)})"
        return self._operation(node)

    def _operation(self, node: nodes.Expr) -> str:
        match node:
            case nodes.Not():
                return self.truth(node)
            case nodes.And() | nodes.Or():
                name = "py_jand" if isinstance(node, nodes.And) else "py_jor"
                return f"{name}({self.expression(node.left)},()=>{self.expression(node.right)})"
            case nodes.CondExpr():
                otherwise = self.expression(node.expr2) if node.expr2 else "void 0"
                return f"({self.truth(node.test)}?{self.expression(node.expr1)}:{otherwise})"
            case nodes.Concat():
                return f"py_join({','.join(self.expression(part) for part in node.nodes)})"
            case nodes.Neg():
                return f"py_neg({self.expression(node.node)})"
            case nodes.BinExpr() if type(node) in OPERATORS:
                return f"py_{OPERATORS[type(node)]}({self.expression(node.left)},{self.expression(node.right)})"
        raise self.file.refuse(node, f"no {type(node).__name__} in a template")

    def _constant(self, node: nodes.Const) -> str:
        if node.value is None or isinstance(node.value, bool):
            return {None: "null", True: "true", False: "false"}[node.value]
        if isinstance(node.value, int):
            return str(node.value)
        if isinstance(node.value, str):
            return quoted(node.value)
        raise self.file.refuse(node, "a constant that JavaScript lacks")

    def _name(self, node: nodes.Name) -> str:
        if node.name in self.names:
            return self.names[node.name]
        found = self.templates.files.meaning(self.file, node.name)
        if found is not None:
            return self.templates.unit.token(found)
        if self.page and node.name not in {*self.templates.functions, *HOST, "loop", "caller", "super", "self"}:
            return f"py_attr($c,{quoted(node.name)})"
        raise self.file.refuse(node, "a name that this template does not have", node.name)

    def _attribute(self, node: nodes.Getattr) -> str:
        if isinstance(node.node, nodes.Name) and node.node.name == "loop" and "loop" not in self.names and self.loop:
            if node.attr not in LOOP:
                raise self.file.refuse(node, "no such value of a loop", node.attr)
            return LOOP[node.attr].replace("${all}", self.loop[0]).replace("${i}", self.loop[1])
        if node.attr in METHODS:
            raise self.file.refuse(node, "a key that is the name of a method of dicts", node.attr)
        return f"py_attr({self.expression(node.node)},{quoted(node.attr)})"

    def _item(self, node: nodes.Getitem) -> str:
        owner = self.expression(node.node)
        if not isinstance(node.arg, nodes.Slice):
            return f"py_item({owner},{self.expression(node.arg)})"
        if node.arg.step is not None:
            raise self.file.refuse(node, "a slice with a step")
        ends = [self.expression(end) if end else "null" for end in (node.arg.start, node.arg.stop)]
        return f"py_slice({owner},{','.join(ends)})"

    def _compare(self, node: nodes.Compare) -> str:
        if len(node.ops) != 1:
            raise self.file.refuse(node, "a chain of comparisons")
        sign, left, right = node.ops[0].op, self.expression(node.expr), self.expression(node.ops[0].expr)
        if sign in ("in", "notin"):
            return f"{'!' if sign == 'notin' else ''}py_in({left},{right})"
        return f"{COMPARISONS[sign]}({left},{right})"

    def _filter(self, node: nodes.Filter) -> str:
        if node.node is None or node.kwargs or node.dyn_args or node.dyn_kwargs:
            raise self.file.refuse(node, "a filter with keywords", node.name)
        given = ",".join(self.expression(part) for part in (node.node, *node.args))
        if node.name in self.templates.functions:
            return f"{self.templates.unit.token(self.templates.functions[node.name])}({given})"
        if node.name not in FILTERS:
            raise self.file.refuse(node, "an unknown filter", node.name)
        return f"py_filters.{node.name}({given})"

    def _call(self, node: nodes.Call) -> str:
        given = [self.expression(part) for part in node.args]
        named = [(part.key, self.expression(part.value)) for part in node.kwargs]
        if isinstance(node.node, nodes.Getattr) and not named:
            owner, method = self.expression(node.node.node), node.node.attr
            if method in METHODS:
                return f"{owner}.{method}({','.join(given)})"
            if method in TEXT_METHODS:
                return f"py_call({','.join([owner, quoted(method), *given])})"
        if isinstance(node.node, nodes.Name) and node.node.name in self.names and not named:
            return f"{self.names[node.node.name]}({','.join(given)})"  # a macro that another was given
        if not isinstance(node.node, nodes.Name) or node.node.name in self.names:
            raise self.file.refuse(node, "a call of something that is not known by name")
        name = node.node.name
        found = self.templates.files.meaning(self.file, name)
        if isinstance(found, Macro):
            return self._of_macro(node, found, given, dict(named))
        if name in self.templates.functions and found is None:
            return self._of_function(node, self.templates.functions[name], given, dict(named))
        if name in HOST:
            keywords = ",".join(f"{quoted(key)},{value}" for key, value in named)
            return f"py_host.{name}({','.join([*given, f'py_d({keywords})'])})"
        if name == "range" and not named:
            return f"py_range({','.join(given)})"
        raise self.file.refuse(node, "a call of something that is not known by name", name)

    def _of_macro(self, node: nodes.Call, found: Macro, given: list[str], named: dict[str, str]) -> str:
        slots: list[str | None] = [*given, *([None] * (len(found.parameters) - len(given)))]
        if node.dyn_args or node.dyn_kwargs or len(slots) > len(found.parameters) or set(named) - set(found.parameters):
            raise self.file.refuse(node, "arguments that the macro does not take", found.name)
        for key, value in named.items():
            slots[found.parameters.index(key)] = value
        while slots and slots[-1] is None:
            slots.pop()
        return f"{self.templates.unit.token(found)}({','.join(part or 'void 0' for part in slots)})"

    def _of_function(self, node: nodes.Call, found: Definition, given: list[str], named: dict[str, str]) -> str:
        assert isinstance(found.node, ast.FunctionDef)
        takes = signature(found.node)
        name = self.templates.unit.token(found)
        more = [self.expression(node.dyn_kwargs)] if node.dyn_kwargs else []
        if node.dyn_args or ((named or more) and not takes.rest) or len(given) > takes.positional:
            raise self.file.refuse(node, "arguments that the function does not take")
        if named:
            more.insert(0, f"py_d({','.join(f'{quoted(key)},{value}' for key, value in named.items())})")
        if not more:
            return f"{name}({','.join(given)})"
        slots = [*given, *(["void 0"] * (takes.positional - len(given)))]
        last = more[0] if len(more) == 1 else f"py_merged({','.join(more)})"
        return f"{name}({','.join([*slots, last])})"
