"""The leaderboard of a table: its players ranked by a figure, its best pairs, and who beat whom how often."""

from typing import Any

from flask import url_for

from scorekeeper.core.words.language import listed, number_text, translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.storage import Player, Table, Together
from scorekeeper.storage.leaderboard import (
    ASCENDING,
    RANKED_FROM,
    SORTINGS,
    Leader,
    games_among,
    leaderboard,
    most_active,
)
from scorekeeper.web.players.views import each, percent

View = dict[str, object]

A_PAGE = 50
BEST_PAIRS = 3
MOST_PAIRED = 50
"""The best pairs are those of the players with the most games: a large club has too many pairs to compare."""
HEAD_TO_HEAD = 5
"""A phone has room for this many players in a grid."""

HEADINGS = {
    "name": translatable("Player"),
    "games": translatable("Games"),
    "won": translatable("Won"),
    "made": translatable("Bids made"),
    "nils": translatable("Nils"),
    "bags": translatable("Bags per hand"),
}
DEFAULT = "won"


def leaderboard_view(table: Table, sort: str | None, page: int) -> dict[str, Any]:
    """Values of the leaderboard in `players/index.html`; an unknown `sort` is the usual one."""
    by = sort if sort is not None and sort in SORTINGS else DEFAULT
    found = leaderboard(table.id, by, A_PAGE + 1, page * A_PAGE)
    first = _page_url(table, by)
    active = most_active(table.id, MOST_PAIRED)
    return {
        "headings": [_heading(table, key, by) for key in HEADINGS],
        "leaders": [_leader(table, leader) for leader in found[:A_PAGE]],
        "ranked_from": RANKED_FROM,
        "next_page": f"{first}&page={page + 1}" if len(found) > A_PAGE else None,
        "first_page": first if page else None,
        "pairs": _best_pairs(table, active),
        "grid": _head_to_head(table, active[:HEAD_TO_HEAD]),
    }


def _heading(table: Table, key: str, by: str) -> View:
    order = "ascending" if key in ASCENDING else "descending"
    return {
        "key": key,
        "text": _(HEADINGS[key]),
        "url": _page_url(table, key),
        "order": order if key == by else None,
    }


def _page_url(table: Table, by: str) -> str:
    return url_for("players.index", table=table.id, sort=by)


def _leader(table: Table, leader: Leader) -> View:
    tally = leader.tally
    figures = ["0", *["–"] * 4]
    if tally is not None:
        figures = [
            number_text(tally.games),
            percent(tally.won, tally.games),
            percent(tally.made, tally.bids),
            f"{number_text(tally.nils_made)}/{number_text(tally.nils)}" if tally.nils else "–",
            each(tally.overtricks, tally.hands),
        ]
    return {
        "url": url_for("players.show", table=table.id, player=leader.player.id),
        "name": leader.player.name,
        "rank": leader.rank,
        "few": tally is None or tally.games < RANKED_FROM,
        "figures": figures,
    }


def _best_pairs(table: Table, players: list[Player]) -> list[View]:
    names = {player.id: player.name for player in players}
    pairs = [
        pair
        for pair in games_among(list(names), partners=True)
        if pair.player_id < pair.other_id and pair.games >= RANKED_FROM and pair.won
    ]
    best = sorted(pairs, key=lambda pair: (-pair.won / pair.games, -pair.games, pair.player_id, pair.other_id))
    return [
        {
            "url": url_for("players.pair", table=table.id, player=pair.player_id, other=pair.other_id),
            "title": listed([names[pair.player_id], names[pair.other_id]]),
            "note": _n(pair.games, "{won} of 1 game won", "{won} of {games} won", won=pair.won, games=pair.games),
            "rate": percent(pair.won, pair.games),
        }
        for pair in best[:BEST_PAIRS]
    ]


def _head_to_head(table: Table, players: list[Player]) -> View | None:
    """Each player's wins against each of the others; None if none of them were opponents."""
    met = {(pair.player_id, pair.other_id): pair for pair in games_among([one.id for one in players], partners=False)}
    if not met:
        return None
    rows = [
        {
            "name": one.name,
            "url": url_for("players.show", table=table.id, player=one.id),
            "cells": [_wins(met.get((one.id, other.id))) for other in players],
        }
        for one in players
    ]
    return {"names": [player.name for player in players], "rows": rows}


def _wins(pair: Together | None) -> str:
    return f"{pair.won}/{pair.games}" if pair is not None else "–"
