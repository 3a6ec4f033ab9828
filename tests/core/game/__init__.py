"""Tests of games: the state after their events."""
