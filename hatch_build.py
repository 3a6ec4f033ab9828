"""Puts the phone's module and the bundles into the wheel, so that no server has to compile or minify them.

A faulty translation gives no wheel.
"""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PhoneModule(BuildHookInterface[Any]):
    """Compiles the module; a checkout, whose sources change, compiles its own."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from scorekeeper.compiler.built import AHEAD, built  # noqa: PLC0415 - found only now
        from scorekeeper.formats.message_faults import translation_faults  # noqa: PLC0415
        from scorekeeper.server.bundles import join_bundles  # noqa: PLC0415

        faults = translation_faults(Path(self.root, "scorekeeper", "translations"))
        if faults:
            raise ValueError("\n".join(faults))
        made = Path(mkdtemp())
        for file in built(made, Path(self.root, "templates")).values():
            build_data["force_include"][str(file)] = f"scorekeeper/{AHEAD.name}/{file.name}"
        for name, content in join_bundles(Path(self.root, "scorekeeper", "static")).items():
            (made / name).write_bytes(content)
            build_data["force_include"][str(made / name)] = f"scorekeeper/{AHEAD.name}/bundles/{name}"
