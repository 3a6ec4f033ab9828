"""The text record of a game, in the manner of PGN."""
