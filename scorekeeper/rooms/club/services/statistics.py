"""Statistics of finished games: updates them with every event, and rebuilds them."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from sqlalchemy import exists, select

from scorekeeper.core.game import GameState
from scorekeeper.core.game.player_stats import PlayerStats, hand_stats, stats_of
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.vocabulary import POINTS
from scorekeeper.formats.games import replay_stored
from scorekeeper.hooks import Scored
from scorekeeper.rooms.club.services.ratings import rate_again, rate_games
from scorekeeper.rooms.club.services.settling import settle_game
from scorekeeper.rooms.club.storage.models import Result
from scorekeeper.rooms.club.storage.results import (
    expected_results,
    rebuild_table_sums,
    recompute_table_streaks,
    results_of,
    results_with,
    same_results,
    save_results,
)
from scorekeeper.services.game_cache import OVER, sound_state
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import every_game, every_table, find_game
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import names_by_id

OF_GAME = {
    *("name", "side", "won", "shared", "total", "rank", "margin", "share", "whole", "at_end", "run"),
    *("largest", "largest_hand", "comeback", "comeback_hand", "nil_run", "nils_before", "nils_after"),
    *("seat", "first_hand", "last_hand"),
}
HAND_FIGURES = tuple(field.name for field in fields(PlayerStats) if field.name not in OF_GAME)
"""The figures that are sums over a game's hands."""


def fill_statistics() -> None:
    """Compute missing statistics in one transaction, so that an interrupted attempt leaves none."""
    if db.session.scalar(select(exists(select(Result.game_id)))):
        return
    finished = select(exists().where(Game.status == OVER, Game.not_counted.is_(None), Game.taken_away.is_(None)))
    if db.session.scalar(finished):
        with write_transaction():
            for _ in rebuild():
                pass


StatsByName = dict[str, dict[str, int]]


def stats_by_name(state: GameState) -> StatsByName:
    """Every player's figures; empty while the game is in progress."""
    return stats_on(state.sheet, state.board)


def stats_on(sheet: Sheet, board: Scoreboard) -> StatsByName:
    """Every player's figures from a sheet and its scoreboard; empty while the game is in progress."""
    if board.outcome is None:
        return {}
    found: StatsByName = {}
    for stats in stats_of(sheet, board):
        own = asdict(stats)
        found[str(own.pop("name"))] = own
    return found


def update_statistics(game_id: str, before: GameState | None, after: GameState) -> None:
    """Update statistics after an event; does nothing while the game is in progress."""
    if after.board.outcome is None and (before is None or before.board.outcome is None):
        return
    game = find_game(game_id)
    changed = save_results(game, after.board.rules.scoring.unit, stats_by_name(after))
    settle_game(game, after.sheet, after.board)  # also then: who sat against whom in which hand is in no result
    if changed:
        rate_games(game.table_id)


def recompute_statistics(game_id: str, scored: Scored | None, *, in_file: bool) -> None:
    """What a game counts now, whatever it counted before; nothing (None) if it is deleted next.

    Games of a file are rated when somebody looks.
    """
    if in_file and (scored is None or scored.board.outcome is None):
        return
    game = find_game(game_id)
    if scored is None:
        changed = save_results(game, POINTS, {})
    else:
        changed = save_results(game, scored.board.rules.scoring.unit, stats_on(*scored))
        settle_game(game, *scored)
    if changed and not in_file:
        rate_games(game.table_id)


def rebuild(table_id: str | None = None) -> Iterator[tuple[Game, bool]]:
    """Recompute all results, game by game, then ratings; yields each game and whether its results were wrong."""
    for table in every_table() if table_id is None else [table_id]:
        for game in every_game(table):
            try:
                state = replay_stored(events_of(game.id))
            except (
                ArithmeticError,
                AttributeError,
                LookupError,
                TypeError,
                ValueError,
            ):
                continue  # damaged: what it counted stays
            yield game, save_results(game, state.board.rules.scoring.unit, stats_by_name(state))
            settle_game(game, state.sheet, state.board)
        with write_transaction() as session:
            recompute_table_streaks(session, table)
            rebuild_table_sums(session, table)
        rate_again(table)


def results_differ(game: Game, state: GameState) -> bool:
    """Whether the stored results differ from what the events give; writes nothing."""
    unit = state.board.rules.scoring.unit
    rows = expected_results(db.session(), game, unit, stats_by_name(state))
    return not same_results(rows, results_of(db.session(), game.id))


GAMES_PER_PAGE = 10


@dataclass(frozen=True, slots=True)
class FigureHand:
    """A hand that a player's figure comes from: `times` is what it adds; `bids` are the player's, then the partner's.

    The partner's are there in the figures of a pair. Each is a bid's calls; there are none in a hand without bids.
    """

    game_id: str
    game_number: int
    played: datetime
    hand: int
    side: int
    times: int
    bids: tuple[tuple[str, ...], ...]


def hands_of_figure(
    figure: str, player_id: int, partner_id: int | None = None, page: int = 0
) -> tuple[list[FigureHand], bool]:
    """The hands of a figure, from a page of the player's games, latest first, and whether there are more."""
    results = results_with(figure, player_id, partner_id, GAMES_PER_PAGE + 1, page * GAMES_PER_PAGE)
    names = names_by_id([result.alias_id for result in results])
    found: list[FigureHand] = []
    for result in results[:GAMES_PER_PAGE]:
        state = sound_state(result.game_id)
        if state is None:
            continue
        for (hand, side, seat), own in hand_stats(state.sheet, state.board, names[result.alias_id]):
            times = getattr(own, figure)
            if not times:
                continue
            partners = [] if partner_id is None else state.board.rules.seating.bidders_of(side)
            seats = [seat, *[other for other in partners if other != seat]]
            bids = tuple([hand.record.bids[each].calls for each in seats]) if hand.record.bids else ()
            found.append(FigureHand(result.game_id, result.number, result.played, hand.number, side, times, bids))
    return found, len(results) > GAMES_PER_PAGE
