"""Incoming requests: collects bytes until a request is complete, and limits its size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING

from flask import Request
from werkzeug.wrappers import Request as WerkzeugRequest

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class ChunkedBodyMiddleware:
    """WSGI middleware: reads a chunked body and sets its Content-Length; one byte too many makes the app refuse it."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "CONTENT_LENGTH" not in environ and environ.get("wsgi.input_terminated"):
            body = environ["wsgi.input"].read(LARGEST_BODY + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
            environ.pop("HTTP_TRANSFER_ENCODING", None)  # Werkzeug ignores Content-Length beside this header
        return self._app(environ, start_response)


LARGEST_BODY = 4 * 1024 * 1024  # a larger body is discarded


class BoundedRequest(Request):
    """A request with its limits; Flask looks them up in its configuration four times for a form."""

    max_content_length = max_form_memory_size = LARGEST_BODY
    max_form_parts = WerkzeugRequest.max_form_parts


LARGEST_DRAIN = 32 * 1024 * 1024  # after this much of it, the sender is refused without waiting for the rest
LARGEST_HEAD = 64 * 1024
MAX_CHUNKS = 16 * 1024  # in a chunked body, since parsing each one takes time

_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = re.compile(rb"\n(?:content-length)[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\ntransfer-encoding[ \t]*:[^\n]*chunked[ \t]*\r?\n", re.IGNORECASE)
_EXPECTS = re.compile(rb"\nexpect[ \t]*:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)
_FRAMES = 2 * MAX_CHUNKS  # bytes of line ends that `_Chunks.content` may include
_SIZE_LINE = 256  # bytes: the length of a chunk, and its extensions


class RequestRefused(Exception):
    """The request is refused before it is complete; `status` and the message say why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class IncomingRequest:
    """The bytes of one request. If it is `too_large`, part of its body was discarded."""

    buffer: bytearray = field(default_factory=bytearray)
    complete: bool = False
    too_large: bool = False
    has_head: bool = False
    expects_continue: bool = False
    """Whether the client waits for `100 Continue` before it sends the body."""
    _missing: int = 0
    _drained: int = 0
    _chunks: _Chunks | None = None

    def take(self, data: bytes) -> None:
        """Add received bytes; the beginning of a next request stays at the end of `buffer`. Raises `RequestRefused`."""
        if self.has_head:
            self._take_body(data)
            return
        searched = max(0, len(self.buffer) - 3)
        self.buffer += data
        found = self.buffer.find(_END_OF_HEAD, searched)
        end = found + len(_END_OF_HEAD) if found >= 0 else 0
        if (end or len(self.buffer)) > LARGEST_HEAD:
            raise RequestRefused(431, "The lines before the request's body are too long.")
        if end:
            self.has_head = True
            body = bytes(self.buffer[end:])
            del self.buffer[end:]
            self._read_head()
            self._take_body(body)

    def _read_head(self) -> None:
        head = bytes(self.buffer)
        length = _LENGTH.search(head)
        self.expects_continue = _EXPECTS.search(head) is not None
        if _CHUNKED.search(head):
            self._chunks = _Chunks()
        elif length:
            self._missing = int(length[1])
            self.too_large = self._missing > LARGEST_BODY
            if self.too_large and self.expects_continue:
                self.complete, self.expects_continue = True, False  # refuse it now, so that the client need not send it

    def _take_body(self, data: bytes) -> None:
        if self.complete:
            self.buffer += data
        elif self._chunks:
            self._take_chunks(self._chunks, data)
        elif self.too_large:
            self._missing -= len(data)
            self.complete = self._drained_enough(data) or self._missing <= 0
        else:
            self._missing -= len(data)
            self.buffer += data
            self.complete = self._missing <= 0

    def _take_chunks(self, chunks: _Chunks, data: bytes) -> None:
        chunks.take(data)
        if self.too_large:
            self.complete = self._drained_enough(data) or chunks.ended
        else:
            self.buffer += data
            self.complete = chunks.ended
            self.too_large = chunks.content > LARGEST_BODY + _FRAMES and not chunks.ended

    def _drained_enough(self, data: bytes) -> bool:
        self._drained += len(data)
        return self._drained > LARGEST_DRAIN


class _Chunks:
    """Finds the end of a chunked body. `content` counts the bytes of its chunks and their line ends."""

    def __init__(self) -> None:
        self.content = 0
        self.ended = False
        self._line = b""
        self._skip = 0  # bytes of the current chunk still to come, including its line end
        self._count = 0
        self._last = False

    def take(self, data: bytes) -> None:
        """Parse more bytes. A malformed chunk ends the body; its reader will refuse it. Raises `RequestRefused`."""
        at = 0
        while at < len(data) and not self.ended:
            if self._skip:
                step = min(self._skip, len(data) - at)
                self._skip -= step
                self.content += step
                at += step
                continue
            end = data.find(b"\n", at)
            self._line += data[at : end + 1 if end >= 0 else len(data)]
            at = end + 1 if end >= 0 else len(data)
            if len(self._line) > _SIZE_LINE:
                self.ended = True
            elif end >= 0:
                self._take_line(self._line.strip())
                self._line = b""

    def _take_line(self, line: bytes) -> None:
        if self._last:  # trailers after the last chunk, up to an empty line
            self.ended = not line
            self._count += 1
        else:
            try:
                size = int(line.partition(b";")[0], 16)
            except ValueError:
                size = -1
            self.ended = not 0 <= size < 1 << 40
            self._last = size == 0
            self._skip = size + 2 if size > 0 else 0
            self._count += 1
        if self._count > MAX_CHUNKS:
            raise RequestRefused(413, "The body has too many small chunks.")
