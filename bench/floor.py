"""The floor to compare with: a minimal Flask app that stores one row as durably and answers with a small page."""

import os
import sqlite3
import threading

from flask import Flask, redirect, render_template_string, request
from werkzeug.wrappers import Response

PAGE = "<!doctype html><title>{{ row[0] }}</title><h1>Row {{ row[0] }}</h1><p>{{ row[1] }}</p>"

app = Flask(__name__)
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


def _inserted() -> int:
    cursor = database().execute("INSERT INTO entry (payload) VALUES (?)", (request.form["record"],))
    return int(cursor.lastrowid or 0)
