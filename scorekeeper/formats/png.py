"""Draws an SVG as PNG, in the fonts that come with the app. It takes a processor half a second: see `heavy`."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import distribution
from typing import BinaryIO


@cache
def fonts() -> Mapping[str, Mapping[int, str]]:
    """The file of each weight, from packages, since a server may have no fonts, and a picture should look the same
    wherever it is drawn.

    The second one has most other alphabets. Importing its package fails without a home folder.
    """
    from font_roboto import font_files

    return {
        "Roboto": {
            400: font_files["Roboto"],
            500: font_files["RobotoMedium"],
            700: font_files["RobotoBold"],
            900: font_files["RobotoBlack"],
        },
        "DejaVu Sans": {400: str(distribution("ziafont").locate_file("ziafont/fonts/DejaVuSans.ttf"))},
    }


def png(svg: BinaryIO) -> Iterator[object]:
    """Draw a picture whose letters are all in the app's fonts: yields the PNG."""
    yield _drawn(svg.read(), skip_system_fonts=True)


def png_in_all_fonts(svg: BinaryIO) -> Iterator[object]:
    """Draw a picture also with the server's own fonts, for letters that the app's lack: yields the PNG."""
    yield _drawn(svg.read(), skip_system_fonts=False)


def _drawn(svg: bytes, *, skip_system_fonts: bool) -> bytes:
    from resvg_py import svg_to_bytes

    files = [file for weights in fonts().values() for file in weights.values()]
    text, skip = svg.decode(), skip_system_fonts
    return bytes(svg_to_bytes(svg_string=text, font_files=files, font_family="Roboto", skip_system_fonts=skip))
