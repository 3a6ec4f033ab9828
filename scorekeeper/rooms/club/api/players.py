"""Players over the API with what was counted of them: the list, a player, hands of a figure, figures of a game."""

from dataclasses import dataclass
from typing import Annotated

from flask import Response

from scorekeeper.access import WATCHER, current_game, current_table
from scorekeeper.api.operations import call
from scorekeeper.api.paging import MAX_PAGE_SIZE, NEXT, ByPage, PageLimit, page_answer
from scorekeeper.api.players import MEMBER
from scorekeeper.core.game.player_stats import WHOLE_WIN, stats_of
from scorekeeper.core.inputs import Json
from scorekeeper.declared import OneOf, Whole
from scorekeeper.rooms.club.api.sorting import Order, is_backwards, part_of
from scorekeeper.rooms.club.services.ratings import ratings_are_current, shown_doubt, shown_rating
from scorekeeper.rooms.club.services.statistics import HAND_FIGURES, hands_of_figure
from scorekeeper.rooms.club.storage.leaderboard import (
    SORTINGS,
    Period,
    count_shown,
    count_unranked,
    leaderboard,
    unranked_players,
)
from scorekeeper.rooms.club.storage.models import PlayerTotals
from scorekeeper.rooms.club.storage.ratings import ratings_of
from scorekeeper.rooms.club.storage.results import IN_PAIRS, SUMMED, PairTotalsRow, partners_and_opponents, sums_of
from scorekeeper.storage.database import db
from scorekeeper.storage.players import find_main_player, standings_of
from scorekeeper.storage.visits import table_row

PAGE_SIZE = 50
MAX_ID = 2**31 - 1
DEFAULT = "games"
DEFAULT_FIGURE = "own_bids"


@dataclass(frozen=True, slots=True)
class PlayersQuery(ByPage):
    """Which players, in which order.

    sort: What to sort by.
    """

    sort: Annotated[str, OneOf(tuple(SORTINGS))] = DEFAULT
    order: Order = None
    limit: PageLimit = PAGE_SIZE


@call("GET /tables/<table>/players", WATCHER)
def players(table: str, query: PlayersQuery) -> Annotated[Response, "Players"]:
    """List a table’s players with their statistics

    Finished games count, unless the table excluded them. Those whom no ranking has, such as visitors, come last, by
    name.

    200: A page of players, the best first.
    304: Nothing has changed.
    """
    page, most = query.number, query.limit
    backwards = is_backwards(query.sort, query.order)
    ranked = count_shown(table)
    limit, skip = part_of(ranked + count_unranked(table), page, most, backwards)
    found = leaderboard(Period(table, ranked_from=1), query.sort, limit, skip) if skip < ranked else []
    found += unranked_players(table, limit - len(found), max(0, skip - ranked))
    found = [*reversed(found)] if backwards else found
    sums = sums_of([leader.id for leader in found])
    standings = standings_of(table)
    rows = [
        _row(leader.id, leader.name, sums.get(leader.id)) | {"standing": standings.get(leader.name, MEMBER)}
        for leader in found[:most]
    ]
    return page_answer("players", rows, page + 1 if len(found) > most else None)


@call("GET /tables/<table>/players/<int:player>", WATCHER)
def player(table: str, player: int) -> Annotated[Json, "Player"]:
    """Read a player’s statistics

    The sums over all finished games, with partners and opponents. A merged name answers with the player it belongs to.

    200: The player, with partners and opponents.
    304: Nothing has changed.
    """
    return _player(table, player)


@dataclass(frozen=True, slots=True)
class FigureQuery(ByPage):
    """Which figure, of the player or of a pair.

    figure: A figure of the player, as in the player’s statistics.
    partner: Only games in which both sat in every hand: the pair’s figure.
    """

    figure: Annotated[str, OneOf(HAND_FIGURES)] = DEFAULT_FIGURE
    partner: Annotated[int | None, Whole(1, MAX_ID)] = None
    after: Annotated[int | None, Whole(1, MAX_ID), NEXT] = None
    limit: PageLimit = MAX_PAGE_SIZE


HANDS_OF_A_PAGE = 10_000
"""More than the games of a page have: `after` is a page of games times this, and how many of its hands were listed."""


@call("GET /tables/<table>/players/<int:player>/hands", WATCHER)
def player_hands(table: str, player: int, query: FigureQuery) -> Annotated[Response, "FigureHands"]:
    """List the hands that a player’s figure comes from

    Each hand with what it adds to the figure.

    200: A page of hands, those of the latest game first.
    """
    found = find_main_player(table, player)
    page, skip = (query.page - 1, 0) if query.page and not query.after else divmod(query.after or 0, HANDS_OF_A_PAGE)
    partner_id = None if query.partner is None else find_main_player(table, query.partner).player.id
    hands, more = hands_of_figure(query.figure, found.player.id, partner_id, page)
    rows: list[Json] = [
        {"game": hand.game_id, "number": hand.game_number, "hand": hand.hand, "side": hand.side, "times": hand.times}
        for hand in hands[skip : skip + query.limit]
    ]
    listed = skip + len(rows)
    following = page * HANDS_OF_A_PAGE + listed if listed < len(hands) else (page + 1) * HANDS_OF_A_PAGE
    return page_answer("hands", rows, following if more or listed < len(hands) else None)


@call("GET /games/<game>/statistics", WATCHER)
def statistics(game: str) -> Annotated[Json, "GameStatistics"]:
    """Read the statistics of a game

    The figures of each player in this game alone, also while it is being played.

    200: Each player’s figures so far.
    """
    state = current_game().state
    return {
        "game": game,
        "players": [
            {"name": own.name, "side": own.side, "total": own.total, **{key: getattr(own, key) for key in SUMMED}}
            for own in stats_of(state.sheet, state.board)
        ],
    }


def _player(table_id: str, player_id: int) -> Json:
    found = find_main_player(table_id, player_id)
    met = partners_and_opponents(found.player.id)
    has_club = not current_table().without_club
    return _row(found.player.id, found.player.name, sums_of([found.player.id]).get(found.player.id)) | {
        "other_names": list(found.other_names),
        "partners": [_partner(one) for one in met if one.totals.partners],
        "opponents": [_met(one) for one in met if not one.totals.partners],
        "unranked": bool(found.player.unranked),
        "standing": found.player.standing or MEMBER,
        "ratings": _ratings(table_id, found.player.id) if found.player.is_ranked and has_club else [],
    }


def _ratings(table_id: str, player_id: int) -> list[Json]:
    """The player's ratings, with partners and alone, once all games are rated."""
    ratings_are_current(table_row(table_id))
    return [
        {"solo": bool(solo), "games": row.games, "rating": shown_rating(row.mu), "doubt": shown_doubt(row.sigma)}
        for (_player, solo), row in sorted(ratings_of(db.session(), [player_id]).items())
    ]


def _met(one: PairTotalsRow) -> Json:
    met = one.totals
    counted: Json = {"games": met.games, "won": met.won, "shared": met.shared, "share": met.share / WHOLE_WIN}
    return {"player": met.other_id, "name": one.name, **counted}


def _partner(one: PairTotalsRow) -> Json:
    return _met(one) | {key: getattr(one.totals, key) for key in IN_PAIRS}


def _row(player_id: int, name: str, totals: PlayerTotals | None) -> Json:
    stats = {key: 0 if totals is None else getattr(totals, key) for key in ("games", *SUMMED)}
    share = 0 if totals is None else totals.share / WHOLE_WIN
    return {"player": player_id, "name": name, **stats, "share": share}
