"""The leaderboard of a table: its players ranked by a figure, its best pairs, and who beat whom how often."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import url_for

from scorekeeper.clock import utc_now
from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    listed,
    number_text,
    translatable,
    translatable_in,
    translate as _,
    translate_plural as _n,
)
from scorekeeper.rooms.club.pages.players.figures import percent, signed_text, wins_text, won_percent
from scorekeeper.rooms.club.pages.players.ratings import rating_view
from scorekeeper.rooms.club.pages.you import this_player
from scorekeeper.rooms.club.services.leaderboards import (
    ALL,
    MONTH,
    NIGHT,
    RANKED_FROM,
    SCORE,
    SEASON,
    Leaders,
    leaders_of,
    leaders_of_season,
)
from scorekeeper.rooms.club.services.ratings import PROVISIONAL, likely_places, ratings_are_current
from scorekeeper.rooms.club.services.seasons import SHARE, SeasonPlayer
from scorekeeper.rooms.club.storage.leaderboard import (
    ASCENDING,
    RATING,
    SETS,
    SORTINGS,
    Leader,
    Pair,
    Period,
    Sums,
    games_among,
    most_active,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.ratings import earlier_ratings, rating_counts, ratings_of
from scorekeeper.rooms.club.storage.seasons import season_at
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import tonight

PAGE_SIZE = 50
BEST_PAIRS = 3
MANY_GAMES = 10
"""Below this, nobody asks from how many games players are ranked."""
MAX_PAIRED = 50
"""The best pairs are those of the players with the most games: a large club has too many pairs to compare."""
HEAD_TO_HEAD = 5
"""A phone has room for this many players in a grid."""

MAX_WORD_LENGTH = 9
"""The longest word, in letters, that fits beside the figures on a narrow phone."""

HEADINGS = {
    "name": translatable("Player"),
    "games": translatable_in("narrow column", "Games"),
    "won": translatable_in("narrow column", "Won"),
    "nils": translatable("Nils"),
    "points": translatable("Point difference"),
    "bags": translatable("Bags"),
    SETS: translatable("Set"),
    RATING: translatable_in("narrow column", "Rating"),
}
SIGNS = {"points": "+/−"}
"""What stands for a heading that is too long for its column."""
IN_SEASON = {SHARE: translatable_in("narrow column", "Won"), SETS: translatable("Set")}
"""The heading of a season's score that is no points."""
COLUMNS = {
    ALL: ("name", "games", "won", SETS, RATING),
    MONTH: ("name", "games", "won", SETS, "points"),
    NIGHT: ("name", "games", "won", SETS, "points"),
    SEASON: ("name", "games", "won", SETS, SCORE),
}
"""The columns of each period; the last one may go where a phone is narrow."""
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
    season: int | None = None
    page: int | None = None

    def url(self, **changes: Any) -> str:
        """The address of this leaderboard, or of one that differs in this."""
        other = replace(self, **changes)
        by = other.by if other.by in (*COLUMNS[other.period], "points") else None
        if other.period == SEASON:
            return url_for("seasons.show", table=self.table, season=other.season, sort=by, page=other.page)
        period = None if other.period == ALL else other.period
        games = None if other.solo is None else ("pairs", "solo")[other.solo]
        values: dict[str, Any] = {"sort": by, "period": period, "from": other.least, "games": games}
        values["page"] = other.page
        return url_for("players.index", table=self.table, **values)


def _asked(table: TableRow, query: Mapping[str, str], season: Season | None, rated: Mapping[int, int]) -> _Shown:
    """The leaderboard that this query means; an unknown `sort` or `period` is the usual one."""
    solo = ("pairs", "solo").index(query["games"]) if query.get("games") in ("pairs", "solo") else None
    if season is not None:
        by = query["sort"] if query.get("sort") in (SCORE, *SORTINGS) else SCORE
        return _Shown(table.id, SEASON, by, None, None, season.id)
    chosen = query["period"] if query.get("period") in RANKED_FROM else ALL
    by = query["sort"] if query.get("sort") in (*HEADINGS, *SORTINGS) else RATING if rated and chosen == ALL else "won"
    if by == RATING and chosen != ALL:
        by = "won"
    least = whole(query.get("from"))
    return _Shown(table.id, chosen, by, least if 0 < least <= LEAST_GAMES[-1] else None, solo)


def _found(
    table: TableRow, shown: _Shown, season: Season | None, players: Sequence[SeasonPlayer], of_solo: int, page: int
) -> Leaders:
    limit, skip = PAGE_SIZE + 1, page * PAGE_SIZE
    if season is not None:
        return leaders_of_season(table, season, players, shown.by, limit, skip)
    return leaders_of(table, shown.period, shown.by, of_solo, shown.least, limit, skip)


def _has_many_games(leader: Leader) -> bool:
    return leader.sums is not None and leader.sums.games >= MANY_GAMES


def leaderboard_view(
    table: TableRow,
    query: Mapping[str, str],
    page: int,
    season: Season | None = None,
    players: Sequence[SeasonPlayer] = (),
) -> View:
    """Values of the leaderboard on the page of players, of a period or of this season and everybody in it."""
    current = ratings_are_current(table)
    rated = rating_counts(table.id)
    shown = _asked(table, query, season, rated)
    of_solo = shown.solo if shown.solo is not None else int(rated.get(1, 0) > rated.get(0, 0))
    found = _found(table, shown, season, players, of_solo, page)
    period = found.period
    first = shown.url()
    active = most_active(period, MAX_PAIRED)
    ratings = (
        _ratings(table.id, [leader.id for leader in found.players[:PAGE_SIZE]], of_solo) if shown.period == ALL else {}
    )
    columns = _columns(shown, season, rates=bool(rated))
    scores = {} if season is None else _scores(season, found)
    games_url = None if season is None else partial(_games_url, table.id, season.id)
    you = this_player(table.id)
    leaders = [
        _leader(table, leader, period, columns, ratings, scores, games_url)
        | {"you": you is not None and leader.id == you.id}
        for leader in found.players[:PAGE_SIZE]
    ]
    first_unranked = None if shown.by == "name" else next((row for row in leaders if row["rank"] is None), None)
    if first_unranked is not None:
        least_games = period.ranked_from
        if shown.by == RATING and len(rated) > 1:  # the games beside it are of both kinds
            first_unranked["band"] = (
                _n(least_games, "Fewer than 1 rated game alone", "Fewer than {count} rated games alone")
                if of_solo
                else _n(
                    least_games, "Fewer than 1 rated game with partners", "Fewer than {count} rated games with partners"
                )
            )
        else:
            first_unranked["band"] = _n(least_games, "Fewer than 1 game", "Fewer than {count} games")
    return {
        "periods": _periods(table, shown),
        "kinds": [
            {"text": text, "url": shown.url(solo=key), "current": key == of_solo}
            for key, text in ((0, _("With partners")), (1, _("Everyone alone")))
        ]
        if shown.period == ALL and (shown.solo is not None or len(rating_counts(table.id, PROVISIONAL)) > 1)
        else [],
        "headings": [_heading(shown, key, season) for key in columns],
        "leaders": leaders,
        "ranked_from": period.ranked_from,
        "says_least": season is not None or shown.least is not None or any(map(_has_many_games, found.players)),
        "can_choose_least": season is None,
        "fewer": _least_url(shown, period.ranked_from, -1),
        "more": _least_url(shown, period.ranked_from, 1),
        "rating_now": current,
        "rates": RATING in columns,
        "differs": columns.index("points") + 1 if "points" in columns else 0,
        "next_page": shown.url(page=page + 1) if len(found.players) > PAGE_SIZE else None,
        "first_page": first if page else None,
        "pairs": _best_pairs(table, period, active),
        "grid": _head_to_head(table, period, dict(list(active.items())[:HEAD_TO_HEAD])),
    }


def _games_url(table: str, season: int, player: int) -> str:
    """The list of a player's games in a season."""
    return url_for("game_history.index", table=table, who=player, season=season)


def _columns(shown: _Shown, season: Season | None, *, rates: bool) -> list[str]:
    """The columns; a season that counts the share of games won, or of contracts set, has points beside it."""
    columns = [key for key in COLUMNS[shown.period] if key != RATING or rates]
    counted = {SHARE: "won", SETS: SETS}.get("" if season is None else season.counted_by)
    return ["points" if key == counted else key for key in columns]


def _periods(table: TableRow, shown: _Shown) -> list[View]:
    """All time, the season that runs, else this month, and this night; none is current in an earlier season."""
    zone = zone_of(table.zone)
    runs = season_at(table.id, night_of(utc_now(), zone))
    between = (MONTH, None, _("This month")) if runs is None else (SEASON, runs.id, _("This season"))
    offered: list[tuple[str, int | None, str]] = [(ALL, None, _("All time")), between, (NIGHT, None, tonight(zone))]
    return [
        {
            "text": text,
            "url": shown.url(period=key, season=season),
            "current": (key, season) == (shown.period, shown.season),
        }
        for key, season, text in offered
    ]


def _scores(season: Season, found: Leaders) -> dict[int, str]:
    """Everybody's score in the season, as text."""
    if season.counted_by == SETS:
        return {player.id: set_rate(player.sums) for player in found.in_season.values()}
    is_share = season.counted_by == SHARE
    return {
        player.id: _("{number}%", number=round(100 * player.score)) if is_share else number_text(round(player.score))
        for player in found.in_season.values()
    }


def set_rate(sums: Sums) -> str:
    """`12%`: how many of the contracts with partners failed; a dash without one."""
    return percent(sums.contracts_set, sums.contracts)


def _least_url(shown: _Shown, least: int, step: int) -> str | None:
    """The address with the next smaller or larger number of least games; None if there is none."""
    others = [games for games in LEAST_GAMES if (games - least) * step > 0]
    return shown.url(least=(others[0] if step > 0 else others[-1])) if others else None


def _heading(shown: _Shown, key: str, season: Season | None) -> View:
    order = "ascending" if key in ASCENDING else "descending"
    score = _("Points") if season is None else _(IN_SEASON.get(season.counted_by, translatable("Points")))
    word = score if key == SCORE else _(HEADINGS[key])
    return {
        "key": key,
        "text": word,
        "sign": SIGNS.get(key),
        "url": shown.url(by=key),
        "order": order if key == shown.by else None,
    }


def _ratings(table: str, players: Sequence[int], solo: int) -> dict[int, View]:
    """The rating of each of these players, as shown."""
    found = {player: row for (player, kind), row in ratings_of(db.session(), players).items() if kind == solo}
    before = earlier_ratings(list(found), solo, TREND)
    likely = likely_places(table, solo)
    return {
        player: rating_view(
            row.mu,
            before.get(player),
            likely.of(row.mu, row.sigma) if likely is not None and row.games >= PROVISIONAL else None,
        )
        for player, row in found.items()
    }


def _leader(
    table: TableRow,
    leader: Leader,
    period: Period,
    columns: Sequence[str],
    ratings: Mapping[int, View],
    scores: Mapping[int, str],
    games_url: Callable[[int], str] | None,
) -> View:
    sums = leader.sums
    texts = {"games": "0"} | dict.fromkeys(("won", SETS, "points"), "–")
    if sums is not None:
        texts = {
            "games": number_text(sums.games),
            "won": won_percent(sums.share, sums.games),
            SETS: set_rate(sums),
            "points": signed_text(sums.margin),
        }
    texts[SCORE] = scores.get(leader.id, "–")
    url = games_url(leader.id) if games_url is not None else None
    return {
        "url": url_for("players.show", table=table.id, player=leader.id),
        "name": leader.name,
        "rank": leader.rank,
        "is_long": any(len(word) > MAX_WORD_LENGTH for word in leader.name.replace("-", " ").split()),
        "few": leader.rank is None and (sums is None or sums.games < period.ranked_from),
        "figures": [
            {"text": texts[key], "url": url if key == SCORE and sums is not None else None}
            for key in columns
            if key in texts
        ],
        "rating": ratings.get(leader.id),
        "band": None,
    }


def _best_pairs(table: TableRow, period: Period, names: Mapping[int, str]) -> list[View]:
    pairs = [
        pair
        for pair in games_among(period, list(names), partners=True)
        if pair.player_id < pair.other_id
        and pair.games >= period.ranked_from
        and 2 * pair.share > pair.games * WHOLE_WIN
    ]
    best = sorted(pairs, key=lambda pair: (-pair.share / pair.games, -pair.games, pair.player_id, pair.other_id))
    return [
        {
            "url": url_for("figures.pair", table=table.id, player=pair.player_id, other=pair.other_id),
            "title": listed([names[pair.player_id], names[pair.other_id]]),
            "note": _n(pair.games, "{won} of 1 game won", "{won} of {count} games won", won=wins_text(pair.share)),
            "rate": won_percent(pair.share, pair.games),
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
    return f"{wins_text(pair.share)}/{pair.games}" if pair is not None else "–"
