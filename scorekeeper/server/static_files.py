"""Static files: bundles of styles and scripts, versioned URLs, compressed once."""

import re
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from threading import Lock
from typing import Any

import brotli
from flask import Flask, Request, Response, abort, g, request

from scorekeeper.phone.built import built

# Loaded on top of each other: the game page takes the first, all others the second too, and some the third.
STYLE = (
    "tokens base layout controls board seats pad played sheet ending fields heights sizes print",
    "home lists forms seating tables share scripted rules api distance questions",
    "exports players charts audit paper",
)
BUNDLES = {
    "style.css": STYLE[0],
    "pages.css": STYLE[1],
    "record.css": STYLE[2],
    "pad.js": "pointers totals swap follow optimistic queue taps keyboard",
    "follow.js": "pointers totals swap follow",
    "seats.js": "seats",
    "options.js": "options",
    "download.js": "download",
    "times.js": "times",
}
IMPORT = re.compile(r'^import \{[^{}]+\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=async |function |const |let )", re.MULTILINE)
COMMENTS = {"css": re.compile(r"/\*.*?\*/\n?", re.DOTALL), "js": re.compile(r"^[ \t]*//.*\n", re.MULTILINE)}
"""Comments are a tenth of what a phone would load first. Of scripts, only those with a line of their own go."""
SPACES = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
"""What only people need in a style sheet."""
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)


def joined(folder: Path, name: str) -> bytes:
    """The content of a bundle, from the files in the static folder.

    Raises ValueError if scripts cannot be joined: an import before its module, or a name declared twice.
    """
    kind = name.rpartition(".")[2]
    sources = {part: (folder / kind / f"{part}.{kind}").read_text() for part in BUNDLES[name].split()}
    files = {part: COMMENTS[kind].sub("", source) for part, source in sources.items()}
    return "\n".join(_in_one_module(name, files) if kind == "js" else map(_tight, files.values())).encode()


def _tight(style: str) -> str:
    return SPACES.sub(r"\1", style)


def _in_one_module(bundle: str, files: dict[str, str]) -> list[str]:
    modules: list[str] = []
    declared: dict[str, str] = {}
    for number, (file, script) in enumerate(files.items()):
        missing = set(IMPORT.findall(script)) - set(list(files)[:number])
        if missing:
            raise ValueError(
                f"{bundle}: {file}.js imports from {', '.join(sorted(missing))}, which must come before it"
            )
        for name in DECLARED.findall(script):
            if name in declared:
                raise ValueError(f"{bundle}: {file}.js and {declared[name]}.js both declare {name}")
            declared[name] = file
        modules.append(EXPORT.sub("", IMPORT.sub("", script)))
    return modules


PHONE = "phone.js"
"""The rules and the pages of a game for the phone itself: no file of the folder, `scorekeeper.phone` compiles it."""

BUILDING = Lock()
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # an address without its version: the browser keeps the file, and asks whether it is still good


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as sent: its content, and its version, a hash of that."""

    version: str
    content: bytes


def version_static_files(app: Flask) -> None:
    """Serve static files this way, and add `v=…` to their URLs.

    They are read at start-up; in debug mode on each request, as Flask does with templates.
    """
    folder = Path(app.static_folder or "")
    at_start = _read(folder)

    def found(filename: str) -> StaticFile | None:
        if filename == PHONE:
            return _of_phone(app, at_start)
        return (_read(folder) if app.debug else at_start).get(filename)

    def static(filename: str) -> Response:
        return _answer(filename, found(filename) or abort(404))

    app.view_functions["static"] = static

    @app.url_defaults
    def _with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values and (file := found(values["filename"])):
            values["v"] = file.version


def _of_phone(app: Flask, kept: dict[str, StaticFile]) -> StaticFile:
    """What the phone runs, built when it is first asked for; in debug mode whenever its sources have changed."""
    with BUILDING:
        if app.debug or PHONE not in kept:
            content = built(Path(app.instance_path), Path(str(app.template_folder))).read_bytes()
            kept[PHONE] = StaticFile(sha256(content).hexdigest()[:10], content)
        return kept[PHONE]


def _read(folder: Path) -> dict[str, StaticFile]:
    """Every file in the folder, and every bundle, by name."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    bundles = {name: joined(folder, name) for name in BUNDLES}
    return {name: StaticFile(sha256(it).hexdigest()[:10], it) for name, it in (files | bundles).items()}


def _answer(filename: str, file: StaticFile) -> Response:
    response = Response(file.content, mimetype=guess_type(filename)[0] or "application/octet-stream")
    response.set_etag(file.version)
    response.headers["Cache-Control"] = FOR_GOOD if request.args.get("v") == file.version else ASK_AGAIN
    g.static_file = file
    g.compressed_as = f"{filename} {file.version}"
    response.make_conditional(request)
    return response


class CompressedFiles:
    """What Flask-Compress has compressed: static files are kept, pages are not.

    A file is compressed once and fetched for months: it gets the best that Brotli has, a fifth smaller than what is
    quick enough for a page.
    """

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        if key.startswith("br;") and key not in self._kept and "static_file" in g:
            self._kept[key] = brotli.compress(g.static_file.content)
        return self._kept.get(key)

    def set(self, key: str, value: bytes) -> None:
        if "compressed_as" in g:
            self._kept[key] = value

    @staticmethod
    def key(_request: Request) -> str:
        """The cache key of a compressed response, besides its encoding."""
        return str(g.get("compressed_as", ""))
