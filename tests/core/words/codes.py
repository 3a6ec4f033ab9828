"""The codes that modules of the rules define, to compare with the tables of sentences."""

from types import ModuleType
from typing import Any

from scorekeeper.core.rules.lines import Code


def codes_in(*modules: ModuleType) -> list[Code[Any]]:
    """All codes in these modules."""
    return [code for module in modules for code in vars(module).values() if isinstance(code, Code)]
