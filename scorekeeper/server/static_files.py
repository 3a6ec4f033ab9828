"""Static files: their version in the address, so that a browser keeps them for good, and none compressed twice."""

from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, abort, g, request

from scorekeeper.server.bundles import BUNDLES, joined

FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # an address without its version: the browser keeps the file, and asks whether it is still good


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent: its content, and its version, made from that."""

    version: str
    content: bytes


def version_static_files(app: Flask) -> None:
    """Let the app serve its static files this way, and add `v=…` to each address of one.

    They are read when the app starts; in debug mode each time, as Flask does with templates.
    """
    folder = Path(app.static_folder or "")
    at_start = _read(folder)

    def found(filename: str) -> StaticFile | None:
        return (_read(folder) if app.debug else at_start).get(filename)

    def static(filename: str) -> Response:
        return _answer(filename, found(filename) or abort(404))

    app.view_functions["static"] = static

    @app.url_defaults
    def _with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values and (file := found(values["filename"])):
            values["v"] = file.version


def _read(folder: Path) -> dict[str, StaticFile]:
    """Every file of the folder, and every bundle, by name."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    bundles = {name: joined(folder, name) for name in BUNDLES}
    return {name: StaticFile(sha256(it).hexdigest()[:10], it) for name, it in (files | bundles).items()}


def _answer(filename: str, file: StaticFile) -> Response:
    response = Response(file.content, mimetype=guess_type(filename)[0] or "application/octet-stream")
    response.set_etag(file.version)
    response.headers["Cache-Control"] = FOR_GOOD if request.args.get("v") == file.version else ASK_AGAIN
    g.compressed_as = f"{filename} {file.version}"
    response.make_conditional(request)
    return response


class CompressedFiles:
    """What Flask-Compress has compressed: static files are kept, pages are not."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self._kept.get(key)

    def set(self, key: str, value: bytes) -> None:
        if "compressed_as" in g:
            self._kept[key] = value

    @staticmethod
    def key(_request: Request) -> str:
        """What tells one compressed answer from another, beside how it was compressed."""
        return str(g.get("compressed_as", ""))
