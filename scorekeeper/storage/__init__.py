"""Keeps tables, players, games and their entries, on SQLite or PostgreSQL; it knows no rule of the game."""

from scorekeeper.chain.entry import START, Entry, NewEntry
from scorekeeper.chain.links import Difference, verify
from scorekeeper.storage.base import db
from scorekeeper.storage.entries import Appended, append, entries_of, entry_by_id, hash_and_last_seq, last_seq_of
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
    TakenMeanwhile,
    Unstorable,
)
from scorekeeper.storage.games import find_game, games_of, keep_standing
from scorekeeper.storage.head import Head, SideHead
from scorekeeper.storage.invites import (
    add_invite,
    end_invites,
    give_code,
    invite_by_code,
    invite_by_id,
    invite_by_token,
    invites_of,
    use_up,
    used_by_program,
)
from scorekeeper.storage.members import (
    add_member,
    change_member,
    give_pen,
    member_by_id,
    member_of,
    members_of,
    names_at,
    pen_holder,
    put_out,
    tables_of,
)
from scorekeeper.storage.models import PLAYING, Game, Player, Table
from scorekeeper.storage.new_game import Created, create_game
from scorekeeper.storage.nights import (
    KeptNight,
    NightChanged,
    NoSuchNight,
    TooManyNights,
    add_night,
    change_night,
    find_night,
    nights_of,
    remove_night,
)
from scorekeeper.storage.players import add_player, find_player, players_of
from scorekeeper.storage.result_models import Result, Tally, Together
from scorekeeper.storage.roles import ROLES, Role
from scorekeeper.storage.setup import close_storage, init_storage
from scorekeeper.storage.sharing import Invite, Member
from scorekeeper.storage.sides import SideDevice, put_device_on_side, side_of_device, take_device_off_side
from scorekeeper.storage.standing import Standing
from scorekeeper.storage.tables import create_table, find_table, tables
from scorekeeper.storage.upgrade import Prepared, prepare_database
from scorekeeper.storage.writing import writing

__all__ = [
    "PLAYING",
    "ROLES",
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
    "Invite",
    "KeptNight",
    "Member",
    "NewEntry",
    "NightChanged",
    "NoSuchGame",
    "NoSuchNight",
    "NoSuchTable",
    "NotThatFar",
    "Player",
    "Prepared",
    "Result",
    "Role",
    "SideDevice",
    "SideHead",
    "Standing",
    "StorageBusy",
    "StorageError",
    "Table",
    "TakenMeanwhile",
    "Tally",
    "Together",
    "TooManyNights",
    "Unstorable",
    "add_invite",
    "add_member",
    "add_night",
    "add_player",
    "append",
    "change_member",
    "change_night",
    "close_storage",
    "create_game",
    "create_table",
    "db",
    "end_invites",
    "entries_of",
    "entry_by_id",
    "find_game",
    "find_night",
    "find_player",
    "find_table",
    "games_of",
    "give_code",
    "give_pen",
    "hash_and_last_seq",
    "init_storage",
    "invite_by_code",
    "invite_by_id",
    "invite_by_token",
    "invites_of",
    "keep_standing",
    "last_seq_of",
    "member_by_id",
    "member_of",
    "members_of",
    "names_at",
    "nights_of",
    "pen_holder",
    "players_of",
    "prepare_database",
    "put_device_on_side",
    "put_out",
    "remove_night",
    "side_of_device",
    "tables",
    "tables_of",
    "take_device_off_side",
    "use_up",
    "used_by_program",
    "verify",
    "writing",
]
