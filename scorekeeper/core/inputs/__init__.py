"""What comes in from outside: reading values, and saying by code, place and figures what is wrong with one."""

from scorekeeper.core.inputs.fields import NOWHERE, FieldPath, InvalidInput

__all__ = ["NOWHERE", "FieldPath", "InvalidInput"]
