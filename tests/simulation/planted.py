"""`python -m tests.simulation.planted`: plants each fault of tests/data/planted.toml, and plays until it is found.

`--sample 10` plants some, drawn by `--seed`; `--most 20` plays that many evenings instead of a hundred. With
`--kept FILE` what was found is kept there, and the next run goes on where this one ended, also with more evenings.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType
from typing import Any

from flask import Flask

from scorekeeper.compiler import sources
from tests.browser_client import BrowserClient
from tests.shared_app import share_what_apps_compile
from tests.simulation.browser import CHECKOUT, Browsers, build_parts, compiled
from tests.simulation.evening import acts_of, played
from tests.simulation.found import FOUND, STEPS
from tests.simulation.people import WITH_SCENES
from tests.simulation.scenes import SCENES, Scene
from tests.simulation.world import KINDS, Prepared, World, prepare

FAULTS = CHECKOUT / "tests" / "data" / "planted.toml"
HUNG = 180.0  # seconds without a word: an evening that never ends is found, too
ON_PHONES = "scorekeeper/core/"
FORK = multiprocessing.get_context("fork")

Evening = tuple[str, list[int], Callable[[World], object] | None]


@dataclass(frozen=True)
class Fault:
    """A text of a file, and what stands there instead."""

    file: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())[:70]} → {' '.join(self.new.split())[:50] or 'nothing'}"

    def key(self) -> str:
        """Its name in a file of what was found."""
        return sha256(f"{self.file}\0{self.old}\0{self.new}".encode()).hexdigest()[:16]


def faults() -> list[Fault]:
    """All of them."""
    return [Fault(**each) for each in tomllib.loads(FAULTS.read_text("utf-8"))["fault"]]


def evenings() -> Iterator[Evening]:
    """Those that failed once and each scene, twice, then new ones without end."""
    for kind, first in STEPS:
        yield kind, [], first
    for number, scene in enumerate((*SCENES, *SCENES)):
        yield list(KINDS)[number % len(KINDS)], [], once(scene, str(number))
    for kind, acts in FOUND:
        yield kind, list(acts), None
    for seed, kind in enumerate(cycle(KINDS)):
        yield kind, acts_of(seed, first=WITH_SCENES), None


def once(scene: Scene, drawn: str) -> Callable[[World], object]:
    """A scene as this seed draws it."""
    return lambda world: scene(world, Random(drawn))


# Planting


def plant(fault: Fault) -> Browsers:
    """Phones with this fault; of a file that the server runs, this process has it from now on, too."""
    text = (CHECKOUT / fault.file).read_text("utf-8").replace(fault.old, fault.new)
    if fault.file.endswith(".js"):
        return Browsers({fault.file: text})
    module, known, parts = fault.file.removesuffix(".py").replace("/", "."), sources.find, compiled()

    def find(name: str) -> tuple[str, str] | None:
        return (fault.file, text) if name == module else known(name)

    if fault.file.startswith(ON_PHONES):
        sources.find = find
        parts = build_parts(parts, is_outbox="/outbox/" in fault.file)
    if "/outbox/" not in fault.file:
        assert teach(import_module(module), text), f"nothing of {fault} is in a function"
    return Browsers(parts=parts)


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


def found_by(fault: Fault, prepared: dict[str, Prepared], start: int, most: int) -> tuple[int, str]:
    """How many evenings were played, from the one with number `start`, and what the last one found, if it did."""
    heard, says = FORK.Pipe(duplex=False)
    player = FORK.Process(target=_play, args=(fault, prepared, start, most, says))
    player.start()
    says.close()
    number, found = start, ""
    try:
        while not found and number < most:
            if not heard.poll(HUNG):
                found = "it never ends"
                break
            found = heard.recv()
            number += 1
    except EOFError:
        assert number > start, f"{fault} does not start: it is none"
        found = "an evening breaks off"
    player.kill()
    player.join()
    return number, found


def _play(fault: Fault, prepared: dict[str, Prepared], start: int, most: int, says: Connection) -> None:
    browsers = plant(fault)
    for kind, acts, first in islice(evenings(), start, most):
        found = played(browsers, prepared[kind], acts, first, is_strict=True)
        says.send(" ".join((found.fault or "").split())[:150])


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
    survived = []
    with tables() as prepared:
        compiled()
        for fault in chosen:
            row = known.get(fault.key(), {"evenings": 0, "found": ""})
            number, found = row["evenings"], row["found"]
            if not found and number < given.most:
                number, found = found_by(fault, prepared, number, given.most)
                if given.kept:
                    kept = {"key": fault.key(), "evenings": number, "found": found, "fault": str(fault)}
                    with given.kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(kept) + "\n")
            sys.stdout.write(f"{f'killed   {number:3}' if found else f'SURVIVED {number:3}'}  {fault}  {found}\n")
            sys.stdout.flush()
            survived += [] if found else [fault]
    sys.stdout.write(f"{len(chosen) - len(survived)} of {len(chosen)} found\n")
    sys.exit(bool(survived))


if __name__ == "__main__":
    main()
