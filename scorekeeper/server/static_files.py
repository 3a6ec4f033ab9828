"""Static files: bundles of styles and scripts, versioned URLs, compressed once."""

from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from threading import Lock, Timer
from typing import Any

import brotli
from flask import Flask, Request, Response, abort, g, request, url_for

from scorekeeper.compiler.built import AHEAD, PARTS, build_apart, built
from scorekeeper.compiler.versions import version_of
from scorekeeper.formats.phone_texts import has_texts_of, language_of, phone_texts

MODULE = tuple(f"{part}.js" for part in PARTS)
"""The rules and game pages that run on the phone; not files in the folder, but compiled by `scorekeeper.compiler`."""

BUILD_LOCK = Lock()
BUNDLES_AHEAD = AHEAD / "bundles"
"""The folder of the bundles in a wheel; a checkout has none."""
SOON = 5  # seconds, for the first answers of a server that just started
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"  # a URL without a version: the browser revalidates its copy each time


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A static file's content, and its version, a hash of the content."""

    version: str
    content: bytes


def version_static_files(app: Flask) -> None:
    """Replace Flask's view for static files by a cached one, and add `v=…` to their URLs.

    The files are read at start-up; in debug mode on each request, as Flask does with templates.
    """
    folder = Path(app.static_folder or "")
    at_start = _read(folder)

    def found(filename: str) -> StaticFile | None:
        if filename in MODULE:
            return _phone_script(app, at_start, filename)
        made = _phone_texts(app, at_start, filename)
        return made or (_read(folder) if app.debug else at_start).get(filename)

    def static(filename: str) -> Response:
        return _response(filename, found(filename) or abort(404))

    app.view_functions["static"] = static

    @app.url_defaults
    def _with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values and (file := found(values["filename"])):
            values["v"] = file.version

    @lru_cache(maxsize=8192)
    def known_url(_script_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    @lru_cache(maxsize=1024)
    def is_kept(endpoint: str, names: tuple[str, ...], kinds: tuple[type, ...]) -> bool:
        is_own = endpoint.partition(".")[0] not in app.url_default_functions
        return is_own and all(name[0] != "_" for name in names) and all(kind is str for kind in kinds)

    def url_of(endpoint: str, **values: Any) -> str:
        """Flask's `url_for`; a page has some fifteen such URLs, and most are those of the page before.

        Others are built each time: those with a number or an absolute one, which has more in it than its values, and
        those of blueprints that add the game in whose page they are.
        """
        if app.debug or not is_kept(endpoint, tuple(values), tuple(map(type, values.values()))):
            return url_for(endpoint, **values)
        return known_url(request.script_root, endpoint, tuple(values.items()))

    app.jinja_env.globals["url_for"] = url_of


def build_soon(app: Flask) -> Timer:
    """Build the phone's module before a phone asks for it; one that asks meanwhile waits for it."""

    def build() -> None:
        with BUILD_LOCK:
            build_apart(Path(app.instance_path), Path(str(app.template_folder)))

    timer = Timer(SOON, build)
    timer.daemon = True
    timer.start()
    return timer


def _phone_script(app: Flask, cache: dict[str, StaticFile], filename: str) -> StaticFile:
    """A part of the phone's module, built unless it exists; in debug mode again whenever its sources change."""
    with BUILD_LOCK:
        if app.debug or filename not in cache:
            files = built(Path(app.instance_path), Path(str(app.template_folder)))
            cache.update({name: _static_file(path.read_bytes()) for name, path in files.items()})
        return cache[filename]


def _phone_texts(app: Flask, cache: dict[str, StaticFile], filename: str) -> StaticFile | None:
    """The texts of the phone's module in another language, made once; None for any other file."""
    language = language_of(filename)
    catalogue = app.extensions["catalogues"].of(language) if language else None
    if catalogue is not None and (app.debug or filename not in cache):
        parts = [part for part in MODULE if has_texts_of(filename, part)]
        module = [_phone_script(app, cache, part).content.decode() for part in parts]
        cache[filename] = _static_file(phone_texts(catalogue, module).encode())
    return cache[filename] if catalogue else None


def _static_file(content: bytes) -> StaticFile:
    return StaticFile(version_of(content), content)


def _read(folder: Path) -> dict[str, StaticFile]:
    """Every file in the folder, and every bundle, by name."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: _static_file(content) for name, content in (files | _bundles(folder)).items()}


def _bundles(folder: Path) -> dict[str, bytes]:
    """Those of a wheel, or joined now, which takes minifiers that only a checkout has."""
    if BUNDLES_AHEAD.is_dir():
        return {path.name: path.read_bytes() for path in BUNDLES_AHEAD.iterdir()}
    from scorekeeper.server.bundles import join_bundles  # noqa: PLC0415

    return join_bundles(folder)


def _response(filename: str, file: StaticFile) -> Response:
    asked = request.args.get("v")
    if asked not in (None, file.version):
        abort(404)  # a page of another version of the app, whose other scripts this file would not fit
    response = Response(file.content, mimetype=guess_type(filename)[0] or "application/octet-stream")
    response.set_etag(file.version)
    response.headers["Cache-Control"] = IMMUTABLE if asked else REVALIDATE
    g.static_file = file
    g.compressed_as = f"{filename} {file.version}"
    response.make_conditional(request)
    return response


def compress(content: bytes) -> bytes:
    """Compress a file that is served for months: Brotli's highest quality is a fifth smaller than that of pages."""
    compressed: bytes = brotli.compress(content)
    return compressed


class CompressedFiles:
    """The cache of Flask-Compress: it stores compressed static files, but no pages."""

    def __init__(self) -> None:
        self._cache: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        if key.startswith("br;") and key not in self._cache and "static_file" in g:
            self._cache[key] = compress(g.static_file.content)
        return self._cache.get(key)

    def set(self, key: str, value: bytes) -> None:
        if "compressed_as" in g:
            self._cache[key] = value

    @staticmethod
    def key(_request: Request) -> str:
        """The cache key of a compressed response, besides its encoding."""
        return str(g.get("compressed_as", ""))
