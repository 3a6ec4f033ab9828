"""The sentences that stand beside their fault codes, by code."""

from collections.abc import Callable
from typing import Any

from scorekeeper.core.inputs import faults
from scorekeeper.core.inputs.faults import FaultCode, P

Words = str | Callable[[Any], str]
"""The sentence of a code: a template to fill with its params, or a function of them if it takes some grammar."""


def worded(code: FaultCode[P], words: Callable[[P], str] | str) -> tuple[str, Words]:
    """An entry of a table. mypy rejects a function that does not take the code's params."""
    return code.key, words


TEMPLATES: dict[str, Words] = {
    code.key: code.sentence for code in vars(faults).values() if isinstance(code, FaultCode) and code.sentence
}
"""Phones have those of the codes that they use: `scorekeeper.compiler.sources` lists them."""
