"""A WebKit window, the engine of every iPhone browser, on an invisible screen."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fonts import environment

if TYPE_CHECKING:
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.remote.webelement import WebElement

NONE_HERE = "no WebKit here: install it (apt install webkit2gtk-driver xvfb)"
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"  # in a folder of the machine's kind below /usr/lib

BY_XPATH = "xpath"
MAX_WAIT = 30  # seconds, on a busy machine
VALUE = """if (!window.asked) {
    window.asked = true;
    Promise.resolve(%s).then(value => window.answer = [value], error => window.answer = [`failed: ${error}`]);
}
const found = window.answer ?? null;
if (found) delete window.asked, delete window.answer;
return found;"""
"""A list with the value, once it is here. A page that loads meanwhile is asked again; the driver would wait for it."""


class Hands:
    """A person's fingers in the window: elements may appear a moment later."""

    def __init__(self, window: WebKitGTK, server: str = "") -> None:
        from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
        from selenium.webdriver.support.wait import WebDriverWait

        self.window, self.server = window, server
        self.until = WebDriverWait(window, MAX_WAIT, 0.05, [WebDriverException, StaleElementReferenceException]).until

    @property
    def url(self) -> str:
        return str(self.window.current_url)

    def open(self, url: str) -> None:
        """Open an address, or a path of the server."""
        self.window.get(self.server + url)

    def reload(self) -> None:
        self.window.refresh()

    def evaluate(self, script: str) -> Any:
        return self.until(lambda window: window.execute_script(VALUE % script))[0]

    def count(self, path: str) -> int:
        return len(self.window.find_elements(BY_XPATH, path))

    def wait(self, holds: Callable[[], object], otherwise: str) -> None:
        self.until(lambda _: holds(), otherwise)

    def find(self, place: str) -> WebElement:
        return self.until(lambda window: window.find_element(BY_XPATH, place))

    def type(self, name: str, text: str) -> None:
        self.find(f"//*[self::input or self::textarea][@name='{name}']").send_keys(text)

    def tap(self, place: str) -> None:
        def tapped(window: WebKitGTK) -> bool:
            key = window.find_element(BY_XPATH, place)
            window.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", key)  # its own scrolling gives up
            key.click()
            return True

        self.until(tapped)

    def tap_key(self, section: str, label: str) -> None:
        """Tap a key of the pad, which rests for a moment when it asks for something else."""
        self.tap(f"/html[not(@data-resting)]//section[@aria-label='{section}']//button[normalize-space()='{label}']")

    def sees(self, place: str, text: str | re.Pattern[str]) -> None:
        """Wait until the text appears; the error says what was there instead."""
        from selenium.common.exceptions import TimeoutException

        last = "no such element"

        def seen(window: WebKitGTK) -> bool:
            nonlocal last
            last = window.find_element(BY_XPATH, place).get_attribute("textContent") or ""
            return re.search(text, last) is not None

        try:
            self.until(seen)
        except TimeoutException as error:
            raise AssertionError(f"no {text!r} in {place}, but {last!r}") from error


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
