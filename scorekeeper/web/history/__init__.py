"""The finished games of a table: search, charts, what counts."""
