"""What a phone needs to open the app without the server: its service worker, and the pages that the worker shows."""

import json
import re
from hashlib import sha256

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.access import ANYONE
from scorekeeper.formats.phone_texts import OWN
from scorekeeper.web.language import texts_file

pages = Blueprint("offline", __name__)

FILES = (
    *("style.css", "rows.css", "hand.css", "pages.css", "over.css", "large.css", "left.css"),
    *("pad.js", "idle.js", "later.js", "send.js", "outbox.js", "play.js", "phone.js", "pages.js", "kept.js"),
    *("begin.js", "new_game.js", "seats.js", "options.js"),
    *("carry.js", "along.js", "take.js", "settle.js", "answers.js"),
    *("favicon.svg", "icons/icon-192.png", "manifest.webmanifest"),
)
"""The static files of the pages that phones draw."""

DRAWN_THERE = ("game", "begin", "take")
"""The empty pages on which phones draw."""

WORKER = "worker.js"
OF_GAME = "GAME_ID"
"""The placeholder for a game's id in its page; the worker fills it in."""


@pages.get("/worker.js", endpoint="worker", role=ANYONE)
def service_worker() -> Response:
    """The service worker's script with its files and URLs; changing any of these makes a new version."""
    shown = {"other": url_for("offline.show")} | {page: url_for(f"offline.{page}") for page in DRAWN_THERE}
    texts = [name for name in map(texts_file, ("", *OWN)) if name]
    files = {name: url_for("static", filename=name) for name in (*FILES, *texts)}
    game_pages, events, leaving, new_game, begun = (
        *(url_for(endpoint, game=OF_GAME) for endpoint in ("games.show", "events.index")),
        *(url_for(endpoint, table=OF_GAME) for endpoint in ("leaving.leave", "games.new", "games.create")),
    )
    made_of = [files, url_for("static", filename=WORKER), show(), game(), begin(), take()]
    root, version = request.script_root, sha256(json.dumps(made_of).encode()).hexdigest()[:16]
    app = {
        "root": root,
        "version": f"{root}/{version}" if root else version,
        "files": files,
        "pages": shown,
        "patterns": [_pattern(game_pages, "(/.*)?"), *map(_pattern, (events, leaving, new_game, begun))],
        "begin": url_for("games.begin", table=OF_GAME),
        "events": url_for("events.index", game="*"),
        "quick": url_for("quick.create"),
    }
    answer = Response(
        f"self.app = {json.dumps(app)};\nimportScripts({json.dumps(made_of[1])});\n",
        mimetype="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@pages.get("/offline", role=ANYONE)
def show() -> str:
    """The page shown instead of one that needs the server."""
    return render_template("offline.html", game=None, table=None, new_game=url_for("games.new", table=OF_GAME))


@pages.get("/offline/game", role=ANYONE)
def game() -> str:
    """The empty page on which a phone draws a game."""
    return render_template("offline.html", game=OF_GAME, table=None, new_game=url_for("games.new", table=OF_GAME))


@pages.get("/offline/begin", role=ANYONE)
def begin() -> str:
    """The empty page on which a phone begins a game at its table."""
    files = {name: url_for("static", filename=name) for name in FILES}
    new_game = url_for("games.new", table=OF_GAME)
    return render_template(
        "offline.html", game=None, table=OF_GAME, files=files, own_texts=texts_file("new_game.js"), new_game=new_game
    )


@pages.get("/take", role=ANYONE)
def take() -> str:
    """Where a phone takes on a game that another one hands over; what its link brings never comes to the server."""
    return render_template("take.html")


def _pattern(address: str, rest: str = "") -> str:
    """A regular expression for URLs like this one; its group is the id."""
    return f"^{re.escape(address).replace(OF_GAME, '([^/]+)')}{rest}$"
