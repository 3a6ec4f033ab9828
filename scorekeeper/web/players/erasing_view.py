"""What an erasure will change, as a keeper sees it before confirming."""

from flask import url_for

from scorekeeper.services.erasure_plan import ErasurePlan
from scorekeeper.storage import Table, players_of
from scorekeeper.storage.search import how_many_games

View = dict[str, object]

MOST_SHOWN = 50


def person_preview(table: Table, person: int, plan: ErasurePlan) -> View:
    """Values for `people/erase.html`."""
    texts = [*plan.texts, *plan.devices.values(), *([plan.table_name] if plan.table_name else [])]
    return {
        "table": table,
        "person": {"id": person, "name": next(iter(plan.instead))},
        "names": [{"old": old, "new": new} for old, new in plan.instead.items()],
        "games": len(plan.games),
        "nights": len(plan.nights),
        "texts": [{"old": old, "new": new} for old, new in texts[:MOST_SHOWN]],
        "more": max(0, len(texts) - MOST_SHOWN),
        "unsalted": plan.unsalted,
        "export": url_for("exports.table", table=table.id),
    }


def table_preview(table: Table) -> View:
    """Values for `tables/delete.html`."""
    return {
        "table": table,
        "games": how_many_games(table.id),
        "people": len(players_of(table.id)),
        "export": url_for("exports.table_file", table=table.id, form="zip"),
    }
