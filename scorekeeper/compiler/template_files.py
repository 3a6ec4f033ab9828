"""Templates as files: the macros, values and blocks of each, and its imports."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from jinja2 import Environment, nodes

from scorekeeper.compiler.program import Refused


@dataclass(eq=False)
class TemplateFile:
    """One template."""

    name: str
    tree: nodes.Template
    macros: dict[str, "Macro"] = field(default_factory=dict)
    values: dict[str, "Value"] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: (template, its name there)
    blocks: dict[str, nodes.Block] = field(default_factory=dict)
    layout: str | None = None  # the template that it extends

    def refuse(self, node: nodes.Node, what: str, shown: str = "") -> Refused:
        """The `Refused` error for a node."""
        return Refused(f"templates/{self.name}", node.lineno, what, shown or repr(node)[:80])


@dataclass(eq=False)
class Macro:
    """A macro and its template."""

    file: TemplateFile
    name: str
    node: nodes.Macro

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [part.name for part in self.node.args]


@dataclass(eq=False)
class Value:
    """A value set at the top level of a template, for others to import."""

    file: TemplateFile
    name: str
    node: nodes.Node


class TemplateFiles:
    """All templates in use, each read once."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.files: dict[str, TemplateFile] = {}

    def file(self, name: str) -> TemplateFile:
        """A template by its name."""
        if name not in self.files:
            assert self.environment.loader is not None
            source, _, _ = self.environment.loader.get_source(self.environment, name)
            found = TemplateFile(name, self.environment.parse(source, name))
            self.files[name] = found
            found.blocks = {block.name: block for block in found.tree.find_all(nodes.Block)}
            for node in found.tree.body:
                self._read(found, node)
        return self.files[name]

    def _read(self, file: TemplateFile, node: nodes.Node) -> None:
        if isinstance(node, nodes.Macro):
            file.macros[node.name] = Macro(file, node.name, node)
        elif isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            file.values[node.target.name] = Value(file, node.target.name, node.node)
        elif isinstance(node, nodes.FromImport) and isinstance(node.template, nodes.Const):
            for pair in node.names:
                there, here = pair if isinstance(pair, tuple) else (pair, pair)
                file.imported[here] = (str(node.template.value), there)
        elif isinstance(node, nodes.Extends) and isinstance(node.template, nodes.Const):
            file.layout = str(node.template.value)
        elif file.layout is None and file.blocks:
            pass  # the document around the blocks of a layout, which a phone has already
        elif not isinstance(node, nodes.Block) and not _is_blank(node):
            raise file.refuse(node, "something outside of blocks and macros")

    def meaning(self, file: TemplateFile, name: str) -> Macro | Value | None:
        """The macro or value with this name at the top level of a template."""
        if name in file.imported:
            template, there = file.imported[name]
            found = self.meaning(self.file(template), there)
            if found is None:
                raise Refused(f"templates/{file.name}", 1, f"{template} has no {there}", name)
            return found
        return file.macros.get(name) or file.values.get(name)


def _is_blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Output) and all(
        isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
    )


def assigned(body: list[nodes.Node]) -> Iterator[str]:
    """The names set in a body, except inside its loops."""
    for node in body:
        if isinstance(node, nodes.Assign | nodes.AssignBlock) and isinstance(node.target, nodes.Name):
            yield node.target.name
            yield from assigned(node.body if isinstance(node, nodes.AssignBlock) else [])
        elif isinstance(node, nodes.If):
            yield from assigned([*node.body, *node.elif_, *node.else_])
