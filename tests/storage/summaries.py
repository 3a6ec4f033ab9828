"""Stores the summary of a game that a test made without playing it; play does so with each event."""

from __future__ import annotations

from sqlalchemy import update

from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import GameSummary
from scorekeeper.storage.models import Game


def save_summary(game_id: str, seq: int, summary: GameSummary) -> None:
    """Store the summary after event `seq`, unless a later one is stored."""
    with write_transaction() as session:
        statement = update(Game).where(Game.id == game_id, Game.summary_seq <= seq)
        session.execute(statement.values(**summary.columns(seq)))
