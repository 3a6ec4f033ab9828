"""Static files: compressed once, and their version in the address, so that a browser keeps them for good."""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from werkzeug.security import safe_join

WORTH_PACKING = (".css", ".js", ".json", ".svg", ".txt", ".webmanifest")
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # an address without its version: the browser keeps the file, and asks whether it is still good


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent: its version, made from its content, and the content, packed too where that is smaller."""

    version: str
    content: bytes
    packed: bytes | None


def version_static_files(app: Flask) -> None:
    """Let the app serve its static folder this way, and add `v=…` to each address of a file in it."""
    folder = str(app.static_folder)

    def static(filename: str) -> Response:
        try:
            found = _found(folder, filename)
            # What is not there is said as everywhere else.
            return app.send_static_file(filename) if found is None else _answer(filename, found)
        except OSError:  # a name longer than any file's
            abort(404)

    app.view_functions["static"] = static

    @app.url_defaults
    def _with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values:
            found = _found(folder, values["filename"])
            if found is not None:
                values["v"] = found.version


def _found(folder: str, filename: str) -> StaticFile | None:
    path = safe_join(folder, filename)
    if path is None or not Path(path).is_file():
        return None
    return _read(path, Path(path).stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read(path: str, _changed: int) -> StaticFile:
    content = Path(path).read_bytes()
    packed = gzip.compress(content, mtime=0) if path.endswith(WORTH_PACKING) else content
    return StaticFile(sha256(content).hexdigest()[:10], content, packed if len(packed) < len(content) else None)


def _answer(filename: str, file: StaticFile) -> Response:
    packed = file.packed if request.accept_encodings["gzip"] else None
    response = Response(packed or file.content, mimetype=guess_type(filename)[0] or "application/octet-stream")
    if packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{file.version}-gzip" if packed else file.version)
    response.headers["Cache-Control"] = FOR_GOOD if request.args.get("v") == file.version else ASK_AGAIN
    response.make_conditional(request)
    return response
