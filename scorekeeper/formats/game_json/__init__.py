"""A game with its chain as JSON."""
