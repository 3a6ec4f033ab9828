"""A table's finished games: search, charts, what counts."""
