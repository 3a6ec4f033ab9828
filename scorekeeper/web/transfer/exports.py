"""Export pages: a game or a table in every format, streamed, with progress that every server process can read."""

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for

from scorekeeper.access import ANYONE, WATCHER, current_game_row, current_membership, current_table, may
from scorekeeper.access.quotas import answer_about, begin_download, download
from scorekeeper.chance import random_token
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.differences import difference_text
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.files import Format, formats_of_a_game
from scorekeeper.formats.games import ExportedGame, LeftOutGame
from scorekeeper.formats.scored import read_difference
from scorekeeper.formats.table_zip import kept_back_text
from scorekeeper.formats.text_record import record_of
from scorekeeper.services import exporting
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.games import count_games
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.pictures.answers import are_drawn
from scorekeeper.web.transfer.paper_view import empty_paper, written_paper

DOWNLOADS = "downloads"
"""The folder in the instance for these files."""
KEPT = 24 * 3600  # seconds
WRITE_EVERY = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class Run:
    """The progress of a download: how many games are done, of how many, whether it has ended, and the numbers of the
    games that it left out.
    """

    total: int
    done: int = 0
    over: bool = False
    left_out: Sequence[int] = ()


def run_named(name: str) -> Run | None:
    """The progress of the download with the name that its page chose; None if there is none, or it ended long ago."""
    try:
        return Run(**json.loads(_file_of(name).read_text()))
    except FileNotFoundError:
        return None


class Progress:
    """Writes down the progress of one download."""

    def __init__(self, name: str, total: int) -> None:
        self.left_out = exporting.LeftOut()
        self._file = _file_of(name)
        self._written = 0.0
        self._run = Run(total)
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        for old in self._file.parent.iterdir():
            if old.stat().st_mtime < time.time() - KEPT:
                old.unlink(missing_ok=True)
        self._write()

    def seen(self, count: int) -> None:
        """Note how many games are done."""
        self._run = replace(self._run, done=count)
        if time.monotonic() >= self._written + WRITE_EVERY:
            self._write()

    def followed(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Pass the pieces on; the download is over when they end or the client stops reading."""
        try:
            yield from pieces
        finally:
            missing = [game.number for game in self.left_out]
            self._run = replace(self._run, over=True, left_out=missing)
            self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(asdict(self._run)))
        new.replace(self._file)


def _file_of(name: str) -> Path:
    return Path(current_app.instance_path) / DOWNLOADS / f"{sha256(name.encode()).hexdigest()}.json"


PAPERS = {"a4": translatable("A4"), "letter": translatable("Letter")}


def game_exports(game: ExportedGame, record: str) -> View:
    """Values for `exports/game.html`."""
    return {
        "game": {"id": game.id, "title": " – ".join(game.sheet.names), "rules_code": rules_code(game.sheet.rules)},
        "forms": [
            _form(each, url_for("exports.game_file", game=game.id, form=each.key))
            for each in formats_of_a_game()
            if each.on_game_page
        ],
        "picture": url_for("result_card.show", game=game.id)
        if game.state.board.outcome is not None and are_drawn()
        else None,
        "papers": [
            {"label": _("Print on {paper}", paper=_(name)), "url": url_for("exports.paper", game=game.id, paper=key)}
            for key, name in PAPERS.items()
        ],
        "record": record,
        "record_lines": record.count("\n") + 1,
        "differences": [difference_text(read_difference(dict(stored))) for stored in game.differences],
        "not_counted": game.not_counted,
    }


def table_exports(table: TableRow, many: int, run: str | None) -> View:
    """Values for `exports/table.html`; `run` names the download if it is long enough to show progress."""
    more: dict[str, Any] = {} if run is None else {"run": run}
    shown, kept_back = exporting.shows_club(table), exporting.kept_back_of(table.id)
    return {
        "forms": [
            _form(each, url_for("exports.table_file", table=table.id, form=each.key, **more))
            for each in exporting.formats_of_a_table()
            if shown or not each.of_club
        ],
        "follow": None
        if run is None
        else {
            "url": url_for("exports.progress", table=table.id, run=run),
            "page": url_for("exports.table", table=table.id, run=run),
        },
        "empty": not many,
        "kept_back": kept_back_text(kept_back) if kept_back else None,
    }


def _form(each: Format, url: str) -> View:
    return {"label": _(each.name), "note": _(each.note), "url": url, "for_people": each.for_people}


def paper_size(query: Mapping[str, str]) -> View:
    """The paper size to print on, and the URL for the other one."""
    size = query.get("paper", "a4")
    size = size if size in PAPERS else "a4"
    other = next(key for key in PAPERS if key != size)
    return {"size": size, "paper_name": _(PAPERS[size]), "other": {"key": other, "name": _(PAPERS[other])}}


pages = Blueprint("exports", __name__)

MANY_GAMES = 500  # from this many games on, the page shows progress
NOT_A_NAME = re.compile(r"[^A-Za-z0-9]+")


@pages.get("/games/<game>/exports", role=WATCHER)
def game(game: str) -> str:
    with answer_about(current_game_row().last_seq, current_membership()):
        exported = exporting.exported_game(game)
        return render_template(
            "transfer/exports/game.html", **game_exports(exported, record_of(exported)), table=_table_of_game()
        )


@pages.get("/games/<game>/exports/<form>", role=WATCHER)
def game_file(game: str, form: str) -> Response:
    chosen = _format(formats_of_a_game(), form)
    begin_download(current_membership())
    exported = exporting.exported_game(game, form)
    security_event("exported", table=current_membership().table_id, of="game", form=form)
    name = f"{' '.join(exported.sheet.names)} {exported.number}"
    return _file(
        download(exporting.game_in_form(exported, form), is_short=True, made_apart=chosen.made_apart), name, chosen
    )


@pages.get("/games/<game>/print", role=WATCHER)
def paper(game: str) -> str:
    with answer_about(current_game_row().last_seq, current_membership()):
        exported = exporting.exported_game(game)
        return render_template(
            "transfer/exports/print.html", sheet=written_paper(exported), **paper_size(request.args), back=_back(game)
        )


@pages.get("/rules/<key>/paper", role=ANYONE)
def empty(key: str) -> str:
    try:
        found = rule_set(key)
    except InvalidInput:
        abort(404)
    sheet = empty_paper(found, request.args)
    back = {"url": url_for("rules.show", key=key), "label": rules_name(found)}
    return render_template("transfer/exports/print.html", sheet=sheet, **paper_size(request.args), back=back)


@pages.get("/tables/<table>/exports", role=WATCHER)
def table(table: str) -> str:
    found, many = current_table(), count_games(table)
    name = request.args.get("run") or random_token(12)
    run = run_named(name) if "run" in request.args else None
    page = table_exports(found, many, name if many >= MANY_GAMES else None)
    few = exporting.few_games(table)
    left_out = run.left_out if run is not None else exporting.left_out_of(few or ())
    return render_template(
        "transfer/exports/table.html", table=found, many=many, run=run, run_name=name, left_out=left_out, **page
    )


@pages.get("/tables/<table>/exports/<form>", role=WATCHER, with_names=True)
def table_file(table: str, form: str) -> Response:
    chosen, found = _format(exporting.formats_of_a_table(), form), current_table()
    if chosen.of_club and not exporting.shows_club(found):
        abort(404)
    begin_download(current_membership())
    security_event("exported", table=found.id, of="table", form=form)
    if "run" not in request.args:
        few, left_out = exporting.few_games(table), exporting.LeftOut()
        pieces = exporting.table_in_form(table, form, rows=few, for_desk=may("scorer"), left_out=left_out)
        body = download(pieces, is_short=few is not None, made_apart=chosen.made_apart)
        return _file(body, found.name, chosen, left_out)
    progress = Progress(request.args["run"], count_games(table))
    games = exporting.table_in_form(table, form, progress.seen, for_desk=may("scorer"), left_out=progress.left_out)
    body = download(progress.followed(games), is_short=False, made_apart=chosen.made_apart)
    return _file(body, found.name, chosen, progress.left_out)


@pages.get("/tables/<table>/exports/progress/<run>", role=WATCHER)
def progress(table: str, run: str) -> Response:
    found = run_named(run)
    if found is None:
        return jsonify({"over": False, "done": 0, "total": count_games(table)})
    return jsonify({"over": found.over, "done": found.done, "total": found.total})


def _format(offered: Iterable[Format], key: str) -> Format:
    """The format with this key; 404 for an unknown one."""
    found = next((each for each in offered if each.key == key), None)
    if found is None:
        abort(404)
    return found


def _file(body: bytes | Iterable[bytes], name: str, written: Format, left_out: Sequence[LeftOutGame] = ()) -> Response:
    """The download, with a file name valid on every system; its header counts what a file made by now leaves out."""
    plain = NOT_A_NAME.sub("-", name).strip("-") or "games"
    answer = Response(body, mimetype=written.media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{plain[:60]}{written.suffix}"'
    answer.headers["Cache-Control"] = "no-store, private"
    if left_out:
        answer.headers[exporting.LEFT_OUT_HEADER] = str(len(left_out))
    return answer


def _table_of_game() -> dict[str, str]:
    found = current_game_row()
    return {"id": found.table_id, "name": found.table_name}


def _back(game_id: str) -> dict[str, str]:
    return {"url": url_for("exports.game", game=game_id), "label": _("Export")}
