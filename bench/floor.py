"""The floor to compare with: a minimal Flask app that stores one row as durably and answers with a small page.

Also what other phones would fetch from it: a page of 30 rows, the rows after one as JSON, and a 304.
"""

import os
import sqlite3
import threading

from flask import Flask, jsonify, make_response, redirect, render_template_string, request
from werkzeug.wrappers import Response

PAGE = "<!doctype html><title>{{ row[0] }}</title><h1>Row {{ row[0] }}</h1><p>{{ row[1] }}</p>"
ROWS = """<!doctype html><title>Rows</title><table>
{% for id, payload in rows %}<tr><th>{{ id }}<td>{{ payload }}{% endfor %}</table>"""

app = Flask(__name__)
rows_template = app.jinja_env.from_string(ROWS)
_of_this_thread = threading.local()


def database() -> sqlite3.Connection:
    """This thread's connection, as durable as Scorekeeper's: each commit is on disk before the response."""
    if not hasattr(_of_this_thread, "connection"):
        connection = sqlite3.connect(os.environ["FLOOR_DATABASE"], isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, payload TEXT)")
        _of_this_thread.connection = connection
    found: sqlite3.Connection = _of_this_thread.connection
    return found


@app.post("/insert")
def insert() -> str:
    """Insert one row; returns the small page."""
    return render_template_string(PAGE, row=(_inserted(), request.form["record"]))


@app.post("/insert-and-go")
def insert_and_go() -> Response:
    """Insert one row; redirects to the small page."""
    return redirect(f"/rows/{_inserted()}", 303)


@app.get("/rows/<int:row>")
def show(row: int) -> str:
    """The small page of one row."""
    found = database().execute("SELECT id, payload FROM entry WHERE id = ?", (row,)).fetchone()
    return render_template_string(PAGE, row=found)


@app.get("/rows")
def show_rows() -> str:
    """A page with the last 30 rows."""
    found = database().execute("SELECT id, payload FROM entry ORDER BY id DESC LIMIT 30").fetchall()
    return rows_template.render(rows=found)


@app.get("/news")
def news() -> Response:
    """The rows after number `after`, as JSON."""
    after = request.args.get("after", 0, type=int)
    found = database().execute("SELECT id, payload FROM entry WHERE id > ? ORDER BY id", (after,)).fetchall()
    return jsonify(found)


@app.get("/version")
def version() -> Response:
    """An empty page with an ETag: 304 to a browser that has it."""
    response = make_response("")
    response.set_etag("1")
    return response.make_conditional(request)


def _inserted() -> int:
    cursor = database().execute("INSERT INTO entry (payload) VALUES (?)", (request.form["record"],))
    return int(cursor.lastrowid or 0)
