"""The leaderboard of a table: its players ranked by a figure, its best pairs, and who beat whom how often."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from flask import url_for

from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import listed, number_text, translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.services.ratings import PROVISIONAL, ratings_are_current
from scorekeeper.services.series import night_of, night_period, zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.leaderboard import (
    ASCENDING,
    RATING,
    SORTINGS,
    Leader,
    Pair,
    Period,
    games_among,
    leaderboard,
    leaderboard_by_rating,
    most_active,
)
from scorekeeper.storage.ratings import earlier_ratings, rating_counts, ratings_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import tonight
from scorekeeper.web.players.figures import each, percent, signed_text
from scorekeeper.web.players.ratings import rating_view

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
    "nils": translatable("Nils"),
    "points": translatable("Points"),
    "bags": translatable("Bags"),
    RATING: translatable("Rating"),
}
ALL, MONTH, NIGHT = "all", "month", "night"
COLUMNS = {
    ALL: ("name", "games", "won", "nils", RATING),
    MONTH: ("name", "games", "won", "nils", "points"),
    NIGHT: ("name", "games", "won", "points", "bags"),
}
"""The columns of each period; the last one may go where a phone is narrow."""
RANKED_FROM = {ALL: PROVISIONAL, MONTH: 3, NIGHT: 1}
"""The periods, each with how many games players and pairs need to be ranked, unless the page is asked otherwise."""
LEAST_GAMES = (1, 3, 5, 10, 20, 50, 100)
"""The least games that can be chosen."""
TREND = 10
"""Games over which a rating has risen or fallen."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which leaderboard is shown: its period, its sorting, the least games (None: as usual), of solo games or not."""

    table: str
    period: str
    by: str
    least: int | None
    solo: int | None

    def url(self, **changes: Any) -> str:
        """The address of this leaderboard, or of one that differs in this."""
        other = replace(self, **changes)
        by = other.by if other.by in COLUMNS[other.period] else None
        period = None if other.period == ALL else other.period
        games = None if other.solo is None else ("pairs", "solo")[other.solo]
        values: dict[str, Any] = {"sort": by, "period": period, "from": other.least, "games": games}
        return url_for("players.index", table=self.table, **values)


def leaderboard_view(table: TableRow, query: Mapping[str, str], page: int) -> dict[str, Any]:
    """Values of the leaderboard in `players/index.html`; an unknown `sort` or `period` is the usual one."""
    chosen = query["period"] if query.get("period") in RANKED_FROM else ALL
    current = ratings_are_current(table)
    rated = rating_counts(table.id)
    by = query["sort"] if query.get("sort") in (*HEADINGS, *SORTINGS) else RATING if rated and chosen == ALL else "won"
    if by == RATING and chosen != ALL:
        by = "won"
    solo = ("pairs", "solo").index(query["games"]) if query.get("games") in ("pairs", "solo") else None
    least = whole(query.get("from"))
    shown = _Shown(table.id, chosen, by, least if 0 < least <= LEAST_GAMES[-1] else None, solo)
    of_solo = shown.solo if shown.solo is not None else int(rated.get(1, 0) > rated.get(0, 0))
    zone = zone_of(table.zone)
    night = night_of(datetime.now(UTC), zone)
    first_nights = {ALL: None, MONTH: night.replace(day=1), NIGHT: night}
    began = first_nights[chosen]
    since = None if began is None else night_period(began, zone)[0]
    period = Period(table.id, shown.least or RANKED_FROM[chosen], since)
    if by == RATING:
        found = leaderboard_by_rating(table.id, of_solo, period.ranked_from, PAGE_SIZE + 1, page * PAGE_SIZE)
    else:
        found = leaderboard(period, by, PAGE_SIZE + 1, page * PAGE_SIZE)
    first = shown.url()
    active = most_active(period, MAX_PAIRED)
    ratings = _ratings([leader.id for leader in found[:PAGE_SIZE]], of_solo) if chosen == ALL else {}
    columns = [key for key in COLUMNS[chosen] if key != RATING or rated]
    leaders = [_leader(table, leader, period, columns, ratings) for leader in found[:PAGE_SIZE]]
    first_unranked = None if by == "name" else next((row for row in leaders if row["rank"] is None), None)
    if first_unranked is not None:
        least_games = period.ranked_from
        first_unranked["band"] = _n(least_games, "Fewer than 1 game", "Fewer than {count} games")
    return {
        "periods": [
            {"text": text, "url": shown.url(period=key), "current": key == chosen}
            for key, text in ((ALL, _("All time")), (MONTH, _("This month")), (NIGHT, tonight(zone)))
        ],
        "kinds": [
            {"text": text, "url": shown.url(solo=key), "current": key == of_solo}
            for key, text in ((0, _("With partners")), (1, _("Everyone alone")))
        ]
        if len(rated) > 1 and chosen == ALL
        else [],
        "headings": [_heading(shown, key) for key in columns],
        "leaders": leaders,
        "ranked_from": period.ranked_from,
        "fewer": _least_url(shown, period.ranked_from, -1),
        "more": _least_url(shown, period.ranked_from, 1),
        "rating_now": current,
        "rates": RATING in columns,
        "next_page": f"{first}&page={page + 1}" if len(found) > PAGE_SIZE else None,
        "first_page": first if page else None,
        "pairs": _best_pairs(table, period, active),
        "grid": _head_to_head(table, period, dict(list(active.items())[:HEAD_TO_HEAD])),
    }


def _least_url(shown: _Shown, least: int, step: int) -> str | None:
    """The address with the next smaller or larger number of least games; None if there is none."""
    others = [games for games in LEAST_GAMES if (games - least) * step > 0]
    return shown.url(least=(others[0] if step > 0 else others[-1])) if others else None


def _heading(shown: _Shown, key: str) -> View:
    order = "ascending" if key in ASCENDING else "descending"
    return {"key": key, "text": _(HEADINGS[key]), "url": shown.url(by=key), "order": order if key == shown.by else None}


def _ratings(players: Sequence[int], solo: int) -> dict[int, View]:
    """The rating of each of these players, as shown."""
    found = {player: row for (player, kind), row in ratings_of(db.session(), players).items() if kind == solo}
    before = earlier_ratings(list(found), solo, TREND)
    return {player: rating_view(row.mu, row.sigma, before.get(player)) for player, row in found.items()}


def _leader(
    table: TableRow, leader: Leader, period: Period, columns: Sequence[str], ratings: Mapping[int, View]
) -> View:
    sums = leader.sums
    texts = {"games": "0"} | dict.fromkeys(("won", "nils", "points", "bags"), "–")
    if sums is not None:
        texts = {
            "games": number_text(sums.games),
            "won": percent(sums.won, sums.games),
            "nils": f"{number_text(sums.nils_made)}/{number_text(sums.nils)}" if sums.nils else "–",
            "points": signed_text(sums.margin),
            "bags": each(sums.overtricks, sums.hands),
        }
    return {
        "url": url_for("players.show", table=table.id, player=leader.id),
        "name": leader.name,
        "rank": leader.rank,
        "is_long": any(len(word) > MAX_WORD_LENGTH for word in leader.name.replace("-", " ").split()),
        "few": leader.rank is None and (sums is None or sums.games < period.ranked_from),
        "figures": [texts[key] for key in columns if key in texts],
        "rating": ratings.get(leader.id),
        "band": None,
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
            "note": _n(pair.games, "{won} of 1 game won", "{won} of {count} games won", won=pair.won),
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
