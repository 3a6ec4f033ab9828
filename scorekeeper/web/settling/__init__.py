"""Settling up: what a table plays for, who owes whom after a night or altogether, and what was paid."""

from datetime import date

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Form

from scorekeeper.access import KEEPER, SCORER, WATCHER, current_membership, current_table
from scorekeeper.access.club import with_club
from scorekeeper.core.game.stakes import Transfer
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.csv_rows import settling_csv
from scorekeeper.services.series import zone_of
from scorekeeper.services.settling import CannotSettle, Owed, current_stakes, mark_as_paid, set_stakes, settling_rows
from scorekeeper.storage.settling import NoSuchPayment, undo_payment
from scorekeeper.web.forms import StringField, sentence
from scorekeeper.web.players.seasons import asked_season
from scorekeeper.web.settling.page import PAGES, address_parts, settling_page
from scorekeeper.web.settling.stakes import StakesForm

pages = Blueprint("settling", __name__, url_prefix="/tables/<table>/settling")


class PaymentForm(Form):
    """One of the payments that are open."""

    night = StringField(default="")
    season = StringField(default="")
    currency = StringField(default="")
    payer = StringField(default="")
    payee = StringField(default="")
    amount = StringField(default="")


class UndoForm(Form):
    """The page to return to."""

    night = StringField(default="")
    season = StringField(default="")


@pages.get("", role=WATCHER)
@with_club
def show(table: str) -> str:
    return render_template("settling/show.html", **settling_page(current_table(), None))


@pages.get("/<night>", role=WATCHER, endpoint="night")
@with_club
def show_night(table: str, night: str) -> str:
    day = _day(night)
    if day is None:
        abort(404)
    return render_template("settling/show.html", **settling_page(current_table(), day))


@pages.get("/settling.csv", role=WATCHER)
@with_club
def export(table: str) -> Response:
    return _csv(None)


@pages.get("/<night>/settling.csv", role=WATCHER)
@with_club
def export_night(table: str, night: str) -> Response:
    day = _day(night)
    if day is None:
        abort(404)
    return _csv(day)


@pages.get("/seasons/<int:season>", role=WATCHER, endpoint="season")
@with_club
def show_season(table: str, season: int) -> str:
    return render_template("settling/show.html", **settling_page(current_table(), asked_season(table, season)))


@pages.get("/seasons/<int:season>/settling.csv", role=WATCHER)
@with_club
def export_season(table: str, season: int) -> Response:
    return _csv(asked_season(table, season))


def _csv(of: Owed) -> Response:
    answer = Response(
        "".join(settling_csv(settling_rows(current_table().id, zone_of(current_table().zone), of))), mimetype="text/csv"
    )
    answer.headers["Cache-Control"] = "no-store, private"
    name = "-".join(["settling", *map(str, address_parts(of).values())])
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}.csv")
    return answer


@pages.post("/payments/new", role=SCORER)
@with_club
def pay(table: str) -> AnyResponse:
    form = PaymentForm(request.form)
    of = _of(table, form)
    payer, payee, amount = (whole(str(field.data)) for field in (form.payer, form.payee, form.amount))
    transfer, zone = Transfer(payer, payee, amount), zone_of(current_table().zone)
    try:
        mark_as_paid(table, zone, of, str(form.currency.data), transfer, current_membership().member_id)
    except CannotSettle as error:
        flash(sentence(error), "error")
    return _back(table, of)


@pages.post("/payments/<int:payment>/undo", role=SCORER)
@with_club
def undo(table: str, payment: int) -> AnyResponse:
    try:
        undo_payment(table, payment, current_membership().member_id)
    except NoSuchPayment:
        flash(_("That payment is undone already."), "error")
    return _back(table, _of(table, UndoForm(request.form)))


def _of(table: str, form: PaymentForm | UndoForm) -> Owed:
    """The night or season of a form; 404 for an unknown season."""
    number = whole(str(form.season.data))
    return _day(str(form.night.data)) if number < 0 else asked_season(table, number)


def _back(table: str, of: Owed) -> AnyResponse:
    return redirect(url_for(PAGES[type(of)], table=table, **address_parts(of)), 303)


@pages.get("/stakes", role=KEEPER)
@with_club
def stakes(table: str) -> str:
    return _stakes_page(StakesForm.of(current_stakes(table)))


@pages.post("/stakes", role=KEEPER)
@with_club
def change_stakes(table: str) -> AnyResponse | tuple[str, int]:
    form = StakesForm(request.form)
    if not form.validate():
        return _stakes_page(form), 422
    chosen = form.stakes
    set_stakes(table, chosen)
    flash(
        _("Nothing is played for from now on.") if chosen is None else _("The next game is played for this."), "success"
    )
    return redirect(url_for("settling.show", table=table), 303)


def _stakes_page(form: StakesForm) -> str:
    return render_template("settling/stakes.html", table=current_table(), form=form)


def _day(night: str) -> date | None:
    """The night of this day, such as 2026-11-19; None for anything else."""
    try:
        found = date.fromisoformat(night)
    except ValueError:
        return None
    return found if 1900 < found.year < 9000 else None
