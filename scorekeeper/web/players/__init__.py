"""The players of a table and their figures."""
