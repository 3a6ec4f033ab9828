"""A table's leaderboard: its players by one of their figures, and the games that some of them had with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Float, UnaryExpression, case, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player, Tally, Together

RANKED_FROM = 5
"""Players, and pairs, are ranked from this many games on."""


def _share(part: InstrumentedAttribute[int], whole: InstrumentedAttribute[int]) -> ColumnElement[Any]:
    """One sum divided by another; NULL if there is nothing to divide by."""
    return cast(part, Float) / func.nullif(whole, 0)


SORTINGS: Mapping[str, UnaryExpression[Any]] = {
    "won": _share(Tally.won, Tally.games).desc(),
    "games": Tally.games.desc(),
    "made": _share(Tally.made, Tally.bids).desc(),
    "nils": Tally.nils_made.desc(),
    "bags": _share(Tally.overtricks, Tally.hands).asc(),
    "name": Player.name.asc(),
}
"""What a leaderboard can be sorted by, the best first: the fewest bags per hand, the most of the other figures."""
ASCENDING = ("bags", "name")


@dataclass(frozen=True, slots=True)
class Leader:
    """A player on the leaderboard; `tally` is None before the first result, `rank` with too few games."""

    player: Player
    tally: Tally | None
    rank: int | None


def leaderboard(table_id: str, by: str, limit: int, skip: int = 0) -> list[Leader]:
    """The table's players, those with too few games last. Equal figures share a rank; names have none."""
    too_few = case((Tally.games >= RANKED_FROM, 0), else_=1)
    best = SORTINGS[by].nulls_last()
    order = [best] if by == "name" else [too_few, best]
    query = (
        select(Player, Tally, func.rank().over(order_by=order))
        .outerjoin(Tally, Tally.player_id == Player.id)
        .where(Player.table_id == table_id, Player.merged_into.is_(None))
        .order_by(*order, Tally.games.desc().nulls_last(), Player.name)
        .limit(limit)
        .offset(skip)
    )
    found = db.session.execute(query).all()
    return [
        Leader(player, tally, rank if by != "name" and _is_ranked(tally) else None) for player, tally, rank in found
    ]


def _is_ranked(tally: Tally | None) -> bool:
    return tally is not None and tally.games >= RANKED_FROM


def most_active(table_id: str, limit: int) -> list[Player]:
    """The players with the most games, most first."""
    query = select(Player).join(Tally, Tally.player_id == Player.id).where(Tally.table_id == table_id)
    return list(db.session.scalars(query.order_by(Tally.games.desc(), Player.id).limit(limit)))


def games_among(players: Sequence[int], *, partners: bool) -> list[Together]:
    """The games that each two of these players had as partners, or as opponents, in both orders of the two."""
    query = select(Together).where(
        Together.player_id.in_(players), Together.other_id.in_(players), Together.partners == int(partners)
    )
    return list(db.session.scalars(query))
