"""Which test files a change can reach, nearest first: those run first, so that what it broke shows at once.

A file reaches those that import it or name it (a template, an example), and so on, one step further each time. So what
is in lower layers than the change is never reached: an import never runs up (`tests.layers`).
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
IMPORT = re.compile(r"^\s*(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)
"""Parsing every file with `ast`, as `tests.layers` does, takes thirty times as long: too long before the first test."""
NAMED = re.compile(r"""["']([\w./-]+\.(?:html|txt|json|jsonl|md|js|css|sql|csv|toml))["']""")
PLACES = ("", "templates/", "tests/data/", "scorekeeper/static/js/", "scorekeeper/static/css/")
"""Where a file is that another one names."""
READ = ("scorekeeper", "templates", "tests")
LIST_OF_PAGES = "scorekeeper/web/__init__.py"
"""Every app has all pages: what tests open an app for is not about each of them."""
SAME_FOLDER = 2
"""The steps, at most, from a change in `scorekeeper/web` to any test in `tests/web`, or in a script to any in
`tests/browser`: pages are opened, not imported.
"""


def git(*words: str) -> list[str]:
    """The lines that git prints, none where there is no git or no such commit."""
    try:
        done = subprocess.run(["git", "-C", str(CHECKOUT), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_files() -> list[str]:
    """The files that differ from the branch `main`, committed or not; those saved last come first."""
    base = git("merge-base", "main", "HEAD") or ["HEAD"]
    names = [*git("diff", "--name-only", base[0]), *git("ls-files", "--others", "--exclude-standard")]
    saved = {name: path.stat().st_mtime for name in names if (path := CHECKOUT / name).is_file()}
    return sorted(names, key=lambda name: saved.get(name, 0), reverse=True)


def nearest(changed: Sequence[str], root: Path = CHECKOUT) -> dict[str, int]:
    """How many steps away from a change each test file is that one can reach, by its path; the nearest first."""
    if not changed:
        return {}
    files = {path.relative_to(root).as_posix(): path for place in READ for path in (root / place).rglob("*.*")}
    files = {name: path for name, path in files.items() if path.suffix in (".py", ".html")}
    users: dict[str, set[str]] = defaultdict(set)
    for name, path in files.items():
        for used in () if name == LIST_OF_PAGES else _used(name, path.read_text("utf-8")):
            users[used].add(name)
    steps = dict.fromkeys(changed, 0)
    tests = [name for name in files if Path(name).name.startswith("test_")]
    for name in list(steps):
        steps |= {test: 1 for test in tests if test not in steps and _is_about(test, name)}
    waiting = sorted(steps, key=lambda name: steps[name])
    for name in waiting:  # grows meanwhile, one step further each time
        for user in sorted(users[name]):
            if user not in steps:
                steps[user] = steps[name] + 1
                waiting.append(user)
    homes = {_home(name) for name in changed}
    for test in tests:
        if _home(test) in homes:
            steps[test] = min(steps.get(test, SAME_FOLDER), SAME_FOLDER)
    known = set(tests)
    return dict(sorted(((name, step) for name, step in steps.items() if name in known), key=lambda each: each[1]))


def _used(name: str, text: str) -> Iterator[str]:
    """The files that this one may import or name; a test also has the `conftest.py` of its folders."""
    for module, names, plain in IMPORT.findall(text) if name.endswith(".py") else ():
        for full in (plain or module, *(f"{module}.{each}" for each in re.findall(r"\w+", names))):
            path = full.replace(".", "/")
            yield from (f"{path}.py", f"{path}/__init__.py")
    yield from (f"{place}{found}" for found in NAMED.findall(text) for place in PLACES)
    if name.startswith("tests/"):
        yield from (f"{folder.as_posix()}/conftest.py" for folder in Path(name).parents if folder.name)


def _is_about(test: str, changed: str) -> bool:
    """Whether the test is named after what changed: `tests/web/test_why.py` after `scorekeeper/web/why.py`."""
    return Path(test).stem == f"test_{Path(changed).stem}" and _home(test) == _home(changed)


def _home(name: str) -> str:
    """The layer, or the room, that a file of the program or a test belongs to."""
    parts = Path(name).parts
    if parts[0] == "templates":
        return "/".join(parts[1:3]) if parts[1] == "rooms" else "web"
    if parts[:3] == ("scorekeeper", "static", "js"):
        return "/".join(parts[3:5]) if parts[3] == "rooms" else "browser"
    return "/".join(parts[1:3]) if parts[1:2] == ("rooms",) else "".join(parts[1:2])
