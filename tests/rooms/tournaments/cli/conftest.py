"""The terminal of every command."""

from tests.cli.conftest import evening, instance, wide_terminal
from tests.databases import app, kind

__all__ = ["app", "evening", "instance", "kind", "wide_terminal"]
