"""The pages of exports: what there is, for whom each form is good, and where it lies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scorekeeper.formats.differences import difference_from
from scorekeeper.formats.exported_game import KeptGame
from scorekeeper.formats.fingerprint import fingerprint
from scorekeeper.storage import Table

View = dict[str, object]


@dataclass(frozen=True, slots=True)
class Form:
    """One form of an export: what it is called, what it is good for, its file's ending and kind."""

    label: str
    note: str
    ending: str
    kind: str


FORMS = {
    "xlsx": Form(
        "Excel",
        "A score sheet with formulas, a chart and the people",
        ".xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    "csv": Form("CSV, hand by hand", "A row for each side and hand; comes back in", "-hands.csv", "text/csv"),
    "lines": Form("CSV, line by line", "A row for each score line with its rule", "-lines.csv", "text/csv"),
    "text": Form("Text record", "A line a hand, for people; comes back in", ".txt", "text/plain"),
    "json": Form("JSON", "Every entry, signed by this server; can be re-imported", ".json", "application/json"),
    "zip": Form("ZIP", "Everything, signed by this server; can be re-imported", ".zip", "application/zip"),
}
A_GAME = ("xlsx", "text", "csv", "lines", "json")
A_TABLE = ("zip", "xlsx", "text", "csv", "lines", "json")
PAPERS = {"a4": "A4", "letter": "Letter"}


def game_exports(game: KeptGame, record: str) -> View:
    """Values for `exports/game.html`."""
    return {
        "game": {"id": game.id, "title": " – ".join(game.sheet.names), "card": fingerprint(game.sheet.rules)},
        "forms": [_form(key, url_for("exports.game_file", game=game.id, form=key)) for key in A_GAME],
        "papers": [
            {"label": f"Print on {name}", "url": url_for("exports.paper", game=game.id, paper=key)}
            for key, name in PAPERS.items()
        ],
        "record": record,
        "record_lines": record.count("\n") + 1,
        "differences": [str(difference_from(dict(kept))) for kept in game.differences],
        "not_counted": game.not_counted,
    }


def table_exports(table: Table, many: int, run: str | None) -> View:
    """Values for `exports/table.html`; `run` names the download where it is long enough to be followed."""
    more: dict[str, Any] = {} if run is None else {"run": run}
    return {
        "forms": [_form(key, url_for("exports.table_file", table=table.id, form=key, **more)) for key in A_TABLE],
        "follow": None
        if run is None
        else {
            "url": url_for("exports.progress", table=table.id, run=run),
            "page": url_for("exports.table", table=table.id, run=run),
        },
        "empty": not many,
    }


def _form(key: str, url: str) -> View:
    form = FORMS[key]
    return {"label": form.label, "note": form.note, "url": url}


def paper_size(asked: Mapping[str, str]) -> View:
    """Which paper is printed on, and the address of the other one."""
    size = asked.get("paper", "a4")
    size = size if size in PAPERS else "a4"
    other = next(key for key in PAPERS if key != size)
    return {"size": size, "paper_name": PAPERS[size], "other": {"key": other, "name": PAPERS[other]}}
