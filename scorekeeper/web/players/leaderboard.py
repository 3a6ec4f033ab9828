"""The leaderboard of a table: its players ranked by a figure, its best pairs, and who beat whom how often."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import listed, number_text, translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.storage.leaderboard import ASCENDING, Leader, Pair, Period, games_among, leaderboard, most_active
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import month_began, night_began, tonight
from scorekeeper.web.players.figures import each, percent

PAGE_SIZE = 50
BEST_PAIRS = 3
MAX_PAIRED = 50
"""The best pairs are those of the players with the most games: a large club has too many pairs to compare."""
HEAD_TO_HEAD = 5
"""A phone has room for this many players in a grid."""

MAX_WORD_LENGTH = 9
"""The longest word, in letters, that fits beside the figures on a narrow phone."""

HEADINGS = {
    "name": translatable("Player"),
    "games": translatable("Games"),
    "won": translatable("Won"),
    "bid": translatable("Average bid"),
    "nils": translatable("Nils"),
}
DEFAULT = "won"

ALL, MONTH, NIGHT = "all", "month", "night"
RANKED_FROM = {ALL: 5, MONTH: 3, NIGHT: 1}
"""The periods, each with how many games players and pairs need to be ranked."""


def leaderboard_view(table: TableRow, query: Mapping[str, str], page: int) -> dict[str, Any]:
    """Values of the leaderboard in `players/index.html`; an unknown `sort` or `period` is the usual one."""
    by = query["sort"] if query.get("sort") in HEADINGS else DEFAULT
    chosen = query["period"] if query.get("period") in RANKED_FROM else ALL
    since = {ALL: None, MONTH: month_began(), NIGHT: night_began()}[chosen]
    period = Period(table.id, RANKED_FROM[chosen], since)
    found = leaderboard(period, by, PAGE_SIZE + 1, page * PAGE_SIZE)
    first = _page_url(table, by, chosen)
    active = most_active(period, MAX_PAIRED)
    return {
        "periods": [
            {"text": text, "url": _page_url(table, by, key), "current": key == chosen}
            for key, text in ((ALL, _("All time")), (MONTH, _("This month")), (NIGHT, tonight()))
        ],
        "headings": [_heading(table, key, by, chosen) for key in HEADINGS],
        "leaders": [_leader(table, leader, period) for leader in found[:PAGE_SIZE]],
        "ranked_from": period.ranked_from,
        "next_page": f"{first}&page={page + 1}" if len(found) > PAGE_SIZE else None,
        "first_page": first if page else None,
        "pairs": _best_pairs(table, period, active),
        "grid": _head_to_head(table, period, dict(list(active.items())[:HEAD_TO_HEAD])),
    }


def _heading(table: TableRow, key: str, by: str, period: str) -> View:
    order = "ascending" if key in ASCENDING else "descending"
    return {
        "key": key,
        "text": _(HEADINGS[key]),
        "url": _page_url(table, key, period),
        "order": order if key == by else None,
    }


def _page_url(table: TableRow, by: str, period: str) -> str:
    return url_for("players.index", table=table.id, sort=by, period=None if period == ALL else period)


def _leader(table: TableRow, leader: Leader, period: Period) -> View:
    sums = leader.sums
    figures = ["0", *["–"] * 3]
    if sums is not None:
        figures = [
            number_text(sums.games),
            percent(sums.won, sums.games),
            each(sums.own_bid_tricks, sums.own_bids),
            f"{number_text(sums.nils_made)}/{number_text(sums.nils)}" if sums.nils else "–",
        ]
    return {
        "url": url_for("players.show", table=table.id, player=leader.id),
        "name": leader.name,
        "rank": leader.rank,
        "is_long": any(len(word) > MAX_WORD_LENGTH for word in leader.name.replace("-", " ").split()),
        "few": sums is None or sums.games < period.ranked_from,
        "figures": figures,
    }


def _best_pairs(table: TableRow, period: Period, names: Mapping[int, str]) -> list[View]:
    pairs = [
        pair
        for pair in games_among(period, list(names), partners=True)
        if pair.player_id < pair.other_id and pair.games >= period.ranked_from and pair.won
    ]
    best = sorted(pairs, key=lambda pair: (-pair.won / pair.games, -pair.games, pair.player_id, pair.other_id))
    return [
        {
            "url": url_for("players.pair", table=table.id, player=pair.player_id, other=pair.other_id),
            "title": listed([names[pair.player_id], names[pair.other_id]]),
            "note": _n(pair.games, "{won} of 1 game won", "{won} of {count} won", won=pair.won),
            "rate": percent(pair.won, pair.games),
        }
        for pair in best[:BEST_PAIRS]
    ]


def _head_to_head(table: TableRow, period: Period, names: Mapping[int, str]) -> View | None:
    """Each player's wins against each of the others; None if none of them were opponents."""
    met = {(pair.player_id, pair.other_id): pair for pair in games_among(period, list(names), partners=False)}
    if not met:
        return None
    rows = [
        {
            "name": name,
            "url": url_for("players.show", table=table.id, player=one),
            "cells": [_wins(met.get((one, other))) for other in names],
        }
        for one, name in names.items()
    ]
    return {"names": list(names.values()), "rows": rows}


def _wins(pair: Pair | None) -> str:
    return f"{pair.won}/{pair.games}" if pair is not None else "–"
