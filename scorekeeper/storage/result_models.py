"""The models of statistics: each person's part in each finished game, and the sums that pages read."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.base import Base
from scorekeeper.storage.columns import PlainText, UtcTime


class Result(Base):
    """A person's part in a finished game that counts: a cache, always equal to what the entries give.

    `sat_as` is the name that was played under, `player_id` the person: the same, or whom that name was merged into.
    `streak` counts the games won in a row up to this one.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index(None, "player_id", "played", "number"),
        Index(None, "player_id", "rules", "played", "number"),
        Index(None, "player_id", "unit", "largest"),
        Index(None, "player_id", "run"),
        Index(None, "player_id", "streak"),
        Index(None, "table_id", "unit", "largest"),
        Index(None, "table_id", "run"),
        Index(None, "table_id", "streak"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    sat_as: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    number: Mapped[int]
    played: Mapped[datetime] = mapped_column(UtcTime)
    rules: Mapped[str] = mapped_column(PlainText)
    unit: Mapped[str] = mapped_column(PlainText)
    side: Mapped[int]
    won: Mapped[int]
    shared: Mapped[int]
    total: Mapped[int]
    hands: Mapped[int]
    bids: Mapped[int]
    made: Mapped[int]
    nils: Mapped[int]
    nils_made: Mapped[int]
    overtricks: Mapped[int]
    bid_tricks: Mapped[int]
    took_tricks: Mapped[int]
    run: Mapped[int]
    largest: Mapped[int]
    largest_hand: Mapped[int]
    streak: Mapped[int]


class Tally(Base):
    """What a person's results add up to."""

    __tablename__ = "tally"
    __table_args__ = (Index(None, "table_id", "games"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    games: Mapped[int]
    won: Mapped[int]
    shared: Mapped[int]
    hands: Mapped[int]
    bids: Mapped[int]
    made: Mapped[int]
    nils: Mapped[int]
    nils_made: Mapped[int]
    overtricks: Mapped[int]
    bid_tricks: Mapped[int]
    took_tricks: Mapped[int]


class Together(Base):
    """The games of two people at one table, as partners or against each other; `won` are the first one's."""

    __tablename__ = "together"

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    partners: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    won: Mapped[int]
    shared: Mapped[int]
