"""Game pages and rules pages as text, in files of this folder, so that a change to a page is approved as one diff.

`make sentences` writes them. The first page of a story is written whole; after each tap, only what the tap changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path

from tests.core.pages.approved import end_of_games, hands, rulebooks, rulings, seldom, unusual

FOLDER = Path(__file__).parent

Line = dict[str, str]
"""Values by their names; a value without a name has none."""

Pages = Iterable[tuple[str, object]]
"""Pages with what happened before each."""

FILES: dict[str, Callable[[], Iterable[tuple[str, Pages]]]] = {
    "hands.txt": hands.stories,
    "rulings.txt": rulings.stories,
    "end_of_games.txt": end_of_games.stories,
    "unusual.txt": unusual.stories,
    "seldom.txt": seldom.stories,
    "rulebooks.txt": rulebooks.stories,
}


def text_of(file: str) -> str:
    """A whole file: below the name of each story its pages."""
    lines: list[str] = []
    known: dict[str, dict[str, Line]] = {}
    for title, pages in FILES[file]():
        lines += ["", title, "=" * len(title)]
        for caption, page in pages:
            kind = caption.partition(":")[0]
            now, before = dict(lines_of(page)), known.get(kind, {})
            lines += ["", caption, *changes(before, now)]
            known[kind] = now
    return "\n".join([*lines[1:], ""])


def changes(before: Mapping[str, Line], now: Mapping[str, Line]) -> Iterator[str]:
    """The values that are new since the page before, and the parts that are gone."""
    for path, line in now.items():
        known = before.get(path, {})
        new = [f"{name}={value}" if name else value for name, value in line.items() if known.get(name) != value]
        if new:
            yield f"    {path}: {' '.join(new)}"
    gone = [path for path in before if path not in now]
    inside = tuple(beginning for path in gone for beginning in (f"{path}.", f"{path}["))
    yield from (f"    {path} is gone" for path in gone if not path.startswith(inside))


def lines_of(part: object, path: str = "page") -> Iterator[tuple[str, Line]]:
    """All values by their path. What contains only plain values is one line, and a short table is one, too."""
    if is_dataclass(part):
        part = {field.name: getattr(part, field.name) for field in fields(part)}
    if isinstance(part, Mapping):
        yield path, {str(key): _written(value) for key, value in part.items() if is_plain(value)}
        for key, value in part.items():
            if not is_plain(value):
                yield from lines_of(value, str(key) if path == "page" else f"{path}.{key}")
    elif isinstance(part, list | tuple) and not is_plain(part):
        columns = list(part[0]) if isinstance(part[0], Mapping) else []
        if all(isinstance(row, Mapping) and list(row) == columns and all(map(is_plain, row.values())) for row in part):
            table = " · ".join(" ".join(map(_written, row.values())) for row in part)
            if len(table) < LONGEST:
                yield path, {"": " ".join(map(str, columns)) + " · " + table}
                return
        for name, value in zip(_names_of(part), part, strict=True):
            yield from lines_of(value, f"{path}[{name}]")
    else:
        yield path, {"": _written(part)}


def _names_of(rows: Sequence[object]) -> Sequence[object]:
    """The keys of rows that have some, so that another row changes none of their lines; else their numbers."""
    keys = [row.get("key", row.get("rule")) for row in rows if isinstance(row, Mapping)]
    named = [key for key in keys if isinstance(key, str)]
    return named if len(set(named)) == len(rows) else range(len(rows))


def is_plain(part: object) -> bool:
    """Whether it is a text, a number or a list of those."""
    if isinstance(part, list | tuple):
        return all(each is None or isinstance(each, str | int) for each in part)
    return part is None or isinstance(part, str | int)


LONGEST = 200
"""The rows of a table are on one line up to this length."""

WORDS = {None: "none", True: "yes", False: "no"}


def _written(part: object) -> str:
    if part is None or isinstance(part, bool):
        return WORDS[part]
    return json.dumps(part, ensure_ascii=False)


if __name__ == "__main__":
    for name in FILES:
        (FOLDER / name).write_text(text_of(name), "utf-8")
