"""Hostile values for every part of a request, and the fields that a view reads from a request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import quote

from werkzeug.datastructures import ImmutableMultiDict

DIGITS = "9" * 5000
NO_DIGITS = ("²", "١", "٣", "４", "½")
"""Some `int` reads, and some it does not, though they are digits by some name."""
LIMITS_OF_DATES = (
    *("9999-12-31", "0001-01-01", "9999-12-31T23:59", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"),
    *("9999.12.31 23:59", "2026-99-99", "2026-W53-7", "20261231"),
)
TEXTS = (
    "\x00",
    "a\x00b",
    DIGITS,
    "-" + "9" * 400,
    "1" * 4400,
    "9223372036854775808",
    "x" * 300,
    "x" * 5000,
    "\u202eevil\u2066",
    "\x07\x1b[31m\r\nSet-Cookie: a=b",
    "\ud800",
    *NO_DIGITS,
    *LIMITS_OF_DATES,
    "NaN",
    "1e999",
    "' OR 1=1 --",
    "{{7*7}}<script>%s%n",
    "[" * 3000,
    "[" * 900 + "]" * 900,
    '{"hand":' * 500,
    "",
    "  ",
    "-1",
    "0",
    "yes",
    "../../../etc/passwd",
    "Ａｎｎ",
    "\U0001f0a1" * 40,
)
PATHS = (
    "%00",
    "a%00b",
    DIGITS,
    "1" * 4400,
    "9223372036854775808",
    "-1",
    "0",
    "x" * 300,
    "x" * 5000,
    "%ff%fe",
    "%zz",
    "%",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%0d%0aSet-Cookie:a=b",
    quote("\u202e"),
    "%ed%a0%80",
    *map(quote, NO_DIGITS),
    *LIMITS_OF_DATES,
    "{{7*7}}",
    "con.css%00",
)
JSON_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**18,
    10**400,
    1.5,
    -0.0,
    "",
    "\x00",
    "\ud800",
    "\u202e",
    "x" * 5000,
    "9" * 5000,
    *NO_DIGITS,
    *LIMITS_OF_DATES,
    [],
    [[[[[[]]]]]],
    [None],
    {},
    {"\x00": "\x00"},
    ["a"] * 3000,
)
BODIES = (
    b"",
    b"\x00",
    b"null",
    b"[]",
    b'"a"',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"[" * 900 + b"]" * 900,
    b'{"name":' * 900 + b"1" + b"}" * 900,
    b'{"seq": ' + b"1" * 4400 + b"}",
    b'{"name": "\\ud800"}',
    b'{"name": "\\u0000"}',
    b'{"name": NaN}',
    b'{"name": 1e999}',
    b"\xff\xfe{\x00}\x00",
    b"{" + b'"a": 1,' * 20_000 + b'"b": 2}',
    b"<xml/>",
)
TYPES = (
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=" + "x" * 300,
    "application/x-www-form-urlencoded; charset=utf-999",
    "application/json; charset=\x7f",
    "text/plain",
    ";;;",
    "",
)
HEADERS = {
    "Authorization": ("Bearer", "Bearer \x7f", "Bearer " + "x" * 5000, "Basic ????"),
    "Cookie": ("scorekeeper_device=" + "x" * 5000, "session=" + "." * 300, "theme=%00", "=;=;\xff"),
    "Idempotency-Key": ("x" * 300, DIGITS[:4000]),
    "If-None-Match": ('W/"', "x" * 300),
    "Range": ("bytes=9-1", "bytes=" + "9" * 400 + "-"),
    "If-Modified-Since": ("Mon, 99 Foo 99999",),
    "Accept-Encoding": ("br;q=abc",),
}


class Asked(ImmutableMultiDict[str, str]):
    """A form or a query that remembers which fields a view read."""

    names: ClassVar[set[str]] = set()

    def get(self, key: str, *rest: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().get(key, *rest, **more)

    def getlist(self, key: str, *rest: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().getlist(key, *rest, **more)

    def __contains__(self, key: object) -> bool:
        self.names.add(str(key))
        return super().__contains__(key)

    def __getitem__(self, key: str) -> Any:
        self.names.add(key)
        return super().__getitem__(key)


def changed_bodies(example: Any) -> Iterator[tuple[tuple[object, ...], Any]]:
    """The places of values in an example, one by one, each with a function to replace the value."""
    for place in _places(example):
        yield place, lambda value, place=place: json.dumps(_put(example, place, value)).encode()


def _places(value: Any, at: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    yield at
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, (*at, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _places(part, (*at, index))


def _put(value: Any, place: tuple[object, ...], new: Any) -> Any:
    if not place:
        return new
    if isinstance(value, dict):
        return {key: _put(part, place[1:], new) if key == place[0] else part for key, part in value.items()}
    return [_put(part, place[1:], new) if index == place[0] else part for index, part in enumerate(value)]
