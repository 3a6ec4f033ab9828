"""The deals of a night: one by one, in their order, each with a name, its rule in words, and limits."""

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_table
from scorekeeper.core.rules.bidding_checks import KINDS
from scorekeeper.core.words.bidding import check_words, kind_words
from scorekeeper.web.scripted.forms import DealForm, Json, change_and_go, changed
from scorekeeper.web.scripted.views import AtTable, kind_links, limit_fields, night_at, places_field, room_for_limits

AT = "/tables/<table>/nights/<night>/deals"
pages = Blueprint("night_deals", __name__, url_prefix=AT)
limit_pages = Blueprint("night_limits", __name__, url_prefix=f"{AT}/<int:deal>/limits")

Page = str | tuple[str, int]


@pages.get("/new", role=SCORER)
def new(table: str, night: str) -> str:
    return _form(_own(table, night), 0, DealForm(), [], None)


@pages.post("", role=SCORER)
def create(table: str, night: str) -> Response | Page:
    return _write(_own(table, night), 0)


@pages.get("/<int:deal>", role=SCORER)
def edit(table: str, night: str, deal: int) -> str:
    found = _own(table, night, deal)
    own = found.night.script[deal - 1]
    return _form(found, deal, DealForm(data={"name": own.name, "rule": own.text}), list(own.double_nil), None)


@pages.post("/<int:deal>", role=SCORER)
def update(table: str, night: str, deal: int) -> Response | Page:
    return _write(_own(table, night, deal), deal)


@pages.post("/<int:deal>/move", role=SCORER)
def move(table: str, night: str, deal: int) -> Response:
    """One place up, or down."""
    found = _own(table, night, deal)
    other = deal - 1 if request.form.get("to") == "up" else deal + 1

    def change(parts: Json) -> None:
        deals = parts["deals"]
        if 1 <= other <= len(deals):
            deals[deal - 1], deals[other - 1] = deals[other - 1], deals[deal - 1]

    return change_and_go(found, change, found.url("nights.show"))


@pages.post("/<int:deal>/remove", role=SCORER)
def remove(table: str, night: str, deal: int) -> Response:
    found = _own(table, night, deal)
    return change_and_go(found, lambda parts: parts["deals"].pop(deal - 1), found.url("nights.show"))


@limit_pages.get("/new", role=SCORER)
def new_limit(table: str, night: str, deal: int) -> str:
    return _limit_form(_own(table, night, deal), deal, None)


@limit_pages.post("", role=SCORER)
def create_limit(table: str, night: str, deal: int) -> Response | Page:
    found = _own(table, night, deal)
    limit = _limit()
    wrong = changed(found, lambda parts: parts["deals"][deal - 1].setdefault("limits", []).append(limit))
    if wrong is not None:
        return _limit_form(found, deal, wrong), 422
    return redirect(found.url("night_deals.edit", deal=deal), 303)


@limit_pages.post("/<int:limit>/remove", role=SCORER)
def remove_limit(table: str, night: str, deal: int, limit: int) -> Response:
    found = _own(table, night, deal)
    if not 1 <= limit <= len(found.night.script[deal - 1].checks):
        abort(404)
    address = found.url("night_deals.edit", deal=deal)
    return change_and_go(found, lambda parts: parts["deals"][deal - 1]["limits"].pop(limit - 1), address)


def _own(table: str, night: str, deal: int | None = None) -> AtTable:
    """A night of the table's own that has this deal, or a page that is not there."""
    found = night_at(table, night)
    if found.version is None or (deal is not None and not 1 <= deal <= len(found.night.script)):
        abort(404)
    return found


def _places(name: str) -> list[int]:
    return sorted({int(place) for place in request.form.getlist(name) if place.isdecimal() and len(place) == 1})


def _write(night: AtTable, deal: int) -> Response | Page:
    """Write what a deal is called and says; deal 0 is a new one."""
    form, places = DealForm(request.form), _places("double_nil")
    if not form.validate():
        return _form(night, deal, form, places, None), 422

    def change(parts: Json) -> None:
        said = {"name": form.name.data, "rule": form.rule.data, "double_nil": places}
        if deal:
            parts["deals"][deal - 1].update(said)
        else:
            parts["deals"].append(said)

    wrong = changed(night, change)
    if wrong is not None:
        return _form(night, deal, form, places, wrong), 422
    if deal:
        return redirect(night.url("nights.show"), 303)
    return redirect(night.url("night_deals.edit", deal=len(night.night.script) + 1), 303)


def _form(night: AtTable, deal: int, form: DealForm, double_nil: list[int], wrong: str | None) -> str:
    own = night.night.script[deal - 1] if deal else None
    help_text = "Places in the bidding, the 1st being left of the dealer."
    return render_template(
        "scripted/deal.html",
        table=current_table(),
        night=night.view(),
        number=deal or len(night.night.script) + 1,
        action=night.url("night_deals.update", deal=deal) if deal else night.url("night_deals.create"),
        form=form,
        places=places_field("double_nil", "Who may call double nil", double_nil, help_text),
        limits=[
            {"text": check_words(check), "remove": night.url("night_limits.remove_limit", deal=deal, limit=place)}
            for place, check in enumerate(own.checks if own else (), start=1)
        ],
        kinds=kind_links(night, deal) if own and room_for_limits(own) else [],
        move=night.url("night_deals.move", deal=deal) if deal else None,
        remove=night.url("night_deals.remove", deal=deal) if deal else None,
        last=deal == len(night.night.script),
        wrong=wrong,
    )


def _kind(key: str) -> str:
    if key not in KINDS:
        abort(404)
    return key


def _limit() -> Json:
    """The limit from the form, in the public form; what it is not is the reader's to say."""
    kind = KINDS[_kind(request.form.get("kind", ""))]
    given: Json = {"kind": kind.key}
    for part in (*kind.needs, *kind.may):
        text = request.form.get(part, "").strip()
        if part == "by":
            given["by"] = _places("by")
        elif part == "bids":
            given["bids"] = [_bid(bid) for bid in text.split(",") if bid.strip()]
        else:
            given[part] = int(text) if text.isdecimal() and len(text) < 6 else text
    return given


def _bid(text: str) -> int | str:
    said = "-".join(text.lower().split())
    return int(said) if said.isdecimal() and len(said) < 6 else said


def _limit_form(night: AtTable, deal: int, wrong: str | None) -> str:
    kind = KINDS[_kind(request.values.get("kind", ""))]
    return render_template(
        "scripted/limit.html",
        table=current_table(),
        night=night.view(),
        deal=night.night.script[deal - 1],
        kind={"key": kind.key, "name": kind_words(kind.key)},
        fields=limit_fields(kind, request.form, _places("by")),
        action=night.url("night_limits.create_limit", deal=deal),
        back=night.url("night_deals.edit", deal=deal),
        wrong=wrong,
    )
