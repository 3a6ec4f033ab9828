"""Texts that `make sentences` wrote, and somebody has read: a change to one is approved as its diff."""

from __future__ import annotations

import difflib
from pathlib import Path


def expect_approved(file: Path, now: str) -> None:
    """Fail with the diff unless this is what the file has."""
    approved = file.read_bytes().decode()
    changed = difflib.unified_diff(approved.splitlines(), now.splitlines(), "approved", "now", n=2, lineterm="")
    assert approved == now, "\n".join([*changed, "", "If this is meant: make sentences, and look at the diff."])
