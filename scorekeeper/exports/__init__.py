"""Writes games out: text record, JSON, CSV, Excel, paper, and a ZIP of a table; one game in memory at a time."""

from scorekeeper.exports.kept import KeptGame
from scorekeeper.exports.record import text_record

__all__ = ["KeptGame", "text_record"]
