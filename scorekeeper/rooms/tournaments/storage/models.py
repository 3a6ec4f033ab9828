"""The models of tournaments: their rows, their events, and the phones at them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import JsonColumn, PlainText, UtcTime, unguessable_id
from scorekeeper.storage.database import Base
from scorekeeper.storage.models import StoredEventColumns

IN_A_MATCH = text("game_id IS NOT NULL")
KEEPS, IS_FIRST = text("keeps"), text("first")


class Tournament(Base):
    """A tournament of a table, and what lists show of it. The events are the record."""

    __tablename__ = "tournament"
    __table_args__ = (Index(None, "table_id", "created", "id"),)

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    name: Mapped[str] = mapped_column(PlainText)
    created: Mapped[datetime] = mapped_column(UtcTime)
    status: Mapped[str] = mapped_column(PlainText)
    last_seq: Mapped[int]
    last_hash: Mapped[str | None] = mapped_column(PlainText)  # None: an older version wrote the row
    last_activity: Mapped[datetime] = mapped_column(UtcTime)
    cards: Mapped[dict[str, int]] = mapped_column(JsonColumn(dict))  # how often each table number's card was voided


class TournamentEvent(StoredEventColumns, Base):
    """A stored event of a tournament. Rows are only inserted; triggers refuse everything else, as for games."""

    __tablename__ = "tournament_event"
    __table_args__ = (UniqueConstraint("id"),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True, sort_order=-1)


class TournamentErasure(Base):
    """Allows a tournament's events to be erased, within one transaction: `whole` deletes them, else names change."""

    __tablename__ = "tournament_erasure"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    whole: Mapped[bool]


class TournamentPhone(Base):
    """A phone at a tournament: the card it scanned last, whose it says it is (None: the table's), its match's game.

    Until it is `accepted`, it reaches no game. `first`: it was the first that signed up for its player, so nobody had
    to accept it. `keeps`: it keeps the score of `game_id`, which is no foreign key: the phone stays when a game is
    deleted. Each game has one that keeps its score, each player one that was the first.
    """

    __tablename__ = "tournament_phone"
    __table_args__ = (
        Index(None, "member_id"),
        Index(None, "game_id", sqlite_where=IN_A_MATCH, postgresql_where=IN_A_MATCH),
        Index("uq_tournament_phone_keeps", "game_id", unique=True, sqlite_where=KEEPS, postgresql_where=KEEPS),
        Index(
            "uq_tournament_phone_first",
            *("tournament_id", "player"),
            unique=True,
            sqlite_where=IS_FIRST,
            postgresql_where=IS_FIRST,
        ),
    )

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, autoincrement=False)
    joined: Mapped[datetime] = mapped_column(UtcTime)
    card: Mapped[int | None]
    player: Mapped[str | None] = mapped_column(PlainText)
    accepted: Mapped[bool]
    first: Mapped[bool | None]
    game_id: Mapped[str | None] = mapped_column(PlainText)
    keeps: Mapped[bool]
