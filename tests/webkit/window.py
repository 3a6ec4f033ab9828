"""A WebKit window, the engine of every iPhone browser, on an invisible screen."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fonts import environment

if TYPE_CHECKING:
    from selenium.webdriver import WebKitGTK

NONE_HERE = "no WebKit here: install it (apt install webkit2gtk-driver xvfb)"
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"  # in a folder of the machine's kind below /usr/lib


@contextmanager
def screen() -> Iterator[str]:
    """The name of a new display: Xvfb takes a free number and prints it."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as xvfb:
        assert xvfb.stdout is not None
        try:
            yield f":{int(xvfb.stdout.readline())}"
        finally:
            xvfb.terminate()


@contextmanager
def webkit(home: Path) -> Iterator[WebKitGTK]:
    """A window that accepts the test certificate; what the browser writes is in `home`. Skips without WebKit."""
    from selenium.webdriver import WebKitGTK  # imported here, so that only the process with this test does it
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    driver = shutil.which("WebKitWebDriver")
    browser = next((path for path in Path("/usr/lib").glob(f"*/{MINI_BROWSER}")), None)
    if driver is None or browser is None or shutil.which("Xvfb") is None:
        pytest.skip(NONE_HERE)
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    options.set_capability("acceptInsecureCerts", True)
    home.mkdir(mode=0o700)
    with screen() as display:
        own = {"DISPLAY": display, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "GSETTINGS_BACKEND": "memory"}
        window = WebKitGTK(options=options, service=Service(driver, env=environment(home) | own))
        try:
            yield window
        finally:
            window.quit()
