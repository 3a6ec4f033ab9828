"""Exports: a game and a table in every format, one tap each, streamed; a page to print, and empty paper."""

import re
from collections.abc import Iterable
from secrets import token_urlsafe

from flask import Blueprint, Response, abort, jsonify, render_template, request, stream_with_context, url_for

from scorekeeper.access import ANYONE, WATCHER, current_membership, current_table
from scorekeeper.access.slots import in_turns
from scorekeeper.core.rules.errors import BadRules
from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.registry import Format, formats_of_a_game, formats_of_a_table
from scorekeeper.formats.text_record.write import record_of
from scorekeeper.services import exporting
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.search import how_many_games
from scorekeeper.web.transfer.exports_view import game_exports, paper_size, table_exports
from scorekeeper.web.transfer.paper_view import empty_paper, written_paper
from scorekeeper.web.transfer.progress import RUNS, followed

pages = Blueprint("exports", __name__)

MANY_GAMES = 500  # from here on a page shows how far a download is
NOT_A_NAME = re.compile(r"[^A-Za-z0-9]+")


@pages.get("/games/<game>/exports", role=WATCHER)
def game(game: str) -> str:
    kept = exporting.kept_game(game)
    return render_template("transfer/exports/game.html", **game_exports(kept, record_of(kept)), table=_table_of_game())


@pages.get("/games/<game>/exports/<form>", role=WATCHER)
def game_file(game: str, form: str) -> Response:
    chosen = _format(formats_of_a_game(), form)
    kept = exporting.kept_game(game)
    security_event("exported", table=current_membership().table_id, of="game", form=form)
    return _file(exporting.game_in_form(game, form), f"{' '.join(kept.sheet.names)} {kept.number}", chosen)


@pages.get("/games/<game>/print", role=WATCHER)
def paper(game: str) -> str:
    kept = exporting.kept_game(game)
    return render_template(
        "transfer/exports/print.html", sheet=written_paper(kept), **paper_size(request.args), back=_back(game)
    )


@pages.get("/rules/<key>/paper", role=ANYONE)
def empty(key: str) -> str:
    try:
        found = rule_set(key)
    except BadRules:
        abort(404)
    sheet = empty_paper(found, request.args)
    back = {"url": url_for("rules.show", key=key), "label": found.name}
    return render_template("transfer/exports/print.html", sheet=sheet, **paper_size(request.args), back=back)


@pages.get("/tables/<table>/exports", role=WATCHER)
def table(table: str) -> str:
    found, many = current_table(), how_many_games(table)
    name = request.args.get("run") or token_urlsafe(12)
    run = RUNS.get(name) if "run" in request.args else None
    page = table_exports(found, many, name if many >= MANY_GAMES else None)
    return render_template("transfer/exports/table.html", table=found, many=many, run=run, run_name=name, **page)


@pages.get("/tables/<table>/exports/<form>", role=WATCHER)
def table_file(table: str, form: str) -> Response:
    chosen = _format(formats_of_a_table(), form)
    found = current_table()
    security_event("exported", table=found.id, of="table", form=form)
    run = RUNS.begin(request.args.get("run") or token_urlsafe(12), how_many_games(table))

    def seen(count: int) -> None:
        run.done = count

    return _file(followed(exporting.table_in_form(table, form, seen), run), found.name, chosen)


@pages.get("/tables/<table>/exports/progress/<run>", role=WATCHER)
def progress(table: str, run: str) -> Response:
    found = RUNS.get(run)
    if found is None:
        return jsonify({"over": False, "done": 0, "total": how_many_games(table)})
    return jsonify({"over": found.over, "done": found.done, "total": found.total})


def _format(offered: Iterable[Format], key: str) -> Format:
    """The format of this key; a page that is not there for any other."""
    found = next((each for each in offered if each.key == key), None)
    if found is None:
        abort(404)
    return found


def _file(pieces: Iterable[bytes], name: str, written: Format) -> Response:
    """The pieces as they come, to be saved under a name that every system takes."""
    plain = NOT_A_NAME.sub("-", name).strip("-") or "games"
    answer = Response(stream_with_context(in_turns(pieces)), mimetype=written.media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{plain[:60]}{written.suffix}"'
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _table_of_game() -> dict[str, str]:
    found = current_table()
    return {"id": found.id, "name": found.name}


def _back(game_id: str) -> dict[str, str]:
    return {"url": url_for("exports.game", game=game_id), "label": "Exports"}
