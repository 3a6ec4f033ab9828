"""Compiles Jinja templates to functions: macros return markup, blocks return text."""

from jinja2 import nodes

from scorekeeper.compiler.program import Definition
from scorekeeper.compiler.scopes import Unit
from scorekeeper.compiler.template_files import Macro, TemplateFile, TemplateFiles, Value, assigned
from scorekeeper.compiler.template_values import Values


class Templates:
    """Compiles the given templates and collects the macros they need."""

    def __init__(self, unit: Unit, files: TemplateFiles, functions: dict[str, Definition]) -> None:
        self.unit, self.files = unit, files
        self.functions = functions  # Python functions and filters for templates, by name

    def block(self, file: TemplateFile, block: nodes.Block) -> str:
        """A block of a page: a function from the page's values, and all its blocks, to text."""
        return f"($c,$b)=>{Frame(self, file, page=True).function_body(block.body)}"

    def declaration(self, found: Macro | Value) -> str:
        """A macro, or a value of a template, by its placeholder."""
        if isinstance(found, Value):
            return f"const {self.unit.token(found)}={Frame(self, found.file).expression(found.node)};\n"
        frame = Frame(self, found.file)
        defaults = dict(zip(reversed(found.parameters), reversed(found.node.defaults), strict=False))
        given = []
        for name in found.parameters:
            default = f"={frame.expression(defaults[name])}" if name in defaults else ""
            given.append(frame.take(name) + default)
        body = frame.function_body(found.node.body)
        made = f"{body.removesuffix('return $o}')}return py_markup($o)}}"
        return f"const {self.unit.token(found)}=({','.join(given)})=>{made};\n"


class Frame(Values):
    """A macro, a block or the body of a loop: its output."""

    def _inner(self) -> "Frame":
        frame = Frame(self.templates, self.file, self.page)
        frame.names, frame.loop = dict(self.names), self.loop
        frame.depth, frame.used = self.depth + 1, self.used
        return frame

    def function_body(self, body: list[nodes.Node]) -> str:
        """The statements of a function that returns everything the body prints."""
        return f'{{let $o="";{self.statements(body)}return $o}}'

    def statements(self, body: list[nodes.Node]) -> str:
        """The output of a body, added to the function's output."""
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
            case nodes.Block() if self.page:
                return f"$o+=$b.{node.name}($c,$b);"
            case nodes.For() if not node.recursive:
                return self._for(node)
            case nodes.AssignBlock() if isinstance(node.target, nodes.Name) and node.filter is None:
                inside = self._same_frame(node.body)
                return f'{self.names[node.target.name]}=(()=>{{let $o="";{inside}return py_markup($o)}})();'
            case nodes.Assign() if isinstance(node.target, nodes.Name):
                return f"{self.names[node.target.name]}={self.expression(node.node)};"
        raise self.file.refuse(node, f"no {type(node).__name__} in a template")

    def _printed(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.TemplateData):
            escaped = node.data.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
            return f"`{escaped}`"  # markup has many quotation marks
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
        """The names that a loop binds."""
        if isinstance(target, nodes.Name):
            return self.take(target.name)
        if isinstance(target, nodes.Tuple):
            return f"[{','.join(self.bind(part) for part in target.items)}]"
        raise self.file.refuse(target, "a target of a loop")
