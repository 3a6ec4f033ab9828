"""What the chain refuses to write."""


class Unwritable(ValueError):
    """A value that has no spelling in the record."""
