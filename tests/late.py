"""A server that answers late, now and then by up to a second: nothing that a page or a test does may depend on it.

`make late` runs the tests with one, in another order. The seed is in `SCOREKEEPER_LATE`.
"""

from __future__ import annotations

import os
import time
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SEED = os.environ.get("SCOREKEEPER_LATE", "")
OFTEN, SELDOM = 0.3, 0.15
"""How many of the answers and of the static files come late."""


def answer_late() -> None:
    """From now on, every app in this process does."""
    from flask import Flask

    chance, answer = Random(SEED), Flask.__call__

    def late(app: Flask, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if chance.random() < (SELDOM if environ["PATH_INFO"].startswith("/static/") else OFTEN):
            time.sleep(chance.random() ** 2)
        return answer(app, environ, start_response)

    Flask.__call__ = late  # type: ignore[assignment, method-assign] # only here, for servers of tests
