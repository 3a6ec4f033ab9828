"""The models of the club: results and their sums, ratings, stakes and what games owe by them, seasons, payments."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import Computed, Date, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import JsonColumn, PlainText, UtcTime
from scorekeeper.storage.database import Base


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
WON_SHARE = "coalesce(round(share) / nullif(games, 0), -1)"
MADE_SHARE = "coalesce(round(made) / nullif(bids, 0), -1)"
BAGS_PER_HAND = "coalesce(round(overtricks) / nullif(hands, 0), 99)"
OWN_AVERAGE = "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)"


class PlayerTotals(SummedStats, Base):
    """The sums of a player's results, and the shares that leaderboards are sorted by, which the database computes.

    `share` sums the parts of wins, as parts of `player_stats.WHOLE_WIN`.
    """

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
    share: Mapped[int]
    won_share: Mapped[float] = mapped_column(Computed(WON_SHARE), nullable=True, deferred=True)
    made_share: Mapped[float] = mapped_column(Computed(MADE_SHARE), nullable=True, deferred=True)
    bags_per_hand: Mapped[float] = mapped_column(Computed(BAGS_PER_HAND), nullable=True, deferred=True)
    own_average: Mapped[float] = mapped_column(Computed(OWN_AVERAGE), nullable=True, deferred=True)


class PairTotals(SideStats, Base):
    """The games of two players at one table, as partners or opponents; `won` counts the first one's wins, `share` sums
    their parts, as in `PlayerTotals`.

    Only those who sat in a hand together: whoever took over a seat did not meet the player replaced. The other figures
    are those of partners who both sat in every hand of a game; for opponents they are 0.
    """

    __tablename__ = "together"
    __table_args__ = (Index(None, "player_id", "games"), Index(None, "other_id"))

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    partners: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    share: Mapped[int]


class Rating(Base):
    """A player's rating after the last rated game, in games with partners or (`solo` 1) without.

    `mu` and `sigma` are openskill's.
    """

    __tablename__ = "rating"
    __table_args__ = (Index(None, "table_id", "solo", "mu"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    solo: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    games: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]


class RatedGame(Base):
    """A player's rating after a game, with the part of a win that the side got and what was expected before it.

    Both are parts of `player_stats.WHOLE_WIN`. The rated games of a table are always its first, by when they ended.
    """

    __tablename__ = "rated_game"
    __table_args__ = (
        Index(None, "table_id", "ended", "number"),
        Index(None, "player_id", "solo", "ended", "number"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    solo: Mapped[int]
    side: Mapped[int]
    ended: Mapped[datetime] = mapped_column(UtcTime)
    number: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]
    share: Mapped[int]
    expected: Mapped[int]


class Chemistry(Base):
    """What two partners got of wins in their rated games, and what their ratings expected, as in `RatedGame`."""

    __tablename__ = "chemistry"
    __table_args__ = (Index(None, "other_id"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    games: Mapped[int]
    share: Mapped[int]
    expected: Mapped[int]


class StakesRow(Base):
    """What a table plays for from a moment on: the games that start then owe by these stakes, until the next row.

    Without a `currency` it plays for nothing. Payments in a currency are rounded to the `coin` of its latest row.
    """

    __tablename__ = "stakes"
    __table_args__ = (Index(None, "table_id", "since"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    since: Mapped[datetime] = mapped_column(UtcTime)
    currency: Mapped[str | None] = mapped_column(PlainText)
    per: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))  # by kind: {"amount", "to_pot"}
    pot: Mapped[str] = mapped_column(PlainText)
    coin: Mapped[int] = mapped_column(server_default="1")


class OwedRow(Base):
    """What a player gets from a finished game by the table's stakes (below 0: pays), by kind; what is missing from 0
    over all players is in the pot. Derived from the game's events; `sat_as` is the name's player, as in `Result`.
    """

    __tablename__ = "owed"
    __table_args__ = (Index(None, "stakes_id", "sat_as"), Index(None, "sat_as"))

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    sat_as: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    stakes_id: Mapped[int] = mapped_column(ForeignKey("stakes.id"))
    game: Mapped[int]
    ten: Mapped[int]
    set: Mapped[int]
    bag: Mapped[int]
    nil: Mapped[int]


class OwedChange(Base):
    """What a change to a game that had ended did to what it owes: `amounts` has for each player (as `sat_as` in
    `OwedRow`) what the game brought before and after. A game that was opened again goes on with its latest one.
    """

    __tablename__ = "owed_change"
    __table_args__ = (Index(None, "table_id", "at"), Index(None, "game_id"), Index(None, "stakes_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    stakes_id: Mapped[int] = mapped_column(ForeignKey("stakes.id"))
    at: Mapped[datetime] = mapped_column(UtcTime)
    amounts: Mapped[list[list[int]]] = mapped_column(JsonColumn(list))


class Season(Base):
    """A season: its nights, both inclusive, the least games for a place in it, and how its games are counted.

    `counted_by` is `points` (`for_win`, `for_tie`, `for_loss`), `share` of wins, `sets` (the share of contracts
    with partners that failed), or `places` (`for_places`, in each
    night). With `best_nights`, only that many nights of each player count.

    A keeper may close it: then `SeasonPlace` has its leaderboard as it was shown, and `closed_game` is the number of
    the table's latest game. `closed_by_id` and `reopened_by_id` are the devices that did; None: a program, or a file.
    """

    __tablename__ = "season"
    __table_args__ = (
        UniqueConstraint("table_id", "name"),
        Index(None, "table_id", "last_night"),
        *(Index(None, key) for key in ("closed_by_id", "reopened_by_id")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    name: Mapped[str] = mapped_column(PlainText)
    first_night: Mapped[date] = mapped_column(Date)
    last_night: Mapped[date] = mapped_column(Date)
    least_games: Mapped[int]
    counted_by: Mapped[str] = mapped_column(PlainText)
    for_win: Mapped[int]
    for_tie: Mapped[int]
    for_loss: Mapped[int]
    for_places: Mapped[list[int] | None] = mapped_column(JsonColumn(list))
    best_nights: Mapped[int | None]
    closed: Mapped[datetime | None] = mapped_column(UtcTime)
    closed_game: Mapped[int | None]
    closed_by_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    reopened: Mapped[datetime | None] = mapped_column(UtcTime)
    reopened_by_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))


class SeasonPlace(Base):
    """A player in a closed season, as its leaderboard showed it then: rank (None: too few games), score, and sums.

    It names the player by id, so a merged or erased name is never shown from here. A champion says by what (`FIRST`
    and others of `services.seasons`).
    """

    __tablename__ = "season_place"
    __table_args__ = (Index(None, "player_id"),)

    season_id: Mapped[int] = mapped_column(ForeignKey("season.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    place: Mapped[int]  # from 0, in the order shown
    rank: Mapped[int | None]
    champion: Mapped[str | None] = mapped_column(PlainText)
    score: Mapped[float]
    nights: Mapped[int]
    sums: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))


class Payment(Base):
    """A payment that somebody marked as paid, of a night's balance or of the running one; undone, it no longer counts.

    `payer_id` and `payee_id` are players; None is the pot. It is of a `night`, of a season, or of neither. `by_id` and
    `undone_by_id` are the devices that marked and undid it; None: a program, or an older version.
    """

    __tablename__ = "payment"
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        Index(None, "table_id", "currency", "night"),
        *(Index(None, key) for key in ("payer_id", "payee_id", "by_id", "undone_by_id", "season_id")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    number: Mapped[int]  # grows with each at the table: of two that saw the same balance, one is written
    night: Mapped[date | None]
    currency: Mapped[str] = mapped_column(PlainText)
    payer_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    payee_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    amount: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcTime)
    undone: Mapped[datetime | None] = mapped_column(UtcTime)
    by_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    undone_by_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    season_id: Mapped[int | None] = mapped_column(ForeignKey("season.id"))
