"""`make mutants`, its second half: counts each folder's mutants that no test found, and writes docs/mutants.md.

A mutant is one small change to one function. `tests/data/mutants.toml` explains accepted survivors: each group has a
reason, and patterns of `module.function: the changed line`.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from tests.mutate import CHECKOUT, NOT_TRIED, TESTS, TIMEOUT, fates, mutmut

REASONS = CHECKOUT / "tests" / "data" / "mutants.toml"
REPORT = CHECKOUT / "docs" / "mutants.md"

KILLED = ("killed", TIMEOUT)
LEFT = ("survived", "no tests")
REQUIRED = {folder: 95 if folder in ("core/rules", "core/rulesets") else 90 for folder in TESTS}
CONTEXT = 30
NOT_EXPLAINED = "Not explained"


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test found: the function that it changed, its line before and after."""

    function: str
    before: str
    after: str

    def fits(self, pattern: str) -> bool:
        return fnmatchcase(f"{self.function}: {self.after}", pattern)


@dataclass
class Folder:
    """The mutants of one folder: how many were made, and the results of those that were tried."""

    name: str
    made: int
    fates: Counter[str] = field(default_factory=Counter)
    survivors: list[Survivor] = field(default_factory=list)

    @property
    def tried(self) -> int:
        return self.fates.total()

    @property
    def killed(self) -> int:
        return sum(self.fates[fate] for fate in KILLED)

    @property
    def share(self) -> float:
        return 100 * self.killed / self.tried


def tried_folders() -> list[Folder]:
    """Every folder with its mutants' results from the last runs."""
    found = []
    for name in TESTS:
        all_of_it = fates(name)
        folder = Folder(name, len(all_of_it))
        folder.fates.update(fate for fate in all_of_it.values() if fate != NOT_TRIED)
        folder.survivors += [survivor(name, mutant) for mutant, fate in all_of_it.items() if fate in LEFT]
        if folder.tried:
            found.append(folder)
    return found


def survivor(folder: str, mutant: str) -> Survivor:
    """A surviving mutant, from mutmut's output: a diff of its function."""
    lines = mutmut(folder, "show", mutant).stdout.splitlines()
    gone = [line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---")]
    come = [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]
    return Survivor(_plain(mutant), " ".join(gone), " ".join(come))


def _cut(before: str, after: str) -> tuple[str, str]:
    """Shorten long statements to the part that differs, with a little context."""
    start = _alike(before, after)
    rest = _alike(before[start:][::-1], after[start:][::-1])
    low = start - CONTEXT if start > CONTEXT + 3 else 0
    return _from(before, low, len(before) - rest), _from(after, low, len(after) - rest)


def _alike(one: str, other: str) -> int:
    """The length of the common beginning of two statements."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _from(words: str, low: int, end: int) -> str:
    high = end + CONTEXT if len(words) > end + CONTEXT + 3 else len(words)
    return f"{'…' if low else ''}{words[low:high]}{'…' if high < len(words) else ''}"


def _plain(mutant: str) -> str:
    """A function's own name, after its module: mutmut calls it `x_joined__mutmut_2` or `xǁPotǁscore__mutmut_2`."""
    module, _, mangled = mutant.rpartition("__mutmut_")[0].rpartition(".")
    name = ".".join(mangled.split("ǁ")[1:]) if "ǁ" in mangled else mangled.removeprefix("x_")
    return ".".join([*module.split(".")[-2:], name])


def reasons() -> list[dict[str, Any]]:
    """The groups of accepted survivors."""
    groups: list[dict[str, Any]] = tomllib.loads(REASONS.read_text(encoding="utf-8"))["group"]
    return groups


def unknown_names(groups: list[dict[str, Any]]) -> list[str]:
    """The patterns of functions that no longer exist: their reasons explain nothing any more."""
    known = list(_functions())
    patterns = [pattern for group in groups for pattern in group["mutants"]]
    return [pattern for pattern in patterns if not any(fnmatchcase(name, pattern.split(": ")[0]) for name in known)]


def _functions() -> Iterator[str]:
    """Every function of the folders, named as `_plain` names it."""
    for folder in (name for name in TESTS if "/" not in name):
        for path in sorted((CHECKOUT / "scorekeeper" / folder).rglob("*.py")):
            module = ".".join([*path.parts[:-1], path.stem] if path.stem != "__init__" else path.parts[:-1])
            for name in _names_in(ast.parse(path.read_text("utf-8"))):
                yield ".".join([*module.split(".")[-2:], name])


def _names_in(tree: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in _names_in(node))


def report(found: list[Folder], groups: list[dict[str, Any]]) -> str:
    """docs/mutants.md: the share of each folder, and the survivors by the reason for accepting them."""
    lines = [
        *(CHECKOUT / "tests" / "data" / "mutants.md").read_text(encoding="utf-8").splitlines(),
        "",
        "| folder | mutants | tried | killed | of them never ended | survived | reached by no test | share killed |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for folder in found:
        left = " | ".join(str(folder.fates[fate]) for fate in LEFT)
        killed = f"{folder.killed} | {folder.fates[TIMEOUT]}"
        figures = f"{folder.made} | {folder.tried} | {killed} | {left} | {folder.share:.0f} %"
        lines.append(f"| {folder.name} | {figures} |")
    left_over = [survivor for folder in found for survivor in folder.survivors]
    lines += ["", f"## Left over ({len(left_over)}), and why"]
    for group in [*groups, {"name": NOT_EXPLAINED, "why": "No reason is written down yet.", "mutants": ["*"]}]:
        own = [survivor for survivor in left_over if any(survivor.fits(pattern) for pattern in group["mutants"])]
        left_over = [survivor for survivor in left_over if survivor not in own]
        if own:
            lines += ["", f"### {group['name']} ({len(own)})", "", group["why"].strip(), ""]
            lines += [described(one) for one in own]
    return "\n".join(lines) + "\n"


def described(survivor: Survivor) -> str:
    before, after = map(_code, _cut(survivor.before, survivor.after))
    return f"- `{survivor.function}`: {before} → {after}"


def _code(words: str) -> str:
    fence = "``" if "`" in words else "`"
    return f"{fence}{words}{fence}" if words else "nothing"


def main() -> None:
    found = tried_folders()
    if not found:
        raise SystemExit("There are no mutants yet: `make mutants` makes them.")
    groups = reasons()
    if unknown := unknown_names(groups):
        raise SystemExit(f"{REASONS.name} names functions that do not exist: {', '.join(unknown)}")
    REPORT.write_text(report(found, groups), encoding="utf-8")
    for survivor in (one for folder in found for one in folder.survivors):
        if not any(survivor.fits(pattern) for group in groups for pattern in group["mutants"]):
            print(f"{NOT_EXPLAINED.lower()}: {described(survivor)}")
    for folder in found:
        print(f"{folder.name:10} {folder.killed:5} of {folder.tried:5} killed, {folder.share:.0f} %")
    if low := [
        f"{REQUIRED[folder.name]} % in {folder.name}" for folder in found if folder.share < REQUIRED[folder.name]
    ]:
        raise SystemExit(f"That is less than {', '.join(low)}.")


if __name__ == "__main__":
    main()
