"""Incoming requests: collects bytes until a request is complete, limits its size, and refuses what is not HTTP.

This reader alone decides where a request ends. gunicorn gets one request at a time, with a body of a known length and
nothing after it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MAX_BODY_BYTES = 4 * 1024 * 1024  # a larger body is discarded
MAX_DRAIN_BYTES = 32 * 1024 * 1024  # after this much of it, the sender is refused without waiting for the rest
MAX_HEAD_BYTES = 64 * 1024
MAX_LINE_BYTES, MAX_HEADERS, MAX_HEADER_BYTES = 4094, 100, 8190  # as gunicorn has them; here a call gets JSON for it
MAX_CHUNKS = 16 * 1024  # in a chunked body, since parsing each one takes time

_END_OF_HEAD = b"\r\n\r\n"
_DIGITS = re.compile(rb"[0-9]{1,18}")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,10})[ \t]*(;[^\x00-\x08\x0a-\x1f\x7f]*)?")
_HOST = re.compile(rb"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")
_SIZE_LINE = 256  # bytes: the length of a chunk, and its extensions
_FRAMING = (b"content-length", b"transfer-encoding", b"expect", b"host")


class RequestRefused(Exception):
    """The request is refused before it is complete; `status` and the message say why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def _too_long() -> RequestRefused:
    return RequestRefused(431, "The lines before the request's body are too long.")


@dataclass
class IncomingRequest:
    """The bytes of one request. If it is `too_large`, part of its body was discarded."""

    buffer: bytearray = field(default_factory=bytearray)
    """The request so far, its chunks joined; once it is complete, also the beginning of the next one."""
    complete: bool = False
    too_large: bool = False
    has_head: bool = False
    expects_continue: bool = False
    """Whether the client waits for `100 Continue` before it sends the body."""
    _end: int = 0
    _missing: int = 0
    _drained: int = 0
    _chunks: _Chunks | None = None

    def take(self, data: bytes) -> None:
        """Add received bytes. Raises `RequestRefused`."""
        if self.has_head:
            self._take_body(data)
            return
        searched = max(0, len(self.buffer) - 3)
        self.buffer += data
        found = self.buffer.find(_END_OF_HEAD, searched)
        end = found + len(_END_OF_HEAD) if found >= 0 else 0
        if (end or len(self.buffer)) > MAX_HEAD_BYTES:
            self._check_lines()
            raise _too_long()
        if end:
            self.has_head = True
            body = bytes(self.buffer[end:])
            del self.buffer[end:]
            self._check_lines()
            self._read_head()
            self._take_body(body)

    def split(self) -> tuple[bytes, bytes]:
        """A complete request for gunicorn, and what follows it."""
        request, following = bytes(self.buffer[: self._end]), bytes(self.buffer[self._end :])
        return (_of_length(request, self._chunks.content) if self._chunks else request), following

    @property
    def is_call(self) -> bool:
        """Whether this is for the API, below whatever path the app is."""
        target = self._first_line.partition(b" ")[2].partition(b" ")[0]
        return b"/api/v1/" in target.partition(b"?")[0]

    @property
    def _first_line(self) -> bytes:
        return bytes(self.buffer[:MAX_HEAD_BYTES]).removeprefix(b"\r\n").partition(b"\r\n")[0]

    def _check_lines(self) -> None:
        """Raise `RequestRefused` for an address or headers that gunicorn would refuse."""
        if len(self._first_line) > MAX_LINE_BYTES:
            raise RequestRefused(414, "The address is too long.")
        headers = bytes(self.buffer).removeprefix(b"\r\n").removesuffix(_END_OF_HEAD).split(b"\r\n")[1:]
        if len(headers) > MAX_HEADERS or any(len(line) + 2 > MAX_HEADER_BYTES for line in headers):
            raise _too_long()

    def _read_head(self) -> None:
        """Read how long the body is. Raises `RequestRefused` where two readers could differ."""
        lines = bytes(self.buffer[: -len(_END_OF_HEAD)]).removeprefix(b"\r\n").split(b"\r\n")
        found: dict[bytes, list[bytes]] = {name: [] for name in _FRAMING}
        for line in lines[1:]:
            name, colon, value = line.partition(b":")
            if not colon or name != name.strip() or b"\n" in line or b"\r" in line:
                raise RequestRefused(400, "A line before the request's body is not a header.")
            if name.lower() in found:
                found[name.lower()].append(value.strip(b" \t"))
        is_old = lines[0].endswith(b"HTTP/1.0")
        lengths, encodings, expected, hosts = found.values()
        if (len(hosts) != 1 and not (is_old and not hosts)) or not all(map(_HOST.fullmatch, hosts)):
            raise RequestRefused(400, "The request has no valid Host.")
        if encodings:
            if is_old or lengths or [coding.lower() for coding in encodings] != [b"chunked"]:
                raise RequestRefused(400, "The body's Transfer-Encoding is not chunked alone.")
            self._chunks = _Chunks()
        elif lengths:
            if len(lengths) != 1 or not _DIGITS.fullmatch(lengths[0]):
                raise RequestRefused(400, "The body's Content-Length is not one whole number.")
            self._missing = int(lengths[0])
            self.too_large = self._missing > MAX_BODY_BYTES
        if [value.lower() for value in expected] == [b"100-continue"]:
            self._expect_body(is_old)

    def _expect_body(self, is_old: bool) -> None:
        """Note that the client waits for `100 Continue`. gunicorn must not hear of it: it would send another."""
        self.buffer = bytearray(_without(b"expect", bytes(self.buffer)))
        if self.too_large:
            self._end, self.complete = len(self.buffer), True  # refuse it now, so that the client need not send it
        else:
            self.expects_continue = not is_old and (self._missing > 0 or self._chunks is not None)

    def _take_body(self, data: bytes) -> None:
        if self.complete:
            self.buffer += data
        elif self._chunks:
            self._take_chunks(self._chunks, data)
        elif self.too_large:
            self._missing -= len(data)
            self._complete(self._drained_enough(data) or self._missing <= 0)
        else:
            missing, self._missing = self._missing, self._missing - len(data)
            self.buffer += data[:missing]
            self._complete(self._missing <= 0, data[missing:])

    def _take_chunks(self, chunks: _Chunks, data: bytes) -> None:
        content, following = chunks.take(data)
        if self.too_large:
            self._complete(self._drained_enough(data) or chunks.ended)
            return
        self.buffer += content
        self.too_large = chunks.content > MAX_BODY_BYTES
        self._complete(chunks.ended, following)

    def _complete(self, is_complete: bool, following: bytes = b"") -> None:
        if is_complete:
            self.complete, self._end = True, len(self.buffer)
            self.buffer += following

    def _drained_enough(self, data: bytes) -> bool:
        self._drained += len(data)
        return self._drained > MAX_DRAIN_BYTES


def _without(header: bytes, request: bytes, instead: bytes = b"") -> bytes:
    """The request without this header, or with another line for it."""
    head, end, body = request.partition(_END_OF_HEAD)
    lines = [line for line in head.split(b"\r\n") if line.partition(b":")[0].lower() != header]
    return b"\r\n".join([*lines, instead] if instead else lines) + end + body


def _of_length(request: bytes, length: int) -> bytes:
    """A request whose chunks were joined, with the length of its body."""
    return _without(b"transfer-encoding", request, b"Content-Length: %d" % length)


class _Chunks:
    """Joins the chunks of a body and finds its end. `content` counts their bytes."""

    def __init__(self) -> None:
        self.content = 0
        self.ended = False
        self._line = b""
        self._missing = 0  # bytes of the current chunk still to come
        self._after_chunk = False
        self._count = 0
        self._last = False

    def take(self, data: bytes) -> tuple[bytes, bytes]:
        """The content in these bytes, and what follows the body. Raises `RequestRefused` for a malformed chunk."""
        at, content = 0, list[bytes]()
        while at < len(data) and not self.ended:
            if self._missing:
                piece = data[at : at + self._missing]
                content.append(piece)
                self._missing -= len(piece)
                self.content += len(piece)
                at += len(piece)
                continue
            end = data.find(b"\n", at) + 1 or len(data)
            self._line += data[at:end]
            at = end
            if len(self._line) > _SIZE_LINE:
                raise _malformed()
            if self._line.endswith(b"\n"):
                self._take_line(self._line)
                self._line = b""
        return b"".join(content), data[at:]

    def _take_line(self, ended: bytes) -> None:
        line = ended[:-2]
        if not ended.endswith(b"\r\n") or b"\r" in line:
            raise _malformed()
        if self._after_chunk:
            if line:
                raise _malformed()
            self._after_chunk = False
            return
        self._count += 1
        if self._count > MAX_CHUNKS:
            raise RequestRefused(413, "The body has too many small chunks.")
        if self._last:  # trailers after the last chunk, up to an empty line
            self.ended = not line
            if line and not line.partition(b":")[1]:
                raise _malformed()
            return
        size = _CHUNK_SIZE.fullmatch(line)
        if size is None:
            raise _malformed()
        self._missing = int(size[1], 16)
        self._after_chunk, self._last = self._missing > 0, self._missing == 0


def _malformed() -> RequestRefused:
    return RequestRefused(400, "A chunk of the body is malformed.")
