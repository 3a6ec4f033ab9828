"""Keeps tables, players, games and their entries, on SQLite or PostgreSQL; it knows no rule of the game."""

from scorekeeper.chain.entry import START, Entry, NewEntry
from scorekeeper.chain.links import Difference, verify
from scorekeeper.storage.base import db
from scorekeeper.storage.entries import Appended, append, entries_of, entry_by_id, last_seq_of
from scorekeeper.storage.errors import (
    AnotherEntryCameFirst,
    DatabaseIsNewer,
    DatabaseRefused,
    EntryIdTaken,
    NoSuchGame,
    NoSuchTable,
    NotThatFar,
    StorageBusy,
    StorageError,
    Unstorable,
)
from scorekeeper.storage.games import find_game, games_of, keep_standing
from scorekeeper.storage.head import Head, SideHead
from scorekeeper.storage.models import PLAYING, Game, Player, Table
from scorekeeper.storage.new_game import Created, create_game
from scorekeeper.storage.players import add_player, find_player, players_of
from scorekeeper.storage.setup import close_storage, init_storage
from scorekeeper.storage.standing import Standing
from scorekeeper.storage.tables import create_table, find_table, tables
from scorekeeper.storage.upgrade import Prepared, prepare_database
from scorekeeper.storage.writing import writing

__all__ = [
    "PLAYING",
    "START",
    "AnotherEntryCameFirst",
    "Appended",
    "Created",
    "DatabaseIsNewer",
    "DatabaseRefused",
    "Difference",
    "Entry",
    "EntryIdTaken",
    "Game",
    "Head",
    "NewEntry",
    "NoSuchGame",
    "NoSuchTable",
    "NotThatFar",
    "Player",
    "Prepared",
    "SideHead",
    "Standing",
    "StorageBusy",
    "StorageError",
    "Table",
    "Unstorable",
    "add_player",
    "append",
    "close_storage",
    "create_game",
    "create_table",
    "db",
    "entries_of",
    "entry_by_id",
    "find_game",
    "find_player",
    "find_table",
    "games_of",
    "init_storage",
    "keep_standing",
    "last_seq_of",
    "players_of",
    "prepare_database",
    "tables",
    "verify",
    "writing",
]
