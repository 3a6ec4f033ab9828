"""Chromium as a runtime for compiled modules, as for the phone's."""

from tests.phone.conftest import engine_with

__all__ = ["engine_with"]
