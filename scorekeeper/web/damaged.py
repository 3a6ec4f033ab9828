"""The page of a damaged game, or of what else is damaged: what is wrong, and what a keeper can do. Others go on."""

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, current_game_row, may
from scorekeeper.chance import new_id
from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import event_line
from scorekeeper.services.damaged import Damaged, DamagedGame
from scorekeeper.services.recording import delete_damaged_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.visits import game_row
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.recording import attempt_or_flash

pages = Blueprint("damaged", __name__)


@pages.app_errorhandler(DamagedGame)
def show_game(damage: DamagedGame) -> tuple[str | Response, int]:
    """Instead of every page of the game."""
    row = game_row(damage.id)
    return damaged_page(
        damage,
        table=row.table_id,
        name=_("Game {number}", number=row.number),
        title=_("This game is damaged"),
        text=_("Other games are not affected."),
        undo=url_for("undo.create", game=row.id),
        seq=row.last_seq,
        export=url_for("damaged.record", game=row.id),
        export_label=_("Export its log"),
        delete=url_for("damaged.delete_game", game=row.id),
        deletes=_("The game goes for ever, and with it what it counted."),
    )


def damaged_page(damage: Damaged, *, title: str, **values: object) -> tuple[str | Response, int]:
    """The page of what is damaged; for a script that asked for JSON, its sentence. `values` are those of
    `damaged.html`.
    """
    why = sentence(damage)
    if request.accept_mimetypes.best == "application/json":
        error = {"code": "damaged", "message": f"{title}: {why}"}
        return jsonify({"protocol": PROTOCOL, "error": error}), 409
    view: View = {"title": title, "why": why, "entry": damage.seq, "entry_id": new_id(), "may_mend": may("keeper")}
    return render_template("damaged.html", **view, **values), 409


@pages.get("/games/<game>/log.json", role=KEEPER)
def record(game: str) -> Response:
    """The log of a game as it is stored, also where it cannot be read."""
    lines = ",\n".join(event_line(event) for event in events_of(game))
    answer = Response(f"[\n{lines}\n]\n", mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store, private"
    answer.headers.set("Content-Disposition", "attachment", filename=f"game-{current_game_row().number}-log.json")
    return answer


@pages.post("/games/<game>/delete-damaged", role=KEEPER)
def delete_game(game: str) -> Response:
    """Delete a damaged game."""
    table = current_game_row().table_id
    if attempt_or_flash(lambda: delete_damaged_game(game)) is not None:
        flash(_("The game is deleted."), "success")
    return redirect(url_for("tables.show", table=table), 303)
