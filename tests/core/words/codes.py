"""The codes that the core defines, to compare with the tables of sentences."""

from types import ModuleType
from typing import Any

from scorekeeper.core.inputs import faults
from scorekeeper.core.inputs.faults import FaultCode
from scorekeeper.core.rules.lines import Code


def codes_in(*modules: ModuleType) -> list[Code[Any]]:
    """All codes in these modules."""
    return [code for module in modules for code in vars(module).values() if isinstance(code, Code)]


def fault_codes() -> list[FaultCode[Any]]:
    """The registry of faults."""
    return [code for code in vars(faults).values() if isinstance(code, FaultCode)]
