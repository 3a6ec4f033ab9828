"""The same source on the phone: `core/` and the templates of a game as one ES module."""
