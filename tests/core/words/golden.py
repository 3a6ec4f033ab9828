"""Every sentence about a game and its rules in one file, `sentences.txt`, so that new wording is approved as one diff.

`make sentences` writes it. A change of wording is a change there and nowhere else in the tests of `core/words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.core.words.sentences import (
    changes,
    examples,
    faults,
    limits,
    limits_reached,
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
IN_OTHER_LANGUAGES = Path(__file__).with_name("in_other_languages.txt")

Section = Callable[[], Iterator[tuple[str, str]]]

SECTIONS: dict[str, Section] = {
    "Score lines": lines.sentences,
    "Objections": objections.sentences,
    "Bidding limits": limits.sentences,
    "Rulings": rulings.sentences,
    "Faults of hands": faults.sentences,
    "Faults of rules": refused.sentences,
    "Outcomes": outcomes.sentences,
    "Ends, and limits that don’t end a game": limits_reached.sentences,
    "Key moments": moments.sentences,
    "Series": series.sentences,
    "Changes": changes.sentences,
    "What wins": what_wins.sentences,
    "Examples": examples.sentences,
    "Storage": storing.sentences,
    "Sending": sending.sentences,
    "Refusals and findings": refusals.sentences,
}


TRANSLATED: dict[str, Section] = {"Ends, and limits that don’t end a game": limits_reached.in_other_languages}


def sentences(sections: Mapping[str, Section] = SECTIONS) -> str:
    """The whole file: below the name of each section its codes, and below each code its sentences."""
    written: list[str] = []
    for section, sentences in sections.items():
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
    IN_OTHER_LANGUAGES.write_text(sentences(TRANSLATED), "utf-8")
