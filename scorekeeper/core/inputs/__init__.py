"""Untrusted input: reads values, and raises errors with a fault: its code, params and location."""

from scorekeeper.core.inputs.faults import NOWHERE, Fault, FieldPath, InvalidInput

__all__ = ["NOWHERE", "Fault", "FieldPath", "InvalidInput"]
