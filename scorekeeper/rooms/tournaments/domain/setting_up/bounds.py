"""How much of everything a tournament may have: for what writes an event and what reads it, for forms and the API."""

from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs.faults import MAX_LINE_LENGTH, MAX_NAME_LENGTH
from scorekeeper.core.sheet.model import MAX_HANDS

__all__ = ["MAX_HANDS", "MAX_LINE_LENGTH", "MAX_SEQ"]

# Set-up
MAX_STAGES = 3
MAX_TEAMS = 256
MAX_ROUNDS = 60
"""Rounds that a director sets."""
MAX_TABLES = 999
MAX_OVERRIDES = 10
MAX_MINUTES = 24 * 60
MAX_PUBLIC_HOURS = 24 * 366
MAX_PEOPLE = 100
MAX_PRIZES = 20
MAX_TEAM_PLAYERS = 12
"""Players of a team of a league, of whom the line-up of a match names those who play."""
MAX_TEAM_NAME_LENGTH = 2 * MAX_NAME_LENGTH + 3
"""Characters of the names of two players, and what joins them."""

MAX_KEY = 40
"""Characters of the key of a format, of rules, or of a reason."""
MAX_FIXTURES = 4_000
MAX_DIVISIONS = 60

# Rounds
MAX_PAIRINGS = MAX_TEAMS
MAX_WAVES = MAX_PAIRINGS
"""With one table, each match of a round is a wave of its own."""
MAX_ROUND = 2 * MAX_TEAMS
"""The number of a round: where all meet twice, with a bye each time."""
MAX_SIDES = 8
"""Sides of a match, and entries on a side."""
MAX_PLACES = 4 * MAX_TEAMS
"""Places of a draw: a bracket, with the places of those who buy back."""
MAX_REASONS = 20
MAX_SLOT = 20
MAX_SEED = 2**53 - 1

# What else is recorded
MAX_EVENTS = 50_000
"""Events of a tournament, each of which is read again after a start."""
MAX_MATCHES = MAX_EVENTS // 6
"""Matches that a tournament begins with the aim to play: each has three events, and each may be undone. 129 teams can
all meet; of the other formats none comes as far: 60 rounds of 256 teams are 7,680 matches.
"""
MORE_UNDOS = 1000
"""Undos that a full tournament still takes."""
MAX_NUMBER = 1_000_000
"""The number of a team or a match."""
MAX_SCORE = 100_000
MAX_MOVED = 90 * 24 * 60
"""Minutes by which a clock, or the last day of a match, is moved."""
MAX_CALLS = 50
"""Calls of the director by the table of one match."""
MAX_APART = 300
"""Pairs of teams that are kept apart."""
MAX_ID = 40
"""Characters of a game's id."""
