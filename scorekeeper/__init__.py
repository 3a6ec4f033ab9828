"""Scorekeeper: the score pad for real card tables."""

import gc
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(overrides: Mapping[str, Any] | None = None) -> "Flask":
    """The web app. `overrides` are configuration keys that win over the settings (the tests use them)."""
    was_on = gc.isenabled()
    gc.disable()  # what is imported and made here stays: looking for garbage takes a fifth of a start
    try:
        # Imported here, so that the rules and the command line start without Flask.
        from scorekeeper.server.app import build_app  # noqa: PLC0415 - see above

        return build_app(overrides or {})
    finally:
        if was_on:
            gc.enable()
