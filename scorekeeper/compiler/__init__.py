"""The same source on the phone: `core/` and the templates of a game, compiled to one ES module."""
