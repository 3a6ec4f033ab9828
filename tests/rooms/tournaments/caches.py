"""What the room keeps in memory, which is forgotten before each test."""

from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE

CACHES = (TOURNAMENT_CACHE,)
