"""One WebKit window for the tests of a process: starting it takes longer than a test in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.phone.conftest import module
from tests.webkit.window import webkit

if TYPE_CHECKING:
    from selenium.webdriver import WebKitGTK

__all__ = ["module"]


@pytest.fixture(scope="session")
def open_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKitGTK]:
    """The window, once for all tests of a process."""
    with webkit(tmp_path_factory.mktemp("webkit") / "home") as window:
        yield window


@pytest.fixture
def window(open_window: WebKitGTK) -> Iterator[WebKitGTK]:
    """The window without cookies. Each test has a server on a port of its own, so nothing else is kept for it."""
    yield open_window
    open_window.delete_all_cookies()
