"""Import a module a second time: for tables built at import, before any test runs."""

import runpy
from types import ModuleType
from typing import Any


def reimport(module: ModuleType) -> dict[str, Any]:
    """A copy of the module after running its source again; the module itself does not change."""
    return runpy.run_path(str(module.__file__), run_name=module.__name__)
