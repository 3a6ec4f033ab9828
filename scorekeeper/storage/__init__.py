"""Storage of tables, players, games and events, in SQLite or PostgreSQL. Knows nothing about the rules."""
