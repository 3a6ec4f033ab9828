"""The text record of a game, modelled on PGN."""
