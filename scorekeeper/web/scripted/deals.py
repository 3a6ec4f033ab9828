"""Edits the deals of a scripted game: their order, names, rules and bidding limits."""

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_table
from scorekeeper.core.words.bidding import limit_words
from scorekeeper.web.scripted.at_table import KNOWN_HANDS, AtTable, known_hand, room_for_limits, scripted_game_at
from scorekeeper.web.scripted.forms import (
    DealForm,
    Json,
    KnownForm,
    LimitForm,
    MoveForm,
    VersionForm,
    bids_help,
    change_and_go,
    changed,
    chosen_places,
    limit_form,
    limit_forms,
)

AT = "/tables/<table>/scripted-games/<scripted>/deals"
pages = Blueprint("scripted_deals", __name__, url_prefix=AT)
limit_pages = Blueprint("scripted_limits", __name__, url_prefix=f"{AT}/<int:deal>/limits")

Page = str | tuple[str, int]


@pages.get("/new", role=SCORER)
def new(table: str, scripted: str) -> str:
    return _form(_own(table, scripted), 0, DealForm(), None)


@pages.post("", role=SCORER)
def create(table: str, scripted: str) -> Response | Page:
    return _write(_own(table, scripted), 0)


@pages.get("/<int:deal>", role=SCORER)
def edit(table: str, scripted: str, deal: int) -> str:
    found = _own(table, scripted, deal)
    own = found.game.script[deal - 1]
    form = DealForm(data={"name": own.name, "rule": own.text, "double_nil": ",".join(map(str, own.double_nil))})
    return _form(found, deal, form, None)


@pages.post("/<int:deal>", role=SCORER)
def update(table: str, scripted: str, deal: int) -> Response | Page:
    return _write(_own(table, scripted, deal), deal)


@pages.post("/<int:deal>/move", role=SCORER)
def move(table: str, scripted: str, deal: int) -> Response:
    """Move a deal one place up or down, or to a place."""
    found = _own(table, scripted, deal)
    form = MoveForm(request.form)
    place = max(1, min(form.place(deal), len(found.game.script)))

    def change(parts: Json) -> None:
        parts["deals"].insert(place - 1, parts["deals"].pop(deal - 1))

    return change_and_go(found, form, change, found.url("scripted_games.show", _anchor=f"deal-{place}"))


@pages.post("/known", role=SCORER)
def add_known(table: str, scripted: str) -> Response:
    """Add a copy of a known hand to the list."""
    found, form = _own(table, scripted), KnownForm(request.form)
    number, last = form.known.data or 0, len(found.game.script) + 1
    if not form.validate() or not 1 <= number <= len(KNOWN_HANDS):
        abort(404)
    place = max(1, min(form.at.data or last, last))
    address = found.url("scripted_games.show", _anchor=f"deal-{place}" if form.at.data else f"known-{number}")
    return change_and_go(found, form, lambda parts: parts["deals"].insert(place - 1, known_hand(number)), address)


@pages.post("/<int:deal>/remove", role=SCORER)
def remove(table: str, scripted: str, deal: int) -> Response:
    found = _own(table, scripted, deal)
    form, address = VersionForm(request.form), found.url("scripted_games.show")
    return change_and_go(found, form, lambda parts: parts["deals"].pop(deal - 1), address)


@limit_pages.get("/new", role=SCORER)
def new_limit(table: str, scripted: str, deal: int) -> str:
    return _limit_page(_own(table, scripted, deal), deal, limit_form(request.args), None)


@limit_pages.post("", role=SCORER)
def create_limit(table: str, scripted: str, deal: int) -> Response | Page:
    found = _own(table, scripted, deal)
    form = limit_form(request.form)
    if not form.validate():
        return _limit_page(found, deal, form, None), 422
    limit = form.limit()
    wrong = changed(found, form, lambda parts: parts["deals"][deal - 1].setdefault("limits", []).append(limit))
    if wrong is not None:
        return _limit_page(found, deal, form, wrong), 422
    return redirect(found.url("scripted_deals.edit", deal=deal), 303)


@limit_pages.post("/<int:limit>/remove", role=SCORER)
def remove_limit(table: str, scripted: str, deal: int, limit: int) -> Response:
    found = _own(table, scripted, deal)
    if not 1 <= limit <= len(found.game.script[deal - 1].limits):
        abort(404)
    address = found.url("scripted_deals.edit", deal=deal)
    form = VersionForm(request.form)
    return change_and_go(found, form, lambda parts: parts["deals"][deal - 1]["limits"].pop(limit - 1), address)


def _own(table: str, scripted: str, deal: int | None = None) -> AtTable:
    """One of the table's own scripted games; 404 if there is none, or it has no such deal."""
    found = scripted_game_at(table, scripted)
    if found.version is None or (deal is not None and not 1 <= deal <= len(found.game.script)):
        abort(404)
    return found


def _write(scripted: AtTable, deal: int) -> Response | Page:
    """Save a deal's name and rule; deal 0 is a new one."""
    form = DealForm(request.form)
    if not form.validate():
        return _form(scripted, deal, form, None), 422

    def change(parts: Json) -> None:
        values = {"name": form.name.data, "rule": form.rule.data, "double_nil": chosen_places(form.double_nil.data)}
        if deal:
            parts["deals"][deal - 1].update(values)
        else:
            parts["deals"].append(values)

    wrong = changed(scripted, form, change)
    if wrong is not None:
        return _form(scripted, deal, form, wrong), 422
    if deal:
        return redirect(scripted.url("scripted_games.show"), 303)
    return redirect(scripted.url("scripted_deals.edit", deal=len(scripted.game.script) + 1), 303)


def _form(scripted: AtTable, deal: int, form: DealForm, wrong: str | None) -> str:
    own = scripted.game.script[deal - 1] if deal else None
    return render_template(
        "scripted/deal.html",
        table=current_table(),
        scripted=scripted.view(),
        number=deal or len(scripted.game.script) + 1,
        action=scripted.url("scripted_deals.update", deal=deal) if deal else scripted.url("scripted_deals.create"),
        form=form,
        limits=[
            {"text": limit_words(limit), "remove": scripted.url("scripted_limits.remove_limit", deal=deal, limit=place)}
            for place, limit in enumerate(own.limits if own else (), start=1)
        ],
        bids_help=bids_help(),
        sentences=limit_forms() if own and room_for_limits(own) else [],
        add_limit=scripted.url("scripted_limits.create_limit", deal=deal) if deal else None,
        move=scripted.url("scripted_deals.move", deal=deal) if deal else None,
        remove=scripted.url("scripted_deals.remove", deal=deal) if deal else None,
        last=deal == len(scripted.game.script),
        wrong=wrong,
    )


def _limit_page(scripted: AtTable, deal: int, form: LimitForm, wrong: str | None) -> str:
    return render_template(
        "scripted/limit.html",
        table=current_table(),
        scripted=scripted.view(),
        deal=scripted.game.script[deal - 1],
        form=form,
        action=scripted.url("scripted_limits.create_limit", deal=deal),
        back=scripted.url("scripted_deals.edit", deal=deal),
        wrong=wrong,
    )
