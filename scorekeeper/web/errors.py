"""What the pages say when something is not as asked for: what it is, and how to go on."""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, NotFound, RequestEntityTooLarge

from scorekeeper.access import NotAllowed, Refused, TooMany, WrongHost
from scorekeeper.formats.chain import Unwritable
from scorekeeper.storage import CannotStore, DatabaseAway, DatabaseBusy, DatabaseGone, DiskFull, NoSuchGame, NoSuchTable

Page = tuple[str, int]
Answer = tuple[str, int, dict[str, str]]

CANNOT_STORE = {
    DatabaseAway: (
        "The database does not answer",
        "It may be starting again. Press again in a moment: what you sent is not written twice.",
    ),
    DatabaseGone: (
        "The games are not where they were",
        (
            "The database’s file was moved, deleted or replaced while the server runs. Nothing was written. What you "
            "still see can be exported: do that first. Then whoever runs the server puts the file back and restarts it."
        ),
    ),
    DiskFull: (
        "The server’s disk is full",
        (
            "Nothing was written, and what was saved before is safe. Whoever runs the server makes room on its disk: "
            "then go back and press again."
        ),
    ),
}


def register(app: Flask) -> None:
    """Give every error a page of the same look."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(NoSuchGame, _no_game)
    app.register_error_handler(NoSuchTable, _no_table)
    app.register_error_handler(DatabaseBusy, _busy)
    app.register_error_handler(CannotStore, _cannot_store)
    app.register_error_handler(Unwritable, _unwritable)
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
    elif isinstance(error, WrongHost):
        links = [("Open it there", error.url)]
    page, status = _page(error.status, error.title, error.message, *links)
    return page, status, {"Retry-After": str(error.wait)} if isinstance(error, TooMany) else {}


def _no_game(_error: Exception) -> Page:
    return _page(404, "This game is not here", "The address may be cut off. Open the game from its table.")


def _no_table(_error: Exception) -> Page:
    return _page(404, "This table is not here", "The address may be cut off. Ask the table for its link once more.")


def _busy(error: DatabaseBusy) -> Answer:
    text = "The database is busy with something else. Nothing was written: try again in a moment."
    return *_page(503, "Not saved yet", text, _again()), {"Retry-After": str(error.wait)}


def _cannot_store(error: CannotStore) -> Answer:
    title, text = CANNOT_STORE[type(error)]
    return *_page(error.status, title, text, _again()), {"Retry-After": str(error.wait)} if error.wait else {}


def _unwritable(_error: Exception) -> Page:
    return _page(
        400, "Not saved", "A character in this form cannot be kept. Nothing was written: type it again.", _again()
    )


def _stale_form(_error: Exception) -> Page:
    reason = "The page was opened before its cookie was set, or cookies are off."
    if request.is_secure and not (request.referrer or "").startswith(request.host_url):
        reason = (
            f"This form did not come from a page of https://{request.host}, or the browser hides where it came from. "
            "If you run this server: let its proxy pass the Host header on, or set SCOREKEEPER_URL."
        )
    return _page(400, "Not saved", f"{reason} Nothing was written: open it again.", _again())


def _again() -> tuple[str, str]:
    return ("Back", _came_from() or url_for("home.index"))


def _came_from() -> str | None:
    """The page that asked, if it is one of ours: no link here leads to another site."""
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:
        return None
    return request.referrer if page.scheme in ("http", "https") and page.netloc == request.host else None


def _http(error: HTTPException) -> Page | HTTPException:
    if isinstance(error, NotFound):
        return _page(404, "There is no such page", "The address may be mistyped or cut off.")
    if isinstance(error, RequestEntityTooLarge):
        return _page(413, "That is too large", "A file or form may have at most 4 MB. Nothing was written.", _again())
    if isinstance(error, InternalServerError):
        return _page(500, "This went wrong here", "Nothing was half written. Go back and try again.")
    if error.code is None or error.code < 400:
        return error
    return _page(error.code, error.name, error.description or "Go back and try again.")
