"""A module read once more: for tables that are made when it is first read, before any test runs."""

import runpy
from types import ModuleType
from typing import Any


def anew(module: ModuleType) -> dict[str, Any]:
    """What stands in the module after its source is run again; the module itself stays as it is."""
    return runpy.run_path(str(module.__file__), run_name=module.__name__)
