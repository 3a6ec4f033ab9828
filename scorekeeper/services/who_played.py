"""Who played in which finished game: stored with the event, game or file that says so, before rooms join in."""

from collections.abc import Iterator

from flask import Flask
from sqlalchemy import exists, select

from scorekeeper import hooks
from scorekeeper.core.game import GameState
from scorekeeper.core.game.player_stats import parts_of
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.games import replay_stored
from scorekeeper.services.game_cache import OVER
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import every_game, every_table, find_game
from scorekeeper.storage.models import Game, Player
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import Prepared, prepare_database
from scorekeeper.storage.visits import GameRow
from scorekeeper.storage.who_played import anybody_played, count_games_again, played_differs, save_played


def prepare(app: Flask) -> Prepared:
    """Create or upgrade the database, with the rows that are derived. Raises what `prepare_database` does.

    Leaves no connection open, so that a server may fork afterwards.
    """
    prepared = prepare_database(app)
    with app.app_context():
        try:
            _fill_played()
            for room in hooks.parts():
                room.prepare()
        finally:
            db.session.remove()
    close_storage(app)
    return prepared


def event_stored(game: GameRow | Game, before: GameState | None, after: GameState, author: hooks.Author) -> None:
    """An event was appended, or a whole new game (`before` is None then), in its transaction."""
    if after.board.outcome is not None or (before is not None and before.board.outcome is not None):
        save_played(find_game(game.id), names_on(after.sheet, after.board))
    hooks.event_stored(game, before, after, author)


def game_recounted(game_id: str, state: GameState) -> None:
    """A game counts another way now, in that transaction."""
    save_played(find_game(game_id), names_on(state.sheet, state.board))
    hooks.game_recounted(game_id, hooks.Scored(state.sheet, state.board), in_file=False)


def game_imported(game: Game, sheet: Sheet, board: Scoreboard) -> None:
    """A game from a file was stored, in its transaction."""
    if board.outcome is not None:
        save_played(game, names_on(sheet, board))
    hooks.game_recounted(game.id, hooks.Scored(sheet, board), in_file=True)


def game_deleted(game: Game) -> None:
    """A damaged game is deleted next, in that transaction."""
    save_played(game, ())
    hooks.game_recounted(game.id, None, in_file=False)


def names_on(sheet: Sheet, board: Scoreboard) -> set[str]:
    """Who played in a hand or sat there at the end; nobody while the game is in progress."""
    return set() if board.outcome is None else set(parts_of(sheet, board))


def differs(game: Game, state: GameState) -> bool:
    """Whether the stored rows of the game differ from what its events give; writes nothing."""
    return played_differs(game, names_on(state.sheet, state.board))


def rebuild() -> Iterator[tuple[Game, bool]]:
    """Store again who played, game by game; yields each game and whether its rows were wrong."""
    for table in every_table():
        for game in every_game(table):
            try:
                state = replay_stored(events_of(game.id))
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                continue  # damaged: its rows stay
            yield game, save_played(game, names_on(state.sheet, state.board))
        with write_transaction() as session:
            count_games_again(session, Player.table_id == table)


def _fill_played() -> None:
    """Fill the rows if an upgrade left none, in one transaction, so that an interrupted attempt leaves none."""
    if anybody_played():
        return
    finished = select(exists().where(Game.status == OVER, Game.not_counted.is_(None), Game.taken_away.is_(None)))
    if db.session.scalar(finished):
        with write_transaction():
            for _ in rebuild():
                pass
