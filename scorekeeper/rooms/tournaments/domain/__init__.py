"""Tournaments: teams, rounds and matches as events, pairing, and standings. Pure: no Flask, SQL, clock or I/O."""
