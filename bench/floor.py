"""The floor to compare with: a minimal Flask app that stores one row as durably and answers with a small page.

Its followers fetch a page of 30 rows, written as in Flask-SQLAlchemy's documentation, or get a 304.
"""

import os
import sqlite3
import threading

from flask import Flask, make_response, redirect, render_template_string, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug.wrappers import Response

PAGE = "<!doctype html><title>{{ row[0] }}</title><h1>Row {{ row[0] }}</h1><p>{{ row[1] }}</p>"
ROWS = """<!doctype html><title>Rows</title><table>
{% for row in rows %}<tr><th>{{ row.id }}<td>{{ row.payload }}{% endfor %}</table>"""


class Base(DeclarativeBase):
    """The base class of the model."""


class Entry(Base):
    """One row."""

    __tablename__ = "entry"

    id: Mapped[int] = mapped_column(primary_key=True)
    payload: Mapped[str]


app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.environ['FLOOR_DATABASE']}"
db = SQLAlchemy(app, model_class=Base)
with app.app_context():
    db.create_all()
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
    """A page with the last 30 rows, or with as many as asked for."""
    rows = int(request.args.get("rows", "30"))
    return rows_template.render(rows=db.session.scalars(select(Entry).order_by(Entry.id.desc()).limit(rows)))


@app.get("/version")
def version() -> Response:
    """An empty page with an ETag: 304 to a browser that has it."""
    response = make_response("")
    response.set_etag("1")
    return response.make_conditional(request)


def _inserted() -> int:
    cursor = database().execute("INSERT INTO entry (payload) VALUES (?)", (request.form["record"],))
    return int(cursor.lastrowid or 0)
