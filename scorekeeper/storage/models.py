"""The models of the table: tables, players, games and their events, and the results and sums of finished games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Computed, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.clock import utc_now
from scorekeeper.core.words.names import table_name
from scorekeeper.storage.called import PlayerName
from scorekeeper.storage.columns import JsonColumn, PayloadJson, PlainText, UtcTime, present, unguessable_id
from scorekeeper.storage.database import Base

PLAYING = "playing"
IS_UNRANKED = text("unranked IS NOT NULL")
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
    games: Mapped[int] = mapped_column(server_default="0")  # finished ones that count, as in `PlayedGame`
    merged_player: Mapped[Player | None] = relationship(remote_side="Player.id", viewonly=True)

    @property
    def main(self) -> Player:
        """The same person by the name that the table uses now."""
        return last_name(self, lambda player: player.merged_player, lambda player: player.id)


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

    The events are the record. Each one updates `last_seq` and `last_activity`; `status`, `ended_by` and `summary` are
    derived from the events up to `summary_seq`.
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
        Index(None, "tournament_id", "number", sqlite_where=OF_A_MATCH, postgresql_where=OF_A_MATCH),
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
    last_activity: Mapped[datetime] = mapped_column(UtcTime)
    summary_seq: Mapped[int]
    status: Mapped[str] = mapped_column(PlainText)
    ended_by: Mapped[str | None] = mapped_column(PlainText)
    summary: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))
    not_counted: Mapped[str | None] = mapped_column(PlainText)  # why statistics leave it out
    imported: Mapped[bool | None]  # came from a file
    taken_away: Mapped[datetime | None] = mapped_column(UtcTime)  # an import by mistake, which no list or figure has
    differences: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))  # between its file and the rules
    waiting: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))  # bids that are not on the sheet yet
    # What phones hold: {"member", "taps", "since"}
    unsent: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn(list))
    tournament_id: Mapped[str | None] = mapped_column(PlainText)  # whose match it is; no key, so that a game may stay
    room: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn(dict))  # the notice of its tournament

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


class SideStats:
    """The additive figures of a side, as columns: in each result, in a player's sums, and in those of partners."""

    won: Mapped[int]
    shared: Mapped[int]
    hands: Mapped[int]
    contracts: Mapped[int]
    contracts_made: Mapped[int]
    contract_tricks: Mapped[int]
    contract_took: Mapped[int]
    overtricks: Mapped[int]
    short: Mapped[int]
    penalties: Mapped[int]
    ahead: Mapped[int]
    ahead_made: Mapped[int]
    behind: Mapped[int]
    behind_made: Mapped[int]
    opening: Mapped[int]
    opening_made: Mapped[int]
    closing: Mapped[int]
    closing_made: Mapped[int]
    side_blind: Mapped[int]
    side_blind_made: Mapped[int]


class SummedStats(SideStats):
    """The additive figures of a game, as columns: in each result, and in a player's sums."""

    margin: Mapped[int]
    bids: Mapped[int]
    made: Mapped[int]
    bid_tricks: Mapped[int]
    took_tricks: Mapped[int]
    nils: Mapped[int]
    nils_made: Mapped[int]
    own_bids: Mapped[int]
    own_bid_tricks: Mapped[int]
    blind_nils: Mapped[int]
    blind_nils_made: Mapped[int]
    nils_first: Mapped[int]
    nils_first_made: Mapped[int]
    nils_last: Mapped[int]
    nils_last_made: Mapped[int]
    blind_calls: Mapped[int]
    blind_made: Mapped[int]
    solo_hands: Mapped[int]
    solo_bids: Mapped[int]
    solo_made: Mapped[int]
    solo_bid_tricks: Mapped[int]
    solo_took_tricks: Mapped[int]
    solo_overtricks: Mapped[int]


class Result(SummedStats, Base):
    """A player's result in a finished game that counts; derived from its events.

    `alias_id` is the player row of the name in the game, `player_id` that of the player it was merged into, or the
    same; `ended` is when the last hand was recorded. `whole` is 1 if the player sat in every hand, `at_end` in the last
    one of a game in which everybody had a name; `first_hand` and `last_hand` are the player's (0: none), `seat` is
    where the player sat last. `streak` counts the games won alone in a row up to this one. `nil_run` is the longest run
    of made nils in the game, `nils_before` are those made before the first one that was set, `nils_after` those after
    the last one; `nil_streak` also counts those of earlier games that the first of these go on from, and `nils_open`
    are those that the next game can go on from.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index(None, "player_id", "played", "number"),
        Index(None, "player_id", "unit", "largest"),
        Index(None, "player_id", "run"),
        Index(None, "player_id", "streak"),
        Index(None, "table_id", "unit", "largest"),
        Index(None, "table_id", "run"),
        Index(None, "table_id", "streak"),
        Index(None, "player_id", "nil_streak"),
        Index(None, "table_id", "nil_streak"),
        Index(None, "player_id", "unit", "comeback"),
        Index(None, "table_id", "unit", "comeback"),
        Index(None, "sat_as"),
        Index(None, "table_id", "ended", "number"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    alias_id: Mapped[int] = mapped_column("sat_as", ForeignKey("player.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    number: Mapped[int]
    played: Mapped[datetime] = mapped_column(UtcTime)
    ended: Mapped[datetime] = mapped_column(UtcTime)
    rules: Mapped[str] = mapped_column(PlainText)
    unit: Mapped[str] = mapped_column(PlainText)
    side: Mapped[int]
    seat: Mapped[int]
    first_hand: Mapped[int]
    last_hand: Mapped[int]
    whole: Mapped[int]
    at_end: Mapped[int]
    rank: Mapped[int]
    total: Mapped[int]
    share: Mapped[int]
    run: Mapped[int]
    largest: Mapped[int]
    largest_hand: Mapped[int]
    comeback: Mapped[int]
    comeback_hand: Mapped[int]
    nil_run: Mapped[int]
    nils_before: Mapped[int]
    nils_after: Mapped[int]
    streak: Mapped[int]
    nil_streak: Mapped[int]
    nils_open: Mapped[int]


# `round` makes both databases divide by floating point. Without bids or hands a player's share is the worst.
WON_SHARE = "coalesce(round(won) / nullif(games, 0), -1)"
MADE_SHARE = "coalesce(round(made) / nullif(bids, 0), -1)"
BAGS_PER_HAND = "coalesce(round(overtricks) / nullif(hands, 0), 99)"
OWN_AVERAGE = "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)"


class PlayerTotals(SummedStats, Base):
    """The sums of a player's results, and the shares that leaderboards are sorted by, which the database computes."""

    __tablename__ = "tally"
    __table_args__ = (
        Index(None, "table_id", "games"),
        Index(None, "table_id", "won_share", "games"),
        Index(None, "table_id", "made_share", "games"),
        Index(None, "table_id", "nils_made", "games"),
        Index(None, "table_id", "bags_per_hand", "games"),
        Index(None, "table_id", "own_average", "games"),
        Index(None, "table_id", "margin", "games"),
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    games: Mapped[int]
    won_share: Mapped[float] = mapped_column(Computed(WON_SHARE), nullable=True, deferred=True)
    made_share: Mapped[float] = mapped_column(Computed(MADE_SHARE), nullable=True, deferred=True)
    bags_per_hand: Mapped[float] = mapped_column(Computed(BAGS_PER_HAND), nullable=True, deferred=True)
    own_average: Mapped[float] = mapped_column(Computed(OWN_AVERAGE), nullable=True, deferred=True)
