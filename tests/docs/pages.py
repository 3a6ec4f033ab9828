"""The documents as tests read them: their sections, their code blocks, and the names in their tables."""

from __future__ import annotations

import re

from tests.served import CHECKOUT

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def page(path: str) -> str:
    """A document, by its path in the repository."""
    return (CHECKOUT / path).read_text("utf-8")


def section(text: str, heading: str) -> str:
    """The text below a heading, up to the next heading of the same level."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]


def blocks(text: str, language: str) -> list[str]:
    """The code blocks in this language, in order."""
    return [found for label, found in FENCE.findall(text) if label == language]


def first_column(text: str) -> list[str]:
    """The code names in the first column of its tables, in order."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
