"""Chromium as a runtime for compiled modules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page

from scorekeeper.phone.built import NAME, built
from scorekeeper.phone.sources import fingerprint
from tests.phone.walks import TEMPLATES

HARNESS = Path(__file__).parent / "harness.js"
LOAD = """async ([module, harness]) => {
  const imported = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  window.core = await imported(module);
  window.harness = (await imported(harness)).harness(window.core);
}"""
ASK = "([name, asked]) => JSON.stringify(harness[name](JSON.parse(asked)))"


@dataclass
class Engine:
    """A page with a module."""

    page: Page

    def ask(self, name: str, asked: Any) -> str:
        """The harness's answer, as JSON."""
        answer: str = self.page.evaluate(ASK, [name, json.dumps(asked)])
        return answer


@pytest.fixture(scope="session")
def engine_with(browser: Browser) -> Iterator[Callable[[str], Engine]]:
    """Makes a page with this module."""
    context = browser.new_context()

    def load(module: str) -> Engine:
        page = context.new_page()
        page.evaluate(LOAD, [module, HARNESS.read_text("utf-8")])
        return Engine(page)

    yield load
    context.close()


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The phones' module; one test process builds it for all."""
    shared = tmp_path_factory.getbasetemp().parent / "phone"
    shared.mkdir(exist_ok=True)
    with FileLock(f"{shared}.lock"):
        return built(shared, TEMPLATES).read_text("utf-8")


@pytest.fixture(scope="session")
def phone(engine_with: Callable[[str], Engine], module: str) -> Engine:
    """Chromium with the phones' module."""
    return engine_with(module)


def add_module(instance: Path, module: str) -> None:
    """Put the module into an instance folder, as if its server had been started before."""
    (instance / NAME.format(fingerprint(TEMPLATES))).write_text(module, "utf-8")
