"""The pages of a game as plain data for their templates."""
