"""Who played in which finished game, and in how many: written, and moved with merged names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.util import identity_key

from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.models import Game, PlayedGame, Player
from scorekeeper.storage.players import main_names_of, players_named, seat_players

PLAYED, PLAYER = (Base.metadata.tables[model.__tablename__] for model in (PlayedGame, Player))

# Built once, since building a statement takes longer than running it.
_OF_GAME = select(PLAYED.c.sat_as, PLAYED.c.player_id).where(PLAYED.c.game_id == bindparam("game"))
_REMOVE = delete(PLAYED).where(PLAYED.c.game_id == bindparam("game"))
_ADD = update(PLAYER).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
_ADD = _ADD.values(games=PLAYER.c.games + bindparam("times", type_=PLAYER.c.games.type))


def save_played(game: Game, names: Iterable[str]) -> bool:
    """Store that these names played in the game: nobody if it does not count. True if anything changed.

    `names` is empty while the game is in progress.
    """
    with write_transaction() as session:
        hold_table(game.table_id)  # a merge of names moves the rows
        due = _due(game, seat_players(session, game.table_id, _that_count(game, names)))
        stored = _stored(game.id)
        if due == stored:
            return False
        _add_games(session, stored, -1)
        _add_games(session, due, 1)
        if stored:
            session.connection().execute(_REMOVE, {"game": game.id})
        about = {"game_id": game.id, "number": game.number, "began": game.created, "rules": game.rules}
        rows = [about | {"sat_as": name, "player_id": player} for name, player in sorted(due)]
        if rows:
            session.connection().execute(insert(PLAYED), rows)
    return True


def _add_games(session: Session, rows: Iterable[tuple[int, int]], times: int) -> None:
    players = {player for _name, player in rows}
    if players:
        session.connection().execute(_ADD, {"players": list(players), "times": times})
    for player in players:
        loaded = session.identity_map.get(identity_key(Player, player))
        if loaded is not None:
            session.expire(loaded, ["games"])


def played_differs(game: Game, names: Iterable[str]) -> bool:
    """Whether others are stored for the game than those who played in it; writes nothing."""
    names = _that_count(game, names)
    known = players_named(game.table_id, names)
    return set(known) != names or _due(game, known) != _stored(game.id)


def _that_count(game: Game, names: Iterable[str]) -> set[str]:
    """Those of the names that are a player's, in a game that counts; a seat may have nobody's."""
    return set(names).difference(game.unnamed) if game.counts else set()


def _due(game: Game, players: Mapping[str, Player]) -> set[tuple[int, int]]:
    """The row of each name and that of the player it belongs to."""
    main_players = main_names_of(db.session(), game.table_id) if players else {}
    return {(player.id, main_players.get(player.id, player.id)) for player in players.values()}


def _stored(game_id: str) -> set[tuple[int, int]]:
    rows = db.session.connection().execute(_OF_GAME, {"game": game_id})
    return {(row.sat_as, row.player_id) for row in rows}


def move_played(session: Session, table_id: str, players: Collection[int]) -> None:
    """Move games to the player that each name of these players belongs to now."""
    main_players = main_names_of(session, table_id)
    for name in {*players, *(name for name, main_player in main_players.items() if main_player in players)}:
        moved = update(PLAYED).where(PLAYED.c.sat_as == name).values(player_id=main_players.get(name, name))
        session.connection().execute(moved)
    count_games_again(session, Player.id.in_(players))


def count_games_again(session: Session, which: ColumnElement[bool]) -> None:
    """Count the games of these players again."""
    games = select(func.count(PlayedGame.game_id.distinct())).where(PlayedGame.player_id == Player.id).scalar_subquery()
    session.execute(update(Player).where(which).values(games=games))


def anybody_played() -> bool:
    """Whether there are such rows at all."""
    return db.session.scalar(select(PLAYED.c.game_id).limit(1)) is not None
