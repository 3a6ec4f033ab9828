"""Every sentence about a game and its rules in one file, `sentences.txt`, so that new wording is approved as one diff.

`make sentences` writes it. A change of wording is a change there and nowhere else in the tests of `core/words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tests.core.words.sentences import (
    changes,
    examples,
    faults,
    limits,
    lines,
    moments,
    objections,
    outcomes,
    refusals,
    refused,
    rulings,
    sending,
    series,
    storing,
    what_wins,
)

FILE = Path(__file__).with_name("sentences.txt")

SECTIONS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "Score lines": lines.sentences,
    "Objections": objections.sentences,
    "Bidding limits": limits.sentences,
    "Rulings": rulings.sentences,
    "Faults of hands": faults.sentences,
    "Faults of rules": refused.sentences,
    "Outcomes": outcomes.sentences,
    "Key moments": moments.sentences,
    "Series": series.sentences,
    "Changes": changes.sentences,
    "What wins": what_wins.sentences,
    "Examples": examples.sentences,
    "Storage": storing.sentences,
    "Sending": sending.sentences,
    "Refusals and findings": refusals.sentences,
}


def sentences() -> str:
    """The whole file: below the name of each section its codes, and below each code its sentences."""
    written: list[str] = []
    for section, sentences in SECTIONS.items():
        written += [f"{section}", "=" * len(section), ""]
        before = ""
        for label, sentence in sentences():
            if label != before:
                written.append(label)
                before = label
            written.append(f"    {sentence.strip() or '(nothing)'}")
        written.append("")
    return "\n".join(written)


if __name__ == "__main__":
    FILE.write_text(sentences(), "utf-8")
