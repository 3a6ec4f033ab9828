"""`python -m tests.simulation.planted`: plants each fault of tests/data/planted.toml, and plays until it is found.

Of a hundred evenings the one that the file names comes first, then those that found others, of this file before the
rest. `--sample 10` plants some, drawn by `--seed`; `--most 20` plays that many evenings. With `--kept FILE` what was
found is kept there, and the next run goes on where this one ended, also with more evenings.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from resource import RLIM_INFINITY, RLIMIT_CPU, setrlimit
from signal import SIGXCPU
from tempfile import TemporaryDirectory
from time import process_time
from types import CodeType, FunctionType, ModuleType
from typing import Any

from flask import Flask

from scorekeeper.compiler import sources
from scorekeeper.compiler.sources import build_outbox
from tests.browser_client import BrowserClient
from tests.shared_app import share_what_apps_compile
from tests.simulation.browser import CHECKOUT, Browsers, build_game_parts, compiled
from tests.simulation.evening import acts_of, played
from tests.simulation.found import FOUND, STEPS
from tests.simulation.scenes import SCENES, Scene, desk_writes
from tests.simulation.world import KINDS, Prepared, World, prepare

FAULTS = CHECKOUT / "tests" / "data" / "planted.toml"
PLAIN = [name for name, kind in KINDS.items() if kind.begin is None]
"""Kinds that each table has: what finds a fault does not depend on rooms."""
TIMES = 3
"""How often each scene is played, by other draws."""
HUNG = 20  # seconds of a CPU: an evening that never ends is found, too
ON_PHONES = "scorekeeper/core/"
FORK = multiprocessing.get_context("fork")

Row = dict[str, Any]


@dataclass(frozen=True)
class Evening:
    """What is played: the kind, what comes first, and the acts."""

    name: str
    kind: str
    acts: list[int]
    first: Callable[[World], object] | None = None


@dataclass(frozen=True)
class Fault:
    """A text of a file, what stands there instead, and the evening that found it last."""

    file: str
    old: str
    new: str
    by: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())[:70]} → {' '.join(self.new.split())[:50] or 'nothing'}"

    def key(self) -> str:
        """Its name in a file of what was found."""
        return sha256(f"{self.file}\0{self.old}\0{self.new}".encode()).hexdigest()[:16]


def faults() -> list[Fault]:
    """All of them."""
    return [Fault(**each) for each in tomllib.loads(FAULTS.read_text("utf-8"))["fault"]]


def evenings() -> Iterator[Evening]:
    """Those that failed once and each scene, some times, then new ones without end."""
    for kind, first in STEPS:
        if kind not in PLAIN:
            continue
        yield Evening(first.__name__, kind, [], first)
    for number in range(TIMES):
        for scene in SCENES:
            if scene is desk_writes:  # which no plain game has
                continue
            name = f"{scene.__name__} {number}"
            yield Evening(name, Random(name).choice(PLAIN), [], once(scene, name))
    for number, (kind, acts) in enumerate(FOUND):
        yield Evening(f"found {number}", kind, list(acts))
    for seed, kind in enumerate(cycle(PLAIN)):
        yield Evening(f"new {seed}", kind, acts_of(seed))


def once(scene: Scene, drawn: str) -> Callable[[World], object]:
    """A scene as this seed draws it."""

    def first(world: World) -> None:
        world.random.seed(drawn)
        scene(world, Random(drawn))

    return first


# Planting


def plant(fault: Fault, browsers: Browsers) -> Browsers:
    """These phones with this fault, or others; of a file that the server runs, this process has it from now on, too."""
    text = (CHECKOUT / fault.file).read_text("utf-8").replace(fault.old, fault.new)
    if fault.file.endswith(".js"):
        browsers.run_scripts({fault.file: text})
        return browsers
    module, known = fault.file.removesuffix(".py").replace("/", "."), sources.find

    def find(name: str) -> tuple[str, str] | None:
        return (fault.file, text) if name == module else known(name)

    if fault.file.startswith(ON_PHONES):
        sources.find = find
    if "/outbox/" in fault.file:
        browsers.run_outbox(build_outbox())
        return browsers
    assert teach(import_module(module), text), f"nothing of {fault} is in a function"
    return Browsers((compiled()[0], build_game_parts())) if fault.file.startswith(ON_PHONES) else browsers


def teach(module: ModuleType, text: str) -> bool:
    """Give the functions of a module the code of this text, wherever they are known by now; whether any has another."""
    codes = {code.co_qualname: code for code in _codes(compile(text, str(module.__file__), "exec", dont_inherit=True))}
    is_other = False
    for function in _functions(module, module.__name__):
        code = codes[function.__code__.co_qualname]
        is_other = is_other or code != function.__code__
        function.__code__ = code
    return is_other


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _functions(holder: Any, module: str) -> Iterator[FunctionType]:
    for value in vars(holder).values():
        found = getattr(value, "__wrapped__", getattr(value, "__func__", value))
        if getattr(found, "__module__", "") != module:
            continue
        if isinstance(found, type):
            yield from _functions(found, module)
        elif isinstance(found, FunctionType) and found.__code__.co_filename.endswith(".py"):
            yield found


# Playing


@contextmanager
def tables() -> Iterator[dict[str, Prepared]]:
    """A table of each kind, in a folder of this process."""
    logging.disable(logging.CRITICAL)
    Flask.test_client_class = BrowserClient
    share_what_apps_compile()
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        yield {kind: prepare(Path(folder), kind) for kind in KINDS}


def found_by(fault: Fault, browsers: Browsers, prepared: dict[str, Prepared], line: list[Evening]) -> tuple[int, str]:
    """How many of these evenings were played, and what the last one found, if it did."""
    heard, says = FORK.Pipe(duplex=False)
    player = FORK.Process(target=_play, args=(fault, browsers, prepared, line, says))
    player.start()
    says.close()
    number, found, is_planted = 0, "", False
    try:
        is_planted = heard.recv()
        while not found and number < len(line):
            found = heard.recv()
            number += 1
    except EOFError:
        player.join()
        number, found = number + 1, "it never ends" if player.exitcode == -SIGXCPU else "an evening breaks off"
        assert is_planted, f"{fault} does not start: it is none"
    player.kill()
    player.join()
    return number, found


def _play(
    fault: Fault, browsers: Browsers, prepared: dict[str, Prepared], line: list[Evening], says: Connection
) -> None:
    browsers = plant(fault, browsers)
    says.send(True)
    for evening in line:
        setrlimit(RLIMIT_CPU, (int(process_time()) + HUNG, RLIM_INFINITY))
        found = played(browsers, prepared[evening.kind], evening.acts, evening.first)
        says.send(" ".join((found.fault or "no reason").split())[:150] if found.fault is not None else "")


def in_line(fault: Fault, known: Iterable[Row], most: int) -> list[Evening]:
    """These evenings, in the order in which they are likely to find a fault."""
    found: Counter[str] = Counter({fault.by: 1000})
    for row in known:
        found[row["by"]] += 10 if row["file"] == fault.file else 1
    return sorted(islice(evenings(), most), key=lambda evening: -found[evening.name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--only", default="", help="those of files with this in their path")
    parser.add_argument("--kept", type=Path)
    given = parser.parse_args()
    chosen = [fault for fault in faults() if given.only in fault.file]
    if given.sample:
        chosen = Random(given.seed).sample(chosen, given.sample)
    lines = given.kept.read_text("utf-8").splitlines() if given.kept and given.kept.is_file() else []
    known = {row["key"]: row for row in map(json.loads, lines)}
    survived: list[Fault] = []
    with tables() as prepared:
        browsers = Browsers()
        for table in prepared.values():  # so that what loads late has loaded before the fault comes
            played(browsers, table, [])
        for fault in chosen:
            before = known.get(fault.key(), {"played": [], "by": "", "found": ""})
            line = [each for each in in_line(fault, known.values(), given.most) if each.name not in before["played"]]
            row = known[fault.key()] = {**before, "key": fault.key(), "file": fault.file, "fault": str(fault)}
            if line and not row["by"]:
                number, row["found"] = found_by(fault, browsers, prepared, line)
                row["played"] = [*row["played"], *(each.name for each in line[:number])]
                row["by"] = row["played"][-1] if row["found"] else ""
                if given.kept:
                    with given.kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
            says = "killed  " if row["by"] else "SURVIVED"
            sys.stdout.write(f"{says} {len(row['played']):3}  {row['by']}  {fault}  {row['found']}\n")
            sys.stdout.flush()
            survived += [] if row["by"] else [fault]
    sys.stdout.write(f"{len(chosen) - len(survived)} of {len(chosen)} found\n")
    sys.exit(bool(survived))


if __name__ == "__main__":
    main()
