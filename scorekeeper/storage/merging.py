"""Merges two names of one player, and undoes it. The game log keeps the names as recorded."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.models import PLAYING, Game, Player
from scorekeeper.storage.players import find_player, main_names_of, seat_players
from scorekeeper.storage.who_played import PLAYED, move_played

Moved = tuple[int, int]
"""The ids of two names: the first became another name of the other player, or is a player again."""

PLAYER = Base.metadata.tables[Player.__tablename__]


class CannotMerge(StorageError):
    """These two names cannot be the same player."""


class NobodyCalled(CannotMerge):
    """The table does not know this name; `near` is one that it knows and that looks like it."""

    def __init__(self, words: str, name: str, near: str | None = None) -> None:
        super().__init__(words)
        self.name = name
        self.near = near


class PlayedTogether(CannotMerge):
    """Both names played in one game."""

    def __init__(self, words: str, game_id: str, number: int) -> None:
        super().__init__(words)
        self.game_id = game_id
        self.number = number


class AlreadyMerged(CannotMerge):
    """The names are merged already."""


def merge_players(table_id: str, name: str, into: str) -> Moved:
    """Make `name` another name of the player `into`. Raises `CannotMerge` with the reason."""
    with write_transaction() as session:
        hold_table(table_id)
        one, other = (_named(table_id, each) for each in (name, into))
        main_players = main_names_of(session, table_id)
        main_player = main_players.get(other.id, other.id)
        if one.merged_into is not None:
            raise AlreadyMerged(
                _("{name} is already another name of {player}", name=name, player=_name_of(main_players[one.id]))
            )
        if main_player == one.id:
            raise AlreadyMerged(_("{name} and {other} are already the same player", name=name, other=into))
        found = _both_in(
            table_id, {one.id, *_names_of(main_players, one.id)}, {main_player, *_names_of(main_players, main_player)}
        )
        if found is not None:
            game_id, number = found
            words = _(
                "{name} and {other} both played in game {game}, so they are two players",
                name=name,
                other=into,
                game=number,
            )
            raise PlayedTogether(words, game_id, number)
        session.connection().execute(update(PLAYER).where(PLAYER.c.id == one.id).values(merged_into=main_player))
        session.expire_all()
        return _moved(session, table_id, one.id, main_player)


def rename_player(table_id: str, player: Player, name: str) -> Moved:
    """Show the player by another name; what they were called so far is one of their other names.

    The name is new to the table, or one of the player's own.
    """
    with write_transaction() as session:
        hold_table(table_id)
        new = seat_players(session, table_id, [name])[name]
        for one, into in ((new.id, None), (player.id, new.id)):
            session.connection().execute(update(PLAYER).where(PLAYER.c.id == one).values(merged_into=into))
        session.expire_all()
        return _moved(session, table_id, player.id, new.id)


def unmerge_players(table_id: str, name: str) -> Moved:
    """Undo a merge: `name` is a player again. Raises `CannotMerge`."""
    with write_transaction() as session:
        hold_table(table_id)
        one = _named(table_id, name)
        if one.merged_into is None:
            raise CannotMerge(_("{name} is not another name of anyone", name=name))
        main_player = main_names_of(session, table_id)[one.id]
        session.connection().execute(update(PLAYER).where(PLAYER.c.id == one.id).values(merged_into=None))
        session.expire_all()
        return _moved(session, table_id, one.id, main_player)


def _moved(session: Session, table_id: str, one: int, other: int) -> Moved:
    move_played(session, table_id, {one, other})
    return one, other


def _named(table_id: str, name: str) -> Player:
    player = find_player(table_id, name)
    if player is None:
        raise NobodyCalled(_("Nobody at this table is called {name}", name=name), name)
    return player


def _name_of(player_id: int) -> str:
    return str(db.session.scalar(select(Player.name).where(Player.id == player_id)))


def _names_of(main_players: dict[int, int], main_player: int) -> list[int]:
    return [name for name, main in main_players.items() if main == main_player]


def _both_in(table_id: str, one: set[int], other: set[int]) -> tuple[str, int] | None:
    """The id and the number of a game in which both names played, if there is one."""
    first, second = PLAYED.alias(), PLAYED.alias()
    query = (
        select(first.c.game_id, first.c.number)
        .join_from(first, second, first.c.game_id == second.c.game_id)
        .where(first.c.sat_as.in_(one), second.c.sat_as.in_(other))
        .order_by(first.c.number)
        .limit(1)
    )
    found = db.session.execute(query).one_or_none()
    if found is not None:
        return found.game_id, found.number
    playing = select(Game).where(Game.table_id == table_id, Game.status == PLAYING)
    for game in db.session.scalars(playing):
        seated = {player["id"] for side in game.sides for player in side["players"]}
        if seated & one and seated & other:
            return game.id, game.number
    return None
