"""The pad as files: each link has its file, none names the root of a host, and nothing is there that needs a server."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import brotli
import pytest

from scorekeeper.server import static_pad
from scorekeeper.server.settings import PACKAGE
from scorekeeper.server.static_pad import QR_VERSION
from scorekeeper.web import language
from tests.cli.runs import run
from tests.static_folder import static_folder

__all__ = ["static_folder"]

LANGUAGES = ("de", "en", "es")
ADDRESS = ("href", "src", "action", "data-worker", "data-root", "data-texts", "data-own-texts")
ROUTES = re.compile(r'"([a-z_]+\.[a-z_]+)":')


class Links(HTMLParser):
    """What a page refers to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ADDRESS and value]


def target_of(page: Path, link: str) -> Path:
    path = urlsplit(link).path
    return page if not path else page.parent / path / "index.html" if path.endswith("/") else page.parent / path


def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def json_in(page: Path, name: str) -> dict[str, Any]:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page.read_text())
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_every_link_is_relative_and_has_its_file(static_folder: Path) -> None:
    links = [(page, link) for page in pages(static_folder) for link in Links(page).found]
    assert len(links) > 1000
    absolute = [link for _page, link in links if link.startswith("/") or urlsplit(link).scheme]
    assert absolute == []
    missing = [(page.name, link) for page, link in links if not target_of(page, link).is_file()]
    assert missing == []


def test_a_link_to_a_rule_has_its_anchor(static_folder: Path) -> None:
    for page in pages(static_folder):
        for link in Links(page).found:
            anchor = urlsplit(link).fragment
            assert not anchor or f'id="{anchor}"' in target_of(page, link).read_text(), (page, link)


def test_scripts_and_styles_have_their_files(static_folder: Path) -> None:
    for code in LANGUAGES:
        folder = static_folder / code
        for page, name in (("game.html", "pad"), ("begin.html", "table")):
            for file, address in json_in(folder / page, name)["static"].items():
                base = (
                    static_folder / "static" if file.endswith(".js") else folder
                )  # a script imports from beside itself
                assert (base / address).is_file(), address
        manifest = json.loads((folder / "manifest.webmanifest").read_text())
        assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
        assert (folder / manifest["start_url"] / "index.html").is_file()
        assert manifest["lang"] == code
    for script in (static_folder / "static").glob("*.js"):
        assert all(
            (script.parent / name).is_file() for name in re.findall(r'import\("\./([^"]+)"\)', script.read_text())
        )


def test_worker_lists_every_file(static_folder: Path) -> None:
    app = json.loads((static_folder / "worker.js").read_text().splitlines()[0].removeprefix("self.app = ").rstrip(";"))
    files = {path.relative_to(static_folder).as_posix() for path in static_folder.rglob("*") if path.is_file()}
    listed = {*app["first"], *app["rest"]}
    assert {name for name in files - listed if not name.startswith("static/files-")} == {"worker.js"}
    assert listed <= files


def test_every_page_has_a_policy_and_no_script_of_its_own(static_folder: Path) -> None:
    for page in pages(static_folder):
        text = unescape(page.read_text())
        assert "content=\"default-src 'none'; script-src 'self';" in text, page
        assert re.findall(r"<script(?![^>]* src=)(?![^>]*application/json)", text) == []


def test_games_name_only_what_is_there(static_folder: Path) -> None:
    """Phones draw a link only if its page is among these, so what needs a server is absent."""
    game = json_in(static_folder / "en" / "game.html", "pad")
    drawn = set(ROUTES.findall((PACKAGE / "static" / "js" / "router.js").read_text()))
    assert drawn <= {*game["routes"]}
    assert not any(name.startswith(("share.", "sign_off.", "pen.", "tournaments.")) for name in game["routes"])
    assert game["csrf"] == ""


def test_folder_has_no_script_that_needs_a_server(static_folder: Path) -> None:
    names = {path.name.rpartition("-")[0] for path in (static_folder / "static").glob("*.js")}
    assert {"pad", "play", "phone", "pages", "alone", "home", "begin", "new_game"} <= names
    assert not names & {"idle", "send", "outbox", "worker", "kept"}


def weight(folder: Path, *names: str) -> int:
    """What these files weigh on their way, in bytes."""
    return sum(len(brotli.compress(file.read_bytes())) for name in names for file in folder.glob(name))


def test_home_is_light(static_folder: Path) -> None:
    shown = ("index.html", "static/language-*.js", "en/index.html", "static/style-*.css", "static/home-*")
    assert weight(static_folder, *shown) <= 20 * 1024


def test_playing_is_light(static_folder: Path) -> None:
    """Most of it are the rules of all games."""
    game = weight(static_folder, "static/play-*.js", "static/phone-*.js")
    assert game <= 76 * 1024
    page = weight(static_folder, "en/game.html", "static/style-*.css", "static/hand-*.css", "static/pad-*.js")
    assert game + page + weight(static_folder, "static/alone-*.js") <= 98 * 1024


def test_without_its_package_nothing_promises_a_qr_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is neither beside the app nor here, where another version is."""
    other = tmp_path / "node_modules" / "qr"
    other.mkdir(parents=True)
    (other / "package.json").write_text('{"version": "0.6.0"}')
    monkeypatch.setattr(static_pad, "PACKAGE", tmp_path / "installed" / "scorekeeper")
    monkeypatch.setattr(language, "FOLDER", tmp_path / "translations")  # none: one language is enough
    monkeypatch.chdir(tmp_path)
    written = run("static", "pad")
    assert written.exit_code == 0
    assert written.stderr == f"No QR codes in it: run npm install qr@{QR_VERSION} here, then this command again.\n"
    assert "data-reader" not in Path("pad/en/take.html").read_text()
    assert not [name for name in json_in(Path("pad/en/game.html"), "pad")["static"] if name.startswith("qr/")]
    assert not list(Path("pad/static").glob("qr*"))


def test_package_for_qr_codes_is_the_one_that_npm_installs() -> None:
    assert json.loads((PACKAGE.parent / "package.json").read_text())["dependencies"] == {"qr": QR_VERSION}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "pad").write_text("")
    refused = run("static", str(tmp_path / "pad"))
    assert refused.exit_code == 2
    assert "name a folder" in refused.stderr
