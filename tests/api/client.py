"""A client for Scorekeeper, written from docs/api.md alone, using only the standard library."""

import json
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import uuid4

ANSWER_TIMEOUT, MAX_ATTEMPTS = 30, 5  # seconds, and how often without an answer
NO_ANSWER = (URLError, ConnectionError, HTTPException)  # the server is away, or ends in an answer


class Scorekeeper:
    """A server, with the token of one table's link."""

    def __init__(self, server: str, token: str | None = None) -> None:
        self.api = f"{server.rstrip('/')}/api/v1"
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, body: object = None, file: bytes | None = None, **headers: str) -> Any:
        """The JSON of the answer; raises `HTTPError` with the error's code as its reason."""
        data = file if body is None else json.dumps(body).encode()
        headers |= {} if body is None else {"Content_Type": "application/json"}
        try:
            with self.open(method, path, data, **headers) as answer:
                return json.load(answer) if "json" in answer.headers["Content-Type"] else answer.read()
        except HTTPError as refused:
            refused.msg = json.load(refused)["error"]["code"]
            raise

    def open(self, method: str, path: str, data: bytes | None = None, **headers: str) -> Any:
        """The answer, to read from."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return urlopen(Request(f"{self.api}{path}", data, sent, method=method), timeout=ANSWER_TIMEOUT)

    def record(self, game: str, kind: str, **parts: object) -> Any:
        """Write an entry; resend it with the same id until the server answers."""
        entry = {"id": str(uuid4()), "kind": kind, **parts}
        for _attempt in range(MAX_ATTEMPTS):
            try:
                return self.call("POST", f"/games/{game}/entries", entry)
            except NO_ANSWER as problem:
                if isinstance(problem, HTTPError):
                    raise
        raise TimeoutError("no answer")

    def follow(self, game: str, after: int = 0) -> Iterator[dict[str, Any]]:
        """The entries after this one, and each new one, until the access ends."""
        for _attempt in range(MAX_ATTEMPTS):
            try:
                for line in self.open("GET", f"/games/{game}/events", Last_Event_ID=str(after)):
                    if line.startswith(b"data: "):
                        entry = json.loads(line.removeprefix(b"data: "))
                        after = entry["seq"]
                        yield entry
            except NO_ANSWER as problem:
                if isinstance(problem, HTTPError):
                    return
        raise TimeoutError("no answer")
