"""What `scorekeeper tournament` says is translated; tests/cli has its help."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runs import inside, only_instance, run
from tests.cli.test_language import pseudo, unaccented

__all__ = ["pseudo"]


def test_refusal_is_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_instance(monkeypatch, tmp_path / "instance")
    with inside():
        pass
    refused = run("tournament", "export", "Monday")
    assert refused.exit_code == 2
    assert unaccented(refused.output.replace("Monday", "")) == []
