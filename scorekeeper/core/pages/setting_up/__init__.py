"""Setting up a game: what to play, who sits where, and the house rules."""
