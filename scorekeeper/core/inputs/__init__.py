"""Untrusted input: reads values, and raises errors with a code, a place and figures."""

from scorekeeper.core.inputs.fields import NOWHERE, FieldPath, InvalidInput

__all__ = ["NOWHERE", "FieldPath", "InvalidInput"]
