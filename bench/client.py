"""A low-overhead client: one keep-alive connection, requests as bytes, responses read to their length."""

import gzip
import json
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from types import MappingProxyType, TracebackType
from typing import Self
from urllib.parse import urlencode

READ_TIMEOUT = 30.0  # seconds without a byte
FILE_TIMEOUT = 3600.0  # the same, for a file of a large table
PAUSE = 10.0  # seconds without a request; after 30 the servers here close a connection
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"transfer-encoding: *chunked", re.IGNORECASE)
COOKIE = re.compile(r"set-cookie: *([^=]+)=([^;\r]*)", re.IGNORECASE)
HELD = re.compile(rb'name="held" value="([^"]+)"')
LOCATION = re.compile(r"location: *(\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """A response: the status, head and body, and the seconds from the first byte sent to the last one received."""

    status: int
    head: str
    body: bytes
    seconds: float

    @property
    def location(self) -> str:
        """The target of a redirect."""
        found = LOCATION.search(self.head)
        assert found, self.head
        return found[1]

    @property
    def held(self) -> str:
        """The name of a previewed file; empty if the page has none."""
        packed = "content-encoding: gzip" in self.head.lower()
        found = HELD.search(gzip.decompress(self.body) if packed else self.body)
        return found[1].decode("ascii") if found else ""


BY_A_TAP = MappingProxyType({"Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"})
"""What a browser sends with a page that a person opens; without it, a link asks before joining."""


class Client:
    """A browser as the server sees it: keeps its cookies, and its connection until a pause."""

    def __init__(self, port: int, patience: float = READ_TIMEOUT, address: str = "127.0.0.1") -> None:
        self._address, self._patience = (address, port), patience
        self._host = f"{address}:{port}"
        self._socket = self._connected()
        self._last = time.monotonic()
        self.cookies: dict[str, str] = {}

    def _connected(self) -> socket.socket:
        connected = socket.create_connection(self._address, timeout=self._patience)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def get(self, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> Answer:
        """Get a page."""
        return self._exchange(f"GET {path} HTTP/1.1", b"", headers=headers)

    def post(self, path: str, form: Mapping[str, str | list[str]]) -> Answer:
        """Post a form; a list is a field with several values."""
        return self._exchange(f"POST {path} HTTP/1.1", urlencode(form, doseq=True).encode())

    def call(self, path: str, body: object, token: str = "", method: str = "POST") -> Answer:
        """Send JSON to the API, with the token of a link."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._exchange(
            f"{method} /api/v1{path} HTTP/1.1", json.dumps(body).encode(), "application/json", headers
        )

    def upload(self, path: str, form: dict[str, str], name: str, content: bytes) -> Answer:
        """Post a form with a file in its field `file`."""
        border = "between-the-parts"
        parts = [f'--{border}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in form.items()]
        named = f'Content-Disposition: form-data; name="file"; filename="{name}"'
        head = f"{''.join(parts)}--{border}\r\n{named}\r\nContent-Type: application/octet-stream\r\n\r\n"
        body = head.encode() + content + f"\r\n--{border}--\r\n".encode()
        return self._exchange(f"POST {path} HTTP/1.1", body, f"multipart/form-data; boundary={border}")

    def _exchange(
        self,
        first: str,
        body: bytes,
        kind: str = "application/x-www-form-urlencoded",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        lines = [first, f"Host: {self._host}", "Accept-Encoding: gzip", *(f"{k}: {v}" for k, v in headers.items())]
        lines += [f"Cookie: {'; '.join(f'{name}={value}' for name, value in self.cookies.items())}"]
        if body:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        sent = "\r\n".join([*lines, "", ""]).encode() + body
        if time.monotonic() - self._last > PAUSE:
            self._socket.close()
            self._socket = self._connected()
        began = time.perf_counter()
        self._socket.sendall(sent)
        head, content = self._received()
        seconds = time.perf_counter() - began
        self._last = time.monotonic()
        answer = Answer(int(head.split()[1]), head.decode("latin-1"), content, seconds)
        self.cookies |= dict(COOKIE.findall(answer.head))
        return answer

    def _received(self) -> tuple[bytes, bytes]:
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._more()
        head, _, content = got.partition(b"\r\n\r\n")
        if CHUNKED.search(head):
            while not content.endswith(b"\r\n0\r\n\r\n"):
                content += self._more()
            return head, content
        length = LENGTH.search(head)
        assert length or head.split()[1] in (b"204", b"304"), "an answer without its length"
        while length and len(content) < int(length[1]):
            content += self._more()
        return head, content

    def _more(self) -> bytes:
        got = self._socket.recv(1 << 16)
        if not got:
            raise ConnectionError("the server closed the connection")
        return got

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


class Browser(Client):
    """A client that also keeps a connection for files, which may be streamed in pieces."""

    def __init__(self, port: int) -> None:
        super().__init__(port, FILE_TIMEOUT)
        self._files = HTTPConnection("127.0.0.1", port, timeout=FILE_TIMEOUT)
        self._last_file = time.monotonic()

    def close(self) -> None:
        """Close both connections."""
        super().close()
        self._files.close()

    def fetch(self, path: str) -> float:
        """Seconds until a file has arrived."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if time.monotonic() - self._last_file > PAUSE:
            self._files.close()  # the request opens it again
        began = time.perf_counter()
        self._files.request("GET", path, headers={"Cookie": cookies})
        answer = self._files.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - began
        self._last_file = time.monotonic()
        assert answer.status == 200, content
        return seconds
