"""Another order of all tests, ids and salts as chance seldom draws them, and servers that answer browsers late, now and
then by up to a second: neither a page nor a test may depend on that.

`make late` runs the tests so. The seed is in `SCOREKEEPER_LATE`.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from random import Random, SystemRandom
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


class OddChance(Random):
    """Ids, salts and tokens of a seed. Of each four one is all digits, one looks like a number with an exponent, and
    one begins as options of commands and formulas of spreadsheets do.
    """

    def getrandbits(self, k: int, /) -> int:
        """`k` random bits, of which the lowest eight are the first byte of a token."""
        drawn = super().getrandbits(k)
        if k < ID_BITS:
            return drawn
        kind = super().getrandbits(2)
        if kind == 0:
            return drawn
        if kind == 1:
            return drawn & ~0xFF | (0xFB if drawn & 1 else 0xFF)  # "-" or "_" in base 64
        digits = [drawn >> place & 0xF for place in range(0, k, 4)]
        digits = [digit - 6 if digit > 9 else digit for digit in digits]
        if kind == 3:
            digits[drawn % len(digits)] = 0xE
        return sum(digit << 4 * place for place, digit in enumerate(digits)) & ((1 << k) - 1)


ID_BITS = 32
"""As many random bits are an id, a salt or a part of a token; fewer are a draw between a few."""


def draw_odd_ids(test: str = "") -> None:
    """From now on, ids and salts of this process are those of the seed and of this test; a server's are its own."""
    from scorekeeper import chance

    chance.source = OddChance(f"{SEED} {test}" if test else SystemRandom().getrandbits(128))


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
