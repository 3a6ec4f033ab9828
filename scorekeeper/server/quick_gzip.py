"""Gzip for pages over plain http, by ISA-L where that is installed, in a fifth of zlib's time.

Flask-Compress does the rest: brotli, static files, and clients that rank what they accept.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flask import Flask, Response, request

compress: Callable[[bytes], bytes] | None = None
"""None where ISA-L has no wheel, as on 32-bit ARM, or the extra `fast` is not installed."""
with suppress(ImportError):
    from isal import igzip_lib

    compress = partial(igzip_lib.compress, level=2, flag=igzip_lib.COMP_GZIP)


def add_quick_gzip(app: Flask) -> None:
    """Pack what Flask-Compress would pack by gzip. Call it after adding that, so that this comes first."""
    if compress is None:
        return
    pack, kinds, least = compress, frozenset(app.config["COMPRESS_MIMETYPES"]), app.config["COMPRESS_MIN_SIZE"]

    @app.after_request
    def _pack(response: Response) -> Response:
        accepted = request.headers.get("Accept-Encoding", "")
        if "gzip" not in accepted or "br" in accepted or ";" in accepted:
            return response
        headers = response.headers
        is_whole = response.status_code == 200 and not response.is_streamed
        if not is_whole or response.mimetype not in kinds or "ETag" in headers or "Content-Encoding" in headers:
            return response
        content = response.get_data()
        if len(content) >= least:
            response.set_data(pack(content))
            headers["Content-Encoding"] = "gzip"
        return response
