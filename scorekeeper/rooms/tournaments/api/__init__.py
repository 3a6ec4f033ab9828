"""The calls of tournaments."""
