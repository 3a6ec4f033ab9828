"""A table's settings, for its keepers: its name, archiving it, and the ways to export, delete or leave it."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form

from scorekeeper.access import KEEPER, current_table
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.tables import archive_table, rename_table
from scorekeeper.web.tables.routes import TableForm


class ArchiveForm(Form):
    """Archiving a table, or bringing it back."""

    archived = BooleanField()


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


@pages.post("/archived", role=KEEPER)
def archive(table: str) -> Response:
    archived, name = bool(ArchiveForm(request.form).archived.data), current_table().name
    archive_table(table, archived)
    if archived:
        flash(_("{table} is archived. It’s at the bottom of the home page.", table=name), "success")
        return redirect(url_for("home.index"), 303)
    flash(_("{table} is back.", table=name), "success")
    return redirect(url_for("tables.show", table=table), 303)


def _page(form: TableForm) -> str:
    return render_template("tables/settings.html", table=current_table(), form=form)
