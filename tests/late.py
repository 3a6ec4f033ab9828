"""Another order of all tests, and servers that answer browsers late, now and then by up to a second: neither a page nor
a test may depend on that.

`make late` runs the tests so. The seed is in `SCOREKEEPER_LATE`.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    import pytest
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SEED = os.environ.get("SCOREKEEPER_LATE", "")
BROWSERS = "Mozilla/"
"""How all of them call themselves; nothing else does that tests send."""
OFTEN, SELDOM = 0.3, 0.15
"""How many of the answers and of the static files come late."""


def reordered(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The files in another order, and the tests of each, which share fixtures."""
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    chance = Random(SEED)
    shuffled = chance.sample(list(files.values()), len(files))
    return [item for tests in shuffled for item in chance.sample(tests, len(tests))]


def answer_late() -> None:
    """From now on, every app in this process answers browsers late."""
    from flask import Flask

    chance, answer = Random(SEED), Flask.__call__

    def late(app: Flask, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        is_browser = environ.get("HTTP_USER_AGENT", "").startswith(BROWSERS)
        if is_browser and chance.random() < (SELDOM if environ["PATH_INFO"].startswith("/static/") else OFTEN):
            time.sleep(chance.random() ** 2)
        return answer(app, environ, start_response)

    Flask.__call__ = late  # type: ignore[assignment, method-assign] # only here, for servers of tests
