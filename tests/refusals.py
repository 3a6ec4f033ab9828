"""Refusals as people read them: an `InvalidInput` with the sentence that a test expects."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text

E = TypeVar("E", bound=InvalidInput)


@contextmanager
def refuses(kind: type[E], match: str) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect a refusal of this kind, with a sentence that matches this pattern."""
    with pytest.raises(kind) as found:
        yield found
    sentence = fault_text(found.value.fault)
    assert re.search(match, sentence), sentence
