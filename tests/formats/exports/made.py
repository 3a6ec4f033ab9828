"""Workbooks made in this process, as a worker process makes them."""

import io
from collections.abc import Iterable

from scorekeeper.formats.xlsx import workbook


def made(calls: Iterable[bytes]) -> io.BytesIO:
    """The file of these calls."""
    pieces = workbook(io.BytesIO(b"".join(calls)))
    return io.BytesIO(b"".join(piece for piece in pieces if isinstance(piece, bytes)))
