"""Rulings: renege, agreed points, misdeal, a side that gives up, somebody else at a seat. All can be undone."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import CLOSE, MISDEAL, SUBSTITUTE, GameState
from scorekeeper.core.pages.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.pages.rulings import forfeit_view, misdeal_view, rulings_view, substitute_view
from scorekeeper.services import GameOnTable
from scorekeeper.storage import players_of
from scorekeeper.web.games.forms import EntryForm, ForfeitForm, MisdealForm, SubstituteForm
from scorekeeper.web.games.place import place_of, render_game_page
from scorekeeper.web.recording import NotSaved, attempt, record_or_flash, record_posted

pages = Blueprint("rulings", __name__, url_prefix="/games/<game>/rulings")

Page = Response | str | tuple[str, int]


@pages.get("", role=SCORER)
def index(game: str) -> str:
    on_table = current_game()
    place = place_of(on_table)
    return render_game_page("games/rulings/index.html", place, rulings_view(on_table.state, place))


@pages.get("/renege", role=SCORER)
def renege(game: str) -> Page:
    return _of_hand(game, renege_view)


@pages.get("/points", role=SCORER)
def points(game: str) -> Page:
    return _of_hand(game, points_view)


@pages.get("/misdeal", role=SCORER)
def misdeal(game: str) -> Page:
    return _while_playing(game, misdeal_view)


@pages.post("/misdeal", role=SCORER)
def create_misdeal(game: str) -> Page:
    state = current_game().state
    form = MisdealForm(request.form)
    given = _given(form, "reason", "called_by")
    body: dict[str, object] = {"hand": state.board.next_number} | _filled(given)
    dealer = state.head.player_at(state.board.dealer)
    return _write(game, MISDEAL, body, form, f"Misdeal: {dealer} deals hand {state.board.next_number} again.")


@pages.get("/forfeit", role=SCORER)
def forfeit(game: str) -> Page:
    return _while_playing(game, forfeit_view)


@pages.post("/forfeit", role=SCORER)
def create_forfeit(game: str) -> Page:
    on_table = current_game()
    form = ForfeitForm(request.form)
    given = _given(form, "reason", "forfeit")
    if not given["forfeit"].isdecimal():
        place = place_of(on_table)
        view = forfeit_view(on_table.state, place, given["reason"], ["Say who gives up."])
        return render_game_page("games/rulings/entry.html", place, view), 422
    return _write(game, CLOSE, _filled(given), form, None)


@pages.get("/substitute", role=SCORER)
def substitute(game: str) -> Page:
    return _substitute_page(current_game(), {}, {})


@pages.post("/substitute", role=SCORER)
def create_substitute(game: str) -> Page:
    on_table = current_game()
    form = SubstituteForm(request.form)
    given = _given(form, "seat", "player", "hand")
    errors: dict[str, list[str]] = {}
    if not given["seat"].isdecimal():
        errors["seat"] = ["Say who gets up."]
    if not given["player"]:
        errors["player"] = ["Who sits down? Give a name."]
    if not errors:
        saved = attempt(lambda: record_posted(game, SUBSTITUTE, _filled(given), form))
        if isinstance(saved, NotSaved):
            if saved.other_was_quicker:
                flash(saved.text, "error")
                return redirect(url_for("rulings.substitute", game=game), 303)
            errors["player"] = [saved.text]
    if errors:
        return _substitute_page(on_table, given, errors), 422
    flash(f"{given['player']} sits down.", "success")
    return redirect(url_for("games.show", game=game), 303)


def _substitute_page(on_table: GameOnTable, given: Mapping[str, str], errors: Mapping[str, Sequence[str]]) -> str:
    roster = [player.name for player in players_of(on_table.game.table_id)]
    place = place_of(on_table)
    view = substitute_view(on_table.state, place, roster, given, errors)
    return render_game_page("games/rulings/entry.html", place, view)


def _of_hand(game: str, view: Callable[[GameState, Place, Mapping[str, str]], View]) -> Page:
    """A ruling on a recorded hand; there must be one."""
    on_table = current_game()
    if not on_table.state.board.hands:
        flash("No hand is recorded yet: there is nothing to rule on.", "info")
        return redirect(url_for("games.show", game=game), 303)
    place = place_of(on_table)
    return render_game_page("games/rulings/hand.html", place, view(on_table.state, place, request.args.to_dict()))


def _while_playing(game: str, view: Callable[[GameState, Place], View]) -> Page:
    """A ruling on the game as it goes on."""
    on_table = current_game()
    if on_table.state.board.outcome is not None:
        flash("The game is over.", "info")
        return redirect(url_for("games.show", game=game), 303)
    place = place_of(on_table)
    return render_game_page("games/rulings/entry.html", place, view(on_table.state, place))


def _given(form: EntryForm, *names: str) -> dict[str, str]:
    return {name: form[name].data or "" for name in names}


def _filled(given: Mapping[str, str]) -> dict[str, object]:
    """What was said, whole numbers as such; an empty field says nothing."""
    numbers = ("hand", "seat", "forfeit", "called_by")
    return {
        name: int(text[:6]) if name in numbers and text.isdecimal() else text for name, text in given.items() if text
    }


def _write(game: str, kind: str, body: Mapping[str, object], form: EntryForm, done: str | None) -> Response:
    if record_or_flash(game, kind, body, form) and done:
        flash(done, "success")
    return redirect(url_for("games.show", game=game), 303)
