"""Settling up: what a table plays for, who owes whom after a night or altogether, and what was paid."""

from datetime import date

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access import KEEPER, SCORER, WATCHER, current_membership, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.sheet import read_hand
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.days import day_of
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.domain.stakes import Transfer
from scorekeeper.rooms.club.exports import settling_csv
from scorekeeper.rooms.club.pages.players.seasons import asked_season
from scorekeeper.rooms.club.pages.settling.effect import effect_page
from scorekeeper.rooms.club.pages.settling.money import TwoReadings, read_amount
from scorekeeper.rooms.club.pages.settling.page import (
    PAGES,
    AnotherPayment,
    address_parts,
    is_settled_in,
    paid_words,
    remember_paid,
    settling_page,
)
from scorekeeper.rooms.club.pages.settling.stakes import StakesForm
from scorekeeper.rooms.club.services.settling import (
    CannotSettle,
    Marked,
    Owed,
    current_stakes,
    is_currency,
    mark_as_paid,
    set_stakes,
    settling_rows,
)
from scorekeeper.rooms.club.storage.settling import NoSuchPayment, undo_payment
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.series import zone_of
from scorekeeper.storage.games import game_numbered
from scorekeeper.web.forms import sentence
from scorekeeper.web.posted import PostedFields

pages = Blueprint("settling", __name__, url_prefix="/tables/<table>/settling")


@pages.get("", role=WATCHER)
@with_club
def show(table: str) -> str:
    return render_template("rooms/club/settling/show.html", **settling_page(current_table(), None))


@pages.get("/<day:night>", role=WATCHER, endpoint="night")
@with_club
def show_night(table: str, night: date) -> str:
    return render_template("rooms/club/settling/show.html", **settling_page(current_table(), night))


@pages.get("/settling.csv", role=WATCHER)
@with_club
def export(table: str) -> Response:
    return _csv(None)


@pages.get("/<day:night>/settling.csv", role=WATCHER)
@with_club
def export_night(table: str, night: date) -> Response:
    return _csv(night)


@pages.get("/seasons/<int:season>", role=WATCHER, endpoint="season")
@with_club
def show_season(table: str, season: int) -> str:
    return render_template(
        "rooms/club/settling/show.html", **settling_page(current_table(), asked_season(table, season))
    )


@pages.get("/seasons/<int:season>/settling.csv", role=WATCHER)
@with_club
def export_season(table: str, season: int) -> Response:
    return _csv(asked_season(table, season))


@pages.get("/games/<int:number>", role=SCORER)
@with_club
def effect(table: str, number: int) -> str:
    game = game_numbered(table, number)
    if game is None:
        abort(404)
    state, hand = load_game(game.id).state, whole(request.args.get("hand"))
    if not 1 <= hand <= len(state.board.hands):
        abort(404)
    try:
        record = read_hand(parse_json(request.args.get("record", "")), hand, state.setup)
    except InvalidInput:
        abort(404)
    return render_template("rooms/club/settling/effect.html", **effect_page(current_table(), game, state, hand, record))


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
def pay(table: str) -> AnyResponse | tuple[str, int]:
    """One of the payments that are open, or another one, whose amount is `typed`; `seen` is the latest in the log."""
    fields, of = PostedFields(), _of(table)
    currency, is_typed = fields.get("currency", ""), "amount" not in fields
    payer, payee, amount, seen = (whole(fields.get(name)) for name in ("payer", "payee", "amount", "seen"))
    try:
        amount = _typed_amount(fields.get("typed", ""), currency) if is_typed else amount
        zone, by = zone_of(current_table().zone), current_membership().member_id
        marked = Marked(by, None if seen < 0 else seen, credit=is_typed)
        payment = mark_as_paid(table, zone, of, currency, Transfer(payer, payee, amount), marked)
    except CannotSettle as error:
        another = AnotherPayment(currency, fields, sentence(error))
        if is_typed and is_settled_in(current_table(), of, currency):
            return render_template("rooms/club/settling/show.html", **settling_page(current_table(), of, another)), 422
        flash(sentence(error), "error")
    else:
        remember_paid(table, payment)
        flash(paid_words(current_table(), of, payment), "success")
    return _back(table, of)


def _typed_amount(text: str, currency: str) -> int:
    """The amount that was typed. Raises `CannotSettle`."""
    if not is_currency(currency):
        raise CannotSettle(_("Nobody knows the currency {code}", code=currency))
    try:
        amount = read_amount(text, currency)
    except TwoReadings as error:
        raise CannotSettle(str(error)) from None
    if amount is None or amount <= 0:
        raise CannotSettle(_("Type the amount that was paid"))
    return amount


@pages.post("/payments/<int:payment>/undo", role=SCORER)
@with_club
def undo(table: str, payment: int) -> AnyResponse:
    try:
        undo_payment(table, payment, current_membership().member_id)
    except NoSuchPayment:
        flash(_("That payment is undone already."), "error")
    else:
        flash(_("Undone: what was paid is open again."), "success")
    return _back(table, _of(table))


def _of(table: str) -> Owed:
    """The night or season that is posted; 404 for an unknown season."""
    fields = PostedFields()
    number = whole(fields.get("season"))
    return day_of(fields.get("night", "")) if number < 0 else asked_season(table, number)


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
    return render_template("rooms/club/settling/stakes.html", table=current_table(), form=form)
