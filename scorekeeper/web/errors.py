"""What the pages say when something is not as asked for: what it is, and how to go on."""

from typing import Any

from flask import Flask, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, NotFound, RequestEntityTooLarge

from scorekeeper.access import NotAllowed, Refused, TooMany
from scorekeeper.storage import DatabaseBusy, NoSuchGame, NoSuchTable

Page = tuple[str, int]
Answer = tuple[str, int, dict[str, str]]


def register(app: Flask) -> None:
    """Give every error a page of the same look."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(NoSuchGame, _no_game)
    app.register_error_handler(NoSuchTable, _no_table)
    app.register_error_handler(DatabaseBusy, _busy)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)


def _page(status: int, title: str, text: str, *links: tuple[str, str]) -> Page:
    shown: list[dict[str, Any]] = [{"label": label, "url": url} for label, url in links]
    return render_template("error.html", title=title, text=text, links=shown), status


def _refused(error: Refused) -> Answer:
    """Who may not, and how to get in; a member whose role is not enough goes back."""
    links = [("Join with a code", url_for("join.show")), ("Home", url_for("home.index"))]
    if isinstance(error, NotAllowed):
        links = [_again()]
    elif error.status >= TooMany.status:  # it is not about who asks
        links = [("Home", url_for("home.index"))]
    page, status = _page(error.status, error.title, error.message, *links)
    return page, status, {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else {}


def _no_game(_error: Exception) -> Page:
    return _page(404, "This game is not here", "The address may be cut off. Open the game from its table.")


def _no_table(_error: Exception) -> Page:
    return _page(404, "This table is not here", "The address may be cut off. Ask the table for its link once more.")


def _busy(error: DatabaseBusy) -> Answer:
    text = "The database is busy with something else. Nothing was written: try again in a moment."
    return *_page(503, "Not saved yet", text, _again()), {"Retry-After": str(error.wait)}


def _stale_form(_error: Exception) -> Page:
    text = "The page was opened before its cookie was set, or cookies are off. Nothing was written: open it again."
    return _page(400, "Not saved", text, _again())


def _again() -> tuple[str, str]:
    return ("Back", request.referrer or url_for("home.index"))


def _http(error: HTTPException) -> Page | HTTPException:
    if isinstance(error, NotFound):
        return _page(404, "There is no such page", "The address may be mistyped or cut off.")
    if isinstance(error, RequestEntityTooLarge):
        return _page(413, "That is too large", "A form of this app has at most 4 MB. Nothing was written.")
    if isinstance(error, InternalServerError):
        return _page(500, "This went wrong here", "Nothing was half written. Go back and try again.")
    if error.code is None or error.code < 400:
        return error
    return _page(error.code, error.name, error.description or "Go back and try again.")
