"""What Chromium fetches to show a game of twenty hands: for the first time, and when it comes back."""

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from bench.game import HANDS
from bench.serving import served
from bench.table import new_games, settings

PHONE = {"width": 390, "height": 844}


def measured() -> dict[str, float]:
    """Bytes of the bodies as they come over the line (packed), bytes with all headers, and requests."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as port,
        sync_playwright() as playwright,
    ):
        chromium = os.environ.get("SCOREKEEPER_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type] # a TypedDict of these two
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/tables/new")
        page.get_by_label("Name of the table").fill("Thursday")
        page.get_by_role("button", name="Start the table").click()
        game = new_games(Path(folder), page.url.rpartition("/")[2], 1, HANDS)[0]
        address = f"http://127.0.0.1:{port}/games/{game}"
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.clearBrowserCache")
        first, again = (fetched(line, lambda: page.goto(address, wait_until="networkidle")) for _ in range(2))
        browser.close()
    return {f"first_{k}": v for k, v in first.items()} | {f"again_{k}": v for k, v in again.items()}


def fetched(line: CDPSession, visit: Any) -> dict[str, float]:
    """What goes over the line during a visit; what the browser still has is no request."""
    on_line: dict[str, float] = {}
    heads: dict[str, float] = {}

    def responded(event: dict[str, Any]) -> None:
        response = event["response"]
        if not (response.get("fromDiskCache") or response["url"].startswith("data:")):
            heads[event["requestId"]] = response["encodedDataLength"]

    def finished(event: dict[str, Any]) -> None:
        on_line[event["requestId"]] = event["encodedDataLength"]

    line.on("Network.responseReceived", responded)
    line.on("Network.loadingFinished", finished)
    visit()
    line.remove_listener("Network.responseReceived", responded)
    line.remove_listener("Network.loadingFinished", finished)
    fetched = {request: size for request, size in on_line.items() if size and request in heads}
    body = sum(size - heads[request] for request, size in fetched.items())
    return {"body_bytes": body, "bytes": sum(fetched.values()), "requests": len(fetched)}
