"""Tasks for a worker, in a module that loads nothing else."""

import os
from collections.abc import Iterator
from typing import BinaryIO


def letters(content: BinaryIO) -> Iterator[object]:
    """The letters of a text."""
    yield from content.read().decode()


def fails(content: BinaryIO) -> Iterator[object]:
    raise ValueError(content.read().decode())


def too_large(_content: BinaryIO) -> Iterator[object]:
    raise MemoryError


def names_around(_content: BinaryIO) -> Iterator[object]:
    """The names in this process's environment."""
    yield sorted(os.environ)
