"""Rulings: renege, agreed points, misdeal, a side that gives up, somebody else at a seat. All can be undone."""

from collections.abc import Callable, Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.core.game import CLOSE, MISDEAL, SUBSTITUTE, Course
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services import GameOnTable, game_on_table, record
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar, find_table, players_of
from scorekeeper.web.forms import posted_id, sentence
from scorekeeper.web.games.views.hand_rulings import points_view, renege_view
from scorekeeper.web.games.views.rulings import forfeit_view, misdeal_view, rulings_view, substitute_view
from scorekeeper.web.numbers import whole_number
from scorekeeper.web.writer import this_writer

pages = Blueprint("rulings", __name__, url_prefix="/games/<game>/rulings")

CLASH = "Another phone wrote something in between: look at the sheet, then try again."
Page = Response | str | tuple[str, int]


@pages.get("")
def index(game: str) -> str:
    on_table = game_on_table(game)
    return _page("games/rulings/index.html", on_table, rulings_view(on_table.course, game))


@pages.get("/renege")
def renege(game: str) -> Page:
    return _of_hand(game, renege_view)


@pages.get("/points")
def points(game: str) -> Page:
    return _of_hand(game, points_view)


@pages.get("/misdeal")
def misdeal(game: str) -> Page:
    return _while_playing(game, misdeal_view)


@pages.post("/misdeal")
def create_misdeal(game: str) -> Page:
    course = game_on_table(game).course
    given = {name: request.form.get(name, "").strip() for name in ("reason", "called_by")}
    body: dict[str, object] = {"hand": course.board.next_number} | _filled(given)
    dealer = course.head.player_at(course.board.dealer)
    return _write(game, MISDEAL, body, f"Misdeal: {dealer} deals hand {course.board.next_number} again.")


@pages.get("/forfeit")
def forfeit(game: str) -> Page:
    return _while_playing(game, forfeit_view)


@pages.post("/forfeit")
def create_forfeit(game: str) -> Page:
    on_table = game_on_table(game)
    given = {name: request.form.get(name, "").strip() for name in ("reason", "forfeit")}
    if not given["forfeit"].isdecimal():
        view = forfeit_view(on_table.course, "", given["reason"], ["Say who gives up."])
        return _page("games/rulings/entry.html", on_table, view), 422
    return _write(game, CLOSE, _filled(given), None)


@pages.get("/substitute")
def substitute(game: str) -> Page:
    on_table = game_on_table(game)
    return _page("games/rulings/entry.html", on_table, substitute_view(on_table.course, _roster(on_table), {}, {}))


@pages.post("/substitute")
def create_substitute(game: str) -> Page:
    on_table = game_on_table(game)
    given = {name: request.form.get(name, "").strip() for name in ("seat", "player", "hand")}
    errors: dict[str, list[str]] = {}
    if not given["seat"].isdecimal():
        errors["seat"] = ["Say who gets up."]
    if not given["player"]:
        errors["player"] = ["Who sits down? Give a name."]
    if not errors:
        try:
            _record(game, SUBSTITUTE, _filled(given))
        except InvalidInput as error:
            errors["player"] = [sentence(error)]
        except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
            flash(CLASH, "error")
            return redirect(url_for("rulings.substitute", game=game), 303)
    if errors:
        view = substitute_view(on_table.course, _roster(on_table), given, errors)
        return _page("games/rulings/entry.html", on_table, view), 422
    flash(f"{given['player']} sits down.", "success")
    return redirect(url_for("games.show", game=game), 303)


def _roster(on_table: GameOnTable) -> list[str]:
    return [player.name for player in players_of(on_table.game.table_id)]


def _of_hand(game: str, view: Callable[[Course, Mapping[str, str]], dict[str, object]]) -> Page:
    """A ruling on a recorded hand; there must be one."""
    on_table = game_on_table(game)
    if not on_table.course.board.hands:
        flash("No hand is recorded yet: there is nothing to rule on.", "info")
        return redirect(url_for("games.show", game=game), 303)
    return _page("games/rulings/hand.html", on_table, view(on_table.course, request.args))


def _while_playing(game: str, view: Callable[[Course], dict[str, object]]) -> Page:
    """A ruling on the game as it goes on."""
    on_table = game_on_table(game)
    if on_table.course.board.outcome is not None:
        flash("The game is over.", "info")
        return redirect(url_for("games.show", game=game), 303)
    return _page("games/rulings/entry.html", on_table, view(on_table.course))


def _filled(given: Mapping[str, str]) -> dict[str, object]:
    """What was said, whole numbers as such; an empty field says nothing."""
    numbers = ("hand", "seat", "forfeit", "called_by")
    return {
        name: int(text[:6]) if name in numbers and text.isdecimal() else text for name, text in given.items() if text
    }


def _record(game: str, kind: str, body: Mapping[str, object]) -> None:
    seq = request.form.get("seq", type=whole_number)
    record(game, kind, body, writer=this_writer(), entry_id=posted_id(request.form), seq=seq)


def _write(game: str, kind: str, body: Mapping[str, object], done: str | None) -> Response:
    try:
        _record(game, kind, body)
    except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
        flash(CLASH, "error")
    except InvalidInput as error:
        flash(sentence(error), "error")
    else:
        if done:
            flash(done, "success")
    return redirect(url_for("games.show", game=game), 303)


def _page(template: str, on_table: GameOnTable, view: dict[str, object]) -> str:
    return render_template(template, game=on_table.game, table=find_table(on_table.game.table_id), **view)
