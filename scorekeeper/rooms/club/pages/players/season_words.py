"""What pages say of seasons: a row in a list, who leads or is champion, how games count, and how each was closed."""

from collections.abc import Sequence
from datetime import date

from flask import url_for

from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    in_sentences,
    listed,
    number_text,
    translatable,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_dots,
)
from scorekeeper.rooms.club.pages.players.figures import signed_text
from scorekeeper.rooms.club.services.closing import LaterChange, changes_since_closing, left_out_of
from scorekeeper.rooms.club.services.seasons import (
    CHOSEN,
    DUELS,
    MARGIN,
    PLACES,
    SHARE,
    SeasonPlayer,
    champions,
    counted_now,
    players_of_seasons,
)
from scorekeeper.rooms.club.storage.leaderboard import SETS
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.members import device_names
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import clock, date_text, short_day

SHOWN_SEASONS = 5
"""Seasons on the page of players; the list has the others."""


def season_rows(table: TableRow, seasons: Sequence[Season]) -> list[View]:
    """Seasons in a list, each with its champion, or with who leads."""
    zone = zone_of(table.zone)
    tonight = night_of(utc_now(), zone)
    players = players_of_seasons([season for season in seasons if season.first_night <= tonight], zone)
    return [
        {
            "url": url_for("seasons.show", table=table.id, season=season.id),
            "title": season.name,
            "note": _first_text(season, names_of_first(players.get(season.id, [])), tonight),
        }
        for season in seasons
    ]


def seasons_on_page_of_players(table: TableRow) -> View:
    """The table's latest seasons, and where the others are."""
    seasons = seasons_of(table.id, SHOWN_SEASONS + 1)
    return {
        "seasons": season_rows(table, seasons[:SHOWN_SEASONS]),
        "all_seasons": url_for("seasons.index", table=table.id) if len(seasons) > SHOWN_SEASONS else None,
    }


def season_view(table: TableRow, season: Season, players: Sequence[SeasonPlayer]) -> View:
    """A season above its leaderboard: its nights, its champion or who leads of everybody in it, how its games count."""
    tonight = night_of(utc_now(), zone_of(table.zone))
    first = names_of_first(players) if season.first_night <= tonight else []
    return {
        "id": season.id,
        "name": season.name,
        "nights": _nights(season),
        "crowned": listed(first) if first and season.last_night < tonight else None,
        "several": len(first) > 1,
        "state": None if first and season.last_night < tonight else _first_text(season, first, tonight),
        "rules": rules_of_season(season),
        "why": _why(players),
        "may_close": bool(first) and season.last_night < tonight and season.closed is None,
    } | _closing_view(table, season, players)


def _nights(season: Season) -> str:
    """`1 January 2026 to 31 March 2026`, or its only night."""
    first, last = long_day(season.first_night), long_day(season.last_night)
    return first if first == last else _("{first} to {last}", first=first, last=last)


def _closing_view(table: TableRow, season: Season, players: Sequence[SeasonPlayer]) -> View:
    """When and by whom a season was closed or reopened, what changed in its games since, and which don't count."""
    zone = zone_of(table.zone)
    closed, now = season.closed, None
    if closed is not None:
        first, counted = champions(players), champions(counted_now([season], zone)[season.id])
        kept, found = {own.id for own in first}, {own.id for own in counted}
        if kept != found and not (_is_chosen(first) and kept <= found):
            now = listed([own.name for own in counted]) if counted else _("nobody")
    return {
        "closed": closed is not None,
        "closing": _closing_words(season),
        "now": now,
        "changes": [_change_row(change) for change in changes_since_closing(season, zone)],
        "left_out": [_change_row(change) for change in left_out_of(season, zone)] if closed is None else [],
    }


def _closing_words(season: Season) -> str | None:
    """When the season was closed, or opened again, and on which device; None if it never was."""
    at, by = season.closed or season.reopened, season.closed_by_id if season.closed else season.reopened_by_id
    if at is None:
        return None
    name = device_names([by]).get(by) if by is not None else None
    if season.closed is not None:
        if name is None:
            return _("Closed on {day}", day=short_day(at))
        return _("Closed on {day} by {name}", day=short_day(at), name=name)
    if name is None:
        return _("Reopened on {day}", day=short_day(at))
    return _("Reopened on {day} by {name}", day=short_day(at), name=name)


def _change_row(change: LaterChange) -> View:
    """A change of a game, with who made it and when; it leads to the game, or to where it is left out."""
    game = change.game
    when = None if change.at is None else f"{short_day(change.at)}, {clock(change.at)}"
    sides = " – ".join(side["name"] for side in game.sides)
    return {
        "url": url_for("games.show" if change.of_whole_game else "log.show", game=game.id),
        "title": change.words,
        "note": with_dots([part for part in (change.who, when, sides) if part]),
    }


WHY = {
    DUELS: translatable("Level with {names}; their games against each other decided."),
    MARGIN: translatable("Level with {names}; points over the others decided: {own} against {theirs}."),
    CHOSEN: translatable("Level with {names}; the keeper of the table decided."),
}
"""Why of those with the best score some are champions, or lead."""


def _is_chosen(first: Sequence[SeasonPlayer]) -> bool:
    return bool(first) and first[0].champion == CHOSEN


def _why(players: Sequence[SeasonPlayer]) -> str | None:
    first = champions(players)
    others = [own for own in players if own.rank == 1 and own.champion is None]
    if not first or first[0].champion not in WHY:
        return None
    if first[0].champion == CHOSEN:  # against others, points had decided
        others = [own for own in others if own.sums.margin == first[0].sums.margin]
    if first[0].champion == MARGIN:  # against others, their games had
        others = [own for own in others if own.sums.margin < first[0].sums.margin]
    if not others:
        return None
    return _(
        WHY[first[0].champion],
        names=listed([own.name for own in others]),
        own=signed_text(first[0].sums.margin),
        theirs=listed([signed_text(own.sums.margin) for own in others]),
    )


def names_of_first(players: Sequence[SeasonPlayer]) -> list[str]:
    """Who is champion, or leads."""
    return [player.name for player in champions(players)]


def _first_text(season: Season, first: Sequence[str], tonight: date) -> str:
    """`Champion: Cal`, or `Cal leads · until 31 March 2026`."""
    if season.first_night > tonight:
        return _("begins {day}", day=long_day(season.first_night))
    if season.last_night < tonight:
        if not first:
            return _("nobody played enough games")
        return _n(len(first), "Champion: {names}", "Champions: {names}", names=listed(first))
    who = _n(len(first), "{names} leads", "{names} lead", names=listed(first)) if first else _("nobody leads yet")
    return with_dots([who, _("until {day}", day=long_day(season.last_night))])


def rules_of_season(season: Season) -> str:
    """How its games count, and what decides between those who are level, in sentences."""
    level = _("If the first are level, their games against each other decide, then the points over the others")
    return in_sentences([*counting_texts(season), level])


def counting_texts(season: Season) -> list[str]:
    """How its games count, a sentence each."""
    if season.counted_by == SHARE:
        counts = _("The share of games won counts; of a shared win, a part")
    elif season.counted_by == SETS:
        counts = _("The share of bids with a partner that failed counts: the fewest lead")
    elif season.counted_by == PLACES:
        points = with_commas([number_text(each) for each in season.for_places or ()])
        counts = _("Points for the places of each night: {points}", points=points)
    else:
        counts = _(
            "Points: {win} for a win, {tie} for a shared one, {loss} for a loss",
            win=season.for_win,
            tie=season.for_tie,
            loss=season.for_loss,
        )
    best = season.best_nights
    nights = [_n(best, "Each player’s best night counts", "Each player’s best {count} nights count")] if best else []
    return [counts, *nights]


def long_day(day: date) -> str:
    """`31 March 2026`."""
    return date_text(day, "long")
