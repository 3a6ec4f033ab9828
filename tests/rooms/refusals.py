"""What each room says when it refuses, in `refusals.txt` of its folder: every code of its `faults`, as the core's.

`make sentences` writes the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.core.words.codes import fault_codes
from tests.core.words.sentences.refusals import sentences_of
from tests.rooms import rooms_there

LISTS = {"club": ("seasons", "for_places")}
"""The fields of lists that have a longest length."""


def files() -> Iterator[tuple[Path, str]]:
    """The file of each room, and what it should have."""
    for room in rooms_there():
        faults: ModuleType = import_module(f"scorekeeper.rooms.{room}.faults")
        texts = sentences_of(fault_codes(faults), faults.Named, LISTS.get(room, ()))
        yield Path(__file__).parent / room / "refusals.txt", "".join(f"{code}\n    {text}\n" for code, text in texts)


if __name__ == "__main__":
    for file, text in files():
        file.write_text(text, "utf-8")
