"""What Chromium fetches until a game of twenty hands is shown and works: on the first visit, and on a return."""

from typing import Any

from playwright.sync_api import CDPSession, Page

from bench.phone import open_phone


def measured() -> dict[str, float]:
    """Bytes of the bodies on the wire (compressed), bytes with all headers, and requests."""
    with open_phone() as (page, devtools, game):
        devtools.send("Network.enable")
        devtools.send("Network.clearBrowserCache")
        first, again = (fetched(devtools, lambda: visit(page, game)) for _ in range(2))
    return {f"first_{k}": v for k, v in first.items()} | {f"again_{k}": v for k, v in again.items()}


def visit(page: Page, address: str) -> None:
    """Visit the page until it is loaded. Nobody waits for what it fetches afterwards, to work without a network."""
    page.goto(address, wait_until="load")


def fetched(devtools: CDPSession, visit: Any) -> dict[str, float]:
    """The traffic of a visit, without what comes from the browser's cache."""
    on_line: dict[str, float] = {}
    heads: dict[str, float] = {}

    def responded(event: dict[str, Any]) -> None:
        response = event["response"]
        if not (response.get("fromDiskCache") or response["url"].startswith("data:")):
            heads[event["requestId"]] = response["encodedDataLength"]

    def finished(event: dict[str, Any]) -> None:
        on_line[event["requestId"]] = event["encodedDataLength"]

    devtools.on("Network.responseReceived", responded)
    devtools.on("Network.loadingFinished", finished)
    visit()
    devtools.remove_listener("Network.responseReceived", responded)
    devtools.remove_listener("Network.loadingFinished", finished)
    fetched = {request: size for request, size in on_line.items() if size and request in heads}
    body = sum(size - heads[request] for request, size in fetched.items())
    return {"body_bytes": body, "bytes": sum(fetched.values()), "requests": len(fetched)}
