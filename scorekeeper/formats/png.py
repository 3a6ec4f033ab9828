"""Draws an SVG as PNG, in the fonts that come with the app. It takes a processor half a second: see `heavy`."""

from collections.abc import Iterator
from importlib.metadata import distribution
from typing import BinaryIO

import resvg_py
from font_roboto import font_files

FONTS = {
    "Roboto": {
        400: font_files["Roboto"],
        500: font_files["RobotoMedium"],
        700: font_files["RobotoBold"],
        900: font_files["RobotoBlack"],
    },
    "DejaVu Sans": {400: str(distribution("ziafont").locate_file("ziafont/fonts/DejaVuSans.ttf"))},
}
"""The file of each weight, from packages, since a server may have no fonts, and a picture should look the same wherever
it is drawn.

The second one has most other alphabets. Importing its package fails without a home folder.
"""
FILES = [file for files in FONTS.values() for file in files.values()]


def png(svg: BinaryIO) -> Iterator[object]:
    """Draw a picture whose letters are all in the app's fonts: yields the PNG."""
    yield _drawn(svg.read(), skip_system_fonts=True)


def png_in_all_fonts(svg: BinaryIO) -> Iterator[object]:
    """Draw a picture also with the server's own fonts, for letters that the app's lack: yields the PNG."""
    yield _drawn(svg.read(), skip_system_fonts=False)


def _drawn(svg: bytes, *, skip_system_fonts: bool) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg.decode(), font_files=FILES, font_family="Roboto", skip_system_fonts=skip_system_fonts
        )
    )
