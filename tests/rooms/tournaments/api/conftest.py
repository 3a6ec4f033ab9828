"""The app, and a program that keeps a table."""

from tests.api.conftest import game, program

__all__ = ["game", "program"]
