"""Watches every test: no token, code or cookie that was made stands in any line that was logged in the whole run."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from scorekeeper.play import joining, secrets_kept


class Lines(logging.Handler):
    """Keeps what is logged, as it would be printed."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(self.format(record))


@pytest.fixture(scope="session", autouse=True)
def no_secret_in_any_log() -> Iterator[None]:
    """Every secret that this process makes is remembered, and looked for in every line at the end."""
    secrets: set[str] = set()
    spelled, device_secret = secrets_kept._spelled, secrets_kept.new_device_secret

    def remembered(number: int, letters: str, length: int) -> str:
        secrets.add(spelled(number, letters, length))
        return spelled(number, letters, length)

    def remembered_device() -> str:
        secret = device_secret()
        secrets.add(secret)
        return secret

    lines = Lines()
    logging.getLogger().addHandler(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets_kept, "_spelled", remembered)
        patch.setattr(joining, "new_device_secret", remembered_device)
        yield
    logging.getLogger().removeHandler(lines)
    whole = "\n".join(lines.kept)
    assert [secret for secret in secrets if secret in whole] == []
