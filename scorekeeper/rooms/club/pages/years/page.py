"""A year as a page, and in two lines for a chat."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    after_colon,
    in_sentences,
    listed,
    number_text,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_dots,
)
from scorekeeper.rooms.club.pages.players.figures import wins_text, won_percent
from scorekeeper.rooms.club.services.seasons import champions, players_of_seasons
from scorekeeper.rooms.club.services.years import BestPair, Comeback, MostNights, MostWins, Streak, Year, years_beside
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import short_day
from scorekeeper.web.pictures.answers import are_drawn
from scorekeeper.web.pictures.parts import HEIGHT, WIDTH

MAX_NAMES = 3
"""Of players who are level, who are named; the others are counted."""


class Fact(NamedTuple):
    """What a year has of one kind: its label, who, the figure that is large on the picture, the same in words, and what
    else is known.
    """

    label: str
    who: str
    figure: str
    words: str
    more: str = ""
    url: str | None = None


def year_page(table: TableRow, year: Year) -> View:
    """Values for `rooms/club/years/show.html`."""
    zone = zone_of(table.zone)
    before, after = (
        None if other is None else {"year": str(other), "url": url_for("years.show", table=table.id, year=other)}
        for other in years_beside(table.id, year.year, zone)
    )
    lines = chat_lines(table.name, year)
    return {
        "table": table,
        "year": str(year.year),
        "so_far": night_of(utc_now(), zone).year == year.year,
        "counts": counts_text(year),
        "champion": None if year.champion is None else champion_fact(year.champion)._asdict(),
        "facts": [fact._asdict() for fact in facts(year, table.id)],
        "seasons": _seasons(table, year.year),
        "lines": lines,
        "picture": {"width": WIDTH, "height": HEIGHT, "alt": " ".join(lines)} if are_drawn() else None,
        "before": before,
        "after": after,
    }


def counts_text(year: Year) -> str:
    """`199 games · 50 nights · 12 players · 2,310 hands`."""
    games, nights = _n(year.games, "1 game", "{count} games"), _n(year.nights, "1 night", "{count} nights")
    return with_dots(
        [games, nights, _n(year.players, "1 player", "{count} players"), _n(year.hands, "1 hand", "{count} hands")]
    )


def champion_fact(best: MostWins) -> Fact:
    """Who won most games, and with whom most of them."""
    words = _n(best.games, "{won} of 1 game won", "{won} of {count} games won", won=wins_text(best.share))
    more = "" if best.partner is None else _("{count} of them with {name}", count=best.together, name=best.partner)
    return Fact(_("Champion: most games won"), names_text(best.names), wins_text(best.share), words, more)


def facts(year: Year, table_id: str | None = None) -> list[Fact]:
    """The others that there are; with the id of the table they lead to a pair, and to the hand of a comeback."""
    found = [
        _nights(year.most_nights) if year.most_nights else None,
        _pair(year.best_pair, table_id) if year.best_pair else None,
        _streak(year.streak) if year.streak else None,
        _comeback(year.comeback, table_id) if year.comeback else None,
    ]
    return [fact for fact in found if fact is not None]


def names_text(names: Sequence[str]) -> str:
    """`Ann, Ben, Cal and 2 more`."""
    found = list(names)
    more = len(found) - MAX_NAMES
    return listed(found if more <= 0 else [*found[:MAX_NAMES], _n(more, "1 more", "{count} more")])


def _nights(most: MostNights) -> Fact:
    more = ""
    if most.partner is not None:
        games = _n(most.together, "1 game", "{count} games")
        more = _("{games} with {name}", games=games, name=most.partner)
    words = _n(most.nights, "1 night", "{count} nights")
    return Fact(_("Most nights"), names_text(most.names), number_text(most.nights), words, more)


def _pair(best: BestPair, table_id: str | None) -> Fact:
    words = _n(best.games, "{won} of 1 game won", "{won} of {count} games won", won=wins_text(best.share))
    one, other = best.ids
    url = url_for("figures.pair", table=table_id, player=one, other=other) if table_id else None
    return Fact(
        _n(1, "Best pair", "Best pairs"), listed(list(best.names)), won_percent(best.share, best.games), words, url=url
    )


def _streak(run: Streak) -> Fact:
    words = _n(run.wins, "1 win in a row", "{count} wins in a row")
    partners = [_("with {names}", names=names_text(run.partners))] if run.partners else []
    until = _("until {day}", day=short_day(run.last))
    return Fact(
        _("Longest streak"), listed(list(run.names)), number_text(run.wins), words, with_dots([*partners, until])
    )


def _comeback(best: Comeback, table_id: str | None) -> Fact:
    who = listed(list(best.names))
    if best.unnamed:
        who = _n(best.unnamed, "{names} and a partner", "{names} and partners", names=who)
    words = _("{points} behind and won", points=number_text(best.points))
    more = with_dots([_("after hand {number}", number=best.hand), short_day(best.played)])
    url = url_for("why.hand", game=best.game, hand=best.hand, side=best.side) if table_id else None
    return Fact(_("Biggest comeback"), who, number_text(best.points), words, more, url)


def _seasons(table: TableRow, year: int) -> list[View]:
    """The seasons that ended in this year, each with its champions."""
    zone = zone_of(table.zone)
    tonight = night_of(utc_now(), zone)
    ended = [own for own in seasons_of(table.id) if own.last_night.year == year and own.last_night < tonight]
    players = players_of_seasons(ended, zone)
    return [
        {
            "url": url_for("seasons.show", table=table.id, season=season.id),
            "title": after_colon(season.name, listed([own.name for own in first])),
        }
        for season in reversed(ended)
        if (first := champions(players[season.id]))
    ]


def chat_lines(table: str, year: Year) -> list[str]:
    """Two lines to send: who won most, then the others."""
    first = counts_text(year) if year.champion is None else _said_of(champion_fact(year.champion))
    name = _("{table} {year}", table=table, year=year.year)
    return [after_colon(name, first), in_sentences([after_colon(fact.label, _said_of(fact)) for fact in facts(year)])]


def _said_of(fact: Fact) -> str:
    return with_commas([fact.who, fact.words])
