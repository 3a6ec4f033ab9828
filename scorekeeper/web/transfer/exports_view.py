"""The pages of exports: what formats there are, what each is good for, and where it lies."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from scorekeeper.formats.differences import difference_from
from scorekeeper.formats.exported_game import ExportedGame
from scorekeeper.formats.fingerprint import fingerprint
from scorekeeper.formats.registry import Format, formats_of_a_game, formats_of_a_table
from scorekeeper.storage import Table

View = dict[str, object]


PAPERS = {"a4": "A4", "letter": "Letter"}


def game_exports(game: ExportedGame, record: str) -> View:
    """Values for `exports/game.html`."""
    return {
        "game": {"id": game.id, "title": " – ".join(game.sheet.names), "card": fingerprint(game.sheet.rules)},
        "forms": [
            _form(each, url_for("exports.game_file", game=game.id, form=each.key))
            for each in formats_of_a_game()
            if each.on_game_page
        ],
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
        "forms": [
            _form(each, url_for("exports.table_file", table=table.id, form=each.key, **more))
            for each in formats_of_a_table()
        ],
        "follow": None
        if run is None
        else {
            "url": url_for("exports.progress", table=table.id, run=run),
            "page": url_for("exports.table", table=table.id, run=run),
        },
        "empty": not many,
    }


def _form(each: Format, url: str) -> View:
    return {"label": each.name, "note": each.note, "url": url}


def paper_size(asked: Mapping[str, str]) -> View:
    """Which paper is printed on, and the address of the other one."""
    size = asked.get("paper", "a4")
    size = size if size in PAPERS else "a4"
    other = next(key for key in PAPERS if key != size)
    return {"size": size, "paper_name": PAPERS[size], "other": {"key": other, "name": PAPERS[other]}}
