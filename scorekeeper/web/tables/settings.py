"""A table's settings, for its keepers: its name, and the ways out of it (export, delete, leave)."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, current_table
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.tables import rename_table
from scorekeeper.web.tables.routes import TableForm

pages = Blueprint("settings", __name__, url_prefix="/tables/<table>/settings")


@pages.get("", role=KEEPER)
def show(table: str) -> str:
    return _page(TableForm(data={"name": current_table().name}))


@pages.post("/name", role=KEEPER)
def rename(table: str) -> Response | tuple[str, int]:
    form = TableForm(request.form)
    if not form.validate():
        return _page(form), 422
    rename_table(table, str(form.name.data))
    flash(_("This table is now called {name}.", name=str(form.name.data)), "success")
    return redirect(url_for("settings.show", table=table), 303)


def _page(form: TableForm) -> str:
    return render_template("tables/settings.html", table=current_table(), form=form)
