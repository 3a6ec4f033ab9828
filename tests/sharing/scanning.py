"""A scanner: a page's QR code, drawn dot by dot from its SVG and read by a library."""

from __future__ import annotations

import re
from typing import Any

import zxingcpp

DOT = 4  # pixels
PATH = re.compile(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?")


class Picture:
    """A grey picture, in the form libraries take."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.pixels = bytearray(b"\xff" * side * side)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        shape = (self.side, self.side)
        return {"shape": shape, "typestr": "|u1", "data": self.pixels, "version": 3}

    def dot(self, x: int, y: int) -> None:
        for row in range(y * DOT, (y + 1) * DOT):
            start = row * self.side + x * DOT
            self.pixels[start : start + DOT] = bytes(DOT)


def scanned(html: str) -> str:
    """The text of the page's QR code."""
    svg = re.search(r'<svg[^>]*viewBox="0 0 (\d+) \d+"[^>]*class="qr">(.*?)</svg>', html, re.DOTALL)
    assert svg, "no QR code on this page"
    path = re.search(r'<path stroke[^>]* d="([^"]+)"', svg[2])
    assert path
    picture = Picture(int(svg[1]) * DOT)
    x, y = 0.0, 0.0
    for command, first, second in PATH.findall(path[1]):
        if command == "M":
            x, y = float(first), float(second)
        elif command == "m":
            x, y = x + float(first), y + float(second)
        else:
            for dot in range(int(float(first))):
                picture.dot(int(x) + dot, int(y))
            x += float(first)
    found = zxingcpp.read_barcodes(picture, zxingcpp.barcode_formats_from_str("QRCode"))
    assert len(found) == 1, "no scanner reads this"
    return str(found[0].text)
