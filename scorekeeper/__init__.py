"""Scorekeeper: a score pad for Spades card tables."""
