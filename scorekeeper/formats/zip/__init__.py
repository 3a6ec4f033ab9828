"""A table, or all tables, as a ZIP."""
