"""Scripted games: written lists of deals to play."""
