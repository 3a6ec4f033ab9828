"""Error pages: what went wrong, and what to do."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, jsonify, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, NotFound, RequestEntityTooLarge

from scorekeeper.access import NotAllowed, NotAMember, Refused, TooMany, WrongHost
from scorekeeper.access.gate import STRANGER
from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.formats.chain import Unwritable
from scorekeeper.storage.errors import (
    CannotStore,
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DatabaseReadOnly,
    DiskFull,
    NoSuchGame,
    NoSuchRow,
    NoSuchTable,
    error_of_disk,
)

Page = tuple[str | Response, int]
Answer = tuple[str | Response, int, dict[str, str]]

CANNOT_STORE = {
    DatabaseAway: (
        translatable("The database doesn’t answer"),
        translatable("It may be restarting. Try again in a moment. Nothing is saved twice."),
    ),
    DatabaseGone: (
        translatable("The games can’t be found"),
        translatable(
            "The database’s file was moved, deleted or replaced. Nothing was saved. Export what you still see first. "
            "Then whoever runs the server puts the file back and restarts it."
        ),
    ),
    DatabaseReadOnly: (
        translatable("The games can only be read now"),
        translatable(
            "The server’s disk, its folder or its rights are in the way. Nothing was saved; earlier games are safe. "
            "Whoever runs the server finds the reason with scorekeeper doctor."
        ),
    ),
    DiskFull: (
        translatable("The server’s disk is full"),
        translatable(
            "Nothing was saved; earlier games are safe. Whoever runs the server has to make room. Then try again."
        ),
    ),
}


def register(app: Flask) -> None:
    """Show all errors on the same kind of page."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(NoSuchGame, _no_game)
    app.register_error_handler(NoSuchTable, _no_table)
    app.register_error_handler(NoSuchRow, _no_row)
    app.register_error_handler(DatabaseBusy, _busy)
    app.register_error_handler(CannotStore, _cannot_store)
    app.register_error_handler(OSError, _of_disk)
    app.register_error_handler(Unwritable, _unwritable)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)


def _page(status: int, code: str, title: str, text: str, *links: tuple[str, str]) -> Page:
    """The error's page; for a script that asked for JSON, its code and sentence."""
    if request.accept_mimetypes.best == "application/json":
        return jsonify({"protocol": PROTOCOL, "error": {"code": code, "message": text}}), status
    shown: list[dict[str, Any]] = [{"label": label, "url": url} for label, url in links]
    return render_template("error.html", title=title, text=text, links=shown), status


def _no_row(_error: NoSuchRow) -> Answer:
    return refused(NotAMember(_(STRANGER)))


def refused(error: Refused) -> Answer:
    """A refusal, with links that may help: how to get access or, for a member, back to the last page."""
    links = [(_("Join with a code"), url_for("join.show")), (_("Home"), url_for("home.index"))]
    if isinstance(error, NotAllowed):
        links = [_again()]
    elif error.status >= TooMany.status:  # not a matter of access
        links = [(_("Home"), url_for("home.index"))]
    elif isinstance(error, WrongHost):
        links = [(_("Open it there"), error.url)]
    page, status = _page(error.status, error.code, error.title, error.message, *links)
    return page, status, {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else {}


def _no_game(_error: Exception) -> Page:
    return _page(404, "not-found", _("Game not found"), _("The address may be cut off. Open the game from its table."))


def _no_table(_error: Exception) -> Page:
    return _page(
        404, "not-found", _("Table not found"), _("The address may be cut off. Ask the table for its link again.")
    )


def _busy(error: DatabaseBusy) -> Answer:
    text = _("The database is busy. Nothing was saved. Try again in a moment.")
    return *_page(503, "busy", _("Not saved yet"), text, _again()), {"Retry-After": str(error.wait)}


def _cannot_store(error: CannotStore) -> Answer:
    title, text = CANNOT_STORE[type(error)]
    return *_page(error.status, "cannot-store", _(title), _(text), _again()), {
        "Retry-After": str(error.wait)
    } if error.wait else {}


def _of_disk(error: OSError) -> Answer:
    """A file beside the database could not be written. Any other error of the system is a fault of ours."""
    found = error_of_disk(error, Path(current_app.instance_path))
    if found is None:
        raise error
    return _cannot_store(found)


def _unwritable(_error: Exception) -> Page:
    return _page(
        400,
        "unwritable",
        _("Not saved"),
        _("A character in this form can’t be stored. Leave it out and save again."),
        _again(),
    )


def _stale_form(_error: Exception) -> Page:
    reason = _("This page is too old, or cookies are off. Open it again.")
    if request.is_secure and not (request.referrer or "").startswith(request.host_url):
        reason = _(
            "This form did not come from a page of https://{host}, or the browser hides where it came from. Open it "
            "again. If you run this server: let its proxy pass the Host header on, or set SCOREKEEPER_URL.",
            host=request.host,
        )
    return _page(400, "csrf", _("Not saved"), reason, _again())


def _again() -> tuple[str, str]:
    return (_("Back"), _came_from() or url_for("home.index"))


def _came_from() -> str | None:
    """The page that the request came from, if it is ours; a link must not lead to another site."""
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:
        return None
    is_ours = page.netloc == request.host and page.path.startswith(f"{request.script_root}/")
    return request.referrer if page.scheme in ("http", "https") and is_ours else None


def _http(error: HTTPException) -> Page | HTTPException:
    if isinstance(error, NotFound):
        return _page(404, "not-found", _("Page not found"), _("The address may be mistyped or cut off."))
    if isinstance(error, RequestEntityTooLarge):
        return _page(
            413, "too-large", _("Too large"), _("A file or form may have at most 4 MB. Nothing was saved."), _again()
        )
    if isinstance(error, InternalServerError):
        return _page(500, "went-wrong", _("Something went wrong"), _("Nothing was half saved. Go back and try again."))
    if error.code is None or error.code < 400:
        return error
    own = error.description if error.description != type(error).description else None
    return _page(
        error.code,
        "refused",
        _("That didn’t work"),
        own or _("The server can’t read this request. Go back and try again."),
    )
