"""The pad as files for any static host: its pages, scripts and styles, a folder a language. No server is behind them.

Pages are those of the app. Their links become relative, so the folder can lie below any path; a link to anything that
only a server has is an error. What phones draw is in the query of one page, see `static/js/places.js`.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask, render_template, url_for

from scorekeeper.core.pages import shape_key
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.server.headers import HEADERS
from scorekeeper.server.settings import PACKAGE
from scorekeeper.web.games.events import ANSWERS_TEXTS
from scorekeeper.web.language import texts_file
from scorekeeper.web.offline import OF_GAME
from scorekeeper.web.tables.home import blank

GAME, BEGIN = "game.html", "begin.html"
"""The page that shows all pages of all games, and the one that shows those of a new game."""

HERE = "here"
"""The id of the one table."""

IN_GAMES = (
    *("games.show", "games.deals", "games.rematch", "events.index", "exports.game", "result_card.show"),
    *("hands.bid", "hands.stand", "hands.create", "undo.create", "redo.create", "log.show", "log.take_back"),
    *("corrections.new", "corrections.create", "why.hand", "why.total", "what_wins.show", "rules.settle"),
    *("live.across", "live.screen", "ending.new", "ending.create", "ending.reopen", "ending.delete"),
    *("rulings.index", "rulings.renege", "rulings.points", "rulings.misdeal", "rulings.create_misdeal"),
    *("rulings.forfeit", "rulings.create_forfeit", "rulings.time", "rulings.create_time"),
    *("rulings.substitute", "rulings.create_substitute", "rulings.swap", "rulings.create_swap"),
)
"""The pages that phones draw, and what their forms record."""

AT_TABLE = ("games.new", "games.create")
"""The pages of a new game, and their form."""

PAGES = {
    "home.index": "./",
    "tables.show": "./",
    "offline.take": "take.html",
    "rules.show": "rules-<key>.html",
    "rules.glossary": "glossary.html",
}
"""Where others are that a game links to; a table is the home of this phone's games."""

BLANK = "blank.json"
"""The blank game, for a game that another phone hands over."""

STYLES = ("rows.css", "hand.css", "pages.css", "over.css")
SCRIPTS = ("play.js", "send.js", "phone.js", "pages.js", "along.js", "new_game.js", "answers.js")
SENDER = "alone.js"
"""What keeps the games, instead of `send.js`."""

QR_VERSION = "0.7.0"
"""Of the npm package `qr`, which package.json names too."""
QR_FILES = ("index.js", "decode.js", "LICENSE-MIT")
"""Its encoder, its reader and its licence, which the pad has unchanged."""

LINK = re.compile(r'(?<=[\s"])((?:href|src|action|formaction|data-[a-z-]+)=")(/[^"]*)(?=")')
LATER = re.compile(r'"\./(\w+)\.js\?v=(\w+)"')
"""An import of a later script in another one."""


def qr_package() -> Path | None:
    """Where npm has installed the package that draws and reads QR, beside the app or in the current folder."""
    for folder in (PACKAGE.parent, Path.cwd()):
        described = folder / "node_modules" / "qr" / "package.json"
        if described.is_file() and json.loads(described.read_text())["version"] == QR_VERSION:
            return described.parent
    return None


class StaticPad:
    """All files of the pad, by name. Without the package for QR, it hands games on as links and texts only.

    Raises `ValueError` for a page that links to what only a server has.
    """

    def __init__(self, app: Flask, qr: Path | None) -> None:
        self.files: dict[str, bytes] = {}
        self._qr = {file: f"qr-{QR_VERSION}/{file}" for file in QR_FILES} if qr else {}  # beside the other scripts
        if qr:
            self.files |= {f"static/{name}": (qr / file).read_bytes() for file, name in self._qr.items()}
        self._app, self._client = app, app.test_client()
        names: dict[str, str] = app.extensions["catalogues"].names
        self._names = {code: name for code, name in names.items() if "-" not in code}
        self._static_names: dict[str, str] = {}
        self._waiting: dict[str, str] = {}  # pages of rules that others link to: their addresses in the app
        policy = HEADERS["Content-Security-Policy"].partition("; frame-ancestors")[0]  # which only a header can have
        reader = f"./{self._qr['decode.js']}" if qr else ""
        self._alone = {"root": "../", "send": f"./{self._script('send.js')}", "policy": policy, "reader": reader}
        app.jinja_env.globals["alone"] = self._alone
        for code in self._names:
            self._add_language(code)
        first = {"languages": self._languages(""), "alone": self._alone | {"root": "./"}}
        self._add_page("index.html", "./", self._render("en", "alone/languages.html", **first))
        self._add_worker()

    def _languages(self, up: str, here: str = "") -> list[dict[str, Any]]:
        return [
            {"code": code, "name": name, "url": f"{up}{code}/", "here": code == here}
            for code, name in self._names.items()
        ]

    def _add_language(self, code: str) -> None:
        nothing_yet = self._blank(code)
        self.files[f"{code}/{BLANK}"] = json.dumps(nothing_yet).encode()
        self._waiting = {"rules.html": "/rules", "take.html": "/take"}
        while self._waiting:
            name, path = self._waiting.popitem()
            self._add_page(f"{code}/{name}", "../", self._get(path, code))
        begun = {
            "quick_game": f"{GAME}?/quick-game",
            "new_game": nothing_yet["routes"]["games.new"].replace("<table>", HERE),
            "worker": nothing_yet["worker"],
        }
        home = self._render(code, "alone/home.html", **begun, languages=self._languages("../", code))
        self._add_page(f"{code}/index.html", "../", home)
        shown = self._render(code, "alone/game.html", pad=nothing_yet, loads=["play.js", "phone.js", "later.js"])
        self._add_page(f"{code}/{GAME}", "../", shown)
        begin = {"table": _blank_table(nothing_yet), "files": nothing_yet["static"]}
        self._add_page(f"{code}/{BEGIN}", "../", self._render(code, "alone/begin.html", **begin))
        self.files[f"{code}/manifest.webmanifest"] = self._manifest(code)

    def _render(self, code: str, template: str, **values: object) -> str:
        with self._app.test_request_context(headers={"Accept-Language": code}):
            return render_template(template, own_texts=texts_file("new_game.js"), **values)

    def _get(self, path: str, code: str) -> str:
        answer = self._client.get(path, headers={"Accept-Language": code})
        if answer.status_code != 200:
            raise ValueError(f"{path}: {answer.status}")
        return answer.get_data(as_text=True)

    def _add_page(self, name: str, root: str, text: str) -> None:
        def relative(link: re.Match[str]) -> str:
            return f"{link[1]}{self._address(unescape(link[2]), root, name)}"

        self.files[name] = b""  # it may link to itself
        self.files[name] = LINK.sub(relative, text).encode()

    def _address(self, path: str, root: str, page: str) -> str:
        """Where a page of the app is among the files, from the folder of this page."""
        parts = urlsplit(path)
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        if parts.path == "/static/manifest.webmanifest":
            return "manifest.webmanifest" if root == "../" else "en/manifest.webmanifest"
        if parts.path.startswith("/static/"):
            return root + self._static(parts.path.removeprefix("/static/"))
        if parts.path == "/":
            return "./"
        name = _page_name(path)
        if name is None:
            raise ValueError(f"{page} links to {path}, which only a server has")
        if f"{page.rpartition('/')[0]}/{name}" not in self.files:
            self._waiting[name] = path.partition("#")[0]
        return name + anchor

    def _static(self, filename: str) -> str:
        """Add a static file under a name with its version; this name."""
        if filename not in self._static_names:
            with self._app.test_request_context():
                path = url_for("static", filename=filename)
            version = parse_qs(urlsplit(path).query)["v"][0]
            stem, _dot, kind = filename.rpartition(".")
            self._static_names[filename] = name = f"static/{stem}-{version}.{kind}"
            content = self._client.get(path).data
            self.files[name] = self._with_names(content) if kind == "js" else content
        return self._static_names[filename]

    def _with_names(self, script: bytes) -> bytes:
        def later(found: re.Match[str]) -> str:
            return f'"./{self._static(f"{found[1]}.js").removeprefix("static/")}"'

        return LATER.sub(later, script.decode()).encode()

    def _blank(self, code: str) -> dict[str, Any]:
        """The blank game as a phone gets it from a server, with files and addresses of this folder."""
        with self._app.test_request_context(headers={"Accept-Language": code}):
            found: dict[str, Any] = blank().get_json()
            names = {rules.key: rules_name(rules) for rules in rule_sets().values()}
            here = _("This phone")
            texts = texts_file("answers.js")
            unsent = [_("This game is on this phone alone, until you save or send it.")]
        pages = dict.fromkeys(IN_GAMES, GAME) | dict.fromkeys(AT_TABLE, BEGIN)
        routes = {endpoint: f"{page}?{found['routes'][endpoint]}" for endpoint, page in pages.items()} | PAGES
        # A script imports another one from beside itself; a style is linked from the page.
        scripts = {name: f"./{self._script(name)}" for name in SCRIPTS}
        scripts |= {f"qr/{file}": f"./{name}" for file, name in self._qr.items() if file.endswith(".js")}
        styles = {name: f"../{self._static(name)}" for name in STYLES}
        if texts:
            styles[ANSWERS_TEXTS] = f"../{self._static(texts)}"
        own = {"worker": "../worker.js", "static": scripts | styles, "routes": routes, "names": names, "unsent": unsent}
        events = routes["events.index"].replace("<game>", OF_GAME)
        table = {"id": HERE, "may_keep": False, "name": here}
        game = {**found["game"], "pictures": False}  # which only a server draws
        nothing = {"csrf": "", "quick_game": "", "start": GAME}
        return found | own | nothing | {"events_url": events, "table": table, "game": game}

    def _script(self, name: str) -> str:
        return self._static(SENDER if name == "send.js" else name).removeprefix("static/")

    def _manifest(self, code: str) -> bytes:
        manifest = json.loads(self._client.get("/static/manifest.webmanifest").data)
        with self._app.test_request_context(headers={"Accept-Language": code}):
            described = _("Spades score pad")
        icons = [icon | {"src": f"../{self._static(icon['src'])}"} for icon in manifest["icons"]]
        own = {"description": described, "lang": code, "start_url": "./", "scope": "../", "icons": icons}
        return json.dumps(manifest | own, ensure_ascii=False).encode()

    def _add_worker(self) -> None:
        files = sorted(self.files)
        rest = [name for name in files if re.search(r"/(rules|glossary|qr)\b", name)]
        version = sha256(json.dumps({name: sha256(self.files[name]).hexdigest() for name in files}).encode())
        script = self._static("files.js")
        app = {
            "version": version.hexdigest()[:16],
            "first": [name for name in files if name not in rest],
            "rest": rest,
        }
        self.files["worker.js"] = f"self.app = {json.dumps(app)};\nimportScripts({json.dumps(script)});\n".encode()


def _blank_table(game: Mapping[str, Any]) -> dict[str, object]:
    """What a phone knows of its own table before the first game, as `table_json` in `web/games/new_game.py` says it."""
    shared = ("table", "who", "language", "csrf", "events_url", "worker", "quick_game", "static", "routes")
    lists = ("roster", "chips", "agreed", "played", "games", "presets", "scripted")
    nothing: dict[str, object] = {"number": 1, "may_import": False, "counts": True, "last": None, "names": {}}
    return {name: game[name] for name in shared} | {name: [] for name in lists} | nothing


def _page_name(path: str) -> str | None:
    """The file at an address of the app; None for what only a server has."""
    parts = urlsplit(path)
    query = parse_qs(parts.query)
    if parts.path in ("/rules", "/glossary", "/take") and not query:
        return f"{parts.path[1:]}.html"
    if parts.path == "/quick-game":
        return BLANK
    key = re.fullmatch(r"/rules/([\w-]+)", parts.path)
    if key is None or set(query) - {"shape"}:
        return None
    usual = shape_key(rule_set(key[1]).shapes[0])
    return "-".join(["rules", key[1], *(shape for shape in query.get("shape", ()) if shape != usual)]) + ".html"
