"""Answers with a picture: as SVG, or drawn as PNG for who has not the same one already."""

from functools import lru_cache
from hashlib import sha256

import resvg_py
from flask import Response, make_response, request

from scorekeeper.web.pictures.text import FILES, has_fonts_for

MAX_KEPT = 32


def picture_answer(drawn: str, kind: str, name: str) -> Response:
    """This SVG, or its PNG, under this name; `kind` is `svg` or `png`."""
    answer = make_response()
    answer.set_etag(f"{sha256(drawn.encode()).hexdigest()[:20]}-{kind}")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.mimetype = "image/svg+xml" if kind == "svg" else "image/png"
    if request.if_none_match.contains_weak(answer.get_etag()[0] or ""):
        answer.make_conditional(request)
        return answer
    answer.set_data(png_of(drawn) if kind == "png" else drawn)
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.{kind}"'
    return answer


@lru_cache(maxsize=MAX_KEPT)
def png_of(drawn: str) -> bytes:
    """The picture as PNG, in the fonts that ship with the app; the server's own only for letters that these lack."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn,
            font_files=FILES,
            font_family="Roboto",
            skip_system_fonts=has_fonts_for(drawn),
        )
    )
