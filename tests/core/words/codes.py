"""The codes that the core and rooms define, to compare with the tables of sentences."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from scorekeeper.core.inputs import faults
from scorekeeper.core.inputs.faults import FaultCode
from scorekeeper.core.rules.lines import Code
from scorekeeper.found_rooms import room_modules, rooms


def codes_in(*modules: ModuleType) -> list[Code[Any]]:
    """All codes in these modules."""
    return [code for module in modules for code in vars(module).values() if isinstance(code, Code)]


def fault_codes(module: ModuleType = faults) -> list[FaultCode[Any]]:
    """The faults of the core, or of a room's module."""
    return [code for code in vars(module).values() if isinstance(code, FaultCode)]


def all_fault_codes() -> list[FaultCode[Any]]:
    """The faults of the core and of all rooms."""
    rooms()
    named = [f"{module}.faults" for module in room_modules().values()]
    return [*fault_codes(), *(code for name in named if find_spec(name) for code in fault_codes(import_module(name)))]
