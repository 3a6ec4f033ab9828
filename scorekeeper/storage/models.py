"""The models of the table: tables, players, games and their events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ForeignKey, Index, UniqueConstraint, and_, or_, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.clock import utc_now
from scorekeeper.core.words.names import table_name
from scorekeeper.storage.called import PlayerName
from scorekeeper.storage.columns import JsonColumn, PayloadJson, PlainText, UtcTime, present, unguessable_id
from scorekeeper.storage.database import Base

PLAYING = "playing"
IS_UNRANKED = text("unranked IS NOT NULL OR standing IS NOT NULL")
HAS_UNSENT = text("unsent IS NOT NULL")
IS_TAKEN_AWAY = text("taken_away IS NOT NULL")
OF_A_MATCH = text("tournament_id IS NOT NULL")


class Table(Base):
    """A card table: the group that plays there. Its id is random and secret, since it is in the URLs of its pages."""

    __tablename__ = "card_table"
    __table_args__ = (Index(None, "created", "id"),)

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    stored_name: Mapped[str] = mapped_column("name", PlainText)
    created: Mapped[datetime] = mapped_column(UtcTime, default=utc_now)
    agreed: Mapped[list[str] | None] = mapped_column(JsonColumn(list))  # its own lines, which every new game copies
    quick: Mapped[bool | None]  # a phone's own, for quick games, until somebody keeps it by a name
    archived: Mapped[datetime | None] = mapped_column(UtcTime)  # until its next game
    zone: Mapped[str | None] = mapped_column(PlainText)  # its time zone; None: the server's
    without_club: Mapped[bool | None]  # shows no leaderboards, ratings, seasons, nights and series
    rated_until: Mapped[datetime | None] = mapped_column(UtcTime)  # when the last game ended that ratings know
    rated_number: Mapped[int | None]  # and its number
    turns: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn(dict))  # who takes turns tonight

    @property
    def name(self) -> str:
        """Its name, one that the app gave in the reader's language."""
        return table_name(self.stored_name)


class Player(Base):
    """A player, by the name the table uses."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("table_id", "name"),
        Index(None, "table_id", "merged_into", "id"),
        Index(None, "table_id", "games"),
        present("merged_into"),
        Index(None, "table_id", sqlite_where=IS_UNRANKED, postgresql_where=IS_UNRANKED),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    name: Mapped[str] = mapped_column(PlayerName)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))  # the same person's other name
    unranked: Mapped[bool | None]  # asked to be left out of rankings
    standing: Mapped[str | None] = mapped_column(PlainText)  # VISITOR or LEFT; None: a member
    games: Mapped[int] = mapped_column(server_default="0")  # finished ones that count, as in `PlayedGame`
    merged_player: Mapped[Player | None] = relationship(remote_side="Player.id", viewonly=True)

    @property
    def is_ranked(self) -> bool:
        """Whether rankings have the player: a member who did not ask to be left out."""
        return self.unranked is None and self.standing is None

    @property
    def main(self) -> Player:
        """The same person by the name that the table uses now."""
        return last_name(self, lambda player: player.merged_player, lambda player: player.id)


RANKED = and_(Player.unranked.is_(None), Player.standing.is_(None))
UNRANKED = or_(Player.unranked.is_not(None), Player.standing.is_not(None))
"""Whether rankings have a player, or not, for queries; the index of the latter has the same words."""
VISITOR, LEFT = "visitor", "left"
STANDINGS = (VISITOR, LEFT)
"""What a player can be at a table beside a member: then no ranking has them, and no list of names to choose from."""

T = TypeVar("T")


def last_name(name: T, merged_into: Callable[[T], T | None], id_of: Callable[[T], int]) -> T:
    """Where the way from this name through merged ones ends; a ring, which damage can make, ends at its first name."""
    way = [name]
    while (following := merged_into(way[-1])) is not None:
        if following in way:
            return min(way[way.index(following) :], key=id_of)
        way.append(following)
    return way[-1]


class Game(Base):
    """A game: its setup, and its latest figures for lists.

    The events are the record. Each one updates `last_seq`, `last_hash` and `last_activity`; `status`, `ended_by` and
    `summary` are derived from the events up to `summary_seq`.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        Index(None, "table_id", "status", "number"),
        Index(None, "table_id", "created", "number"),
        Index(None, "table_id", "rules", "created", "number"),
        Index(None, "table_id", "rules", "number"),
        Index(None, "table_id", "status", "created", "number"),
        present("rematch_of"),
        Index(None, "table_id", sqlite_where=HAS_UNSENT, postgresql_where=HAS_UNSENT),
        Index("ix_game_taken_away", "table_id", sqlite_where=IS_TAKEN_AWAY, postgresql_where=IS_TAKEN_AWAY),
        Index(None, "match_of", "number", sqlite_where=OF_A_MATCH, postgresql_where=OF_A_MATCH),
    )

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    number: Mapped[int]  # counts the table's games, from 1
    rules: Mapped[str] = mapped_column(PlainText)
    revision: Mapped[int]  # of the rule set, when the game started
    options: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))  # all of them, defaults filled in
    # {"name", "players": [{"id", "name"}]}; id None: unnamed
    sides: Mapped[list[dict[str, Any]]] = mapped_column(JsonColumn(list))
    created: Mapped[datetime] = mapped_column(UtcTime)
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("game.id"))
    best_of: Mapped[int | None]  # games of the series that this one belongs to; None: it counts itself, without an end

    last_seq: Mapped[int]
    last_hash: Mapped[str | None] = mapped_column(PlainText)  # None: an older version wrote the row
    last_activity: Mapped[datetime] = mapped_column(UtcTime)
    summary_seq: Mapped[int]
    status: Mapped[str] = mapped_column(PlainText)
    ended_by: Mapped[str | None] = mapped_column(PlainText)
    summary: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))
    not_counted: Mapped[str | None] = mapped_column(PlainText)  # why statistics leave it out
    counted_at: Mapped[datetime | None] = mapped_column(UtcTime)  # when somebody last said whether figures have it
    counted_by: Mapped[str | None] = mapped_column(PlainText)  # who that was, as in events
    imported: Mapped[bool | None]  # came from a file
    taken_away: Mapped[datetime | None] = mapped_column(UtcTime)  # an import by mistake, which no list or figure has
    differences: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))  # between its file and the rules
    waiting: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))  # bids that are not on the sheet yet
    # What phones hold: {"member", "taps", "since"}
    unsent: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))
    match_of: Mapped[str | None] = mapped_column("tournament_id", PlainText, key="match_of")  # no key: a game may stay
    room: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn(dict))  # the notice of the room whose match it is

    @property
    def counts(self) -> bool:
        """Whether figures have it, once it is over."""
        return self.not_counted is None and self.taken_away is None

    @property
    def unnamed(self) -> list[str]:
        """What the seats are called that began without a player's name."""
        return [player["name"] for side in self.sides for player in side["players"] if player["id"] is None]


class StoredEventColumns:
    """The columns of a `StoredEvent`, but for what it belongs to, such as a game, which comes first."""

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(PlainText)
    kind: Mapped[str] = mapped_column(PlainText)
    payload: Mapped[Any] = mapped_column(PayloadJson)
    who: Mapped[str | None] = mapped_column(PlainText)
    at: Mapped[datetime] = mapped_column(UtcTime)
    reason: Mapped[str | None] = mapped_column(PlainText)
    previous: Mapped[str] = mapped_column(PlainText)
    hash: Mapped[str] = mapped_column(PlainText)
    salt: Mapped[str | None] = mapped_column(PlainText)


class EventRow(StoredEventColumns, Base):
    """A stored event. Rows are only inserted, by `append` and `create_game`; triggers refuse everything else.

    Only for a game with an `Erasure` do they allow names to be rewritten or everything to be deleted.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True, sort_order=-1)


class PlayedGame(Base):
    """Who played in a finished game that counts; derived from its events.

    `sat_as` is the player row of the name in the game, `player_id` that of the player it was merged into, or the same.
    """

    __tablename__ = "played_game"
    __table_args__ = (
        Index(None, "player_id", "began", "number"),
        Index(None, "player_id", "rules", "began", "number"),
        Index(None, "sat_as"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    sat_as: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    number: Mapped[int]
    began: Mapped[datetime] = mapped_column(UtcTime)
    rules: Mapped[str] = mapped_column(PlainText)


class Erasure(Base):
    """Allows a game's events to be erased, within one transaction: `whole` deletes them, else names are rewritten."""

    __tablename__ = "erasure"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    whole: Mapped[bool]
