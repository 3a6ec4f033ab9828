"""Chromium as a runtime for compiled modules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page

from scorekeeper.compiler.built import cached_files
from scorekeeper.compiler.shortening import WORD
from scorekeeper.compiler.sources import build_answers, build_game, build_new_game, build_outbox, exports
from scorekeeper.compiler.versions import fingerprint
from tests.phone.walks import TEMPLATES
from tests.shared_app import COMPILED

HARNESS = Path(__file__).parent / "harness.js"
CHECKS = {
    "scorekeeper.core.game": "read_event",
    "scorekeeper.core.game.moves": "sign",
    "scorekeeper.core.game.rulings": "name_seat set_dealer renege agreed_points",
    "scorekeeper.core.sheet": "read_hand read_sheet scoreboard_json sheet_json",
    "scorekeeper.core.words.faults": "fault_text",
}
"""Exports that only tests need: a third part, so that the others are the same as on a phone."""

LOAD = """async ([[first, ...others], harness]) => {
  const imported = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  window.core = { ...(await imported(first)) };
  for (const text of others) Object.assign(window.core, (await imported(text)).more(window.core.shared));
  window.harness = (await imported(harness)).harness(window.core);
}"""
ASK = "([name, asked]) => JSON.parse(asked).map(one => JSON.stringify(harness[name](one)))"


@dataclass
class Engine:
    """A page with a module."""

    page: Page

    def ask(self, name: str, asked: Any) -> str:
        """The harness's answer, as JSON."""
        return self.ask_all(name, [asked])[0]

    def ask_all(self, name: str, asked: list[Any]) -> list[str]:
        """The answers to several questions: asking takes longer than answering."""
        answers: list[str] = self.page.evaluate(ASK, [name, json.dumps(asked)])
        return answers


@pytest.fixture(scope="session")
def engine_with(browser: Browser) -> Iterator[Callable[[list[str]], Engine]]:
    """Opens a page with this module."""
    context = browser.new_context()

    def load(module: list[str]) -> Engine:
        page = context.new_page()
        page.evaluate(LOAD, [module, HARNESS.read_text("utf-8")])
        return Engine(page)

    yield load
    context.close()


@pytest.fixture(scope="session")
def module() -> list[str]:
    """The parts of the phones’ module, and what the tests need; one process builds it for all tests and their apps."""
    asks = sha256(HARNESS.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:10]
    kept = COMPILED / f"module-{fingerprint(TEMPLATES)}-{asks}.json"
    with FileLock(COMPILED / "phone.lock"):
        if not kept.is_file():
            for old in COMPILED.glob("module-*.json"):
                old.unlink()
            used = frozenset(WORD.findall(HARNESS.read_text("utf-8")))
            kept.write_text(json.dumps(build_game(TEMPLATES, exports(CHECKS), used)), "utf-8")
        parts: list[str] = json.loads(kept.read_text("utf-8"))
        add_module(COMPILED, parts)
    return parts


@pytest.fixture(scope="session")
def phone(engine_with: Callable[[list[str]], Engine], module: list[str]) -> Engine:
    """Chromium with the phones' module."""
    return engine_with(module)


def add_module(instance: Path, module: list[str]) -> None:
    """Put the module into an instance folder, as if its server had been started before."""
    cached_files(instance, fingerprint(TEMPLATES), lambda: [*module[:3], *other_modules()])


@cache
def other_modules() -> tuple[str, str, str]:
    """The outbox, what begins a game, and what answers questions."""
    return build_outbox(), build_new_game(TEMPLATES), build_answers(TEMPLATES)
