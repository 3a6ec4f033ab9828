"""Untrusted input: reads values, and raises errors with a fault: its code, params and location."""

from typing import Any

from scorekeeper.core.inputs.faults import NOWHERE, Fault, FieldPath, InvalidInput

__all__ = ["NOWHERE", "Fault", "FieldPath", "InvalidInput", "Json"]

Json = dict[str, Any]
"""An object of JSON, made or read."""
