"""`make mutants`, its second half: says how many mutants of each folder no test found, and writes docs/mutants.md.

A mutant is one small change to one function. `tests/data/mutants.toml` says why those that are left may be left: each
group has a reason, and patterns of `module.function: the changed line`.
"""

from __future__ import annotations

import ast
import difflib
import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.mutate import CHECKOUT, PLACE, TESTS

REASONS = CHECKOUT / "tests" / "data" / "mutants.toml"
REPORT = CHECKOUT / "docs" / "mutants.md"

KILLED = (1, 3)
TIMED_OUT = (-24, 24, 36, 152, 255)
NO_TEST = (5, 33)
WANTED = 90
CONTEXT = 30
NOT_EXPLAINED = "Not explained"


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test found: the function that it changed, its line before and after."""

    function: str
    before: str
    after: str
    has_test: bool

    def fits(self, pattern: str) -> bool:
        return fnmatchcase(f"{self.function}: {self.after}", pattern)


@dataclass
class Module:
    """The mutants of one file."""

    folder: str
    name: str
    fates: Counter[str]
    survivors: list[Survivor]

    @property
    def made(self) -> int:
        return self.fates.total()

    @property
    def killed(self) -> int:
        return self.fates["killed"] + self.fates["timed out"]


def modules() -> list[Module]:
    """Every mutated file with what became of its mutants, as the last run left it."""
    kept = [path for folder in TESTS for path in _tried(folder).rglob("*.meta")]
    found = [_module(path) for path in sorted(kept)]
    return [module for module in found if module.made]


def _tried(folder: str) -> Path:
    """Where mutmut left what it tried in a folder."""
    return PLACE / folder / "mutants" / "scorekeeper" / folder


def _module(kept: Path) -> Module:
    source = kept.with_suffix("")
    lines = source.read_text(encoding="utf-8").splitlines()
    functions = _functions("\n".join(lines))
    folder = source.relative_to(PLACE).parts[0]
    module = Module(folder, f"{source.parent.name}.{source.stem}", Counter(), [])
    for mutant, code in json.loads(kept.read_text(encoding="utf-8"))["exit_code_by_key"].items():
        module.fates[fate := _fate(code)] += 1
        if fate in ("survived", "no test"):
            name = mutant.rpartition(".")[2]
            original = name.rpartition("__mutmut_")[0] + "__mutmut_orig"
            before, after = _changed(functions[original], functions[name])
            module.survivors.append(Survivor(f"{module.name}.{_plain(name)}", before, after, fate == "survived"))
    return module


def _fate(code: int | None) -> str:
    if code is None:
        return "not tried"
    if code in KILLED:
        return "killed"
    if code in TIMED_OUT:
        return "timed out"
    if code in NO_TEST:
        return "no test"
    return "survived" if code == 0 else f"ended with {code}"


def _functions(source: str) -> dict[str, str]:
    """Every function of a mutated file, without its name and its docstring, as one line a statement."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name:
            arguments, body = ast.unparse(node.args), node.body
            if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
                body = body[1:]
            found[node.name] = "\n".join([f"({arguments})", *map(ast.unparse, body)])
    return found


def _changed(original: str, mutated: str) -> tuple[str, str]:
    """The statement that differs, before and after."""
    compared = list(difflib.ndiff(original.splitlines(), mutated.splitlines()))
    gone = [line[2:].strip() for line in compared if line.startswith("- ")]
    come = [line[2:].strip() for line in compared if line.startswith("+ ")]
    return " ".join(gone), " ".join(come)


def _cut(before: str, after: str) -> tuple[str, str]:
    """Of a long statement only what differs, with a little of what stands around it."""
    start = _alike(before, after)
    rest = _alike(before[start:][::-1], after[start:][::-1])
    low = start - CONTEXT if start > CONTEXT + 3 else 0
    return _from(before, low, len(before) - rest), _from(after, low, len(after) - rest)


def _alike(one: str, other: str) -> int:
    """How many letters two statements begin with alike."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _from(words: str, low: int, end: int) -> str:
    high = end + CONTEXT if len(words) > end + CONTEXT + 3 else len(words)
    return f"{'…' if low else ''}{words[low:high]}{'…' if high < len(words) else ''}"


def _plain(mangled: str) -> str:
    """The name of a function as it stands in the code: `x_joined__mutmut_2` and `xǁPotǁscore__mutmut_2`."""
    name = mangled.rpartition("__mutmut_")[0]
    return ".".join(name.split("ǁ")[1:]) if "ǁ" in name else name.removeprefix("x_")


def scores(found: list[Module]) -> dict[str, tuple[int, int]]:
    """Of each folder that was tried how many mutants were killed, and how many there were."""
    by_folder = {folder: [module for module in found if module.folder == folder] for folder in TESTS}
    return {
        folder: (sum(module.killed for module in own), sum(module.made for module in own))
        for folder, own in by_folder.items()
        if own
    }


def report(found: list[Module], groups: list[dict[str, Any]]) -> str:
    """docs/mutants.md: the score by module, and the survivors by the reason why they are left."""
    made, killed = sum(module.made for module in found), sum(module.killed for module in found)
    lines = [
        *(CHECKOUT / "tests" / "data" / "mutants.md").read_text(encoding="utf-8").splitlines(),
        "",
        f"**{killed} of {made} mutants killed: {100 * killed / made:.1f} %.**",
        "",
        "| folder | mutants | killed | |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {folder} | {of} | {own} | {100 * own / of:.1f} % |" for folder, (own, of) in scores(found).items()),
        "",
        "| module | mutants | killed | timed out | survived | reached by no test |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for module in found:
        fates = [module.fates[fate] for fate in ("killed", "timed out", "survived", "no test")]
        lines.append(f"| {module.name} | {module.made} | {' | '.join(map(str, fates))} |")
    left = [survivor for module in found for survivor in module.survivors]
    lines += ["", f"## The {len(left)} that are left, and why"]
    for group in [*groups, {"name": NOT_EXPLAINED, "why": "No reason is written down yet.", "mutants": ["*"]}]:
        own = [survivor for survivor in left if any(survivor.fits(pattern) for pattern in group["mutants"])]
        left = [survivor for survivor in left if survivor not in own]
        if own:
            lines += ["", f"### {group['name']} ({len(own)})", "", group["why"].strip(), ""]
            lines += [_told(one) for one in own]
    return "\n".join(lines) + "\n"


def _told(survivor: Survivor) -> str:
    before, after = map(_code, _cut(survivor.before, survivor.after))
    return f"- `{survivor.function}`: {before} → {after}"


def _code(words: str) -> str:
    fence = "``" if "`" in words else "`"
    return f"{fence}{words}{fence}" if words else "nothing"


def main() -> None:
    found = modules()
    if not found:
        raise SystemExit("There are no mutants yet: `make mutants` makes them.")
    groups = tomllib.loads(REASONS.read_text(encoding="utf-8"))["group"]
    text = report(found, groups)
    REPORT.write_text(text, encoding="utf-8")
    made, killed = sum(module.made for module in found), sum(module.killed for module in found)
    for module in found:
        print(f"{module.folder:10} {module.name:32} {module.killed:5} of {module.made:5}")
    for survivor in (one for module in found for one in module.survivors):
        if not any(survivor.fits(pattern) for group in groups for pattern in group["mutants"]):
            print(f"{NOT_EXPLAINED.lower()}: {_told(survivor)}")
    print(f"{killed} of {made} mutants killed, {100 * killed / made:.1f} %; {REPORT.relative_to(CHECKOUT)} is written")
    if untried := sum(module.fates["not tried"] for module in found):
        raise SystemExit(f"{untried} were not tried: the run was stopped.")
    low = [folder for folder, (own, of) in scores(found).items() if own * 100 < WANTED * of]
    if low:
        raise SystemExit(f"That is less than {WANTED} % in {', '.join(low)}.")


if __name__ == "__main__":
    main()
