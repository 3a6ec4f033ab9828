"""Watches every test: no token, code or cookie appears in any log line of the whole run."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from scorekeeper.services import members, membership

WORD = re.compile(r"[\w-]{8,}")  # a token, a code with or without its dash, a cookie


class Words(logging.Handler):
    """Collects every logged word, as printed, that is as long as a secret."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.kept: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        for word in WORD.findall(self.format(record)):
            self.kept |= {word, word.replace("-", "")}


@pytest.fixture(scope="session", autouse=True)
def no_secret_in_any_log() -> Iterator[None]:
    """Remember every secret of this process, and search for them in all lines at the end."""
    secrets: set[str] = set()
    spelled, device_secret = membership._in_letters, membership.new_device_secret

    def remembered(number: int, letters: str, length: int) -> str:
        secrets.add(spelled(number, letters, length))
        return spelled(number, letters, length)

    def remembered_device() -> str:
        secret = device_secret()
        secrets.add(secret)
        return secret

    logged = Words()
    logging.getLogger().addHandler(logged)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(membership, "_in_letters", remembered)
        patch.setattr(members, "new_device_secret", remembered_device)
        yield
    logging.getLogger().removeHandler(logged)
    assert not secrets & logged.kept
