"""A Firefox window, driven over WebDriver BiDi, which Firefox speaks by itself: no other program is needed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websocket import WebSocket, create_connection

from tests.fonts import environment

Json = dict[str, Any]

NONE_HERE = "no Firefox here: install it (apt install firefox-esr)"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
MAX_WAIT = 30  # seconds, on a busy machine
MAX_ANSWER = 120  # seconds, to a command: the first one waits for the browser's start
PREFERENCES = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.update.auto": False,
    "apz.max_tap_time": MAX_WAIT * 1000,  # ms: Firefox takes no longer touch for a tap, and a busy machine's is longer
}
TOUCHES = """() => {
    window.touches = [];
    const near = ({ target }) => target.closest?.("a, button, input, summary") ?? target;
    const partOf = (event) => near(event).outerHTML?.slice(0, 120);
    const add = (event) => touches.push(`${Math.round(event.timeStamp)} ms ${event.type}: ${partOf(event)}`);
    const types = ["pointerdown", "pointerup", "pointercancel", "click", "submit", "scroll", "resize", "pageshown"];
    types.forEach((type) => addEventListener(type, add, true));
}"""
"""Lists what is touched on a page, and what comes of it, for a test that fails."""


class Window:
    """One tab, of the size of a phone."""

    def __init__(self, connection: WebSocket) -> None:
        self._connection, self._number = connection, 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("script.addPreloadScript", functionDeclaration=TOUCHES)
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": 390, "height": 664})

    def open(self, url: str) -> None:
        """Open an address, as from the address bar."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", context=self._tab, wait="complete")

    @property
    def url(self) -> str:
        return str(self.evaluate("location.href"))

    def evaluate(self, script: str) -> Any:
        """The value of an expression, which is plain data or a promise of it."""
        asked = {"target": {"context": self._tab}, "awaitPromise": True}
        text = self._ask("script.evaluate", expression=f"Promise.resolve({script}).then(JSON.stringify)", **asked)
        if text["type"] == "exception":
            raise AssertionError(text["exceptionDetails"]["text"])
        return json.loads(text["result"].get("value", "null"))

    def tap(self, path: str) -> None:
        """Tap the first element with this XPath, once there is one that can be seen."""
        wait_until(lambda: self._tapped(path), f"nothing to tap at {path}")

    def type(self, name: str, text: str) -> None:
        """Type into the field with this name."""
        self.tap(f"//*[self::input or self::textarea][@name='{name}']")
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def sees(self, path: str, text: str) -> None:
        """Wait until the element has this text, a regular expression."""
        script = f"document.evaluate({json.dumps(path)}, document, null, 9).singleNodeValue?.textContent ?? ''"
        wait_until(
            lambda: re.search(text, str(self.evaluate(script))),
            lambda: "\n".join([f"no {text!r} but {self.evaluate(script)!r}", *self.evaluate("touches")]),
        )

    def wait(self, holds: Callable[[], object], otherwise: str) -> None:
        """Wait until this holds."""
        wait_until(holds, otherwise)

    def count(self, path: str) -> int:
        """How many elements have this XPath."""
        return int(self.evaluate(f"document.evaluate({json.dumps(f'count({path})')}, document, null, 1).numberValue"))

    def _tapped(self, path: str) -> bool:
        locator = {"type": "xpath", "value": path}
        nodes = self._ask("browsingContext.locateNodes", context=self._tab, locator=locator, maxNodeCount=1)["nodes"]
        if not nodes:
            return False
        element = {"sharedId": nodes[0]["sharedId"]}
        scroll = (
            "element => { element.scrollIntoView({ block: 'nearest' }); return element.getClientRects().length > 0; }"
        )
        seen = self._ask(
            "script.callFunction",
            functionDeclaration=scroll,
            arguments=[element],
            target={"context": self._tab},
            awaitPromise=False,
        )
        if not seen.get("result", {}).get("value"):
            return False
        origin = {"type": "element", "element": element}
        moves: list[Json] = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves})
        return True

    def _act(self, source: Json) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **params: Any) -> Json:
        """The result of a command; errors of scripts that happen meanwhile are noted."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._connection.recv())
            if heard.get("id") == self._number:
                break
            if heard.get("method") == "log.entryAdded" and heard["params"]["type"] == "javascript":
                self.errors.append(heard["params"]["text"])
        if heard["type"] == "error":
            raise RefusedCommand(f"{method}: {heard['error']}: {heard['message']}")
        result: Json = heard["result"]
        return result


class RefusedCommand(Exception):
    """Firefox cannot do this, such as tap an element that is gone, or open a page that cannot be reached."""


def wait_until(holds: Callable[[], object], otherwise: str | Callable[[], str]) -> None:
    """Wait until this holds; a command that is refused meanwhile is tried again."""
    end = time.monotonic() + MAX_WAIT
    refusal = ""
    while time.monotonic() < end:
        try:
            if holds():
                return
        except (RefusedCommand, AssertionError) as refused:
            refusal = str(refused)
        time.sleep(0.05)
    raise AssertionError(f"{otherwise if isinstance(otherwise, str) else otherwise()} {refusal}")


@contextmanager
def firefox(home: Path) -> Iterator[Window]:
    """A window without a screen; what the browser writes is in `home`. Skips without Firefox."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip(NONE_HERE)
    home.mkdir(mode=0o700)
    profile = home / "profile"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [
        program,
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
        "about:blank",
    ]
    with subprocess.Popen(
        command,
        env=environment(home) | {"HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
            Thread(target=process.stderr.read).start()  # else it stops once the pipe is full
            with closing(
                create_connection(f"{address}/session", timeout=MAX_ANSWER, suppress_origin=True)
            ) as connection:
                yield Window(connection)
        finally:
            process.kill()
