"""The server of every test in a browser."""

from tests.browser.conftest import module, server

__all__ = ["module", "server"]
