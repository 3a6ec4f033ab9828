"""Makes the module small: only what it uses of the runtime, without comments and blanks; and short names."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, product
from pathlib import Path
from string import ascii_letters

from rjsmin import jsmin

from scorekeeper.compiler.kinds import OF_DICTS, SHARED
from scorekeeper.compiler.reached import TOKEN
from scorekeeper.compiler.scopes import ATTRIBUTE, LOCAL, SHOWN
from scorekeeper.compiler.syntax import listed

RUNTIME = Path(__file__).parent / "runtime"
PARTS = ("values", "classes", "comparing", "builtins", "text", "markup", "json")
COMMENT = re.compile(r"^\s*//.*\n|\s+//.*$", re.MULTILINE)
DECLARATION = re.compile(r"^(?:const|class|let) (\w+)", re.MULTILINE)
TABLE = re.compile(r"^const (\w+) = \{\n(?=  )", re.MULTILINE)
MEMBER = re.compile(r"^  (\w+): ", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_$][\w$]*")
OWN = re.compile(r"\bpy_\w+")
MARK = re.compile(f"{TOKEN.pattern}|{OWN.pattern}")
KEYWORDS = listed("as do if in is of")
"""JavaScript keywords short enough to be generated as a name."""


def runtime(used: set[str]) -> str:
    """The runtime, of which compiled code uses these names."""
    source = "".join(COMMENT.sub("", (RUNTIME / f"{part}.js").read_text("utf-8")) for part in PARTS)
    starts = [found.start() for found in DECLARATION.finditer(source)]
    declared: dict[str, str] = {}
    for start, end in zip(starts, [*starts[1:], len(source)], strict=True):
        found = DECLARATION.match(source, start)
        assert found is not None
        declared[found[1]] = source[start:end]
    needed = {name for name in declared if name in used}
    while True:
        members = used | {name for each in needed for name in re.findall(r"(?:TEXT|LIST)\.(\w+)", declared[each])}
        kept = {name: _members(declared[name], members) for name in needed}
        more = {word for text in kept.values() for word in WORD.findall(text) if word in declared}
        if more <= needed:
            return "".join(f"{jsmin(kept[name])}\n" for name in declared if name in needed)
        needed |= more


def _members(text: str, used: set[str]) -> str:
    """A table of functions, with those that something uses; any other text as it is."""
    head = TABLE.match(text)
    if head is None:
        return text
    starts = [found.start() for found in MEMBER.finditer(text)]
    ends = [*starts[1:], text.rindex("\n}") + 1]
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    return text[: head.end()] + "".join(part for part in parts if part.split(":")[0].strip() in used) + text[ends[-1] :]


def with_short_attributes(texts: Sequence[str], taken: set[str]) -> list[str]:
    """The parts with short names for attributes, but for those that templates read and those in `taken`."""
    reading = re.compile(f"{ATTRIBUTE}(\\w+)")
    counted = Counter(reading.findall("".join(texts)))
    long = {*taken, *SHARED, *OF_DICTS, *re.findall(f"{SHOWN}(\\w+)", "".join(texts))}
    long |= {name for name in counted if name.startswith("__") or name.isupper()}  # of members of an enum
    names = (name for name in short_names() if name not in long | KEYWORDS)
    short = {name: name if name in long else next(names) for name, _ in sorted(counted.items(), key=_often)}
    return [reading.sub(lambda found: short[found[1]], text).replace(SHOWN, "") for text in texts]


def _often(counted: tuple[str, int]) -> tuple[int, str]:
    return (-counted[1], counted[0])


def named(texts: Sequence[str], taken: set[str]) -> list[str]:
    """The parts with short names, shortest for the most frequent in the first."""
    names = (name for name in short_names() if name not in {*taken, *KEYWORDS, *LOCAL})
    given: dict[str, str] = {}
    for text in texts:
        counted = Counter(mark[0] for mark in MARK.finditer(text))
        common = [key for key, _ in sorted(counted.items(), key=_often)][:120]
        for key in dict.fromkeys([*common, *counted]):
            if key not in given:
                given[key] = next(names)
    return [MARK.sub(lambda found: given[found[0]], text) for text in texts]


def short_names() -> Iterator[str]:
    """`a`, `b`, … `aa`, `ab`, …"""
    for length in count(1):
        for letters in product(ascii_letters, repeat=length):
            yield "".join(letters)
