"""The models: tables, players, games and their entries, and the results and sums of finished games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import Json, PlainText, UtcTime, unguessable_id
from scorekeeper.storage.database import Base

PLAYING = "playing"


def _now() -> datetime:
    return datetime.now(UTC)


class Table(Base):
    """A card table: the group that meets there. Its id is not to be guessed."""

    __tablename__ = "card_table"
    __table_args__ = (Index(None, "created", "id"),)

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    name: Mapped[str] = mapped_column(PlainText)
    created: Mapped[datetime] = mapped_column(UtcTime, default=_now)
    agreed: Mapped[list[str] | None] = mapped_column(Json)  # its own lines, which every new game begins with


class Player(Base):
    """A person who plays at a table, by the name the table uses."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("table_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    name: Mapped[str] = mapped_column(PlainText)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))  # the same person's other name


class Game(Base):
    """A game: its head as it was set at the start, and where it stands, for lists.

    The entries are the record. `last_seq` and `last_activity` move with each of them; `status`, `ended_by`
    and `summary` are what the scorer made of the entries up to `standing_seq`, and can be worked out again.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        Index(None, "table_id", "status", "number"),
        Index(None, "table_id", "created", "number"),
        Index(None, "table_id", "rules", "created", "number"),
        Index(None, "table_id", "status", "created", "number"),
    )

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    number: Mapped[int]  # counts the table's games, from 1
    rules: Mapped[str] = mapped_column(PlainText)
    revision: Mapped[int]  # of the rule set, when the game started
    options: Mapped[dict[str, Any]] = mapped_column(Json)  # all of them, defaults filled in
    sides: Mapped[list[dict[str, Any]]] = mapped_column(Json)  # {"name", "players": [{"id", "name"}]}
    created: Mapped[datetime] = mapped_column(UtcTime)
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("game.id"))

    last_seq: Mapped[int]
    last_activity: Mapped[datetime] = mapped_column(UtcTime)
    standing_seq: Mapped[int]
    status: Mapped[str] = mapped_column(PlainText)
    ended_by: Mapped[str | None] = mapped_column(PlainText)
    summary: Mapped[dict[str, Any]] = mapped_column(Json)
    not_counted: Mapped[str | None] = mapped_column(PlainText)  # why statistics leave it out
    differences: Mapped[list[dict[str, Any]] | None] = mapped_column(Json)  # between its file and the rules


class EventRow(Base):
    """An entry as a row. Rows are only added, by `append` and `create_game`; triggers refuse the rest.

    Only for a game with an `Erasure` do they let names be rewritten, or everything be removed.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(PlainText)
    kind: Mapped[str] = mapped_column(PlainText)
    payload: Mapped[Any] = mapped_column(Json)
    who: Mapped[str | None] = mapped_column(PlainText)
    at: Mapped[datetime] = mapped_column(UtcTime)
    reason: Mapped[str | None] = mapped_column(PlainText)
    previous: Mapped[str] = mapped_column(PlainText)
    hash: Mapped[str] = mapped_column(PlainText)
    salt: Mapped[str | None] = mapped_column(PlainText)


class Erasure(Base):
    """Opens a game's entries to an erasure, within one transaction: `whole` lets them go, else names are rewritten."""

    __tablename__ = "erasure"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    whole: Mapped[bool]


class SummedFigures:
    """The figures of a game that add up, as columns: of each result, and of what a person's results add up to."""

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


class Result(SummedFigures, Base):
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
    total: Mapped[int]
    run: Mapped[int]
    largest: Mapped[int]
    largest_hand: Mapped[int]
    streak: Mapped[int]


class Tally(SummedFigures, Base):
    """What a person's results add up to."""

    __tablename__ = "tally"
    __table_args__ = (Index(None, "table_id", "games"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    games: Mapped[int]


class Together(Base):
    """The games of two people at one table, as partners or against each other; `won` are the first one's."""

    __tablename__ = "together"

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    partners: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    won: Mapped[int]
    shared: Mapped[int]
